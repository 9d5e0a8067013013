/** Paths of files in a project: from its root, with `/` between folders. */

export const ENDING = ".affray";
const LONGEST = 160;

/** Where a project has a file that others name `affray:...`; other paths as they are. */
export function builtInPath(path: string): string {
  return path.startsWith("affray:") ? `rules/${path.slice("affray:".length)}` : path;
}

/** Why this cannot be the path of a file; nothing if it can. */
export function fault(path: string): "empty" | "long" | "shape" | undefined {
  if (path === "") return "empty";
  if (path.length > LONGEST) return "long";
  const parts = path.split("/");
  // No control characters, no colons (schemes, drives), no way up.
  const good = (part: string) => part !== "" && part !== "." && part !== ".." && !/[\p{C}\\:*?"<>|#%]/u.test(part) && part === part.trim();
  return parts.every(good) && parts.length <= 8 ? undefined : "shape";
}

/** Files that a project may hold: rules, scenarios, snapshots and the mark of a project. */
export function isKept(path: string): boolean {
  return fault(path) === undefined && /\.(affray|snap|snap\.new)$|(^|\/)affray\.toml$/.test(path);
}

/** Where the language server finds a file. */
export function uriOf(path: string): string {
  return `file:///${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The path of an address of the language server; nothing if it is none of a file. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:///")) return undefined;
  try {
    return uri.slice("file:///".length).split("/").map(decodeURIComponent).join("/");
  } catch {
    return undefined;
  }
}

/** How the file in one place names the file in another. */
export function between(from: string, to: string): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  return [...here.slice(same).map(() => ".."), ...there.slice(same)].join("/");
}

/** A path that is not taken yet: `x.affray`, `x_2.affray` and so on. */
export function free(wanted: string, taken: (path: string) => boolean): string {
  if (!taken(wanted)) return wanted;
  const dot = wanted.indexOf(".", wanted.lastIndexOf("/") + 1);
  const [stem, rest] = dot < 0 ? [wanted, ""] : [wanted.slice(0, dot), wanted.slice(dot)];
  for (let number = 2; ; number += 1) {
    const path = `${stem}_${number}${rest}`;
    if (!taken(path)) return path;
  }
}
