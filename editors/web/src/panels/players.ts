/** What the players may read of a transcript: nothing that was said in secret, and not what came of looking ahead. */

/** A transcript without its secret lines, and without what stands indented below these. */
export function publicText(transcript: string): string {
  const shown: string[] = [];
  let hidden: number | undefined;
  for (const line of transcript.split("\n")) {
    const depth = line.length - line.trimStart().length;
    if (hidden !== undefined && (line.trim() === "" || depth > hidden)) continue;
    hidden = / in secret\b/.test(line) ? depth : undefined;
    if (hidden === undefined) shown.push(line);
  }
  return shown.join("\n").trimEnd();
}
