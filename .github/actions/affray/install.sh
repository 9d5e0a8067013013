#!/usr/bin/env bash
# Puts the program into a folder, unless it is there already: from the archive of a release, or built from the project in which this script lies.
#
#   AFFRAY_FOLDER   the folder; the program is FOLDER/bin/affray
#   AFFRAY_ARCHIVE  the address of an archive that `.ci/archive` has made (default: none, it is built)
#   AFFRAY_SHA256   the checksum that the archive must have
set -euo pipefail

program=$AFFRAY_FOLDER/bin/affray
if [ -x "$program" ]; then
  "$program" --version
  exit 0
fi
mkdir -p "$AFFRAY_FOLDER/bin"
if [ -n "${AFFRAY_ARCHIVE:-}" ]; then
  [ -n "${AFFRAY_SHA256:-}" ] || { echo "::error::an archive needs its checksum (sha256)"; exit 2; }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  curl --fail --silent --show-error --location --proto '=https,file' --output "$work/archive.tar.gz" -- "$AFFRAY_ARCHIVE"
  if command -v sha256sum > /dev/null; then
    found=$(sha256sum < "$work/archive.tar.gz")
  else
    found=$(shasum -a 256 < "$work/archive.tar.gz")
  fi
  if [ "${found%% *}" != "$AFFRAY_SHA256" ]; then
    echo "::error::the archive has another checksum: ${found%% *}"
    exit 2
  fi
  tar -xzf "$work/archive.tar.gz" -C "$work"
  cp "$work"/affray-*/affray "$program"
else
  root=$(cd "$(dirname "$0")/../../.." && pwd)
  cargo install --locked --root "$AFFRAY_FOLDER" --path "$root"
fi
"$program" --version
