/** Why acts came in their order: two acts are chosen in the picture or from lists. */
import type { Act, Run } from "affray";
import { type Bench, type Panel, lines, refusal } from "../bench";
import { button, field, fill, h, select } from "../dom";
import { say } from "../strings";
import { mark, picture, type Shown } from "./picture";
import { runner } from "./timeline";

export interface WhyPanel extends Panel {
  /** Begins with this act. */
  begin(act: Act): void;
}

export function why(bench: Bench): WhyPanel {
  const run = runner(bench);
  const drawing = h("div", { class: "drawing", tabindex: 0, role: "region", "aria-label": say.panel.timeline });
  const choices = h("div", { class: "row" });
  const told = h("div", { "aria-live": "polite" });
  const element = h("div", { class: "why" }, h("p", { class: "hint" }, say.whyIntro), drawing, choices, told);
  // Acts by their texts: numbers are those of one run.
  let pair: string[] = [];
  let acts: Act[] = [];
  let shown: Shown | undefined;
  let drawn = "";

  const numbered = () => pair.map((text) => acts.find((act) => act.text === text)?.number).filter((number) => number !== undefined);

  const ask = async (all: boolean) => {
    const { chosen } = bench;
    if (!chosen) return;
    const [first, second] = numbered();
    if (!all && (first === undefined || second === undefined)) return;
    const args = all ? [undefined, undefined] as const : [first, second] as const;
    fill(told, h("p", { class: "empty" }, say.working));
    const answer = await bench.engine.call("why", [chosen.path, chosen.title, chosen.seed, ...args]).catch((why: unknown) => why as Error);
    if (answer instanceof Error) fill(told, h("p", { class: "empty" }, answer.message));
    else fill(told, answer.ok ? lines(answer.value.text.trimEnd(), say.panel.why) : refusal(bench, answer));
  };

  const list = (at: 0 | 1, label: string) => {
    const options = [["", say.whyNone] as const, ...acts.map((act) => [act.text, act.text] as const)];
    return field(label, select(options, pair[at] ?? "", (text) => {
      pair[at] = text;
      update();
    }));
  };

  const update = () => {
    if (shown) mark(shown, numbered());
    fill(choices, list(0, say.whyFirst), list(1, say.whySecond), button(say.whyAsk, () => void ask(false), { class: "primary" }), button(say.whyAll, () => void ask(true)));
  };

  const pick = (text: string) => {
    pair = pair.length >= 2 || pair[0] === undefined || pair[0] === "" ? [text] : [pair[0], text];
    update();
    if (pair.length === 2) void ask(false);
  };

  const show = (came: Run) => {
    acts = came.acts.filter((act, index) => came.acts.findIndex((other) => other.text === act.text) === index);
    pair = pair.filter((text) => acts.some((act) => act.text === text));
    if (came.svg !== drawn) {
      shown = picture(came, (act) => pick(act.text));
      fill(drawing, shown?.element);
    }
    drawn = came.svg;
    update();
  };

  return {
    element,
    begin(act) {
      pair = [act.text];
      fill(told);
    },
    async refresh() {
      const came = await run();
      if (!came) return;
      if (came instanceof HTMLElement) {
        drawn = "";
        fill(drawing, came);
        fill(choices);
        fill(told);
      } else show(came);
    },
  };
}
