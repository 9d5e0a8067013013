/** The page as a whole: bar, tabs, text, panels, and what they have in common. */
import type { Act, Contents } from "affray";
import type { EditorView } from "@codemirror/view";
import { forEachDiagnostic } from "@codemirror/lint";
import type { Bench, Chosen, Panel, Playable, RulesFile } from "./bench";
import { filesDialog, newDialog, shareDialog, take, type Page } from "./dialogs";
import { arrows, button, debounce, fill, h, select } from "./dom";
import { Language } from "./editor/client";
import { showCoverage, type Uncovered } from "./editor/coverage";
import { editor, goTo } from "./editor/editor";
import { Engine, Stopped, library } from "./engine/client";
import { diff } from "./panels/diff";
import { document_ } from "./panels/document";
import { odds } from "./panels/odds";
import { play } from "./panels/play";
import { test } from "./panels/test";
import { timeline } from "./panels/timeline";
import { transcript } from "./panels/transcript";
import { why } from "./panels/why";
import { FIRST, LIBRARY } from "./project/library";
import { ENDING, builtInPath, pathOf, uriOf } from "./project/paths";
import type { Store } from "./project/store";
import { say, type Panel as Name } from "./strings";

/** How long the text must rest before it is played again. */
const REST = 120;
const THEME = "affray.theme";
const HINTS = "affray.hints";
const SPLIT = "affray.split";

export class Workbench implements Bench, Page {
  readonly bench = this;
  readonly language: Language;
  chosen: Chosen | undefined;
  scenarios: Playable[] = [];
  rules: RulesFile[] = [];
  #views = new Map<string, EditorView>();
  #contents = new Map<string, { text: string; found: Contents }>();
  #coverage = new Map<string, Uncovered[]>();
  #panels: Record<Name, Panel>;
  #panel: Name = "timeline";
  #asked = 0;

  #tabs = h("div", { class: "tabs", role: "tablist", "aria-label": say.tabs });
  #text = h("div", { class: "text", id: "text", role: "tabpanel" });
  #origin = h("p", { class: "origin" });
  #switch = h("div", { class: "switch", role: "group", "aria-label": say.views });
  #state = h("div", { class: "state" });
  #problems = button("", () => this.#nextProblem(), { class: "link problems" });
  #position = h("span", {});
  #chooser = h("div", { class: "chooser" });
  #panelTabs = h("div", { class: "tabs panels", role: "tablist", "aria-label": say.panels });
  #heading = h("h2", { class: "unseen" });
  #result = h("div", { class: "result", id: "result", role: "tabpanel" });
  #toast = h("div", { class: "toast", role: "status", "aria-live": "polite" });
  #first = h("div", {});
  #later = debounce(REST, () => void this.#changed());

