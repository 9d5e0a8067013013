// What the commands of the code lenses come to, and that the extension as it is packed can be loaded and started.
'use strict';

const assert = require('node:assert/strict');
const Module = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { test } = require('node:test');
const esbuild = require('esbuild');
const { call } = require('../src/commands.js');

const FILE = path.resolve('some folder/duel.affray');
const URI = pathToFileURL(FILE).toString();

test('a command names the file and the scenario, each as one word', () => {
  const title = '--rules "; rm -rf ~ #';
  assert.deepEqual(call('affray.run', URI, title), {
    arguments: ['run', 'duel.affray', `--scenario=${title}`],
    folder: path.dirname(FILE),
    label: `run ${title}`,
  });
  assert.deepEqual(call('affray.why', { uri: URI }).arguments, ['why', 'duel.affray']);
  assert.deepEqual(call('affray.acceptSnapshot', URI, title).arguments, ['accept', '--', title]);
  assert.deepEqual(call('affray.acceptSnapshot', URI).arguments, ['accept', '--', 'duel.affray']);
});

test('what lies in no file is refused in words', () => {
  assert.throws(() => call('affray.run', 'untitled:Untitled-1', 'x'), /saved first/);
  assert.throws(() => call('affray.run'), /saved first/);
});

/** Loads with these modules in place of the real ones. */
async function instead(modules, what) {
  const load = Module._load;
  Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);
  try {
    return await what();
  } finally {
    Module._load = load;
  }
}

/** As much of an editor as it takes to load: whatever is asked for is there, and does nothing. */
const anything = new Proxy(class {}, {
  get: (target, key) => (key === 'prototype' || typeof key === 'symbol' ? target[key] : key === 'then' ? undefined : anything),
});

test('the extension as it is packed can be loaded', async () => {
  const packed = await esbuild.build({
    entryPoints: [path.resolve(__dirname, '../src/extension.js')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    write: false,
  });
  const module = new Module('extension.js');
  await instead({ vscode: anything }, () => module._compile(packed.outputFiles[0].text, 'extension.js'));
  assert.equal(typeof module.exports.activate, 'function');
  assert.equal(typeof module.exports.deactivate, 'function');
});

test('it starts the server that the settings name, and carries commands out without a shell', async () => {
  const commands = new Map();
  const told = { servers: [], warnings: [], tasks: [], stopped: 0 };
  const settings = { path: '/opt/affray', 'trace.server': 'off' };
  const vscode = {
    commands: { registerCommand: (name, what) => commands.set(name, what), executeCommand() {} },
    workspace: {
      getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidChangeConfiguration: (what) => (told.changed = what),
      createFileSystemWatcher: () => ({}),
      textDocuments: [],
    },
    window: { showWarningMessage: async (text) => void told.warnings.push(text), showErrorMessage: (text) => told.warnings.push(text) },
    tasks: { executeTask: (task) => told.tasks.push(task) },
    Task: class { constructor(definition, scope, name, source, execution) { Object.assign(this, { definition, name, execution }); } },
    TaskScope: {},
    TaskPanelKind: {},
    ProcessExecution: class { constructor(program, args, options) { Object.assign(this, { program, args, options }); } },
  };
  const server = {
    executeCommandProvider: { commands: ['affray.run', 'affray.other'] },
  };
  class LanguageClient {
    constructor(id, name, options, client) {
      told.servers.push({ id, options, client });
    }
    registerFeature(feature) {
      feature.preInitialize(server);
    }
    async start() {
      if (settings.path === 'nowhere') throw new Error('it is not there');
    }
    async stop() {
      told.stopped += 1;
    }
    setTrace() {}
  }
  const languageclient = { LanguageClient, RevealOutputChannelOn: {}, Trace: { fromString: (text) => text } };
  const extension = await instead({ vscode, 'vscode-languageclient/node': languageclient }, () => require('../src/extension.js'));
  await extension.activate({ subscriptions: [] });
  assert.deepEqual(told.servers.map((one) => one.options), [{ command: '/opt/affray', args: ['lsp'] }]);
  assert.deepEqual(server.executeCommandProvider.commands, ['affray.other'], 'a command has one who carries it out');
  const about = require('../package.json').contributes.commands.map((one) => one.command);
  assert.deepEqual([...commands.keys()].sort(), [...about, 'affray.acceptSnapshot', 'affray.run', 'affray.why'].sort());

  await commands.get('affray.run')(URI, 'First blood');
  assert.deepEqual({ ...told.tasks[0].execution }, {
    program: '/opt/affray',
    args: ['run', 'duel.affray', '--scenario=First blood'],
    options: { cwd: path.dirname(FILE) },
  });
  await commands.get('affray.run')('untitled:one', 'First blood');
  assert.match(told.warnings.pop(), /saved first/);

  settings.path = 'nowhere';
  told.changed({ affectsConfiguration: (name) => name === 'affray.path' });
  await extension.deactivate();
  assert.equal(told.stopped, 1);
  assert.match(told.warnings.pop(), /`nowhere` cannot be started, so there are colours and snippets only: it is not there/);
});
