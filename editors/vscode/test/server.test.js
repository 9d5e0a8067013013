// The real server over its protocol, as an editor talks to it. What it offers is asked for; what every editor needs must be offered.
'use strict';

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, describe, test } = require('node:test');
const { pathToFileURL } = require('node:url');
const protocol = require('vscode-languageserver-protocol/node');
const { program, without } = require('./program.js');

const GOOD = `rules duel "The duel" {
  kind combatant { hp: number "hit points" }
  kind side { initiative: number = 0 }
  kind act { target: optional combatant   damage: number = 0 }
  action strike "strikes {target}" {
    takes target
    does { subtract damage from target.hp }
  }
  phase round counting from 1 {
    each side s { s rolls d6 as initiative }
    each combatant c where c.hp > 0 { c declares }
    resolve acts
  }
  order of act a { by a.actor.side.initiative, highest first "initiative" }
}

scenario "first blood" {
  side red { ann { hp 5 } }
  side blue { bob { hp 5 } }
  round 1 {
    red rolls 5 for initiative
    blue rolls 2 for initiative
    ann strikes bob: damage 3
    bob strikes ann: damage 1
  }
  expect order { ann strikes bob then bob strikes ann }
  expect bob.hp = 2
}
`;

/** The place of a word in the text: of the \`nth\` time that it stands there. */
function place(text, word, nth = 1) {
  let at = -1;
  for (let time = 0; time < nth; time += 1) at = text.indexOf(word, at + 1);
  assert.ok(at >= 0, word);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
}

