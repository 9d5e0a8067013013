// Keeps the order of turns of a virtual table: rolls nothing itself, asks what the rules ask, and lists who acts when.
// `node examples/tracker.mjs FILE.affray` after `node build.mjs`.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import init, { Project } from "../pkg/affray.js";

const place = process.argv[2] ?? new URL("../../../examples/duel.affray", import.meta.url);
await init({ module_or_path: await readFile(new URL("../pkg/affray_bg.wasm", import.meta.url)) });

const project = new Project();
const path = basename(String(place));
project.setFile(path, await readFile(place, "utf8"));
const { scenarios } = project.contents(path);
if (scenarios.length === 0) throw new Error(`there is no scenario in ${path}`);
const run = project.journal(path, scenarios[0].title);
if (!run.ok) throw new Error(run.message);

// The order so far, as the journal has it: one line for each batch.
for (const entry of run.value.journal.entries) {
  if (entry.kind === "batch_begins") console.log(`${entry.moment}: ${entry.acts.map((act) => act.text).join(", at once: ")}`);
}

// A fight at the table: whatever is typed is entered, until the fight is over or the input ends.
const fight = project.play(path, scenarios[0].title, 1n, false, true);
const terminal = createInterface({ input: process.stdin, output: process.stdout });
let table = fight.table();
console.log(`\n${table.text}`);
for await (const line of terminal) {
  const { reply, told, help } = fight.enter(line);
  console.log(reply === "refused" ? `Not taken: ${told}. ${help ?? ""}` : told);
  table = fight.table();
  if (table.over) break;
  console.log(table.text);
}
terminal.close();
