/** How likely things are: bars and tables, and how they were found. */
import type { Answer, OddsWish, Sheet } from "affray";
import { type Bench, type Panel, QUESTIONS, breakable, findings, lines, refusal, save } from "../bench";
import { button, field, fill, h, select } from "../dom";
import { UNTIL_STOPPED } from "../engine/client";
import { say } from "../strings";

type Method = keyof typeof say.methods;

type Refused = Extract<Answer<unknown>, { ok: false }>;

export function odds(bench: Bench): Panel {
  const question = h("textarea", { rows: 2, placeholder: say.oddsExample, spellcheck: "false" });
  const order = h("input", { type: "checkbox" });
  const trials = h("input", { type: "number", min: 1, max: 10_000_000, value: 20_000 });
  const go = h("span", {});
  const state = h("p", { class: "where", role: "status" });
  const told = h("div", {});
  let method: Method = "either";
  let running = false;
  const form = h("div", { class: "row" },
    field(say.oddsOf, question, { class: "field wide", title: say.oddsOfHint }),
    h("label", { class: "check" }, order, say.oddsOrder),
    field(say.oddsMethod, select(Object.entries(say.methods), method, (value) => { method = value as Method; })),
    field(say.oddsTrials, trials), go);
  const element = h("div", { class: "odds" }, form, state, told);
  const engine = bench.searcher((done, total) => fill(state, say.progress(done, total)));

  const buttons = () => fill(go, running ? button(say.oddsStop, () => engine.stop(say.oddsStopped)) : button(say.oddsGo, () => void ask(), { class: "primary" }));

  const ask = async () => {
    const { chosen } = bench;
    if (!chosen) {
      fill(told, h("p", { class: "empty" }, say.noScenario));
      return;
    }
    const wish: OddsWish = {
      of: question.value.split("\n").map((line) => line.trim()).filter((line) => line !== ""),
      order: order.checked, exact: method === "exact", play: method === "play", trials: Math.max(1, trials.valueAsNumber || 20_000),
      ...(chosen.seed === undefined ? {} : { seed: Number(chosen.seed) }),
    };
    running = true;
    buttons();
    fill(state, say.working);
    const answer = await engine.call("odds", [chosen.path, chosen.title, wish], UNTIL_STOPPED).catch((why: unknown) => why as Error);
    running = false;
    buttons();
    fill(state);
    if (answer instanceof Error) fill(state, answer.message);
    else if (!answer.ok) fill(told, refusal(bench, because(answer, wish)));
    else {
      const { sheet, text, csv } = answer.value;
      fill(told, sheet.questions.map((table) => tableOf(bench, table)),
        h("details", {}, h("summary", {}, say.oddsText), lines(text, say.panel.odds)),
        h("p", {}, button(say.oddsCsv, () => save("odds.csv", csv, "text/csv"))));
    }
  };
  buttons();
  return { element, refresh: buttons };
}

/** What is wrong with the question is no mistake of a file. */
function because(refused: Refused, wish: OddsWish): Refused {
  const { diagnostics } = refused;
  if (diagnostics.length === 0) return wish.of?.length || wish.order ? refused : { ...refused, message: say.oddsNothing };
  return diagnostics.every((one) => one.file === QUESTIONS) ? { ...refused, message: say.oddsWrong } : refused;
}

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.001 ? 3 : 1)} %`;

function tableOf(bench: Bench, table: Sheet["questions"][number]): HTMLElement {
  return h("section", {}, h("h3", {}, table.question), table.cases.map((one) => {
    const exact = one.lines.some((line) => line.fraction);
    const bounded = one.lines.some((line) => line.bounds);
    const found = one.found as { method?: string; from?: number; to?: number } | undefined;
    return h("div", {},
      one.label ? h("h4", {}, one.label) : null,
      one.lines.length > 0 ? h("table", { class: "chances" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say.oddsAnswer), h("th", { scope: "col", class: "number" }, say.oddsChance), h("th", { scope: "col", "aria-hidden": "true", class: "bars" }),
          exact ? h("th", { scope: "col", class: "number" }, say.oddsFraction) : null, bounded ? h("th", { scope: "col", class: "number" }, say.oddsBounds) : null)),
        h("tbody", {}, one.lines.map((line) => h("tr", {},
          h("th", { scope: "row" }, line.answer),
          h("td", { class: "number" }, percent(line.share)),
          h("td", { class: "bars", "aria-hidden": "true" }, bar(line.share)),
          exact ? h("td", { class: (line.fraction?.length ?? 0) > 26 ? "number fraction long" : "number fraction" }, breakable(line.fraction ?? "")) : null,
          bounded ? h("td", { class: "number" }, line.bounds ? `${percent(line.bounds[0])} – ${percent(line.bounds[1])}` : "") : null)))) : null,
      one.mean ? h("p", { class: "where" }, say.oddsMean(one.mean.mean.toFixed(2))) : null,
      found ? h("p", { class: "where" }, say.oddsFound(found.method ?? "", (found.to ?? 0) - (found.from ?? 0))) : null,
      one.because ? h("p", { class: "where" }, one.because) : null,
      one.fault ? findings(bench, [one.fault.diagnostic]) : null);
  }));
}

function bar(share: number): HTMLElement {
  const filled = h("span", { class: "share" });
  filled.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return filled;
}
