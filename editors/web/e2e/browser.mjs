// Chromium as Debian installs it, pages of it that note what must not happen, and what the tests of the page have in common.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

// First the one without windows, of the same parts: a page of it is there in half of the time.
const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const CHROMIUM = PLACES.find((place) => place && existsSync(place));
const FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Fewer of what there is much of, for runs that must not take long: AFFRAY_SHORT=1. */
export const SHORT = process.env.AFFRAY_SHORT === "1";
export const PANELS = ["timeline", "transcript", "why", "test", "diff", "odds", "document", "play"];

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS, chromiumSandbox: false });
}

/** A page in a profile of its own. `wrong` gathers mistakes of scripts, refused content, and requests to other hosts. */
export async function visit(browser, url, { width = 1400, height = 900, dark = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", ...options });
  const page = await context.newPage();
  const wrong = [];
  const host = new URL(url).host;
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(`console: ${message.text()}`); });
  page.on("request", (request) => {
    const to = new URL(request.url());
    if (/^https?:$/.test(to.protocol) && to.host !== host) wrong.push(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => { wrong.push(`dialog: ${dialog.message()}`); void dialog.dismiss(); });
  await page.goto(url);
  await page.waitForFunction(() => window.workbench !== undefined);
  return { page, context, wrong };
}

/** A server and a browser for the tests of one file. `visited` gives a test a page of its own, and closes it. */
export function fixture() {
  const at = {};
  before(async () => {
    at.server = await serve();
    at.browser = await launch();
  });
  after(async () => {
    await at.browser?.close();
    await at.server?.close();
  });
  at.visited = async (work, options) => {
    const { page, context, wrong } = await visit(at.browser, at.server.url, options);
    try {
      await work(page, wrong, context);
    } catch (failed) {
      const shown = await page.evaluate(() => document.querySelector("#result")?.innerText).catch(() => undefined);
      throw new Error(`${failed.message}\nThe panel says: ${shown ?? "nothing"}\nWhat went wrong: ${wrong.join("; ") || "nothing"}`, { cause: failed });
    } finally {
      await context.close();
    }
  };
  /** The address of a project. */
  at.link = (project) => at.server.url + fragment(JSON.stringify(project));
  return at;
}

/** A fragment as the page writes it, of any text. */
export const fragment = (text) => `#p1=${deflateSync(Buffer.from(text)).subarray(2, -4).toString("base64url")}`;

/** An example of each system, by the file of its rules. */
export function systems() {
  const found = new Map();
  const all = readdirSync(`${ROOT}/rules`).filter((one) => one.endsWith(".affray")).map((one) => `rules/${one}`);
  for (const name of readdirSync(`${ROOT}/examples`).filter((one) => one.endsWith(".affray"))) {
    const text = readFileSync(`${ROOT}/examples/${name}`, "utf8");
    // In scenarios and in rules that extend others.
    const rules = all.find((path) => text.includes(`"../${path}"`));
    if (rules && !found.has(rules)) found.set(rules, `examples/${name}`);
  }
  return found;
}

/** Waits until the present scenario has been drawn. */
export async function drawn(page) {
  await page.waitForSelector(".drawing svg", { timeout: 60_000 });
}

export async function panel(page, name) {
  await page.click(`#tab-${name}`);
}

/** Waits until what was asked of the library has been answered and shown. */
export async function settled(page) {
  await page.waitForFunction(() => window.workbench.engine.isIdle, undefined, { timeout: 60_000 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Opens a file, as soon as it is there: rule files come with the module. */
export async function open(page, path) {
  await page.waitForFunction((name) => window.workbench.store.has(name), path, { timeout: 60_000 });
  await page.evaluate((name) => window.workbench.open(name), path);
}
export const text = (page) => page.evaluate(() => window.workbench.store.text(window.workbench.store.active));

/** Puts one piece of a text in the place of another. */
export async function put(page, path, found, instead) {
  await page.evaluate(([name, from, to]) => {
    const { store } = window.workbench;
    const before = store.text(name);
    if (!before.includes(from)) throw new Error(`no ${from}`);
    store.set(name, before.replace(from, to));
  }, [path, found, instead]);
}

/** The longest tasks of the page during some work, in ms: by the clock, and by the time that its thread had a core. */
export async function longestTasks(browser, page, work) {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const thread = (event) => `${event.pid} ${event.tid}`;
  const ofPages = new Set(traceEvents.filter((event) => event.name === "thread_name" && event.args.name === "CrRendererMain").map(thread));
  const tasks = traceEvents.filter((event) => event.ph === "X" && event.tdur !== undefined && event.name.endsWith("RunTask") && ofPages.has(thread(event)));
  const longest = (of) => Math.round(tasks.reduce((most, task) => Math.max(most, task[of]), 0) / 1_000);
  return { tasks: tasks.length, clock: longest("dur"), core: longest("tdur") };
}

/** What no text of a project may bring into the page. */
export const inserted = (page) => page.evaluate(() => document.querySelectorAll("#page script, #page img:not(.cm-widgetBuffer), #page object, #page link, #page base, #page form, #page a[href^=javascript]").length);
