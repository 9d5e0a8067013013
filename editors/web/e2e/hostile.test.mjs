// Texts, links and files that mean harm: no script runs, no request is made, what cannot be opened is told, and the page lives on.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { PANELS, SHORT, drawn, fixture, fragment, inserted, open, panel, put, settled, visit } from "./browser.mjs";

const at = fixture();
/** All of them; in short runs one of four. */
const some = (all) => all.filter((_, number) => !SHORT || number % 4 === 0);

describe("hostile texts", () => {
  const EVIL = ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "javascript:alert(1)", "\"><svg onload=alert(1)>", "</title><script>alert(1)</script>", "{{constructor.constructor('alert(1)')()}}",
    "</style><img src=//evil.example/x>", "]]><script>alert(1)</script>", "&lt;script&gt;", "<iframe srcdoc='<script>alert(1)</script>'>", "\u202Egnp.exe", "<a href=javascript:alert(1)>x</a>",
    "<link rel=prefetch href=https://evil.example>", "![x](https://evil.example/x.png)", "[x](javascript:alert(1))", "<base href=https://evil.example/>", "<meta http-equiv=refresh content=0;url=https://evil.example>",
    "<style>@import url(https://evil.example/x.css)</style>", "<object data=https://evil.example>", "<form action=https://evil.example><button>"];
  const quoted = (name) => JSON.stringify(name.replaceAll("{", "(").replaceAll("}", ")").replace("\u202E", ""));
  const project = (evil) => ({
    name: evil, active: "evil.affray", scenario: evil,
    files: [["evil.affray", `# ${evil}\nrules evil ${quoted(evil)} extends "affray:osric" {\n  # ${evil}\n}\n\n# ${evil}\nscenario ${quoted(evil)} {\n  rules "evil.affray"\n  begin at round 1\n  side party { ann { hp 6 } }\n  side orcs: run_by_gm { orc { hp 5 } }\n  round 1 {\n    ann attacks orc: hit, damage 9\n    party rolls 5 for initiative\n    orcs roll 4 for initiative\n  }\n}\n`]],
  });

  test("twenty links run no script and make no request, whatever panel is opened", { timeout: 400_000 }, async () => {
    for (const evil of some(EVIL)) {
      const { page, context, wrong } = await visit(at.browser, at.link(project(evil)));
      await page.waitForFunction(() => window.workbench?.store.has("evil.affray"));
      for (const name of PANELS) {
        await panel(page, name);
        await settled(page);
      }
      assert.equal(await inserted(page), 0, evil);
      assert.deepEqual(wrong, [], evil);
      await context.close();
    }
  });

  test("five hundred hostile names in one project", { timeout: 240_000 }, () => at.visited(async (page, wrong) => {
    await drawn(page);
    const names = Array.from({ length: 500 }, (_, number) => `${EVIL[number % EVIL.length]} ${number}`);
    const text = names.map((name) => `scenario ${quoted(name)} {\n  rules "affray:osric"\n  side party { ann }\n  side orcs { orc }\n}\n`).join("\n");
    await page.evaluate((content) => window.workbench.add("names.affray", content), text);
    await page.waitForFunction(() => window.workbench.scenarios.length >= 400, undefined, { timeout: 120_000 });
    for (const name of ["timeline", "transcript", "test"]) {
      await panel(page, name);
      await settled(page);
    }
    assert.equal(await inserted(page), 0);
    assert.deepEqual(wrong, []);
  }));

  const project_ = (changes) => JSON.stringify({ name: "x", active: "x.affray", files: [["x.affray", "rules x {}\n"]], ...changes });
  const file = (path, content = "rules x {}\n") => project_({ active: path, files: [[path, content]] });
  /** Twenty fragments that hold no project, and why. */
  const REFUSED = [
    ["nothing", "#p1="],
    ["letters that are no base64", "#p1=%%%%"],
    ["a length that no base64 has", "#p1=A"],
    ["base64 of nothing that was compressed", "#p1=AAAA"],
    ["many letters", `#p1=${"A".repeat(9_000)}`],
    ["another form of compression", `#p1=${gzipSync(Buffer.from(file("x.affray"))).toString("base64url")}`],
    ["a text that was cut", fragment(file("x.affray")).slice(0, -12)],
    ["letters behind the end that are none", `${fragment(file("x.affray"))}!`],
    ["a bomb: 64 MB of spaces", fragment(" ".repeat(64 << 20))],
    ["a bomb in a text", fragment(file("x.affray", "a".repeat(32 << 20)))],
    ["no JSON", fragment("rules x {}")],
    ["JSON as deep as it is long", fragment("[".repeat(200_000))],
    ["no project", fragment("{}")],
    ["files by their names", fragment('{"name":"x","active":"x.affray","files":{"x.affray":"rules x {}"}}')],
    ["more files than a project has", fragment(project_({ files: Array.from({ length: 300 }, (_, number) => [`f${number}.affray`, "x"]) }))],
    ["a path that leads out", fragment(file("../../rules/osric.affray"))],
    ["a path that leads out and in again", fragment(file("a/../../x.affray"))],
    ["the mark that turns letters round", fragment(file("x\u202eyarffa.affray"))],
    ["a name that holds a line break", fragment(file("x\n.affray"))],
    ["a page", fragment(file("index.html", "<script>alert(1)</script>"))],
  ];
  test("twenty links that hold no project are told, and the page lives", { timeout: 240_000 }, () => at.visited(async (page, wrong) => {
    assert.equal(REFUSED.length, 20);
    for (const [why, hash] of some(REFUSED)) {
      await page.goto("about:blank");
      await page.goto(at.server.url + hash);
      await page.waitForSelector(".toast p:has-text('cannot be read')");
      await drawn(page);
      assert.equal(new URL(page.url()).hash, "", why);
      assert.equal(await page.evaluate(() => window.workbench.store.own().size), 0, why);
      assert.deepEqual(wrong, [], why);
    }
    await put(page, "examples/halvaine.affray", "hp 8", "hp 7");
    await panel(page, "transcript");
    await page.waitForFunction(() => /hp 7 -> 4/.test(document.querySelector(".transcript pre")?.textContent ?? ""));
  }));

  /** Projects that can be opened, with what could still do harm in them. */
  const OPENED = [
    ["marks that turn letters round, in the title and the text", project_({ name: "\u202etxet\u2066", files: [["x.affray", 'rules x "\u202edrawkcab" {}\n# \u2067\u202e\n']] })],
    ["a name of the project as long as a book", project_({ name: "a".repeat(500_000) })],
    ["a file that is not there as the one to show", project_({ active: "../../etc/passwd" })],
    ["a script as the title of a scenario", project_({ scenario: "<script>alert(1)</script>", files: [["x.affray", 'scenario "<script>alert(1)</script>" {\n  rules "affray:osric"\n  side a { ann }\n  side b { bob }\n}\n']] })],
    ["names of the language's own objects", '{"__proto__":{"store":1},"constructor":1,"name":"x","active":"__proto__.affray","files":[["__proto__.affray","rules x {}"],["constructor.affray","rules y {}"]]}'],
    ["a line of three million letters", file("x.affray", `rules x {}\n# ${"a".repeat(3_000_000)}\n`)],
    ["half a million lines", file("x.affray", "\n".repeat(500_000))],
    ["brackets ten thousand deep", file("x.affray", `rules x { let y: number = ${"(".repeat(10_000)}1${")".repeat(10_000)} }\n`)],
    ["files that extend each other in a ring", project_({ files: [["x.affray", 'rules x extends "y.affray" {}\n'], ["y.affray", 'rules y extends "x.affray" {}\n']] })],
  ];
  test("projects that mean harm open, and the page lives", { timeout: 240_000 }, async () => {
    for (const [why, content] of some(OPENED)) {
      const { page, context, wrong } = await visit(at.browser, at.server.url + fragment(content));
      await page.waitForFunction(() => window.workbench.store.own().size > 0);
      for (const name of ["timeline", "test", "document"]) {
        await panel(page, name);
        await settled(page);
      }
      assert.equal(await inserted(page), 0, why);
      assert.equal(await page.evaluate(() => ({}).store ?? window.ran), undefined, why);
      // It still does what it is asked.
      await open(page, "examples/halvaine.affray");
      await page.waitForFunction(() => window.workbench.chosen?.path === "examples/halvaine.affray", undefined, { timeout: 60_000 });
      await panel(page, "transcript");
      await page.waitForFunction(() => /Halvaine/.test(document.querySelector(".transcript pre")?.textContent ?? ""), undefined, { timeout: 60_000 });
      assert.deepEqual(wrong, [], why);
      await context.close();
    }
  });

  test("the page's policy allows no script but its own", () => at.visited(async (page, wrong) => {
    await drawn(page);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = 1";
      document.body.append(script);
      const button = document.createElement("button");
      button.setAttribute("onclick", "window.ran = 2");
      document.body.append(button);
      button.click();
    });
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.ok(wrong.length > 0 && wrong.every((one) => /Content Security Policy/.test(one)), `${wrong}`);
  }));
});
