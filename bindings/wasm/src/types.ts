/** An answer, or why there is none. */
export type Answer<T> = { ok: true; value: T } | { ok: false; message: string; diagnostics: Diagnostic[] };

export interface Position { line: number; column: number }
export interface Diagnostic {
  code: string; name: string; severity: "error" | "warning" | "note"; message: string;
  file: string; span: { start: number; end: number }; start: Position; end: Position;
  labels: { file: string; start: Position; end: Position; text: string }[];
  help: string | null; notes: string[];
}
export interface Place { file: string; line: number }
export interface Rule { category: string; name: string; file: string; line: number }
export interface BuiltIn { path: string; text: string }
export interface Contents {
  rules: { name: string; title: string; extends: string | null }[];
  scenarios: { title: string; line: number; playable: boolean; rules: string | null }[];
  needed: string[];
}
export interface Act { number: number; text: string; declared: Place | null; rules: Rule[] }
export type Ending = "over" | "stopped" | "played" | null;
export interface Run {
  transcript: string; svg: string; shown: (number | null)[]; acts: Act[];
  ending: Ending; diagnostics: Diagnostic[]; left_out: number;
}
/** `journal` is described by `docs/schemas/run.json`. */
export interface JournalOfRun { ending: Ending; diagnostics: Diagnostic[]; journal: JournalData }
export interface JournalData {
  schema_version: number; scenario: string; rules: { name: string; title: string; source: string | null };
  acts: { number: number; text: string; actor: string; action: string; declared: boolean }[];
  entries: ({ moment: string; rule: Rule | null; kind: string } & Record<string, unknown>)[];
}
/** `reasons` is described by `docs/schemas/why.json`. */
export interface Reasons { text: string; reasons: unknown }
export interface Line { mark: "same" | "gone" | "come"; text: string }
export interface Tested { scenarios: ScenarioTested[]; coverage: RulesCovered[]; diagnostics: Diagnostic[] }
export interface ScenarioTested {
  file: string; line: number; title: string; outcome: "pass" | "fail" | "not_played"; diagnostics: Diagnostic[];
  snapshot: { file: string; state: "holds" | "new" | "changed" | "unreadable"; accepted: string; hunks: Line[][] } | null;
}
export interface RulesCovered {
  title: string; file: string; items: number;
  gaps: { file: string; line: number; name: string; never: string }[];
  statements: { all: number; unruled: number; not_cited: string; not_proved: string } | null;
}
export interface DiffWish { scenarios?: string[]; search?: boolean; seed?: number; tries?: number; attribute?: boolean; width?: number }
export interface Difference { text: string; report: DiffReport }
/** Described by `docs/schemas/diff.json`. */
export interface DiffReport {
  left: string; right: string;
  structure: { category: string; name: string; change: "added" | "removed" | "renamed" | "moved" | "changed"; other: string | null; before: boolean | null;
    parts: { part: string; left: string | null; right: string | null }[]; left: Place | null; right: Place | null }[];
  scenarios: { file: string; title: string; trouble: string | null; parting: Parting | null }[];
  search: { tried: number; parted: number; unplayable: number; witness: Witness | null; pairs: { first: string; second: string; seen: number; differ: number }[] } | null;
  groups: { name: string; changes: ChangeRef[]; trials: Trial[] }[];
}
export interface ChangeRef { change: number; attribute?: string; name: string; headline: string }
export interface Trial { about: ChangeRef[]; needs: ChangeRef[]; impossible: boolean; tried: number; tried_without?: number; shown_without?: boolean; witness: Witness | null }
export interface Parting { what: "order" | "outcome" | "table" | "stop" | "sequence" | "books"; left: Moment | null; right: Moment | null }
export interface Moment { when: string; happens: string; rule: { category: string; name: string; place: Place } | null }
export interface Witness { parting: Parting; scenario: string | null; for_right: string | null }
export interface OddsWish {
  of?: string[]; order?: boolean; rules?: string; by?: string; vary?: string;
  exact?: boolean; play?: boolean; trials?: number; seed?: number; states?: number; width?: number;
}
export interface Odds { text: string; csv: string; sheet: Sheet }
/** Described by `docs/schemas/odds.json`. */
export interface Sheet {
  scenario: string; seed: number;
  questions: { question: string; numbers: boolean; place_of?: string; cases: {
    label: string; because?: string; found?: Record<string, unknown>; mean?: { mean: number };
    lines: { answer: string; value: number | null; share: number; fraction: string | null; bounds: [number, number] | null; times: number | null }[];
    fault?: { diagnostic: Diagnostic };
  }[] }[];
}
export interface Written { text: string; unanswered: string[] }
export interface Begun { path: string; text: string; plays: boolean }
export interface Table {
  wanted: "dice" | "answer" | "declaration" | "nothing"; period: string; text: string; default: string | null; choices: string[];
  under_way: string[]; declarers: string[]; transcript: string; for_players: string; log: string; who: string; line: string; over: boolean; recap: string;
}
export interface Entered { reply: "taken" | "rewritten" | "said" | "refused"; told: string; help: string | null; table: Table }
