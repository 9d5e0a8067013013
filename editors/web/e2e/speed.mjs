// Figures for docs/performance.md: sizes, cold start, keystroke to diagnostics. `node e2e/speed.mjs` on the built page.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { launch, open, visit } from "./browser.mjs";
import { DIST, serve } from "./serve.mjs";

/** The longest rule file of the library. */
const LONGEST = readdirSync(fileURLToPath(new URL("../../../rules", import.meta.url))).filter((name) => name.endsWith(".affray")).map((name) => `rules/${name}`)
  .sort((a, b) => statSync(fileURLToPath(new URL(`../../../${b}`, import.meta.url))).size - statSync(fileURLToPath(new URL(`../../../${a}`, import.meta.url))).size)[0];
const server = await serve();
const browser = await launch();
const starts = [];
for (let number = 0; number < 5; number += 1) {
  const { page, context } = await visit(browser, server.url, { serviceWorkers: "block" });
  const ready = () => page.evaluate(() => new Promise((resolve) => {
    const look = () => (document.querySelector(".tok-keyword") && document.querySelector(".drawing svg") ? resolve(performance.now()) : setTimeout(look, 5));
    look();
  }));
  starts.push(await ready());
  await context.close();
}
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
console.log(`cold start to colours, diagnostics and picture: ${sorted(starts).map(Math.round).join(", ")} ms`);

// On the longest rule file: a word is broken, and the underline waited for. Then it is mended, which takes the underline away with the letter and is not counted.
const { page } = await visit(browser, server.url);
const path = LONGEST;
await open(page, path);
await page.waitForSelector(".tok-keyword");
await page.waitForTimeout(2_000);
const lines = await page.evaluate((name) => window.workbench.store.text(name).split("\n").length, path);
await page.focus(".cm-content");
await page.keyboard.press("Control+End");
await page.keyboard.press("ArrowUp");
await page.keyboard.press("Home");
const times = [];
for (let number = 0; number < 200; number += 1) {
  const wanted = number % 2 === 0;
  // Looks on from before the key is pressed.
  await page.evaluate((error) => {
    window.told = new Promise((resolve) => {
      let begun;
      document.querySelector(".cm-content").addEventListener("keydown", () => { begun = performance.now(); }, { once: true, capture: true });
      const look = () => (begun !== undefined && Boolean(document.querySelector(".cm-lintRange-error")) === error ? resolve(performance.now() - begun) : setTimeout(look, 2));
      look();
    });
  }, wanted);
  await page.keyboard.press(wanted ? "?" : "Backspace");
  const took = await page.evaluate(() => window.told);
  if (wanted) times.push(took);
}
const all = sorted(times);
console.log(`keystroke to diagnostics, ${lines} lines: median ${Math.round(all[50])} ms (${Math.round(all[0])} ms), 95 of 100 within ${Math.round(all[95])} ms, longest ${Math.round(all[99])} ms`);
await browser.close();
await server.close();

const files = readdirSync(DIST, { recursive: true }).map((name) => join(DIST, name)).filter((name) => statSync(name).isFile());
for (const kind of ["wasm", "js", "css"]) {
  const texts = files.filter((name) => name.endsWith(`.${kind}`)).map((name) => readFileSync(name));
  const sum = (of) => texts.reduce((all, text) => all + of(text).length, 0);
  console.log(`${kind}: ${sum((text) => text)} bytes, ${sum((text) => gzipSync(text, { level: 9 }))} with gzip, ${sum(brotliCompressSync)} with brotli`);
}
