// Chromium as Debian installs it, and pages of it that note what must not happen.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const CHROMIUM = PLACES.find((place) => place && existsSync(place));
const FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

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
  return { page, context, wrong };
}

/** Waits until the present scenario has been drawn. */
export async function drawn(page) {
  await page.waitForSelector(".drawing svg", { timeout: 60_000 });
}

export async function panel(page, name) {
  await page.click(`#tab-${name}`);
}
