// The colouring of every file of the project, held against a small reader of the language that knows only comments, texts and words.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');
const { ROOT, files, grammar, pieces, tokens } = require('./tokens.js');
const { KEYWORDS } = require('./keywords.js');

const PEST = fs.readFileSync(path.join(ROOT, 'grammar/affray.pest'), 'utf8');

/** The words that are never names. */
const RESERVED = [...PEST.match(/^keyword += _\{([^}]*)\}/m)[1].matchAll(/"(\w+)"/g)].map((found) => found[1]);

/** What a word of the language may be coloured as. */
const COLOURED = /^(keyword|storage|constant\.language|variable\.language|support\.type)\b/;

const innermost = (token) => token.scopes.at(-1) ?? '';
const has = (token, scope) => token.scopes.some((one) => one.startsWith(scope));

let colours;
let project;
before(async () => {
  colours = await grammar();
  const found = files('rules', 'examples', 'tests/conformance', 'tests/variants', 'tests/procedures', 'tests/lib');
  const guide = pieces();
  assert.ok(found.length > 300 && guide.length > 20, 'the files of the project are found, and the guide');
  project = [...found, ...guide].map((file) => ({ ...file, lines: tokens(colours, file.text) }));
});

/** Says for each character of a line what it is: `#` comment, `"` text, `.` anything else. Values in a text are read as what they are. */
function read(line) {
  const kinds = [];
  // One entry for each text and each value that is open.
  const open = [];
  for (let at = 0; at < line.length; at += 1) {
    const inText = open.at(-1) === '"';
    const c = line[at];
    if (!inText && c === '#') {
      while (kinds.length < line.length) kinds.push('#');
      break;
    }
    if (inText && c === '\\') {
      kinds.push('"', '"');
      at += 1;
    } else if (c === '"') {
      if (inText) open.pop();
      else open.push('"');
      kinds.push('"');
    } else if (inText && c === '{') {
      open.push('{');
      kinds.push('{');
    } else if (!inText && c === '}' && open.length > 0) {
      open.pop();
      kinds.push('{');
    } else {
      kinds.push(inText ? '"' : '.');
    }
  }
  return kinds;
}

/** What the colouring takes a character for. */
function kind(token) {
  if (has(token, 'comment')) return '#';
  if (innermost(token).startsWith('punctuation.section.embedded')) return '{';
  const text = token.scopes.findLastIndex((scope) => scope.startsWith('string'));
  const value = token.scopes.findLastIndex((scope) => scope.startsWith('meta.embedded'));
  return text > value ? '"' : '.';
}

/** Everything that is wrong with the project, as the place and what is wrong; empty if nothing is. */
function wrong(judge) {
  const found = [];
  for (const file of project) {
    const lines = file.text.split(/\r?\n/);
    lines.forEach((line, number) => {
      for (const what of judge(line, file.lines[number])) found.push(`${file.name}:${number + 1}: ${what}: ${line.trim()}`);
    });
  }
  return found.slice(0, 20);
}

test('comments and texts begin and end where they should', () => {
  const found = wrong((line, coloured) => {
    const kinds = read(line);
    return coloured
      .filter((token) => token.from < token.to)
      .filter((token) => kinds.slice(token.from, token.to).some((one) => one !== kind(token)))
      .map((token) => `\`${token.text}\` is taken for ${kind(token)}`);
  });
  assert.deepEqual(found, []);
});

test('nothing is left without a colour, and nothing is called a mistake', () => {
  const found = wrong((_, coloured) =>
    coloured
      .filter((token) => token.text.trim() !== '')
      .filter((token) => innermost(token) === '' || has(token, 'invalid'))
      .map((token) => `\`${token.text}\``),
  );
  assert.deepEqual(found, []);
});

