#!/usr/bin/env bash
# The workbench: builds the binding and the page, tests the parts, then the page in Chromium. Publishes nothing. Needs node 20.19 or newer, npm, cargo with
# the target wasm32-unknown-unknown, and Chromium, which it installs from Debian's packages where it may. What is missing is said, and is an error
# where AFFRAY_MUST=1 is set. Arguments are those of `node --test`, and choose what is tested.
set -euo pipefail
cd "$(dirname "$0")"

missing() {
  echo "editors/web is not tested: $1"
  [ "${AFFRAY_MUST:-}" != 1 ] || exit 1
  exit 0
}

version=$(node --version 2>/dev/null || true)
major=${version#v}
major=${major%%.*}
if ! [ "${major:-0}" -ge 20 ] 2>/dev/null || ! command -v npm > /dev/null; then
  missing "node 20.19 or newer and npm are needed${version:+, this is node $version}"
fi
target=wasm32-unknown-unknown
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  rustup target add "$target" || missing "the target $target of the compiler is needed"
fi
# The one without windows is preferred: its pages are there in half of the time.
if [ -z "${CHROMIUM:-}" ] && ! command -v chromium-headless-shell > /dev/null; then
  if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
    (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell) > /dev/null ||
      command -v chromium > /dev/null || apt-get install -y -qq --no-install-recommends chromium > /dev/null || true
  fi
  command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null ||
    missing "Chromium is needed: Debian's package chromium-headless-shell or chromium, or its path in CHROMIUM"
fi

npm ci --no-audit --no-fund --loglevel=error
# The same program, built in a fifth of the time. The tests of the parts need none of it.
AFFRAY_WASM=quick node ../../bindings/wasm/build.mjs &
build=$!
[ $# -gt 0 ] || npm test
wait "$build"
npm run --silent page
if [ $# -gt 0 ]; then
  node --test "$@"
else
  # `npm run e2e` is all of it.
  AFFRAY_SHORT=1 npm run --silent e2e
fi
