#!/usr/bin/env bash
# Trunk runs this after a build (scripts/after-build.sh): compiles the arithmetic of the MiniLM add-on into two small
# programs of their own (src/judge/minilm/abi.rs), and writes into the page where they are, and where the model is if
# `make model` has made it. Their names carry their hashes, so files of two builds never mix.
#
#   kernels.sh [FOLDER]    the folder of the build; Trunk names it in TRUNK_STAGING_DIR
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
OUT=$(cd "${1:-${TRUNK_STAGING_DIR:?no folder}}" && pwd)
cd "$ROOT"
SOURCES=src/judge/minilm
MADE=${CARGO_TARGET_DIR:-target}/kernels

main() {
  local metas='' form made
  for form in simd scalar; do
    made=$(built "$form")
    cp "$made" "$OUT/"
    metas+="<meta name=\"assay-kernel-$form\" content=\"$(basename "$made")\">"
  done
  model=$(sed -n 's/^pub const FILE: &str = "\(.*\)";/\1/p' src/judge/minilm.rs)
  [ ! -f "$OUT/$model" ] || metas+="<meta name=\"assay-model\" content=\"$model\">"
  sed -i.before "s|</head>|$metas</head>|" "$OUT/index.html"
  rm "$OUT/index.html.before"
}

# The program in one of its forms: compiled where its sources or the compiler have changed, in some seconds.
built() {
  local form=$1 sources at plain made
  sources=$({ rustc -V; wasm-opt --version 2>/dev/null || true; cat "$SOURCES"/{abi,dots,file,kernel}.rs scripts/kernels.sh; } |
    sha256 | cut -c 1-16)
  at=$MADE/$form-$sources
  if ! ls "$at"/minilm-* >/dev/null 2>&1; then
    mkdir -p "$at"
    plain=$at/plain.wasm
    # The features are named, whatever the compiler's own list is: the scalar form must run where SIMD does not.
    rustc --edition 2024 --crate-name minilm --crate-type cdylib --target wasm32-unknown-unknown \
      -C opt-level=3 -C lto=fat -C codegen-units=1 -C panic=abort -C strip=debuginfo \
      -C "target-feature=$([ "$form" = simd ] && echo + || echo -)simd128" -o "$plain" "$SOURCES/abi.rs"
    if [ "$(version_of wasm-opt --version)" = "$WASM_OPT_VERSION" ]; then
      wasm-opt -O3 --strip-debug --strip-producers "$plain" -o "$plain" 2>/dev/null
    fi
    made=$at/minilm-$form-$(sha256 <"$plain" | cut -c 1-16).wasm
    mv "$plain" "$made"
  fi
  ls "$at"/minilm-*
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi
}

main
