/** The rule files and examples that a project lies over, by the paths that they have in the repository. */
import { builtInPath } from "./paths";

const examples = import.meta.glob<string>(
  ["../../../../examples/*.affray", "../../../../examples/*.snap", "../../../../examples/{tour,turns,dice}/*.affray"],
  { query: "?raw", import: "default", eager: true },
);

const texts = new Map(
  Object.entries(examples)
    .map(([name, text]) => [name.replace(/^(\.\.\/)+/, ""), text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** The examples; the rule files too, once a worker has told them: they are part of the module. */
export const LIBRARY: ReadonlyMap<string, string> = texts;

/** Takes in the rule files of the module. */
export function takeIn(builtIn: readonly { path: string; text: string }[]): void {
  for (const { path, text } of builtIn) texts.set(builtInPath(path), text);
}

/** What a first visit opens with. */
export const FIRST = "examples/halvaine.affray";
