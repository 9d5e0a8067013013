/** The text of one file. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import type { Language } from "./client";
import { uriOf } from "../project/paths";
import { say } from "../strings";
import { coverage } from "./coverage";
import { fixes } from "./fixes";
import { colours } from "./tokens";

export interface Wishes {
  changed(text: string): void;
  moved(line: number, column: number): void;
}

function basics(): Extension {
  return [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(),
    EditorState.allowMultipleSelections.of(true), EditorState.tabSize.of(2), indentUnit.of("  "), bracketMatching(), closeBrackets(),
    highlightActiveLine(), highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping,
    EditorState.languageData.of(() => [{ commentTokens: { line: "#" }, closeBrackets: { brackets: ["{", "[", "(", '"'] } }]),
    keymap.of([
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
      { key: "F8", run: nextDiagnostic }, { key: "Mod-/", run: toggleComment },
      // Tab indents; Escape, then Tab, leaves the text.
      indentWithTab,
    ]),
  ];
}

export function editor(path: string, text: string, language: Language, wishes: Wishes): EditorView {
  const watch = EditorView.updateListener.of((update) => {
    if (update.docChanged) wishes.changed(update.state.doc.toString());
    if (update.selectionSet || update.docChanged) {
      const at = update.state.selection.main.head;
      const line = update.state.doc.lineAt(at);
      wishes.moved(line.number, at - line.from + 1);
    }
  });
  return new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        basics(), coverage(), colours(), fixes(), watch,
        EditorView.contentAttributes.of({ "aria-label": say.editor(path), tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        language.client.plugin(uriOf(path), "affray"),
      ],
    }),
  });
}

/** Shows a line, and puts the cursor there. */
export function goTo(view: EditorView, line: number): void {
  const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}
