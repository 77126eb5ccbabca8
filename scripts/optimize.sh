#!/usr/bin/env bash
# Trunk runs this after a build: makes the release WASM smaller where the right wasm-opt is there.
#
# Trunk's own step is off (data-wasm-opt="0" in index.html): it takes any wasm-opt on PATH, and old ones turn
# the app into a page that stays blank, while the build reports success.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"

[ "${TRUNK_PROFILE:-}" = release ] || exit 0

found=$(version_of wasm-opt --version)
if [ "$found" != "$WASM_OPT_VERSION" ]; then
  echo "optimize: no wasm-opt $WASM_OPT_VERSION here${found:+ ($found is another)}; the app stays as the compiler made it"
  exit 0
fi

for wasm in "$TRUNK_STAGING_DIR"/*_bg.wasm; do
  before=$(wc -c <"$wasm")
  wasm-opt -Oz "$wasm" -o "$wasm.smaller"
  mv "$wasm.smaller" "$wasm"
  echo "optimize: $((before / 1000)) KB to $(($(wc -c <"$wasm") / 1000)) KB"
done
