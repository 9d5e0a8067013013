#!/usr/bin/env bash
# The extension for VS Code: installs what it is made of, tests and packs it. Publishes nothing. Needs node 20 or newer; where there is none it
# says so and passes.
set -euo pipefail
cd "$(dirname "$0")"

version=$(node --version 2>/dev/null || true)
version=${version#v}
if [ "${version%%.*}" -lt 20 ] 2>/dev/null || [ -z "$version" ] || ! command -v npm > /dev/null; then
  echo "editors/vscode is not tested: node 20 or newer and npm are needed${version:+, this is node $version}"
  exit 0
fi

npm ci --no-audit --no-fund --loglevel=error
npm test
npm run --silent package
