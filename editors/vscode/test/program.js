// The program `affray`, if it has been built: AFFRAY says where it is, else it is looked for in this project.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { ROOT } = require('./tokens.js');

const NAME = process.platform === 'win32' ? 'affray.exe' : 'affray';

/** The folder that cargo builds into: `target` of this project, unless CARGO_TARGET_DIR or a configuration says otherwise. */
function built() {
  const answer = spawnSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: ROOT, encoding: 'utf8' });
  return answer.status === 0 ? JSON.parse(answer.stdout).target_directory : path.join(ROOT, 'target');
}

/** Where the program is; undefined if it is not there. */
function find() {
  const given = process.env.AFFRAY;
  if (given) return path.resolve(given);
  const folder = built();
  return ['debug', 'release'].map((kind) => path.join(folder, kind, NAME)).find((file) => fs.existsSync(file));
}

const found = find();

/** Where it is; undefined if it is not there. */
const program = () => found;

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
