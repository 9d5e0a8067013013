// What the page says is what the command line says, byte for byte. The program: `AFFRAY`, else the one that was built last in `target/debug`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, drawn, panel, visit } from "./browser.mjs";
import { serve } from "./serve.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const AFFRAY = process.env.AFFRAY ?? join(ROOT, "target/debug/affray");
const FOLDERS = ["examples", "examples/tour", "examples/turns", "examples/dice"];
const EXAMPLES = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".affray")).map((name) => `${folder}/${name}`));
const WITHOUT = existsSync(AFFRAY) ? false : `there is no program at ${AFFRAY}`;

let server, browser, page, wrong;
before(async () => {
  server = await serve();
  browser = await launch();
  ({ page, wrong } = await visit(browser, server.url));
  await drawn(page);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const affray = (...args) => spawnSync(AFFRAY, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, COLUMNS: "80" } }).stdout;
const call = (method, ...args) => page.evaluate(([name, given]) => window.workbench.engine.call(name, given, 120_000), [method, args]);

test("the transcript that is shown is that of the command line", { skip: WITHOUT }, async () => {
  await panel(page, "transcript");
  await page.waitForSelector(".transcript pre");
  const shown = await page.textContent(".transcript pre");
  assert.equal(shown, affray("run", "examples/halvaine.affray"));
});

test("all scenarios of the examples are told alike", { skip: WITHOUT, timeout: 300_000 }, async () => {
  let told = 0;
  for (const path of EXAMPLES) {
    const { scenarios } = await call("contents", path);
    for (const { title } of scenarios) {
      const answer = await call("run", path, title, undefined);
      assert.ok(answer.ok, `${path}: ${answer.message}`);
      assert.equal(answer.value.transcript, affray("run", path, "--scenario", title), `${path}: ${title}`);
      assert.equal(answer.value.svg, affray("run", path, "--scenario", title, "--format", "svg"), `${path}: ${title}`);
      told += 1;
    }
  }
  assert.ok(told >= 25, `${told} scenarios`);
});

test("the odds of all examples that ask for some are the same", { skip: WITHOUT, timeout: 600_000 }, async () => {
  let asked = 0;
  for (const path of EXAMPLES) {
    const text = readFileSync(join(ROOT, path), "utf8");
    if (!/^\s*odds /m.test(text)) continue;
    for (const { title } of (await call("contents", path)).scenarios) {
      const here = await call("odds", path, title, { trials: 200, states: 2_000 });
      if (!here.ok) continue;
      const there = affray("odds", path, "--scenario", title, "--trials", "200", "--states", "2000", "--format", "plain");
      assert.equal(here.value.text, there, `${path}: ${title}`);
      asked += 1;
    }
  }
  assert.ok(asked >= 2, `${asked} scenarios ask`);
});

test("documents are the same, with worked examples and without", { skip: WITHOUT, timeout: 300_000 }, async () => {
  const rules = readdirSync(join(ROOT, "rules")).filter((name) => name.endsWith(".affray"));
  for (const name of [...rules, "variants/osric_weapon_speed.affray"]) {
    for (const format of ["html", "markdown"]) {
      const here = await call("document", `rules/${name}`, [], format);
      assert.ok(here.ok, `${name}: ${here.message}`);
      assert.equal(here.value.text, affray("doc", `rules/${name}`, "--format", format), `${name} as ${format}`);
    }
  }
  const here = await call("document", "rules/osric.affray", ["examples/halvaine.affray"], "html");
  assert.equal(here.value.text, affray("doc", "rules/osric.affray", "--example", "examples/halvaine.affray", "--format", "html"));
});

test("the reasons are the same", { skip: WITHOUT }, async () => {
  const here = await call("why", "examples/halvaine.affray", undefined, undefined, undefined, undefined);
  assert.equal(here.value.text, affray("why", "examples/halvaine.affray"));
});

test("differences are the same", { skip: WITHOUT, timeout: 300_000 }, async () => {
  const [left, right] = ["rules/osric.affray", "rules/variants/osric_weapon_speed.affray"];
  const here = await call("diff", left, right, { tries: 300 });
  assert.equal(here.value.text, affray("diff", left, right, "--tries", "300"));
});

test("seeded runs have one digest: from the command line, in the browser and in Node", { skip: WITHOUT, timeout: 3_600_000 }, async () => {
  const seeds = Number(process.env.AFFRAY_DIGEST ?? 20);
  const { default: init, Project } = await import("../../../bindings/wasm/pkg/affray.js");
  await init({ module_or_path: readFileSync(join(ROOT, "bindings/wasm/pkg/affray_bg.wasm")) });
  const project = new Project();
  const folders = ["rules", "rules/lib", "rules/variants", ...FOLDERS];
  for (const folder of folders) {
    for (const name of readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".affray"))) {
      project.setFile(`${folder}/${name}`, readFileSync(join(ROOT, folder, name), "utf8"));
    }
  }
  const different = new Set();
  let compared = 0;
  for (const path of EXAMPLES) {
    const { scenarios } = project.contents(path);
    for (const { title } of scenarios) {
      const there = affray("run", path, "--scenario", title, "--digest", String(seeds)).trim();
      assert.match(there, /^[0-9a-f]{16}$/, `${path}: ${title}`);
      assert.deepEqual(project.digest(path, title, 0n, BigInt(seeds)), { ok: true, value: there }, `${path}: ${title}, in Node`);
      const here = await page.evaluate(([path, title, seeds]) => window.workbench.engine.call("digest", [path, title, 0n, BigInt(seeds)], 600_000), [path, title, seeds]);
      assert.deepEqual(here, { ok: true, value: there }, `${path}: ${title}, in the browser`);
      different.add(there);
      compared += 1;
    }
  }
  assert.ok(compared >= 25 && different.size > 20, `${compared} scenarios, ${different.size} digests`);
  console.log(`${compared} scenarios, ${seeds} seeds each`);
});

test("the package works in Node as well", () => {
  const example = join(ROOT, "bindings/wasm/examples/tracker.mjs");
  const told = spawnSync(process.execPath, [example], { input: "who\n", encoding: "utf8" });
  assert.equal(told.status, 0, told.stderr);
  assert.match(told.stdout, /^round 1: ann strikes bob$/m);
  assert.match(told.stdout, /^bob: hp 3$/m);
});

test("nothing went wrong on the way", () => assert.deepEqual(wrong, []));
