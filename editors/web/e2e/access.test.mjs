// The page for everyone: axe, keyboard alone, forced colours, paper.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { PANELS, ROOT, SHORT, drawn, fixture, open, panel, settled } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const at = fixture();

describe("for everyone", () => {
  for (const dark of [false, true]) {
    for (const width of [1400, 360]) {
      if (SHORT && dark !== (width === 360)) continue;
      test(`axe finds nothing in any panel: ${dark ? "dark" : "light"}, ${width} pixels`, { timeout: 180_000 }, () => at.visited(async (page, wrong) => {
        if (width < 700) await page.click(".switch [data-view=results]");
        await drawn(page);
        await page.evaluate(AXE);
        for (const name of PANELS) {
          await panel(page, name);
          await settled(page);
          const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
          const told = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
          assert.deepEqual(told, [], name);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          assert.equal(wide, false, `${name} is wider than the page`);
        }
        for (const label of ["Files", "New", "Share"]) {
          await page.click(`.bar nav button:has-text('${label}')`);
          const found = await page.evaluate(() => window.axe.run("dialog", { resultTypes: ["violations"] }));
          assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`), [], label);
          await page.keyboard.press("Escape");
        }
        assert.deepEqual(wrong, []);
      }, { width, dark }));
    }
  }

  /** Letters that do not stand out from what is behind them, as `text: letters on ground`. Runs in the page. */
  const unreadable = () => {
    const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const light = (colour) => {
      const [r, g, b] = channels(colour).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = getComputedStyle(at).backgroundColor;
        if ((channels(colour)[3] ?? 1) > 0.5) return colour;
      }
      return matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(0, 0, 0)" : "rgb(255, 255, 255)";
    };
    const wrong = [];
    const walk = document.createTreeWalker(document.querySelector("#page"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const element = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest(".unseen, title, style, option")) continue;
      const style = getComputedStyle(element);
      const letters = element instanceof SVGElement ? style.fill : style.color;
      // On a chip of the picture letters have a ground of their own.
      const chip = element instanceof SVGElement ? element.parentElement?.querySelector(":scope > .ap-chip") : null;
      const fill = chip ? getComputedStyle(chip).fill : "none";
      const behind = channels(fill).length === 3 ? fill : ground(element);
      const [a, b] = [light(letters), light(behind)].sort((x, y) => y - x);
      if ((a + 0.05) / (b + 0.05) < 4) wrong.push(`${walk.currentNode.data.trim().slice(0, 30)}: ${letters} on ${behind}`);
    }
    return wrong;
  };

  for (const dark of [false, true]) {
    test(`forced colours, ${dark ? "dark" : "light"}: all can be read, and one sees where the keyboard is`, { skip: SHORT && dark, timeout: 120_000 }, () => at.visited(async (page, wrong) => {
      await drawn(page);
      assert.equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), true);
      // The page's own choice must not win over that of the reader.
      await page.selectOption(".bar > select", dark ? "light" : "dark");
      for (const name of PANELS) {
        await panel(page, name);
        await settled(page);
        assert.deepEqual(await page.evaluate(unreadable), [], name);
        // What shows which panel is open.
        const mark = await page.evaluate(() => getComputedStyle(document.querySelector(".tabs.panels [aria-selected=true]"), "::after").backgroundColor);
        assert.notEqual(mark, await page.evaluate(() => getComputedStyle(document.body).backgroundColor), name);
      }
      await panel(page, "timeline");
      await page.focus(".bar .name");
      const seen = new Set();
      for (let count = 0; count < 60; count += 1) {
        if (await page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)) await page.keyboard.press("Escape");
        await page.keyboard.press("Tab");
        // CodeMirror marks its focus a little later.
        await page.waitForFunction(() => { const editor = document.activeElement?.closest(".cm-editor"); return !editor || editor.classList.contains("cm-focused"); });
        const focus = await page.evaluate(() => {
          const now = document.activeElement;
          if (now === null || now === document.body) return undefined;
          const style = getComputedStyle(now.closest(".cm-editor") ?? now);
          const chip = now.querySelector(":scope > rect, :scope > .ap-chip");
          const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
          const stroked = chip !== null && parseFloat(getComputedStyle(chip).strokeWidth) >= 3;
          return { name: `${now.tagName} ${now.textContent.trim().slice(0, 20)}`, shown: outlined || stroked };
        });
        if (!focus) continue;
        assert.equal(focus.shown, true, `${focus.name} does not show that it has the focus`);
        seen.add(focus.name);
      }
      assert.ok(seen.size > 12, [...seen].join(", "));
      assert.deepEqual(wrong, []);
    }, { dark, forcedColors: "active" }));
  }

  test("on paper there is the round, or the document, and nothing of the page around it", { timeout: 120_000 }, () => at.visited(async (page, wrong) => {
    await drawn(page);
    const paper = async (work) => {
      await page.emulateMedia({ media: "print" });
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await work();
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      await page.emulateMedia({ media: "screen" });
    };
    const around = () => page.evaluate(() => [...document.querySelectorAll(".bar, .left, .split, .tabs, .chooser, .toast, .row, .result button:not(.link)")].filter((one) => one.checkVisibility()).length);
    /** Whether all of an element lies on the page: nothing scrolls in it or around it. */
    const whole = (selector) => page.evaluate((one) => {
      for (let at = document.querySelector(one); at && at !== document.body; at = at.parentElement) if (at.scrollHeight > at.clientHeight + 1 && at instanceof HTMLElement && getComputedStyle(at).overflowY !== "visible") return at.className;
      return true;
    }, selector);
    await page.selectOption(".bar > select", "dark");
    await open(page, "examples/to_the_death.affray");
    await page.waitForFunction(() => window.workbench.chosen?.path === "examples/to_the_death.affray");
    await settled(page);
    await paper(async () => {
      assert.equal(await around(), 0);
      assert.equal(await whole(".drawing svg"), true);
      assert.deepEqual(await page.evaluate(unreadable), []);
      const wide = await page.evaluate(() => document.querySelector(".drawing svg").getBoundingClientRect().right <= innerWidth);
      assert.equal(wide, true);
    });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await panel(page, "transcript");
    await settled(page);
    await paper(async () => {
      assert.equal(await around(), 0);
      assert.equal(await whole(".transcript pre"), true);
      assert.ok((await page.pdf()).toString("latin1").match(/\/Type ?\/Page\b/g).length > 1);
    });
    await panel(page, "document");
    await page.waitForFunction(() => (document.querySelector("iframe")?.contentDocument?.documentElement?.scrollHeight ?? 0) > 2_000, undefined, { timeout: 60_000 });
    await paper(async () => {
      assert.equal(await around(), 0);
      await page.waitForFunction(() => { const one = document.querySelector("iframe"); return one.clientHeight >= one.contentDocument.documentElement.scrollHeight; }, undefined, { timeout: 20_000 });
      assert.equal(await whole("iframe"), true);
    });
    // What the panel prints itself is the document alone.
    await page.evaluate(() => { document.querySelector("iframe").contentWindow.print = () => { window.printed = true; }; });
    await page.click(".document button:has-text('Print')");
    assert.equal(await page.evaluate(() => window.printed), true);
    assert.deepEqual(wrong, []);
  }));
});