test('a word that is never a name is coloured as a word of the language wherever it stands', () => {
  const found = wrong((line, coloured) => {
    const kinds = read(line);
    const words = [...line.matchAll(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu)];
    return words
      .filter((word) => kinds[word.index] === '.' && RESERVED.includes(word[0]))
      // A statement of a document, such as `A-no`, is one word.
      .filter((word) => line[word.index - 1] !== '-')
      .filter((word) => {
        const token = coloured.find((one) => one.from <= word.index && word.index < one.to);
        return !COLOURED.test(innermost(token));
      })
      .map((word) => `\`${word[0]}\` at ${word.index}`);
  });
  assert.deepEqual(found, []);
});

test('every file ends outside of everything, and what begins at the margin is outside of everything', () => {
  const found = wrong((line, coloured) => {
    if (!/^(rules|scenario)\b/.test(line)) return [];
    const [first] = coloured;
    return first.scopes.length === 1 && innermost(first).startsWith('storage.type') ? [] : [`${first.scopes}`];
  });
  for (const file of project) {
    const [after] = tokens(colours, 'rules after "After" {', file.lines.end).at(-1);
    if (after.scopes.length !== 1) found.push(`${file.name}: ${after.scopes} goes on behind its end`);
  }
  assert.deepEqual(found, []);
});

test('what is not closed does not reach beyond its line, nor into the next rules', () => {
  for (const broken of ['note "never closed', 'note "a {value', 'cites', 'cites OS-1,', 'ann strikes bob: hit,', 'side red { ann { hp 5']) {
    const [after] = tokens(colours, `scenario "s" {\n  ${broken}\nrules after "After" {`).at(-1);
    assert.deepEqual(after.scopes, ['storage.type.affray'], broken);
    const [next] = tokens(colours, `rules r {\n  ${broken}\n  kind combatant { hp: number }`).at(-1).filter((token) => token.text === 'kind');
    assert.deepEqual(next.scopes, ['storage.type.affray'], broken);
  }
});

test('every word of the grammar has its colour', () => {
  const words = [...PEST.matchAll(/^kw_\w+ += @\{ "(\w+)"/gm)].map((found) => found[1]);
  assert.ok(words.length > 100, 'the words of the grammar are found');
  const unused = words.filter((word) => (PEST.match(new RegExp(`\\bkw_${word === 'x' ? 'times_x' : word}\\b`, 'g')) ?? []).length < 2);
  const shown = new Map(KEYWORDS.map((line) => [line.match(/‹(\w+)›/)[1], line]));
  assert.deepEqual(words.filter((word) => !shown.has(word) && !unused.includes(word)), [], 'give an example of each in keywords.js');
  const plain = [];
  for (const [word, line] of shown) {
    const text = line.replace(/[‹›]/g, '');
    const at = line.indexOf('‹');
    const within = text.startsWith('scenario ') || text.startsWith('rules ') ? text : `rules r {\n${text}\n}`;
    const coloured = tokens(colours, within).flat().filter((token) => token.from <= at && at < token.to && token.text.includes(word));
    if (!coloured.some((token) => COLOURED.test(innermost(token)))) plain.push(`${line}: ${coloured.map(innermost)}`);
  }
  assert.deepEqual(plain, []);
});

test('Vim and Neovim know every word that is never a name', () => {
  const syntax = fs.readFileSync(path.join(ROOT, 'editors/neovim/syntax/affray.vim'), 'utf8');
  const known = [...syntax.matchAll(/^syntax keyword \w+ (.*)$/gm)].flatMap((line) => line[1].split(' '));
  assert.deepEqual(RESERVED.filter((word) => !known.includes(word)), []);
});

test('a few lines, token by token', () => {
  const text = fs.readFileSync(path.join(__dirname, 'lines.txt'), 'utf8');
  const shown = tokens(colours, text)
    .flatMap((line) => line.filter((token) => token.text.trim() !== '').map((token) => `${token.text.trim().padEnd(28)} ${token.scopes.join(' ')}`).concat(''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
  const file = path.join(__dirname, 'lines.scopes');
  if (process.env.AFFRAY_WRITE_SCOPES) fs.writeFileSync(file, shown);
  assert.equal(shown, fs.readFileSync(file, 'utf8'), 'AFFRAY_WRITE_SCOPES=1 npm test writes it anew');
});
