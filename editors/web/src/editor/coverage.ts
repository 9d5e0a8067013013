/** Coverage in the margin: the lines that no scenario exercises. */
import { RangeSet, StateEffect, StateField, type Extension } from "@codemirror/state";
import { type EditorView, GutterMarker, gutter } from "@codemirror/view";

export interface Uncovered { line: number; text: string }

const setGaps = StateEffect.define<RangeSet<GutterMarker>>();

class Gap extends GutterMarker {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Gap): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "gap";
    element.textContent = "○";
    element.title = this.text;
    return element;
  }
}

const gaps = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(shown, transaction) {
    let next = shown.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setGaps)) next = effect.value;
    return next;
  },
});

export function coverage(): Extension {
  return [gaps, gutter({ class: "cm-coverage", markers: (view) => view.state.field(gaps) })];
}

export function showCoverage(view: EditorView, found: Uncovered[]): void {
  const doc = view.state.doc;
  const byLine = new Map<number, string[]>();
  for (const { line, text } of found) if (line <= doc.lines) byLine.set(line, [...(byLine.get(line) ?? []), text]);
  const marks = [...byLine].sort(([a], [b]) => a - b).map(([line, texts]) => new Gap(texts.join("\n")).range(doc.line(line).from));
  view.dispatch({ effects: setGaps.of(RangeSet.of(marks)) });
}
