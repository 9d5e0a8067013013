/** What panels know of the page around them. */
import type { Diagnostic } from "affray";
import { type Child, button, h } from "./dom";
import type { Engine } from "./engine/client";
import type { Store } from "./project/store";
import { builtInPath } from "./project/paths";
import { say } from "./strings";
import type { Uncovered } from "./editor/coverage";

export interface Chosen { path: string; title: string; seed: bigint | undefined }
export interface Playable { path: string; title: string; line: number; rules: string | null }
export interface RulesFile { path: string; title: string; extends: string | null }

export interface Bench {
  readonly store: Store;
  /** Runs, tests, documents, fights. */
  readonly engine: Engine;
  /** Odds and differences: may be stopped at any time. */
  searcher(progress: (done: number, total: number) => void): Engine;
  /** The scenario that is shown. */
  readonly chosen: Chosen | undefined;
  choose(path: string, title: string): void;
  /** The scenarios at hand: those of own and open files. */
  readonly scenarios: readonly Playable[];
  /** The rule files at hand. */
  readonly rules: readonly RulesFile[];
  /** Goes to a line of a file; unless it only follows the reader, the text is shown where there is room for one of the two. */
  go(path: string, line: number, follows?: boolean): void;
  /** Puts a new file into the project and shows it. Returns its path. */
  add(wanted: string, text: string): string;
  /** Tells something in passing, also to screen readers. */
  tell(message: string): void;
  cover(found: Map<string, Uncovered[]>): void;
}

/** A panel: made once, filled whenever it is shown or what it shows has changed. */
export interface Panel {
  readonly element: HTMLElement;
  refresh(): void;
}

/** What findings about questions that the reader asks name as their file. */
export const QUESTIONS = "of";

/** A link to a line of a file. */
export function place(bench: Bench, file: string, line: number, label?: string): HTMLElement {
  if (file === QUESTIONS) return h("span", {}, say.questionLine(line));
  const known = builtInPath(file);
  if (!bench.store.has(known)) return h("span", {}, label ?? `${file}:${line}`);
  return button(label ?? `${known}:${line}`, () => bench.go(known, line), { class: "link", title: say.goTo(known, line) });
}

/** What is wrong, each with its place. */
export function findings(bench: Bench, found: readonly Diagnostic[]): HTMLElement | undefined {
  if (found.length === 0) return undefined;
  const items = found.slice(0, 100).map((one) =>
    h("li", { class: one.severity },
      h("p", {}, h("code", { class: "code" }, one.code), " ", one.message),
      h("p", { class: "where" }, place(bench, one.file, one.start.line)),
      one.labels.filter((label) => label.text !== "").map((label) => h("p", { class: "note" }, label.text)),
      one.help ? h("p", { class: "note" }, one.help) : null,
      one.notes.map((note) => h("p", { class: "note" }, note)),
    ));
  return h("ul", { class: "findings" }, items);
}

/** Why there is no answer. */
export function refusal(bench: Bench, answer: { message: string; diagnostics: readonly Diagnostic[] }): HTMLElement {
  return h("div", { class: "refusal", role: "status" }, h("p", {}, answer.message), findings(bench, answer.diagnostics));
}

/** How many lines are laid out one by one. */
const MOST_LINES = 1_000;

/** A text for reading. */
export function lines(text: string, label: string): HTMLElement {
  return h("pre", { class: "lines", tabindex: 0, role: "region", "aria-label": label }, hanging(text));
}

/** A text in lines: what does not fit in one goes on further in than it begins. */
export function hanging(text: string): Child {
  const all = text.split(/(?<=\n)/);
  return all.length > MOST_LINES ? text : all.map((line) => {
    const further = `${line.search(/\S|$/) + 2}ch`;
    return h("span", { style: `display:block;padding-inline-start:${further};text-indent:-${further}` }, line);
  });
}

/** A path or a fraction, which may be broken after each `/`. */
export function breakable(text: string): Child {
  return text.split(/(?<=\/)/).flatMap((part, index) => (index === 0 ? [part] : [h("wbr"), part]));
}

/** Saves a file on the reader's machine. */
export function save(name: string, bytes: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
