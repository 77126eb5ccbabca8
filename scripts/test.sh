#!/usr/bin/env bash
# Runs every test and adds the counts up. The last line is "N passed, N failed, N skipped"; the exit code is
# non-zero when anything failed. A stage that breaks off, or counts nothing, is a failure of its own.
#
#   LINT=1             rustfmt and clippy as well, each counted as one test
#   SLOW=1             the slow tests as well: a real language model, chaos, a hundred calls
#   SLOW_BEGINS_BY=…   seconds since 1970: later than that they are not begun, but skipped and counted as such
#   SLOW_ENDS_BY=…     the same for each of them: one that could take longer is skipped
#   STAGES="native"    only some of: lint native wasm e2e slow
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"

STAGES=${STAGES:-${LINT:+lint} native wasm e2e ${SLOW:+slow}}
LOGS=$(mktemp -d)
trap 'rm -rf "$LOGS"' EXIT
passed=0 failed=0 skipped=0

main() {
  local stage
  for stage in $STAGES; do
    run "$stage"
  done
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
}

native() {
  cargo test --locked --no-fail-fast
}

wasm() {
  local file tests=()
  for file in tests/web*.rs; do
    tests+=(--test "$(basename "$file" .rs)")
  done
  CHROMEDRIVER=$(command -v "${CHROMEDRIVER:-chromedriver}") \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
    WASM_BINDGEN_TEST_WEBDRIVER_JSON=$LOGS/webdriver.json \
    WASM_BINDGEN_TEST_TIMEOUT=120 WASM_BINDGEN_TEST_DRIVER_TIMEOUT=30 \
    cargo test --locked --no-fail-fast --target wasm32-unknown-unknown "${tests[@]}"
}

e2e() {
  scripts/build.sh || return
  CHROMIUM=$(find_chromium) node --test --test-concurrency=2 --test-reporter=spec tests/e2e/*.test.mjs
}

# One file at a time: a model, a browser and this take all the cores there are.
slow() {
  local files=(tests/e2e/slow/*.test.mjs)
  if [ -n "${SLOW_BEGINS_BY:-}" ] && [ "$(date +%s)" -gt "$SLOW_BEGINS_BY" ]; then
    echo "The slow tests are not begun: the tests before them took so long that there may not be time for these."
    echo "Each of their ${#files[@]} files counts as one that was skipped. \`STAGES=slow SLOW=1 scripts/test.sh\` runs them."
    echo "0 passed, 0 failed, ${#files[@]} skipped"
    return
  fi
  [ -f dist/index.html ] || scripts/build.sh || return
  CHROMIUM=$(find_chromium) TESTS_END_BY=${SLOW_ENDS_BY:-} \
    node --test --test-concurrency=1 --test-reporter=spec "${files[@]}"
}

lint() {
  scripts/lint.sh
}

# Runs one stage, shows its output, and adds its count.
run() {
  local log=$LOGS/$1 began=$SECONDS code counts p f s found
  echo
  echo "== $1"
  # The browser that the tests of the wasm stage use is the one that was found, not the driver's guess.
  sed "s|\"goog:chromeOptions\": {|&\n    \"binary\": \"$(find_chromium)\",|" tests/webdriver.json >"$LOGS/webdriver.json"
  "$1" 2>&1 </dev/null | tee "$log"
  code=${PIPESTATUS[0]}
  read -r p f s found <<<"$(awk -f scripts/count.awk "$log")"
  if [ "$found" = 0 ]; then
    echo "== $1 counted no test"
    f=$((f + 1))
  elif [ "$code" != 0 ] && [ "$f" = 0 ]; then
    echo "== $1 broke off (exit code $code)"
    f=1
  fi
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  echo "== $1: $p passed, $f failed, $s skipped, in $((SECONDS - began)) s"
}

main
