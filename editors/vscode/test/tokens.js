// Colours lines as an editor does: the grammar, run by the same engine.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const ROOT = path.resolve(__dirname, '../../..');
const GRAMMAR = path.resolve(__dirname, '../syntaxes/affray.tmLanguage.json');

/** The grammar, ready to colour. */
async function grammar() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) =>
      scope === 'source.affray' ? textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, 'utf8'), GRAMMAR) : null,
  });
  return registry.loadGrammar('source.affray');
}

/** The tokens of a text: by line, each with its place and its scopes, the outermost left out; `end` is how it goes on behind them. */
function tokens(colours, text, begin = textmate.INITIAL) {
  let state = begin;
  const lines = text.split(/\r?\n/).map((line) => {
    const told = colours.tokenizeLine(line, state);
    if (told.stoppedEarly) throw new Error(`too long to colour: ${line}`);
    state = told.ruleStack;
    return told.tokens.map(({ startIndex, endIndex, scopes }) => ({
      from: startIndex,
      to: Math.min(endIndex, line.length),
      text: line.slice(startIndex, endIndex),
      scopes: scopes.slice(1),
    }));
  });
  return Object.assign(lines, { end: state });
}

/** Every file in the language below these folders of the project, with its text. */
function files(...folders) {
  const found = [];
  const walk = (folder) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const inside = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(inside);
      else if (entry.name.endsWith('.affray')) found.push(inside);
    }
  };
  for (const folder of folders) walk(path.join(ROOT, folder));
  return found.sort().map((file) => ({ name: path.relative(ROOT, file), text: fs.readFileSync(file, 'utf8') }));
}

/** The pieces in the language that stand in the guide, as files. */
function pieces() {
  const docs = fs.readdirSync(path.join(ROOT, 'docs')).map((name) => path.join('docs', name));
  const guide = [...docs, 'README.md'].filter((name) => name.endsWith('.md'));
  return guide.flatMap((name) => {
    const text = fs.readFileSync(path.join(ROOT, name), 'utf8');
    const blocks = [...text.matchAll(/^```affray\b.*\n([^]*?)^```$/gm)];
    return blocks.map((block, number) => ({ name: `${name}, piece ${number + 1}`, text: block[1] }));
  });
}

module.exports = { ROOT, files, grammar, pieces, tokens };
