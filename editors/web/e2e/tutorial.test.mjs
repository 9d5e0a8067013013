// The tutorial, docs/tutorial.md, done in the page by keyboard alone: what it says to type is taken from it, what it says to see is looked for.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT, drawn, fixture, settled, text } from "./browser.mjs";

const TUTORIAL = readFileSync(`${ROOT}/docs/tutorial.md`, "utf8");
const at = fixture();

/** What stands in the tutorial between two fences, by the line that opens them. */
const blocks = [...TUTORIAL.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].map(([, kind, content]) => ({ kind, content }));

/** The edit of the tutorial that finds this: what it finds, and what that becomes. */
function edit(found) {
  const index = blocks.findIndex(({ kind, content }) => kind.startsWith("affray find") && content.includes(found));
  assert.ok(index >= 0 && blocks[index + 1].kind === "affray make it", found);
  return [blocks[index].content.trimEnd(), blocks[index + 1].content.trimEnd()];
}

/** What a command of the tutorial answers. */
function answer(command) {
  const index = TUTORIAL.indexOf(`$ ${command}\n`);
  assert.ok(index >= 0, command);
  const told = TUTORIAL.slice(index + command.length + 3);
  return told.slice(0, told.search(/^(\$ |```)/m));
}

/** A person at the keyboard: nothing here points at anything. */
class Hands {
  constructor(page) {
    this.page = page;
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  type(words) {
    return this.page.keyboard.type(words);
  }

  /** Goes forward with Tab to the first control that fits. */
  async to(selector, label = "") {
    for (let count = 0; count < 150; count += 1) {
      const there = await this.page.evaluate(([wanted, words]) => {
        const now = document.activeElement;
        return now !== null && now.matches(wanted) && (now.textContent + (now.getAttribute("aria-label") ?? "")).includes(words);
      }, [selector, label]);
      if (there) return;
      // The text keeps Tab for itself until Escape.
      if (await this.page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)) await this.press("Escape");
      await this.press("Tab");
    }
    assert.fail(`Tab does not lead to ${selector} ${label}`);
  }

  /** Chooses in a list with the arrow keys. */
  async choose(fits) {
    const now = () => this.page.evaluate(() => document.activeElement.selectedOptions[0].textContent);
    await this.press("Home");
    for (let count = 0; count < 200 && !fits(await now()); count += 1) await this.press("ArrowDown");
    assert.ok(fits(await now()), await now());
  }

  async paste(words) {
    await this.page.evaluate((all) => navigator.clipboard.writeText(all), words);
    await this.press("Control+v");
  }

  /** In the text: finds something, and pastes something else over it. */
  async replace(found, instead) {
    await this.to(".cm-content");
    await this.press("Control+Home", "Control+f", "Control+a");
    await this.type(found.replaceAll("\\", "\\\\").replaceAll("\n", "\\n"));
    await this.press("Enter", "Escape");
    await this.page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
    assert.equal(await this.page.evaluate(() => getSelection().toString().replaceAll("\n\n", "\n")), found);
    await this.paste(instead);
  }
}

test("the tutorial is done by keyboard alone", { timeout: 600_000 }, () => at.visited(async (page, wrong, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const hands = new Hands(page);
  const begin = async (name, what) => {
    await hands.to(".bar nav button", "New");
    await hands.press("Enter");
    await page.waitForSelector("dialog input");
    await hands.press("Control+a");
    await hands.type(name);
    await hands.to("dialog select");
    await hands.choose((option) => option === what);
    await hands.to("dialog button.primary");
    await hands.press("Enter");
    await page.waitForFunction((path) => window.workbench.store.active === path && window.workbench.chosen?.path === path, `${name}.affray`);
  };
  const findings = (told) => page.waitForFunction((wanted) => document.querySelector(".problems").textContent === wanted, told);
  const shows = (selector, told) => page.waitForFunction(([where, words]) => document.querySelector(where)?.textContent.includes(words), [selector, told], { timeout: 180_000 });
  await drawn(page);

  // Begin: a new file, and its scenario played.
  await begin("goblins", "a small rule file with notes");
  await hands.press("Alt+2");
  await shows(".transcript pre", answer("affray run goblins.affray"));

  // A rule of one's own, with a mistake in it, which is led to and mended.
  await hands.replace(...edit("# The round, step by step"));
  await findings("1 error");
  await shows(".transcript .findings, .transcript .refusal", "`combatant` has no attribute `hits`");
  await hands.press("F8");
  await shows(".cm-tooltip, .cm-panel-lint, .cm-diagnostic", "`combatant` has no attribute `hits`");
  await hands.press("Escape");
  await hands.replace("target.hits", "target.hp");
  assert.ok((await text(page)).includes(edit("target.hits")[1]));
  await findings("No findings");
  await hands.replace(...edit("    by round"));

  // A fight in which it matters, with an expectation that does not hold.
  await hands.press("Control+End");
  await hands.paste(`\n${blocks.find(({ kind }) => kind === "affray add to goblins.affray").content}`);
  await hands.press("Alt+4");
  await shows(".test .fail", "bob.hp is 1, not 2");
  await shows(".test .fail", "bob.hp became 1 in round 1, when grik strikes bob");
  await hands.replace(...edit("  expect bob.hp = 2"));
  await shows(".test .verdict.good", "All 2 scenarios came as expected");

  // Why, of two acts from lists.
  await hands.press("Alt+3");
  await settled(page);
  await hands.to(".chooser select");
  await hands.choose((option) => option.startsWith("A goblin charges"));
  for (const [number, act] of [[1, "ann strikes goblin 1"], [2, "goblin 2 strikes ann"]]) {
    await page.waitForFunction((words) => [...document.querySelectorAll(".why .row option")].some((option) => option.textContent === words), act);
    await hands.to(`.why .row .field:nth-child(${number}) select`);
    await hands.choose((option) => option === act);
  }
  await hands.to(".why button.primary");
  await hands.press("Enter");
  await shows(".why .lines", answer('affray why goblins.affray --scenario "A goblin charges into the spear" "ann strikes goblin 1" "goblin 2 strikes ann"').split("\n").slice(0, 4).join("\n"));

  // A variant, and what it comes to.
  await begin("kind_gm", "a variant of goblins.affray");
  await hands.replace(...edit("# set option tie"));
  await findings("No findings");
  await hands.press("Alt+5");
  await shows(".diff .row", "kind_gm.affray");
  await hands.to(".diff input[type=number]");
  await hands.press("Control+a");
  await hands.type("400");
  await hands.to(".diff button.primary");
  await hands.press("Enter");
  await shows(".diff .changes", "players_first");
  await page.waitForSelector(".witness button.primary", { timeout: 120_000 });
  await hands.to(".witness button.primary");
  await hands.press("Enter");
  await page.waitForFunction(() => window.workbench.chosen?.path === "where_they_part.affray");

  // How likely it is, and the document.
  await hands.press("Alt+6");
  await hands.to(".odds textarea");
  await hands.type("place of ann");
  await hands.to(".odds button.primary");
  await hands.press("Enter");
  await page.waitForSelector(".odds table.chances");
  await hands.press("Alt+7");
  await page.waitForFunction(() => /the spear before the charge/.test(document.querySelector("iframe")?.srcdoc ?? ""), undefined, { timeout: 60_000 });

  // A story that is kept.
  await hands.to(".tabs:not(.panels) [role=tab]");
  await hands.press("Home");
  for (let count = 0; count < 6 && (await page.evaluate(() => window.workbench.store.active)) !== "goblins.affray"; count += 1) await hands.press("ArrowRight");
  await hands.replace(...edit('scenario "An arrow is faster" {'));
  await hands.press("Alt+4");
  await shows(".snapshot.new", "");
  await hands.to(".snapshot button.primary");
  await hands.press("Enter");
  await page.waitForSelector(".snapshot.holds");
  await hands.replace(...edit("bob shoots grik: damage 2"));
  await shows(".snapshot.changed .come", "");
  await shows(".test .fail", "grik strikes bob did not happen");
  assert.deepEqual(wrong, []);
}));
