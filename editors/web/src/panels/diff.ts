/** What differs between two rule files, in structure and in play. */
import type { DiffReport, Moment, Parting, Trial, Witness } from "affray";
import { type Bench, type Panel, breakable, place, refusal } from "../bench";
import { button, field, fill, h, select } from "../dom";
import { UNTIL_STOPPED } from "../engine/client";
import { say } from "../strings";

export function diff(bench: Bench): Panel {
  const choices = h("span", { class: "joined" });
  const search = h("input", { type: "checkbox", checked: true });
  const tries = h("input", { type: "number", class: "seed", min: 1, max: 1_000_000, value: 1_000 });
  const go = h("span", {});
  // What is typed into is made once: a number half written outlives whatever happens around it.
  const form = h("div", { class: "row" }, choices, h("label", { class: "check" }, search, say.diffSearch), field(say.diffTries, tries), go);
  const state = h("p", { class: "where", role: "status" });
  const told = h("div", {});
  const element = h("div", { class: "diff" }, form, state, told);
  let left = "";
  let right = "";
  /** Until the reader chooses: the open rule file, against what it extends. */
  let follows = true;
  const engine = bench.searcher((done, total) => fill(state, say.progress(done, total)));
  let running = false;

  /** A variant against what it extends, as far as the choice is open. */
  const propose = () => {
    const known = (path: string) => bench.rules.some((rules) => rules.path === path);
    const active = bench.rules.find((rules) => rules.path === bench.store.active);
    if (follows && active) right = active.path;
    if (!known(right)) right = bench.rules.find((rules) => rules.extends)?.path ?? bench.rules[0]?.path ?? "";
    const base = bench.rules.find((rules) => rules.path === right)?.extends ?? "";
    if (!known(left) || left === right || (follows && active)) left = known(base) ? base : bench.rules.find((rules) => rules.path !== right)?.path ?? "";
  };

  const build = () => {
    propose();
    const options = bench.rules.map((rules) => [rules.path, `${rules.title} (${rules.path})`] as const);
    fill(choices,
      field(say.diffLeft, select(options, left, (value) => { left = value; follows = false; })),
      field(say.diffRight, select(options, right, (value) => { right = value; follows = false; })));
    fill(go, running ? button(say.diffStop, () => engine.stop()) : button(say.diffGo, () => void compare(), { class: "primary" }));
  };

  const compare = async () => {
    running = true;
    build();
    fill(state, say.working);
    fill(told);
    const scenarios = [...new Set(bench.scenarios.filter((one) => bench.store.isOwn(one.path) || one.path === bench.chosen?.path).map((one) => one.path))];
    const answer = await engine.call("diff", [left, right, { search: search.checked, scenarios, tries: Math.max(1, tries.valueAsNumber || 1_000) }], UNTIL_STOPPED).catch((why: unknown) => why as Error);
    running = false;
    build();
    fill(state);
    if (answer instanceof Error) fill(state, answer.message);
    else fill(told, answer.ok ? report(answer.value.report) : refusal(bench, answer));
  };

  const moment = (label: string, of: Moment | null) => h("div", { class: "moment" }, h("h4", {}, breakable(label)),
    of ? [h("p", {}, of.when ? `${of.when}: ` : "", of.happens), of.rule ? h("p", { class: "where" }, `${of.rule.category} `, place(bench, of.rule.place.file, of.rule.place.line, of.rule.name)) : null]
      : h("p", {}, say.nothingHappens));

  const parting = (of: Parting, names: [string, string]) => h("div", { class: "parting" }, moment(names[0], of.left), moment(names[1], of.right));

  const witness = (of: Witness, names: [string, string]) => h("div", { class: "witness" },
    parting(of.parting, names),
    of.scenario ? h("div", {},
      h("pre", { class: "lines", tabindex: 0, role: "region", "aria-label": say.diffWitness }, of.scenario),
      button(say.diffOpen, () => open(of.scenario ?? ""), { class: "primary" })) : null);

  /** Scenarios name their rules from the root; the new file lies there. */
  const open = (text: string) => {
    const path = bench.add("where_they_part.affray", text);
    const title = /scenario "((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
    if (title) bench.choose(path, title);
    bench.go(path, 1);
  };

  /** What some of the changes do in play. */
  const trial = (of: Trial, names: [string, string]) => {
    const [without, whole] = [say.diffWithout(names[1]), names[1]];
    return h("section", {},
      of.about.map((one) => h("h4", {}, breakable(one.headline))),
      of.needs.length > 0 ? h("p", { class: "where" }, breakable(say.diffNeeds(of.needs.map((one) => one.name)))) : null,
      of.impossible ? h("p", {}, say.diffImpossible) : null,
      of.witness ? witness(of.witness, of.shown_without ? [without, whole] : names) : h("p", {}, say.diffNever(of.tried + (of.tried_without ?? 0))));
  };

  const report = (of: DiffReport) => {
    const names: [string, string] = [of.left, of.right];
    const trials = of.groups.flatMap((group) => group.trials);
    const nothing = of.structure.length === 0 && (of.search?.parted ?? 0) === 0;
    return h("div", {},
      nothing ? h("p", { class: "verdict good" }, say.diffNothing) : null,
      of.structure.length > 0 ? h("section", {}, h("h3", {}, say.diffStructure), h("ul", { class: "changes" }, of.structure.map((change) => {
        const at = change.right ?? change.left;
        return h("li", { class: change.change },
          h("p", {}, h("span", { class: "badge" }, say.diffHow[change.change]), ` ${change.category} `,
            at ? place(bench, at.file, at.line, change.name || undefined) : change.name,
            change.other ? ` ${change.before === null ? "→" : change.before ? say.before : say.after} ${change.other}` : null),
          change.parts.length > 0 ? h("table", { class: "parts" }, h("tbody", {}, change.parts.map((part) =>
            h("tr", {}, h("th", { scope: "row" }, part.part || "·"), h("td", { class: "gone" }, part.left ?? "—"), h("td", { class: "come" }, part.right ?? "—"))))) : null);
      }))) : null,
      of.scenarios.length > 0 ? h("section", {}, h("h3", {}, say.diffScenarios), h("ul", { class: "changes" }, of.scenarios.map((one) =>
        h("li", {}, h("p", {}, h("strong", {}, one.title), ` ${one.trouble ?? (one.parting ? "" : say.diffSame)}`), one.parting ? parting(one.parting, names) : null)))) : null,
      of.search ? h("section", {}, h("h3", {}, say.diffPlay),
        h("p", {}, of.search.parted > 0 ? say.diffParted(of.search.parted, of.search.tried) : say.diffNever(of.search.tried)),
        of.search.parted === 0 && trials.some((one) => one.witness) ? h("p", {}, say.diffByChange) : null,
        of.search.witness ? h("section", {}, h("h4", {}, say.diffWitness), witness(of.search.witness, names)) : null,
        of.search.pairs.length > 0 ? h("div", {}, h("h4", {}, say.diffPair), h("table", {}, h("tbody", {}, of.search.pairs.slice(0, 12).map((pair) =>
          h("tr", {}, h("td", {}, pair.first), h("td", {}, pair.second), h("td", { class: "number" }, say.otherwise(pair.differ, pair.seen))))))) : null) : null,
      trials.length > 0 ? h("section", { class: "trials" }, h("h3", {}, say.diffTrials), trials.map((one) => trial(one, names))) : null);
  };

  return { element, refresh: build };
}

