// What the commands above a scenario come to. Knows nothing of the editor.
'use strict';

const path = require('node:path');
const { fileURLToPath } = require('node:url');

/** The commands of the language server's code lenses, each with the arguments for the program. */
const COMMANDS = {
  'affray.run': (file, title) => ['run', file, ...chosen(title)],
  'affray.why': (file, title) => ['why', file, ...chosen(title)],
  // Without a title: all that wait of this file.
  'affray.acceptSnapshot': (file, title) => ['accept', '--', title ?? file],
};

/** The title goes with its option in one word: it may begin with a dash. */
const chosen = (title) => (title === undefined ? [] : [`--scenario=${title}`]);

/**
 * The call that a command means: the arguments of the program, the folder it is called in, and a name for people.
 * @param {string} command one of COMMANDS
 * @param {unknown} uri the address of the file: a text, or something with a `uri`
 * @param {unknown} title the title of the scenario, if one is meant
 */
function call(command, uri, title) {
  const address = typeof uri === 'string' ? uri : uri?.uri ?? uri?.toString?.();
  if (typeof address !== 'string' || !address.startsWith('file:')) {
    throw new Error('the file has to be saved first');
  }
  const file = fileURLToPath(address);
  const name = typeof title === 'string' ? title : undefined;
  const make = COMMANDS[command];
  return {
    arguments: make(path.basename(file), name),
    folder: path.dirname(file),
    label: `${command.replace('affray.', '')} ${name ?? path.basename(file)}`,
  };
}

module.exports = { COMMANDS, call };
