/** The timeline: who acts when, live while typing. */
import type { Act, Run } from "affray";
import { type Bench, type Panel, findings, place, refusal } from "../bench";
import { button, fill, h } from "../dom";
import { Stopped } from "../engine/client";
import { say } from "../strings";
import { mark, picture, type Shown } from "./picture";

/** Runs the chosen scenario; what comes of it, unless something newer was asked meanwhile. */
export function runner(bench: Bench): () => Promise<Run | HTMLElement | undefined> {
  let asked = 0;
  return async () => {
    const number = ++asked;
    const { chosen } = bench;
    if (!chosen) return h("p", { class: "empty" }, say.noScenario);
    try {
      const answer = await bench.engine.call("run", [chosen.path, chosen.title, chosen.seed]);
      if (number !== asked) return undefined;
      return answer.ok ? answer.value : h("div", {}, h("p", {}, say.hasErrors), refusal(bench, answer));
    } catch (why) {
      if (why instanceof Stopped) return number === asked ? h("p", { class: "empty" }, why.message) : undefined;
      throw why;
    }
  };
}

export function timeline(bench: Bench, askWhy: (act: Act) => void): Panel {
  const run = runner(bench);
  const drawing = h("div", { class: "drawing", tabindex: 0, role: "region", "aria-label": say.panel.timeline }, h("p", { class: "hint" }, say.loading));
  const card = h("div", { class: "card", "aria-live": "polite" });
  const found = h("div", {});
  const element = h("div", { class: "timeline" }, drawing, card, found);
  let selected: string | undefined;
  let shown: Shown | undefined;
  /** What is drawn: most edits of a text change nothing of it. */
  let drawn = "";

  let acts: Act[] = [];

  const choose = (pressed: Act, ruling: string) => {
    // Rules may stand elsewhere since it was drawn.
    const act = acts[pressed.number] ?? pressed;
    selected = act.text;
    if (shown) mark(shown, [act.number]);
    const rules = act.rules.map((rule) =>
      h("li", {}, h("span", { class: "category" }, rule.category), " ", place(bench, rule.file, rule.line, rule.name === "" ? undefined : rule.name)));
    fill(card,
      h("h3", {}, act.text),
      h("p", { class: "ruling" }, ruling),
      rules.length > 0 ? h("div", {}, h("h4", {}, say.rulesBehind), h("ul", {}, rules)) : null,
      act.declared ? h("p", { class: "where" }, say.declaredAt, " ", place(bench, act.declared.file, act.declared.line)) : null,
      h("p", {}, button(say.pickForWhy, () => askWhy(act))),
    );
    const first = act.rules[0];
    if (first) bench.go(first.file, first.line, true);
  };

  return {
    element,
    async refresh() {
      const came = await run();
      if (!came) return;
      if (came instanceof HTMLElement) {
        shown = undefined;
        drawn = "";
        fill(drawing, came);
        fill(card);
        fill(found);
        return;
      }
      if (came.svg !== drawn) {
        shown = picture(came, choose);
        fill(drawing, shown?.element);
      }
      drawn = came.svg;
      acts = came.acts;
      const again = came.acts.find((act) => act.text === selected);
      if (shown && again) mark(shown, [again.number]);
      else fill(card, h("p", { class: "hint" }, say.timelineHint));
      fill(found, came.diagnostics.length > 0 ? h("h3", {}, say.findings) : null, findings(bench, came.diagnostics));
    },
  };
}
