// The program `affray`, if it has been built: AFFRAY says where it is, else it is looked for in this project.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { ROOT } = require('./tokens.js');

const NAME = process.platform === 'win32' ? 'affray.exe' : 'affray';

/** Where it is; undefined if it is not there. */
function program() {
  const given = process.env.AFFRAY;
  if (given) return path.resolve(given);
  const built = ['debug', 'release'].map((kind) => path.join(ROOT, 'target', kind, NAME));
  return built.find((file) => fs.existsSync(file));
}

/** Why a test that needs it, and this verb of it, cannot be done; false if it can. */
function without(verb) {
  const file = program();
  let why = false;
  if (!file) why = 'the program `affray` has not been built, and AFFRAY does not say where it is';
  else if (spawnSync(file, [verb, '--help']).status !== 0) why = `${file} has no \`affray ${verb}\``;
  if (why && process.env.AFFRAY_MUST) throw new Error(why);
  return why;
}

module.exports = { program, without };
