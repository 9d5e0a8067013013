/** A fight at the table: what is asked in big buttons, undo, and a screen for the players. */
import type { Table } from "affray";
import { type Bench, type Panel, lines } from "../bench";
import { button, fill, h } from "../dom";
import { ENDING, free } from "../project/paths";
import { say } from "../strings";

export function play(bench: Bench): Panel {
  const element = h("div", { class: "play" });
  let table: Table | undefined;
  let told = "";
  let refused = "";
  let afresh = true;
  let rolls = false;
  let screen: Window | null = null;
  /** What the session was begun with: after a new start of the program it goes on from its log. */
  let begun: string | undefined;

  const begin = async () => {
    const { chosen } = bench;
    if (!chosen) return;
    const seed = chosen.seed ?? BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);
    await came(() => bench.engine.fight({ path: chosen.path, title: chosen.title, seed, rolls, afresh }));
    begun = chosen.title;
    told = "";
    show();
  };

  /** Carries something out; what goes wrong is told. */
  const came = async (act: () => Promise<Table>) => {
    refused = "";
    try {
      table = await act();
    } catch (why) {
      refused = why instanceof Error ? why.message : String(why);
    }
  };

  const enter = async (line: string) => {
    await came(async () => {
      const answer = await bench.engine.enter(line);
      // The program was started anew: the fight goes on from what was entered so far.
      if (!answer) return resume(line);
      if (answer.reply === "refused") refused = say.playNotTaken + answer.told + (answer.help ? `; ${answer.help}` : "");
      else told = answer.told;
      return answer.table;
    });
    show();
  };

  const resume = async (line: string): Promise<Table> => {
    const log = table?.log ?? "";
    const path = free(`play${ENDING}`, (name) => bench.store.has(name));
    bench.store.set(path, log);
    try {
      await bench.engine.fight({ path, title: begun ?? "", seed: 1n, rolls, afresh: false });
      const again = await bench.engine.enter(line);
      if (!again) throw new Error(say.crashed);
      told = again.told;
      return again.table;
    } finally {
      bench.store.remove(path);
    }
  };

  const start = () => {
    const box = (label: string, checked: boolean, change: (value: boolean) => void) => {
      const input = h("input", { type: "checkbox", onchange: () => change(input.checked) });
      input.checked = checked;
      return h("label", { class: "check" }, input, label);
    };
    fill(element,
      bench.chosen ? h("h3", {}, bench.chosen.title) : h("p", { class: "empty" }, say.noScenario),
      h("div", { class: "row" }, box(say.playAfresh, afresh, (value) => { afresh = value; }), box(say.playRolls, rolls, (value) => { rolls = value; })),
      refused ? h("p", { class: "refused", role: "alert" }, refused) : null,
      bench.chosen ? h("p", {}, button(say.playBegin, () => void begin(), { class: "primary big" })) : null);
  };

  const choices = (of: Table) => {
    const entries: [string, string][] = [];
    if (of.wanted === "dice") entries.push([say.playRoll, "roll"], [say.playRollAll, "roll all"]);
    for (const choice of of.choices) entries.push([choice, choice]);
    if (of.default !== null) entries.push([say.playDefault(of.default), ""]);
    if (of.wanted === "declaration") entries.push([say.playDone, "done"]);
    return h("div", { class: "choices" }, entries.map(([label, line]) => button(label, () => void enter(line), { class: "big" })));
  };

  const show = () => {
    if (!table) {
      start();
      return;
    }
    const of = table;
    const list = h("datalist", { id: "completions" });
    const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", list: "completions", "aria-label": say.playEntry, placeholder: say.playEntry });
    input.addEventListener("input", () => {
      void bench.engine.complete(input.value).then((words) => {
        const before = input.value.slice(0, input.value.lastIndexOf(" ") + 1);
        fill(list, words.slice(0, 30).map((word) => h("option", { value: before + word })));
      }, () => undefined);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      void enter(input.value);
    });
    const declarers = of.wanted === "declaration" ? h("div", { class: "choices" }, of.declarers.map((who) => button(who, () => {
      input.value = `${who} `;
      input.focus();
      input.dispatchEvent(new Event("input"));
    }))) : null;
    fill(element,
      h("section", { class: "asked" },
        of.period ? h("p", { class: "where" }, of.period) : null,
        h("h3", { "aria-live": "polite" }, of.over ? say.playOver : of.text),
        of.under_way.length > 0 ? h("p", { class: "where" }, `${say.playUnderWay}: ${of.under_way.join("; ")}`) : null,
        told && !of.transcript.endsWith(told) ? h("pre", { class: "told" }, told) : told ? h("pre", { class: "told" }, told) : null,
        refused ? h("p", { class: "refused", role: "alert" }, refused) : null,
        of.over ? null : [choices(of), declarers, h("div", { class: "row entry" }, input, list, button(say.playEnter, () => void enter(input.value), { class: "primary" }))]),
      h("div", { class: "row" },
        button(say.playUndo, () => void enter("undo")), button(say.playRedo, () => void enter("redo")),
        button(say.playScreen, openScreen, { title: say.playScreenHint }),
        button(say.playKeep, keep), button(say.playLeave, leave)),
      h("div", { class: "columns" },
        h("section", {}, h("h4", {}, say.playWho), lines(of.who.trimEnd(), say.playWho)),
        h("section", {}, h("h4", {}, say.playLine), lines(of.line.trimEnd(), say.playLine))),
      h("section", {}, h("h4", {}, say.playLog), lines(of.transcript.trimEnd(), say.playLog)));
    const log = element.querySelector(".play > section:last-child pre");
    log?.scrollTo({ top: log.scrollHeight });
    showPlayers();
    if (!of.over) input.focus({ preventScroll: true });
  };

  const keep = () => {
    if (!table) return;
    const stem = (bench.chosen?.path ?? "fight").replace(/^.*\//, "").replace(/(\.log\d*)?\.affray$/, "");
    const folder = (bench.chosen?.path ?? "").replace(/[^/]*$/, "");
    const path = free(`${folder}${stem}.log${ENDING}`, (name) => bench.store.has(name));
    bench.add(path, table.log);
    bench.tell(say.playKept(path));
  };

  const leave = () => {
    table = undefined;
    begun = undefined;
    screen?.close();
    screen = null;
    show();
  };

  const openScreen = () => {
    screen = window.open("about:blank", "affray-players", "popup,width=800,height=600");
    if (!screen) bench.tell(say.playPopup);
    showPlayers();
  };

  /** Writes the public part into the other window. */
  const showPlayers = () => {
    if (!screen || screen.closed || !table) return;
    const page = screen.document;
    page.title = say.playScreen;
    const make = (tag: string, text: string, style: string) => {
      const made = page.createElement(tag);
      made.textContent = text;
      made.setAttribute("style", style);
      return made;
    };
    page.body.setAttribute("style", "margin:0;padding:4vmin;background:#15181d;color:#eef0f3;font:clamp(18px,3vmin,34px)/1.4 system-ui,sans-serif");
    page.body.replaceChildren(
      make("h1", table.over ? say.playOver : table.period, "font-size:1.5em;margin:0 0 .6em"),
      make("pre", table.for_players.trimEnd(), "white-space:pre-wrap;font:inherit;margin:0"));
    page.documentElement.scrollTo({ top: page.documentElement.scrollHeight });
  };

  return {
    element,
    refresh() {
      if (!table || !element.hasChildNodes()) show();
    },
  };
}
