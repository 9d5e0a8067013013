/** Quick fixes: what the language server proposes at the cursor, in a small menu (Ctrl-. or Cmd-.). */
import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { h } from "../dom";

interface Edit { range: { start: { line: number; character: number }; end: { line: number; character: number } }; newText: string }
interface Action { title: string; edit?: { changes?: Record<string, Edit[]>; documentChanges?: { textDocument: { uri: string }; edits: Edit[] }[] } }

const setMenu = StateEffect.define<Tooltip | null>();

const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (self) => showTooltip.from(self),
});

function editsOf(action: Action, uri: string): Edit[] {
  const changes = action.edit?.changes?.[uri] ?? [];
  const documents = (action.edit?.documentChanges ?? []).filter((one) => one.textDocument.uri === uri);
  return [...changes, ...documents.flatMap((one) => one.edits)];
}

async function ask(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const { from, to } = view.state.selection.main;
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
  const params = { textDocument: { uri: plugin.uri }, range, context: { diagnostics: [] } };
  const found = (await plugin.client.request<unknown, Action[] | null>("textDocument/codeAction", params).catch(() => null)) ?? [];
  const useful = found.filter((action) => editsOf(action, plugin.uri).length > 0).slice(0, 12);
  if (useful.length === 0) return;
  const apply = (action: Action) => {
    const changes = editsOf(action, plugin.uri).map((edit) => ({
      from: plugin.fromPosition(edit.range.start), to: plugin.fromPosition(edit.range.end), insert: edit.newText,
    }));
    view.dispatch({ changes, effects: setMenu.of(null), userEvent: "input.fix" });
    view.focus();
  };
  const create = () => {
    const items = useful.map((action) => h("button", { type: "button", role: "menuitem", onclick: () => apply(action) }, action.title));
    const dom = h("div", { class: "fixes", role: "menu" }, items);
    dom.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        view.dispatch({ effects: setMenu.of(null) });
        view.focus();
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      const at = items.indexOf(document.activeElement as HTMLButtonElement);
      items[(at + step + items.length) % items.length]?.focus();
    });
    return { dom, mount: () => items[0]?.focus() };
  };
  view.dispatch({ effects: setMenu.of({ pos: from, above: false, create }) });
}

export function fixes(): Extension {
  return [menu, keymap.of([{ key: "Mod-.", run: (view) => { void ask(view); return true; } }])];
}
