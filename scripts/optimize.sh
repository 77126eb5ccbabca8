#!/usr/bin/env bash
# Trunk runs this after a build: splits the release WASM where it was built for that (scripts/build.sh), and makes it and
# its scripts smaller where the right wasm-opt and esbuild are there.
#
# Trunk's own step is off (data-wasm-opt="0" in index.html): it takes any wasm-opt on PATH, and old ones turn
# the app into a page that stays blank, while the build reports success.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"

[ "${TRUNK_PROFILE:-}" = release ] || exit 0
cd "$TRUNK_STAGING_DIR"
# assay-<hash>: Trunk takes the hash from the whole program, so the parts of one build share it and never mix with
# those of another.
name=$(basename ./*_bg.wasm _bg.wasm)

# The program as the compiler left it goes through the splitter before wasm-bindgen, so the latter is run again.
if [ -n "${ASSAY_SPLIT:-}" ]; then
  whole=${CARGO_TARGET_DIR:-$ROOT/target}/wasm32-unknown-unknown/web/assay.wasm
  parts=$(mktemp -d)
  trap 'rm -rf "$parts"' EXIT
  wasm-split-cli "$whole" "$parts" --target web --out-name "$name"
  wasm-bindgen --target web --no-typescript --keep-lld-exports --out-dir . --out-name "$name" "$parts/$name.wasm"
  rm "$parts/$name.wasm"
  for part in "$parts"/*.wasm; do
    mv "$part" "$name.$(basename "$part" | sed 's/^split_//')"
  done
  sed "s|\"\./split_|\"./$name.|; s|\"\./chunk_|\"./$name.chunk_|" "$parts/__wasm_split.js" >"$name.parts.js"
  sed -i.whole "s|from \(.\)\./__wasm_split\.js|from \1./$name.parts.js|" "$name.js"
  # The loader of the parts is fetched with the program, not after it.
  sed -i.whole "s|\(<link[^>]*\)$name\.js\([^>]*modulepreload[^>]*>\)|&\1$name.parts.js\2|" index.html
  rm ./*.whole
fi

if [ "$(version_of esbuild --version)" = "$ESBUILD_VERSION" ]; then
  for script in "$name"*.js boot.js worker.js; do
    before=$(wc -c <"$script")
    esbuild --minify --log-level=error "$script" --outfile="$script" --allow-overwrite
    echo "optimize: $script $((before / 1000)) KB to $(($(wc -c <"$script") / 1000)) KB"
  done
else
  echo "optimize: no esbuild $ESBUILD_VERSION here; the scripts stay as they are"
fi

found=$(version_of wasm-opt --version)
if [ "$found" != "$WASM_OPT_VERSION" ]; then
  echo "optimize: no wasm-opt $WASM_OPT_VERSION here${found:+ ($found is another)}; the app stays as the compiler made it"
  exit 0
fi

# What the browsers of the last years know; the parts say no more which of it they use.
features=(bulk-memory nontrapping-float-to-int sign-ext mutable-globals reference-types multivalue)
for wasm in "$name"*.wasm; do
  before=$(wc -c <"$wasm")
  # Sorted by name, functions that one generic function became stand together, and compress better (2 %). What counts is
  # what is fetched: without inlining, and with what repeats left to the compressor, more bytes are fewer there (1 %).
  wasm-opt --reorder-functions-by-name -O2 --shrink-level=2 --skip-pass=simplify-locals --always-inline-max-function-size=0 \
    --one-caller-inline-max-function-size=0 --flexible-inline-max-function-size=0 \
    "${features[@]/#/--enable-}" "$wasm" -o "$wasm.smaller" 2>/dev/null
  mv "$wasm.smaller" "$wasm"
  echo "optimize: $wasm $((before / 1000)) KB to $(($(wc -c <"$wasm") / 1000)) KB"
done
