/** A fight at the table: what is asked in big buttons, undo, and a screen for the players. */
import type { Table } from "affray";
import { type Bench, type Panel, hanging, lines } from "../bench";
import { append, button, fill, h } from "../dom";
import { ENDING, free } from "../project/paths";
import { say } from "../strings";

/** How many words are offered at once. */
const MOST_WORDS = 30;

/** Not where that brings up a keyboard over the half of the screen. */
function focusOn(input: HTMLElement): void {
  if (matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
}

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
    const entries: [string, string, string?][] = [];
    if (of.wanted === "dice") entries.push([say.playRoll, "roll"], [say.playRollAll, "roll all"]);
    for (const choice of of.choices) entries.push([choice, choice, choice === of.default ? "big primary" : "big"]);
    if (of.default !== null && !of.choices.includes(of.default)) entries.push([say.playDefault(of.default), ""]);
    if (of.wanted === "declaration") {
      // The first is the one who is asked.
      const [asked] = of.declarers;
      if (of.default === null && asked !== undefined) entries.push([say.playNothing(asked), ""]);
      entries.push([say.playDone, "done"]);
    }
    return h("div", { class: "choices" }, entries.map(([label, line, look = "big"]) => button(label, () => void enter(line), { class: look })));
  };

  const show = () => {
    if (!table) {
      start();
      return;
    }
    const of = table;
    const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": say.playEntry, placeholder: say.playEntry, oninput: () => suggest() });
    const words = h("div", { class: "choices words", role: "group", "aria-label": say.playWords });
    /** Offers what an entry that was begun can go on with. */
    const suggest = () => {
      const typed = input.value;
      if (typed.trim() === "") {
        fill(words);
        return;
      }
      void bench.engine.complete(typed).then((found) => {
        if (input.value !== typed) return;
        // In place of the word that was begun when it is pressed: what is offered may be of the word before.
        const take = (word: string) => put(`${input.value.slice(0, input.value.lastIndexOf(" ") + 1)}${word} `);
        fill(words, found.slice(0, MOST_WORDS).map((word) => button(word, () => take(word))));
      }, () => undefined);
    };
    const put = (line: string) => {
      input.value = line;
      suggest();
      focusOn(input);
    };
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      void enter(input.value);
    });
    const declarers = of.wanted === "declaration" ? h("div", { class: "choices" }, of.declarers.map((who) => button(who, () => put(`${who} `)))) : null;
    fill(element,
      h("section", { class: "asked" },
        of.period ? h("p", { class: "where" }, of.period) : null,
        h("h3", { "aria-live": "polite" }, of.over ? say.playOver : of.text),
        of.under_way.length > 0 ? h("p", { class: "where" }, `${say.playUnderWay}: ${of.under_way.join("; ")}`) : null,
        told ? h("pre", { class: "told" }, hanging(told.replace(/^\n+/, ""))) : null,
        refused ? h("p", { class: "refused", role: "alert" }, refused) : null,
        of.over ? null : [choices(of), declarers, h("div", { class: "row entry" }, input, button(say.playEnter, () => void enter(input.value), { class: "primary" })), words]),
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
    if (!of.over) focusOn(input);
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
    const told = make("pre", "", "white-space:pre-wrap;font:inherit;margin:0");
    append(told, [hanging(table.for_players.trimEnd())]);
    page.body.replaceChildren(make("h1", table.over ? say.playOver : table.period, "font-size:1.5em;margin:0 0 .6em"), told);
    page.documentElement.scrollTo({ top: page.documentElement.scrollHeight });
  };

  return {
    element,
    refresh() {
      if (!table || !element.hasChildNodes()) show();
    },
  };
}
