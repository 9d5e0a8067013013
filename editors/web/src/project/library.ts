/** The rule files and examples that the page brings along, by the paths that they have in the repository. */

const texts = import.meta.glob<string>(
  ["../../../../rules/**/*.affray", "../../../../examples/*.affray", "../../../../examples/*.snap", "../../../../examples/{tour,turns,dice}/*.affray"],
  { query: "?raw", import: "default", eager: true },
);

export const LIBRARY: ReadonlyMap<string, string> = new Map(
  Object.entries(texts)
    .map(([name, text]) => [name.replace(/^(\.\.\/)+/, ""), text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** What a first visit opens with. */
export const FIRST = "examples/halvaine.affray";
