/** Colours by the language server: what each word of the text is. Between its answers they move along with the text. */
import { LSPPlugin } from "@codemirror/lsp-client";
import { RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";

const setTokens = StateEffect.define<DecorationSet>();
const setHints = StateEffect.define<DecorationSet>();

function field(effect: typeof setTokens): StateField<DecorationSet> {
  return StateField.define({
    create: () => Decoration.none,
    update(marks, transaction) {
      let next = marks.map(transaction.changes);
      for (const one of transaction.effects) if (one.is(effect)) next = one.value;
      return next;
    },
    provide: (self) => EditorView.decorations.from(self),
  });
}

const marks = new Map<string, Decoration>();
function mark(name: string): Decoration {
  let known = marks.get(name);
  if (!known) marks.set(name, (known = Decoration.mark({ class: `tok-${name}` })));
  return known;
}

class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Hint): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "inlay";
    element.textContent = this.text;
    return element;
  }
}

interface SemanticTokens { data: number[] }
interface InlayHint { position: { line: number; character: number }; label: string | { value: string }[] }

function tokens(view: EditorView, plugin: LSPPlugin, data: number[]): DecorationSet {
  const legend = plugin.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  const builder = new RangeSetBuilder<Decoration>();
  const doc = view.state.doc;
  let line = 0;
  let character = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines, units, length, type] = data.slice(at, at + 4) as [number, number, number, number];
    character = lines > 0 ? units : character + units;
    line += lines;
    if (line >= doc.lines) break;
    const start = doc.line(line + 1).from + character;
    if (start + length <= doc.length && length > 0) builder.add(start, start + length, mark(legend[type] ?? "variable"));
  }
  return builder.finish();
}

function hints(view: EditorView, plugin: LSPPlugin, found: InlayHint[]): DecorationSet {
  const doc = view.state.doc;
  const widgets = found.filter((hint) => hint.position.line < doc.lines).map((hint) => {
    const label = typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join("");
    return Decoration.widget({ widget: new Hint(label), side: 1 }).range(plugin.fromPosition(hint.position, doc));
  });
  return Decoration.set(widgets, true);
}

/** Asks for both whenever the text has rested. */
class Asker {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(private view: EditorView) {
    this.#later(0);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.#later(60);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  async #ask(): Promise<void> {
    const { view } = this;
    const plugin = LSPPlugin.get(view);
    if (!plugin) return;
    const number = ++this.#asked;
    const { client, uri } = plugin;
    try {
      await client.initializing;
      if (number !== this.#asked) return;
      client.sync();
      const doc = view.state.doc;
      const fresh = () => number === this.#asked && view.state.doc === doc;
      const found = await client.request<unknown, SemanticTokens | null>("textDocument/semanticTokens/full", { textDocument: { uri } });
      if (!fresh()) return;
      view.dispatch({ effects: setTokens.of(tokens(view, plugin, found?.data ?? [])) });
      const range = { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } };
      const told = await client.request<unknown, InlayHint[] | null>("textDocument/inlayHint", { textDocument: { uri }, range });
      if (fresh()) view.dispatch({ effects: setHints.of(hints(view, plugin, told ?? [])) });
    } catch {
      // The server was replaced: asked again with the next edit, or here.
      if (number === this.#asked) this.#later(1_000);
    }
  }
}

export function colours(): Extension {
  return [field(setTokens), field(setHints), ViewPlugin.fromClass(Asker)];
}
