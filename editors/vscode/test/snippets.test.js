// The snippets: one for each kind of item, and what they put in is read by the program.
'use strict';

const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { ROOT } = require('./tokens.js');
const { program, without } = require('./program.js');
const snippets = require('../snippets/affray.json');

/** What stands in the text when the author changes nothing: of `${1:word}` the word, of `${1|a,b|}` the first, of `$0` nothing. */
function asIs(body) {
  let at = 0;
  const text = body.join('\n');
  const read = (inside) => {
    let out = '';
    while (at < text.length) {
      if (text[at] === '\\') {
        out += text[at + 1];
        at += 2;
      } else if (inside && text[at] === '}') {
        break;
      } else if (text[at] === '$') {
        const choice = /^\$\{\d+\|([^,|]*)[^|]*\|\}/.exec(text.slice(at));
        const open = /^\$\{\d+:/.exec(text.slice(at));
        const bare = /^\$\d+/.exec(text.slice(at));
        if (choice) {
          out += choice[1];
          at += choice[0].length;
        } else if (open) {
          at += open[0].length;
          out += read(true);
          assert.equal(text[at], '}', text);
          at += 1;
        } else {
          assert.ok(bare, `a lone $ in ${text}`);
          at += bare[0].length;
        }
      } else {
        out += text[at];
        at += 1;
      }
    }
    return out;
  };
  const out = read(false);
  assert.equal(at, text.length, text);
  return out;
}

test('each kind of item has a snippet', () => {
  const pest = fs.readFileSync(path.join(ROOT, 'grammar/affray.pest'), 'utf8');
  // Between the names of the items stand the letters with which some of them begin.
  const list = pest.match(/^item = \{([^}]*)\}/m)[1].replaceAll(/\(&.*?careful\)/g, '');
  const items = list.match(/\w+/g);
  const names = { definition: 'let', document: 'statements', no_rule: 'no rule', set_option: 'set option', part_change: 'part of an item' };
  assert.ok(items.length > 20);
  assert.deepEqual(items.filter((item) => !snippets[names[item] ?? item]), []);
});

test('no two snippets begin with the same word, and each says what it is', () => {
  const prefixes = Object.values(snippets).map((snippet) => snippet.prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
  assert.ok(Object.values(snippets).every((snippet) => snippet.description));
});

test('what a snippet puts in can be read', { skip: without('check') }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'affray-snippets-'));
  fs.writeFileSync(path.join(folder, 'affray.toml'), '');
  const unread = [];
  for (const [name, { body }] of Object.entries(snippets)) {
    const text = asIs(body);
    const statement = /^(each|if|ask|gm) /.test(text);
    const entry = /^(side|round|expect) /.test(text);
    let whole = text;
    if (statement) whole = `rules r {\n phase p {\n${text}\n}\n}`;
    else if (entry) whole = `scenario "s" {\n${text}\n}`;
    else if (!/^(rules|scenario) /.test(text)) whole = `rules r {\n${text}\n}`;
    const told = spawnSync(program(), ['check', '-', '--format', 'json'], { cwd: folder, input: whole, encoding: 'utf8' });
    const found = JSON.parse(told.stdout).diagnostics.filter((one) => one.code.startsWith('A01'));
    unread.push(...found.map((one) => `${name}: ${one.message}\n${whole}`));
  }
  fs.rmSync(folder, { recursive: true });
  assert.deepEqual(unread, []);
});
