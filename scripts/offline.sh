#!/usr/bin/env bash
# Writes the list of the built files, each with its hash, into the service worker. So a new build is a new worker, and
# the worker can tell a file of another build from its own.
#
#   offline.sh [FOLDER]    the folder of the build; Trunk names it in TRUNK_STAGING_DIR
set -euo pipefail
cd "${1:-${TRUNK_STAGING_DIR:?no folder}}"

# A picture for the README is no part of the app. The model of the MiniLM add-on has a cache of its own
# (model-worker.js), which outlives a version.
list=$(find . -type f ! -name sw.js ! -name screenshot.png ! -path './model/*' | LC_ALL=C sort |
  while read -r file; do
    hash=$(sha256sum "$file" | cut -d ' ' -f 1)
    printf '  ["%s", "%s", %s],\n' "${file#./}" "$hash" "$(wc -c <"$file" | tr -d ' ')"
  done)
awk -v list="$list" '/^const FILES = \[\];/ { print "const FILES = [\n" list "\n];"; next } { print }' sw.js >sw.js.new
mv sw.js.new sw.js
