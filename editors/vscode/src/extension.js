// The extension: starts the language server, and carries out its commands in the terminal.
'use strict';

const vscode = require('vscode');
const { LanguageClient, RevealOutputChannelOn, Trace } = require('vscode-languageclient/node');
const { COMMANDS, call } = require('./commands.js');

const LANGUAGE = 'affray';

/** The server, while it runs. @type {LanguageClient | undefined} */
let client;
/** Starts and stops come one after the other. */
let turn = Promise.resolve();

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('affray.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('affray.path')) restart();
      else if (change.affectsConfiguration('affray.trace.server')) trace();
    }),
    ...Object.keys(COMMANDS).map((command) =>
      vscode.commands.registerCommand(command, (...given) => carryOut(command, given)),
    ),
  );
  await restart();
}

function deactivate() {
  return then(stop);
}

const restart = () =>
  then(async () => {
    await stop();
    await start();
  });

/** Does this when all that was begun before is done. */
function then(what) {
  turn = turn.then(what, what);
  return turn;
}

const program = () => vscode.workspace.getConfiguration(LANGUAGE).get('path') || 'affray';

async function start() {
  const server = { command: program(), args: ['lsp'] };
  const starting = new LanguageClient(LANGUAGE, 'Affray', server, {
    documentSelector: [
      { language: LANGUAGE, scheme: 'file' },
      { language: LANGUAGE, scheme: 'untitled' },
    ],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{affray,snap}') },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
  });
  // The commands of the code lenses are carried out here, so the server is not asked to, even if it could.
  starting.registerFeature({
    fillClientCapabilities() {},
    preInitialize(capabilities) {
      const offered = capabilities.executeCommandProvider;
      if (offered) offered.commands = offered.commands.filter((command) => !(command in COMMANDS));
    },
    initialize() {},
    getState: () => ({ kind: 'static' }),
    clear() {},
  });
  try {
    await starting.start();
    client = starting;
    trace();
  } catch (error) {
    const way = 'Choose the program';
    const why = `The program \`${server.command}\` cannot be started, so there are colours and snippets only: ${error.message ?? error}`;
    // Nobody waits for the answer.
    vscode.window.showWarningMessage(why, way).then((chosen) => {
      if (chosen === way) vscode.commands.executeCommand('workbench.action.openSettings', 'affray.path');
    });
  }
}

async function stop() {
  const stopping = client;
  client = undefined;
  await stopping?.stop();
}

function trace() {
  const wanted = vscode.workspace.getConfiguration(LANGUAGE).get('trace.server');
  client?.setTrace(Trace.fromString(wanted ?? 'off'));
}

/** Calls the program in the terminal, by no shell: a title is a word to it, whatever is in it. */
async function carryOut(command, [uri, title]) {
  try {
    const meant = call(command, uri ?? vscode.window.activeTextEditor?.document.uri.toString(), title);
    const document = vscode.workspace.textDocuments.find((one) => one.isDirty && one.uri.toString() === uri);
    await document?.save();
    const task = new vscode.Task(
      { type: LANGUAGE, command },
      vscode.TaskScope.Workspace,
      meant.label,
      'affray',
      new vscode.ProcessExecution(program(), meant.arguments, { cwd: meant.folder }),
    );
    task.presentationOptions = { clear: true, showReuseMessage: false, panel: vscode.TaskPanelKind.Dedicated };
    await vscode.tasks.executeTask(task);
  } catch (error) {
    vscode.window.showErrorMessage(`Affray: ${error.message}`);
  }
}

module.exports = { activate, deactivate };
