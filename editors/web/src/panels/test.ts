/** All scenarios, what they expect, snapshots, and how far the rules are covered. */
import type { ScenarioTested, Tested } from "affray";
import { type Bench, type Panel, findings, place } from "../bench";
import { button, field, fill, h, select } from "../dom";
import type { Uncovered } from "../editor/coverage";
import { ENDING } from "../project/paths";
import { say } from "../strings";

type Scope = keyof typeof say.scopes;

export function test(bench: Bench): Panel {
  const head = h("div", { class: "row" });
  const told = h("div", { "aria-live": "polite" });
  const element = h("div", { class: "test" }, head, told);
  let scope: Scope = "file";
  let asked = 0;

  const paths = (): string[] => {
    const { store, chosen } = bench;
    const wanted = {
      file: () => [...new Set([store.active, ...(chosen ? [chosen.path] : [])])],
      own: () => [...store.own().keys()],
      all: () => [...store.all()].map(([path]) => path),
    }[scope]();
    return wanted.filter((path) => path.endsWith(ENDING)).sort();
  };

  fill(head,
    field(say.testScope, select(Object.entries(say.scopes), scope, (value) => {
      scope = value as Scope;
      panel.refresh();
    })),
    button(say.testAgain, () => panel.refresh()));

  const snapshot = (one: ScenarioTested) => {
    const kept = one.snapshot;
    if (!kept) return null;
    const bottons = kept.state === "new" || kept.state === "changed"
      ? h("p", { class: "row" },
        button(say.accept, () => {
          bench.store.set(kept.file, kept.accepted);
          bench.tell(say.accepted(kept.file));
          panel.refresh();
        }, { class: "primary" }),
        kept.state === "changed" ? button(say.reject, () => bench.tell(say.rejected)) : null)
      : null;
    const hunks = kept.hunks.map((hunk) => h("pre", { class: "hunk", tabindex: 0 }, hunk.map((line) =>
      h("span", { class: line.mark }, `${{ same: "  ", gone: "- ", come: "+ " }[line.mark]}${line.text}\n`))));
    return h("div", { class: `snapshot ${kept.state}` }, h("p", { class: "where" }, say.snapshot[kept.state]), hunks, bottons);
  };

  const scenario = (one: ScenarioTested) => h("li", { class: one.outcome },
    h("p", {},
      h("span", { class: "badge" }, say.outcome[one.outcome]), " ",
      button(one.title, () => { bench.choose(one.file, one.title); bench.go(one.file, one.line); }, { class: "link" }), " ",
      h("span", { class: "where" }, `${one.file}:${one.line}`)),
    findings(bench, one.diagnostics),
    snapshot(one));

  const coverage = (came: Tested) => {
    const useful = came.coverage.filter((of) => of.items > 0);
    const marks = new Map<string, Uncovered[]>();
    for (const of of useful) {
      for (const gap of of.gaps) {
        marks.set(gap.file, [...(marks.get(gap.file) ?? []), { line: gap.line, text: say.uncovered(`${gap.name} ${gap.never}`) }]);
      }
    }
    bench.cover(marks);
    if (useful.length === 0) return null;
    return h("section", {}, h("h3", {}, say.coverage), useful.map((of) => {
      const done = of.items - of.gaps.length;
      const { statements } = of;
      return h("details", {},
        h("summary", {}, `${of.title}: ${say.covered(done, of.items)}`, h("progress", { max: of.items, value: done, "aria-label": `${of.title}: ${say.coverage}` })),
        statements ? h("p", { class: "where" }, say.statements(statements.all - count(statements.not_proved), statements.all)) : null,
        h("ul", { class: "gaps" }, of.gaps.map((gap) => h("li", {}, place(bench, gap.file, gap.line, gap.name), " ", gap.never))));
    }));
  };

  const panel: Panel = {
    element,
    async refresh() {
      const number = ++asked;
      const came = await bench.engine.call("test", [paths()], 60_000).catch((why: unknown) => why as Error);
      if (number !== asked) return;
      if (came instanceof Error) {
        fill(told, h("p", { class: "empty" }, came.message));
        return;
      }
      const pass = came.scenarios.filter((one) => one.outcome === "pass").length;
      fill(told,
        h("p", { class: `verdict ${pass === came.scenarios.length ? "good" : "bad"}` }, came.scenarios.length === 0 ? say.noTests : say.passed(pass, came.scenarios.length)),
        findings(bench, came.diagnostics),
        h("ul", { class: "scenarios" }, came.scenarios.map(scenario)),
        coverage(came));
    },
  };
  return panel;
}

/** How many statements a list of ranges names: `OS-1..4, OS-7`. */
export function count(ranges: string): number {
  if (ranges === "") return 0;
  let all = 0;
  for (const part of ranges.split(",")) {
    const range = /(\d+)\.\.\D*(\d+)/.exec(part);
    all += range ? Number(range[2]) - Number(range[1]) + 1 : 1;
  }
  return all;
}