describe('the language server', { skip: without('lsp'), timeout: 60_000 }, () => {
  let folder;
  let server;
  let talk;
  let offered;
  let ended;
  const said = new Map();
  const waiting = [];
  const uri = (name) => pathToFileURL(path.join(folder, name)).toString();

  /** What the server says of a file next, or has said of this version of it. */
  function diagnostics(name, judge = () => true) {
    const known = said.get(uri(name));
    if (known && judge(known)) return Promise.resolve(known);
    return new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`nothing was said of ${name}: ${JSON.stringify(said.get(uri(name)))}`)), 20_000);
      waiting.push({ uri: uri(name), judge, done: (found) => (clearTimeout(timer), done(found)) });
    });
  }

  function open(name, text) {
    fs.writeFileSync(path.join(folder, name), text);
    talk.sendNotification('textDocument/didOpen', { textDocument: { uri: uri(name), languageId: 'affray', version: 1, text } });
  }

  function change(name, version, text) {
    said.delete(uri(name));
    talk.sendNotification('textDocument/didChange', { textDocument: { uri: uri(name), version }, contentChanges: [{ text }] });
  }

  const ask = (method, name, more = {}) => talk.sendRequest(method, { textDocument: { uri: uri(name) }, ...more });

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'affray-server-')));
    fs.writeFileSync(path.join(folder, 'affray.toml'), '');
    server = spawn(program(), ['lsp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    ended = new Promise((done) => server.once('exit', (code) => done(code)));
    talk = protocol.createProtocolConnection(
      new protocol.StreamMessageReader(server.stdout),
      new protocol.StreamMessageWriter(server.stdin),
    );
    talk.onNotification('textDocument/publishDiagnostics', (told) => {
      said.set(told.uri, told.diagnostics);
      for (const one of waiting.filter((one) => one.uri === told.uri && one.judge(told.diagnostics))) {
        waiting.splice(waiting.indexOf(one), 1);
        one.done(told.diagnostics);
      }
    });
    // What servers may ask of an editor.
    talk.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
    talk.onRequest('client/registerCapability', () => null);
    talk.onRequest('window/workDoneProgress/create', () => null);
    for (const method of ['semanticTokens', 'inlayHint', 'codeLens', 'diagnostic']) talk.onRequest(`workspace/${method}/refresh`, () => null);
    talk.listen();
    const told = await talk.sendRequest('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(folder).toString(),
      workspaceFolders: [{ uri: pathToFileURL(folder).toString(), name: 'table' }],
      capabilities: {
        textDocument: {
          publishDiagnostics: { relatedInformation: true },
          hover: { contentFormat: ['markdown', 'plaintext'] },
          completion: { completionItem: { snippetSupport: true } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
        },
        workspace: { workspaceFolders: true },
      },
    });
    offered = told.capabilities;
    talk.sendNotification('initialized', {});
  });

  after(() => {
    server.kill();
    fs.rmSync(folder, { recursive: true });
  });

  test('a good file has no diagnostics', async () => {
    open('duel.affray', GOOD);
    assert.deepEqual(await diagnostics('duel.affray'), []);
  });

  test('a mistake is shown while it is typed, at its place, and goes when it is mended', async () => {
    open('typed.affray', GOOD);
    await diagnostics('typed.affray');
    const wrong = GOOD.replace('c.hp > 0', 'c.hpp > 0');
    change('typed.affray', 2, wrong);
    const [found] = await diagnostics('typed.affray', (told) => told.length > 0);
    assert.equal(found.code, 'A0201');
    assert.equal(found.severity, protocol.DiagnosticSeverity.Error);
    assert.deepEqual(found.range.start, place(wrong, 'hpp'));
    change('typed.affray', 3, GOOD);
    assert.deepEqual(await diagnostics('typed.affray', (told) => told.length === 0), []);
  });

  test('what every editor needs is offered', () => {
    const needed = [
      'textDocumentSync', 'hoverProvider', 'definitionProvider', 'referencesProvider', 'renameProvider', 'completionProvider', 'documentSymbolProvider',
      'foldingRangeProvider', 'semanticTokensProvider', 'documentFormattingProvider', 'codeActionProvider', 'codeLensProvider', 'inlayHintProvider',
    ];
    assert.deepEqual(needed.filter((name) => !offered[name]), []);
  });

  test('hover tells what an attribute is', async () => {
    const hover = await ask('textDocument/hover', 'duel.affray', { position: place(GOOD, 'hp > 0') });
    assert.match(JSON.stringify(hover.contents), /hit points/);
  });

  test('the definition of a name is found, and its uses', async () => {
    const position = place(GOOD, 'initiative, highest');
    const found = [await ask('textDocument/definition', 'duel.affray', { position })].flat();
    assert.equal((found[0].targetSelectionRange ?? found[0].range).start.line, place(GOOD, 'initiative: number').line);
    const uses = await ask('textDocument/references', 'duel.affray', { position, context: { includeDeclaration: true } });
    assert.ok(uses.length >= 2, JSON.stringify(uses));
  });

  test('rename changes the declaration and every use', async () => {
    const edit = await ask('textDocument/rename', 'duel.affray', { position: place(GOOD, 'hp: number'), newName: 'hits' });
    const edits = edit.changes?.[uri('duel.affray')] ?? edit.documentChanges.flatMap((one) => one.edits);
    const lines = GOOD.split('\n');
    for (const one of edits) {
      assert.equal(lines[one.range.start.line].slice(one.range.start.character, one.range.end.character), 'hp');
      assert.equal(one.newText, 'hits');
    }
    // The attribute, where it is subtracted from, where it is compared, twice given, once expected.
    assert.equal(edits.length, 6, JSON.stringify(edits));
  });

  test('completion behind a dot offers attributes', async () => {
    const text = GOOD.replace('c.hp > 0', 'c.');
    open('half.affray', text);
    await diagnostics('half.affray', (told) => told.length > 0);
    const position = place(text, 'c. {');
    const found = await ask('textDocument/completion', 'half.affray', { position: { ...position, character: position.character + 2 } });
    const labels = (found.items ?? found).map((item) => item.label);
    assert.ok(labels.includes('hp') && labels.includes('side'), labels.join(' '));
  });

  test('symbols, folding, colours and places to fold are told', async () => {
    const symbols = await ask('textDocument/documentSymbol', 'duel.affray');
    assert.match(JSON.stringify(symbols), /"strike"/);
    assert.match(JSON.stringify(symbols), /first blood/);
    const folds = await ask('textDocument/foldingRange', 'duel.affray');
    assert.ok(folds.some((fold) => fold.startLine === 0), JSON.stringify(folds));
    const { data } = await ask('textDocument/semanticTokens/full', 'duel.affray');
    assert.ok(data.length > 0 && data.length % 5 === 0);
    const kinds = offered.semanticTokensProvider.legend.tokenTypes.length;
    let [line, character] = [0, 0];
    const lines = GOOD.split('\n');
    for (let at = 0; at < data.length; at += 5) {
      if (data[at] > 0) character = 0;
      line += data[at];
      character += data[at + 1];
      assert.ok(data[at + 3] < kinds);
      assert.ok(character + data[at + 2] <= lines[line].length, 'no colour reaches beyond its line');
    }
  });

  test('formatting lays the file out as `affray fmt` does', async () => {
    const text = GOOD.replace('  kind side {', '     kind side    {');
    open('loose.affray', text);
    const edits = await ask('textDocument/formatting', 'loose.affray', { options: { tabSize: 2, insertSpaces: true } });
    const lines = text.split('\n');
    const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
    const out = edits
      .sort((a, b) => offset(b.range.start) - offset(a.range.start))
      .reduce((all, one) => all.slice(0, offset(one.range.start)) + one.newText + all.slice(offset(one.range.end)), text);
    const { spawnSync } = require('node:child_process');
    const laid = spawnSync(program(), ['fmt', '-'], { cwd: folder, input: text, encoding: 'utf8' }).stdout;
    assert.equal(out, laid);
  });

  test('a misspelt name has a quick fix', async () => {
    const text = GOOD.replace('c.hp > 0', 'c.hpp > 0');
    open('fix.affray', text);
    const found = await diagnostics('fix.affray', (told) => told.length > 0);
    const fixes = await ask('textDocument/codeAction', 'fix.affray', { range: found[0].range, context: { diagnostics: found } });
    assert.match(JSON.stringify(fixes.filter((fix) => fix.kind?.startsWith('quickfix'))), /"newText":"hp"/);
  });

  test('a scenario has its lenses, and each has a command that the extension carries out', async () => {
    const { call, COMMANDS } = require('../src/commands.js');
    const lenses = await ask('textDocument/codeLens', 'duel.affray');
    const resolved = await Promise.all(
      lenses.map((lens) => (lens.command ? lens : talk.sendRequest('codeLens/resolve', lens))),
    );
    const commands = resolved.map((lens) => lens.command);
    assert.ok(commands.some((one) => one.command === 'affray.run') && commands.some((one) => one.command === 'affray.why'), JSON.stringify(commands));
    for (const { command, arguments: given } of commands) {
      assert.ok(command in COMMANDS, command);
      const meant = call(command, ...given);
      assert.equal(meant.folder, folder);
      if (command === 'affray.run') assert.deepEqual(meant.arguments, ['run', 'duel.affray', '--scenario=first blood']);
    }
  });

  test('hints are told, or nothing; what is asked amiss is answered, and the server goes on', async () => {
    const range = { start: { line: 0, character: 0 }, end: place(GOOD, 'expect bob.hp') };
    assert.ok(Array.isArray((await ask('textDocument/inlayHint', 'duel.affray', { range })) ?? []));
    const beyond = { position: { line: 10_000, character: 10_000 } };
    for (const method of ['hover', 'definition', 'references', 'completion']) {
      await ask(`textDocument/${method}`, 'duel.affray', { ...beyond, context: { includeDeclaration: true } }).catch(() => null);
      await ask(`textDocument/${method}`, 'not there.affray', { ...beyond, context: { includeDeclaration: true } }).catch(() => null);
    }
    for (let length = 0, version = 4; length < GOOD.length; length += 37, version += 1) change('typed.affray', version, GOOD.slice(0, length));
    change('typed.affray', 1000, GOOD);
    assert.deepEqual(await diagnostics('typed.affray', (told) => told.length === 0), []);
  });

  test('it ends when it is told to', async () => {
    await talk.sendRequest('shutdown');
    talk.sendNotification('exit');
    assert.equal(await ended, 0);
  });
});
