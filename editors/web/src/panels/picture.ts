/** The picture of a run, with its acts as buttons. */
import type { Act, Run } from "affray";

export interface Shown { element: SVGSVGElement; acts: Map<number, SVGGElement[]> }

/** The picture as elements. It is parsed as XML in a document of its own, where nothing runs; only drawing is taken over. */
export function picture(run: Run, choose: (act: Act, ruling: string, at: SVGGElement) => void): Shown | undefined {
  const parsed = new DOMParser().parseFromString(run.svg, "image/svg+xml");
  const root = parsed.documentElement;
  if (!(root instanceof SVGSVGElement)) return undefined;
  for (const strange of root.querySelectorAll("script, foreignObject, a, image, use, iframe, animate, set")) strange.remove();
  const element = document.importNode(root, true);
  element.setAttribute("role", "group");
  const title = element.querySelector(":scope > title");
  element.setAttribute("aria-label", title?.textContent ?? "");
  // As a tooltip over everything it would hide those of the acts.
  title?.remove();
  element.querySelector(":scope > desc")?.remove();
  const acts = new Map<number, SVGGElement[]>();
  const groups = [...element.querySelectorAll<SVGGElement>("g")].filter((group) => group.querySelector(":scope > title"));
  groups.forEach((group, index) => {
    const number = run.shown[index];
    const act = number === null || number === undefined ? undefined : run.acts[number];
    if (!act) return;
    acts.set(act.number, [...(acts.get(act.number) ?? []), group]);
    const ruling = group.querySelector("title")?.textContent ?? act.text;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", ruling.replaceAll("\n", ". "));
    group.classList.add("act");
    const press = () => choose(act, ruling, group);
    group.addEventListener("click", press);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
  });
  return { element, acts };
}

/** Marks the acts that are chosen. */
export function mark(shown: Shown, chosen: readonly number[]): void {
  for (const [number, groups] of shown.acts) {
    for (const group of groups) {
      const at = chosen.indexOf(number);
      group.classList.toggle("chosen", at >= 0);
      group.setAttribute("aria-pressed", String(at >= 0));
    }
  }
}
