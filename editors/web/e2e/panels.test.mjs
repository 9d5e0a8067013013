// Each panel on each system, and a variant of each from its first line to a link.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SHORT, drawn, fixture, open, panel, put, settled, systems, text, visit } from "./browser.mjs";

const SYSTEMS = systems();
const at = fixture();

describe("each panel on each system", () => {
  assert.ok(SYSTEMS.size >= 5, `${[...SYSTEMS.keys()]}`);
  // In short runs every other one.
  const tried = [...SYSTEMS].filter((_, number) => !SHORT || number % 2 === 0);
  for (const [rules, example] of tried) {
    test(`${rules} with ${example}`, { timeout: 180_000 }, () => at.visited(async (page, wrong) => {
      await open(page, example);
      await page.waitForFunction((path) => window.workbench.chosen?.path === path, example);
      await drawn(page);
      assert.ok(await page.locator(".drawing .act").count() > 0);
      await panel(page, "transcript");
      assert.match(await page.textContent(".transcript pre"), /\n {2}/);
      await panel(page, "why");
      await page.waitForSelector(".why .drawing .act");
      await page.click(".why button:has-text('All acts')");
      await page.waitForSelector(".why .lines");
      await panel(page, "test");
      await page.waitForSelector(".test .verdict.good");
      await panel(page, "odds");
      await page.check(".odds .check input");
      await page.fill(".odds input[type=number]", "20");
      await page.selectOption(".odds select", "play");
      await page.click(".odds button.primary");
      await page.waitForSelector(".odds table.chances, .odds .refusal", { timeout: 120_000 });
      assert.equal(await page.locator(".odds .refusal").count(), 0, await page.textContent(".odds"));
      await panel(page, "document");
      await page.waitForFunction(() => (document.querySelector("iframe")?.srcdoc ?? "").length > 2_000, undefined, { timeout: 60_000 });
      await panel(page, "play");
      await page.click(".play button.primary");
      await page.waitForSelector(".play .asked h3");
      assert.equal(await page.locator(".play .refused").count(), 0, await page.textContent(".play"));
      assert.deepEqual(wrong, []);
    }));
  }

  test("a variant of each is written, tested, compared, published, shared, and opened from its link", { timeout: 600_000 }, async () => {
    const started = performance.now();
    const tried = SHORT ? [...SYSTEMS.keys()].slice(0, 1) : [...SYSTEMS.keys()];
    for (const rules of tried) {
      await at.visited(async (page, wrong) => {
        await drawn(page);
        const file = `own_${rules.slice(6, -7)}.affray`;
        await page.click(".bar nav button:has-text('New')");
        await page.fill("dialog input", file.slice(0, -7));
        await page.selectOption("dialog select", `base ${rules}`);
        await page.click("dialog button.primary");
        await page.waitForFunction((path) => window.workbench.store.active === path, file);
        // The first option that the new file proposes.
        const [line, option, value] = /^ *# set option (\w+) = (\w+)$/m.exec(await text(page));
        await put(page, file, line, line.replace("# ", ""));
        await page.waitForFunction((path) => window.workbench.rules.some((one) => one.path === path), file);

        await panel(page, "test");
        await page.waitForSelector(".test .verdict.good");

        await panel(page, "diff");
        await page.waitForSelector(".diff select");
        assert.deepEqual(await page.locator(".diff select").evaluateAll((all) => all.map((one) => one.value)), [rules, file]);
        await page.fill(".diff input[type=number]", "100");
        await page.click(".diff button.primary");
        await page.waitForSelector(".diff .changes .changed", { timeout: 120_000 });
        const change = await page.textContent(".diff .changes .changed");
        assert.ok(change.includes(option) && change.includes(value), change);

        await panel(page, "document");
        const readable = option.replaceAll("_", " ");
        await page.waitForFunction(([one, other]) => { const told = document.querySelector("iframe")?.srcdoc ?? ""; return told.includes(one) || told.includes(other); }, [option, readable], { timeout: 60_000 });
        assert.ok(!(await page.getAttribute("iframe", "srcdoc")).includes("changes nothing"));

        await panel(page, "transcript");
        await page.waitForSelector(".transcript pre");
        await settled(page);
        const told = await page.textContent(".transcript pre");
        await page.click(".bar nav button:has-text('Share')");
        const other = await visit(at.browser, await page.inputValue("dialog textarea"));
        await panel(other.page, "transcript");
        await other.page.waitForSelector(".transcript pre");
        assert.equal(await other.page.textContent(".transcript pre"), told);
        assert.equal(await text(other.page), await text(page));
        assert.deepEqual([...wrong, ...other.wrong], []);
        await other.context.close();
      });
    }
    console.log(`# variants from the first line to the link: ${Math.round((performance.now() - started) / 1_000)} s`);
  });
});