  constructor(private root: HTMLElement, readonly store: Store, readonly engine: Engine) {
    engine.events = { restarted: (why) => { this.tell(say.restarted(why)); this.#later(); } };
    this.language = new Language(() => store.all(), {
      open: (uri) => this.#viewOf(pathOf(uri)),
      display: (uri) => {
        const path = pathOf(uri);
        if (path === undefined || !store.has(path)) return null;
        this.open(path);
        return this.#views.get(path) ?? null;
      },
      restarted: (why) => this.tell(say.restarted(why)),
    });
    const whyPanel = why(this);
    this.#panels = {
      timeline: timeline(this, (act: Act) => { whyPanel.begin(act); this.show("why"); }),
      transcript: transcript(this), why: whyPanel, test: test(this), diff: diff(this), odds: odds(this), document: document_(this), play: play(this),
    };
    store.onunkept = () => this.tell(say.unkept);
    store.listen((path, text) => this.#heard(path, text));
    this.#build();
    this.#begin();
    library().catch(() => this.tell(say.noStart));
    addEventListener("pagehide", () => void store.keep());
    // Paper is light.
    addEventListener("beforeprint", () => { document.documentElement.dataset.theme = "light"; });
    addEventListener("afterprint", () => this.#theme(localStorage.getItem(THEME) ?? "system"));
  }

  searcher(progress: (done: number, total: number) => void): Engine {
    const engine = new Engine("project", () => this.store.all(), { progress });
    this.store.listen((path, text) => engine.file(path, text));
    return engine;
  }

  // What is shown.

  #build(): void {
    const { store } = this;
    const name = h("input", { class: "name", type: "text", "aria-label": say.projectName, placeholder: say.untitled, maxlength: 80, oninput: () => store.rename(name.value) });
    name.value = store.name;
    const theme = select(Object.entries(say.themes), localStorage.getItem(THEME) ?? "system", (value) => this.#theme(value));
    theme.setAttribute("aria-label", say.theme);
    this.#theme(theme.value);
    for (const which of ["text", "results"] as const) this.#switch.append(button(say[which], () => this.#reveal(which), { "data-view": which }));
    this.#reveal("text");
    for (const panel of Object.keys(say.panel) as Name[]) {
      this.#panelTabs.append(button(say.panel[panel], () => this.show(panel), { role: "tab", id: `tab-${panel}`, "aria-controls": "result", "data-panel": panel }));
    }
    arrows(this.#panelTabs, "tab", (tab) => this.show(tab.dataset.panel as Name));
    arrows(this.#tabs, "tab", (tab) => { if (tab.dataset.path) this.open(tab.dataset.path, false); });
    const split = this.#split();
    fill(this.root,
      h("header", { class: "bar" },
        h("h1", {}, say.name), name,
        h("nav", { "aria-label": say.bar }, button(say.files, () => this.#withRules(filesDialog)), button(say.create, () => this.#withRules(newDialog)), button(say.share, () => shareDialog(this))),
        this.#switch, theme),
      h("main", {},
        h("section", { class: "left", "aria-label": say.text }, this.#first, this.#tabs, this.#origin, this.#text,
          fill_(this.#state, this.#problems, this.#position)),
        split,
        h("section", { class: "right", "aria-label": say.results }, this.#heading, this.#panelTabs, this.#chooser, this.#result)),
      this.#toast);
    this.#firstHints();
    this.#dropping();
    addEventListener("keydown", (event) => {
      const number = Number(event.key);
      const panel = (Object.keys(say.panel) as Name[])[number - 1];
      if (event.altKey && !event.ctrlKey && panel) {
        event.preventDefault();
        this.#reveal("results");
        this.show(panel);
      }
    });
    this.show("timeline");
  }

  /** Shows a dialog that lists what the library has, as soon as it is known. */
  #withRules(show: (page: Page) => void): void {
    void this.engine.start().catch(() => undefined).then(() => show(this));
  }

  /** Shows the text or the results where there is room for one of the two. */
  #reveal(which: "text" | "results"): void {
    this.root.dataset.view = which;
    for (const one of this.#switch.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.view === which));
  }

  #theme(value: string): void {
    localStorage.setItem(THEME, value);
    if (value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  }

  /** The border between text and results: dragged, or moved with arrow keys. */
  #split(): HTMLElement {
    const bar = h("div", { class: "split", role: "separator", tabindex: 0, "aria-label": say.split, "aria-orientation": "vertical", "aria-valuemin": 20, "aria-valuemax": 80 });
    const set = (share: number) => {
      const percent = Math.round(Math.max(20, Math.min(80, share)));
      this.root.style.setProperty("--left", `${percent}%`);
      bar.setAttribute("aria-valuenow", String(percent));
      localStorage.setItem(SPLIT, String(percent));
    };
    set(Number(localStorage.getItem(SPLIT) ?? 48));
    bar.addEventListener("pointerdown", (event) => {
      bar.setPointerCapture(event.pointerId);
      const move = (moved: PointerEvent) => set((moved.clientX / innerWidth) * 100);
      bar.addEventListener("pointermove", move);
      bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), { once: true });
    });
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -4, ArrowRight: 4 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      set(Number(bar.getAttribute("aria-valuenow")) + step);
    });
    return bar;
  }

  #firstHints(): void {
    // They speak of the first example: not beside a project of one's own, or one from a link.
    if (localStorage.getItem(HINTS) === "closed" || this.store.own().size > 0) return;
    fill(this.#first, h("aside", { class: "first", "aria-label": say.firstTitle },
      h("h2", {}, say.firstTitle), h("ol", {}, say.first.map((hint) => h("li", {}, hint))),
      button("×", () => {
        localStorage.setItem(HINTS, "closed");
        fill(this.#first);
      }, { class: "close", "aria-label": say.firstClose })));
  }

  #dropping(): void {
    addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
    addEventListener("drop", (event) => {
      const files = event.dataTransfer?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      void take(this, files);
    });
  }

  show(panel: Name): void {
    this.#panel = panel;
    for (const tab of this.#panelTabs.querySelectorAll<HTMLElement>("[role=tab]")) {
      const is = tab.dataset.panel === panel;
      tab.setAttribute("aria-selected", String(is));
      tab.tabIndex = is ? 0 : -1;
      if (is) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    fill(this.#heading, say.panel[panel]);
    this.#result.setAttribute("aria-labelledby", `tab-${panel}`);
    this.#result.dataset.panel = panel;
    this.#chooser.hidden = panel === "diff" || panel === "document";
    fill(this.#result, this.#panels[panel].element);
    this.#panels[panel].refresh();
  }

  tell(message: string): void {
    const note = h("p", {}, message, button("×", () => note.remove(), { class: "close", "aria-label": say.close }));
    this.#toast.append(note);
    while (this.#toast.childElementCount > 3) this.#toast.firstElementChild?.remove();
    setTimeout(() => note.remove(), 9_000);
  }

  // Files.

  reload(): void {
    for (const view of this.#views.values()) view.destroy();
    this.#views.clear();
    this.#contents.clear();
    this.chosen = undefined;
    this.engine.stop();
    this.#begin();
  }

  #begin(): void {
    const name = this.root.querySelector<HTMLInputElement>(".name");
    if (name) name.value = this.store.name;
    void this.engine.start().catch((why: unknown) => { if (!(why instanceof Stopped)) console.error(why); });
    this.open(this.store.active, false);
  }

  #viewOf(path: string | undefined): EditorView | null {
    if (path === undefined) return null;
    const known = this.#views.get(path);
    if (known) return known;
    const text = this.store.text(path);
    if (text === undefined) return null;
    const view = editor(path, text, this.language, {
      changed: (next) => this.store.set(path, next),
      moved: (line, column) => { if (this.store.active === path) fill(this.#position, say.position(line, column)); },
    });
    const found = this.#coverage.get(path);
    if (found) showCoverage(view, found);
    this.#views.set(path, view);
    return view;
  }

  open(path: string, focus = true): void {
    const view = this.#viewOf(path) ?? this.#viewOf((path = FIRST));
    if (!view) return;
    const open = this.store.open.includes(path) ? [...this.store.open] : [...this.store.open, path];
    this.store.show(open, path);
    if (this.#text.firstChild !== view.dom) fill(this.#text, view.dom);
    view.requestMeasure();
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    fill(this.#position, say.position(line.number, view.state.selection.main.head - line.from + 1));
    if (focus) {
      this.#reveal("text");
      view.focus();
    }
    this.#listTabs();
    this.#later.now();
  }

  closed(path: string): void {
    const open = this.store.open.filter((one) => one !== path);
    this.#views.get(path)?.destroy();
    this.#views.delete(path);
    const next = this.store.active === path ? open.at(-1) ?? FIRST : this.store.active;
    this.store.show(open, next);
    this.open(next);
  }

  #listTabs(): void {
    const had = this.#tabs.contains(document.activeElement);
    fill(this.#tabs, this.store.open.map((path) => {
      const is = path === this.store.active;
      const label = path.slice(path.lastIndexOf("/") + 1).replace(/\.affray$/, "");
      const tab = button(label, () => this.open(path), { role: "tab", "aria-selected": is, tabindex: is ? 0 : -1, title: path, "data-path": path, "aria-controls": "text", "aria-keyshortcuts": "Delete",
        class: this.store.isOwn(path) && LIBRARY.has(path) ? "changed" : undefined });
      tab.setAttribute("aria-selected", String(is));
      tab.addEventListener("keydown", (event) => { if (event.key === "Delete") this.closed(path); });
      const shut = button("×", () => this.closed(path), { class: "close", "aria-hidden": "true", title: say.closeTab(label), tabindex: -1 });
      return h("div", { class: is ? "tab active" : "tab", role: "presentation" }, tab, shut);
    }));
    const active = this.#tabs.querySelector<HTMLElement>("[aria-selected=true]");
    active?.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (had) active?.focus();
    this.#text.setAttribute("aria-label", this.store.active);
    const fromLibrary = !this.store.isOwn(this.store.active);
    fill(this.#origin, fromLibrary ? `${this.store.active} · ${say.fromLibrary}` : this.store.active);
  }

  add(wanted: string, text: string): string {
    let path = wanted;
    for (let number = 2; this.store.has(path) && this.store.text(path) !== text; number += 1) path = wanted.replace(/(\.log)?\.affray$/, `_${number}$&`);
    this.store.set(path, text);
    this.open(path, false);
    return path;
  }

  go(file: string, line: number, follows = false): void {
    const path = builtInPath(file);
    if (!this.store.has(path)) return;
    this.open(path, false);
    if (!follows) this.#reveal("text");
    const view = this.#views.get(path);
    if (view) goTo(view, line);
  }

  choose(path: string, title: string): void {
    this.chosen = { path, title, seed: this.chosen?.seed };
    this.#listScenarios();
    this.#panels[this.#panel].refresh();
  }

  cover(found: Map<string, Uncovered[]>): void {
    this.#coverage = new Map([...found].map(([file, gaps]) => [builtInPath(file), gaps]));
    for (const [path, view] of this.#views) showCoverage(view, this.#coverage.get(path) ?? []);
  }

  /** A file has changed, here or elsewhere. */
  #heard(path: string, text: string | null): void {
    this.engine.file(path, text);
    const view = this.#views.get(path);
    if (view && text !== null && view.state.doc.toString() !== text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    }
    if (!this.language.isOpen(uriOf(path))) this.language.changed(path, uriOf(path), text);
    if (view && text === null) this.closed(path);
    this.#later();
    this.language.edited();
  }

  // What is in the files.

  async #changed(): Promise<void> {
    this.#listTabs();
    await this.#look();
    this.#listScenarios();
    this.#panels[this.#panel].refresh();
    this.#countProblems();
  }

  async #contentsOf(path: string): Promise<Contents | undefined> {
    const text = this.store.text(path);
    if (text === undefined) return undefined;
    const known = this.#contents.get(path);
    if (known?.text === text) return known.found;
    const found = await this.engine.call("contents", [path]);
    this.#contents.set(path, { text, found });
    return found;
  }

  /** Finds the scenarios and rules at hand, and chooses a scenario that fits the open file. */
  async #look(): Promise<void> {
    const number = ++this.#asked;
    const { store } = this;
    const scenarios: Playable[] = [];
    const rules = new Map<string, RulesFile>();
    const see = async (path: string) => {
      const found = await this.#contentsOf(path);
      if (!found) return;
      for (const one of found.scenarios) scenarios.push({ path, title: one.title, line: one.line, rules: one.rules ?? path });
      for (const one of found.rules) rules.set(path, { path, title: one.title, extends: one.extends });
      for (const needed of found.needed) {
        const other = builtInPath(needed);
        if (rules.has(other) || other === path || !store.has(other)) continue;
        for (const one of (await this.#contentsOf(other))?.rules ?? []) rules.set(other, { path: other, title: one.title, extends: one.extends });
      }
    };
    try {
      const paths = [...new Set([store.active, ...store.open, ...store.own().keys()])].filter((path) => path.endsWith(ENDING));
      for (const path of paths) await see(path);
      const active = scenarios.filter((one) => one.path === store.active);
      const fits = (one: Playable) => active.includes(one) || this.#uses(one, store.active);
      const current = scenarios.find((one) => one.path === this.chosen?.path && one.title === this.chosen.title);
      let wanted = current && (fits(current) || active.length === 0 && !scenarios.some(fits)) ? current : scenarios.find(fits);
      if (!wanted && rules.has(store.active)) {
        // No scenario of the project uses these rules: an example of the library may.
        for (const path of [...LIBRARY.keys()].filter((name) => name.startsWith("examples/") && name.endsWith(ENDING))) {
          if (!(await this.#contentsOf(path))?.needed.includes(store.active)) continue;
          await see(path);
          wanted = scenarios.find((one) => one.path === path);
          break;
        }
      }
      wanted ??= current ?? scenarios[0];
      if (number !== this.#asked) return;
      this.scenarios = scenarios;
      this.rules = [...rules.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      this.chosen = wanted ? { path: wanted.path, title: wanted.title, seed: this.chosen?.seed } : undefined;
    } catch {
      // The worker was stopped; the next one is asked again.
    }
  }

  #uses(one: Playable, path: string): boolean {
    return this.#contents.get(one.path)?.found.needed.includes(path) ?? false;
  }

  #listScenarios(): void {
    const options = this.scenarios.map((one) => [JSON.stringify([one.path, one.title]), `${one.title} · ${one.path.slice(one.path.lastIndexOf("/") + 1)}`] as const);
    const picked = select(options, JSON.stringify([this.chosen?.path, this.chosen?.title]), (value) => {
      const [path, title] = JSON.parse(value) as [string, string];
      this.choose(path, title);
    });
    picked.setAttribute("aria-label", say.scenario);
    const seed = h("input", { class: "seed", type: "number", min: 0, step: 1, "aria-label": say.seed, placeholder: say.seedHint, onchange: () => {
      const value = seed.value.trim();
      if (this.chosen) this.chosen.seed = /^\d{1,19}$/.test(value) ? BigInt(value) : undefined;
      this.#panels[this.#panel].refresh();
    } });
    seed.value = this.chosen?.seed?.toString() ?? "";
    if (this.#chooser.contains(document.activeElement)) return;
    fill(this.#chooser, picked, h("label", { class: "seed-label" }, say.seed, " ", seed));
  }

  #countProblems(): void {
    const view = this.#views.get(this.store.active);
    if (!view) return;
    let errors = 0;
    let warnings = 0;
    forEachDiagnostic(view.state, (one) => {
      if (one.severity === "error") errors += 1;
      else if (one.severity === "warning") warnings += 1;
    });
    fill(this.#problems, say.problems(errors, warnings));
    this.#problems.classList.toggle("bad", errors > 0);
    this.#problems.classList.toggle("none", errors + warnings === 0);
    clearTimeout(this.#problemTimer);
    this.#problemTimer = setTimeout(() => this.#countProblems(), 400);
  }
  #problemTimer: ReturnType<typeof setTimeout> | undefined;

  #nextProblem(): void {
    const view = this.#views.get(this.store.active);
    if (!view) return;
    let first: number | undefined;
    forEachDiagnostic(view.state, (_, from) => { first ??= from; });
    if (first !== undefined) goTo(view, view.state.doc.lineAt(first).number);
  }
}

function fill_(element: HTMLElement, ...children: HTMLElement[]): HTMLElement {
  fill(element, ...children);
  return element;
}
