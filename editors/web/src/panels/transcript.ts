/** The transcript: what happened, in prose. */
import { type Bench, type Panel, findings, lines } from "../bench";
import { fill, h } from "../dom";
import { say } from "../strings";
import { runner } from "./timeline";

export function transcript(bench: Bench): Panel {
  const run = runner(bench);
  const element = h("div", { class: "transcript" });
  return {
    element,
    async refresh() {
      const came = await run();
      if (!came) return;
      if (came instanceof HTMLElement) fill(element, came);
      else {
        const top = element.querySelector("pre")?.scrollTop ?? 0;
        fill(element, findings(bench, came.diagnostics), lines(came.transcript, say.panel.transcript));
        element.querySelector("pre")?.scrollTo({ top });
      }
    },
  };
}
