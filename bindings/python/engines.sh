#!/usr/bin/env bash
# Sweeps on Ray and on Dask, each with two workers of which one is killed: installs what they need into a folder of its own,
# builds the package and runs the tests. Takes some minutes and 2 GB of packages, and is no part of `.ci/run`. Needs Python 3.10 or newer and cargo.
# What is missing is said, and is an error where AFFRAY_MUST=1 is set. `AFFRAY_ENGINES=FOLDER` keeps that folder for the next time.
set -euo pipefail
cd "$(dirname "$0")"

missing() {
  echo "the engines are not tested: $1"
  [ "${AFFRAY_MUST:-}" != 1 ] || exit 1
  exit 0
}

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2> /dev/null || missing "Python 3.10 or newer is needed"
command -v cargo > /dev/null || missing "cargo is needed"

if [ -n "${AFFRAY_ENGINES:-}" ]; then
  venv=$AFFRAY_ENGINES
else
  venv=$(mktemp -d)
  trap 'rm -rf "$venv"' EXIT
fi
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || missing "the module venv of Python is needed"
# Less optimised than a release: built in a third of the time.
export MATURIN_PEP517_ARGS="${MATURIN_PEP517_ARGS:---profile dev}"
"$venv/bin/pip" install --quiet --disable-pip-version-check '.[engines]'
# Ray tells who makes it what is done with it, if it may.
export RAY_USAGE_STATS_ENABLED=0 PATH="$venv/bin:$PATH"
"$venv/bin/python" -m pytest -m engines -p no:cacheprovider "$@"
