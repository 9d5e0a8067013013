#!/usr/bin/env bash
# The package for Python: makes an environment, builds and installs the package as an author would, and runs its tests and the notebooks. Publishes
# nothing. Needs Python 3.10 or newer with venv, and cargo. What is missing is said, and is an error where AFFRAY_MUST=1 is set. AFFRAY is the path of the
# program that the package is held against; without it those tests are left out. Arguments are those of pytest, and choose what is tested.
set -euo pipefail
cd "$(dirname "$0")"

missing() {
  echo "bindings/python is not tested: $1"
  [ "${AFFRAY_MUST:-}" != 1 ] || exit 1
  exit 0
}

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2> /dev/null || missing "Python 3.10 or newer is needed"
"$python" -c 'import ensurepip, venv' 2> /dev/null || missing "Python's modules venv and ensurepip are needed (Debian: python3-venv)"
command -v cargo > /dev/null || missing "cargo is needed"

environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT
"$python" -m venv "$environment"
# The library that the crate's tests have built is used again.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../../target}
[ $# -gt 0 ] || cargo clippy --all-targets --locked --features shared -- -D warnings
# Of what is installed, little is imported: that is compiled then.
"$environment/bin/pip" install --quiet --no-compile --disable-pip-version-check --config-settings=build-args="--profile dev --locked --features shared" ".[test,notebooks]"
AFFRAY=${AFFRAY:+$(realpath "$AFFRAY")} "$environment/bin/python" -m pytest -q -p no:cacheprovider tests "$@"
