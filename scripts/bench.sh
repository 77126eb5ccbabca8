#!/usr/bin/env bash
# Prints a table of figures: bytes to first use, time to a usable form, replies read and scored a second. They
# are to be looked at; nothing here passes or fails.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"
LOGS=$(mktemp -d)
trap 'rm -rf "$LOGS"' EXIT

main() {
  scripts/build.sh >"$LOGS/build" 2>&1 || { cat "$LOGS/build"; exit 1; }
  figure native cargo bench --quiet --locked --bench replies
  figure judge cargo bench --quiet --locked --bench judge -- time
  sed "s|\"goog:chromeOptions\": {|&\n    \"binary\": \"$(find_chromium)\",|" tests/webdriver.json >"$LOGS/webdriver.json"
  CHROMEDRIVER=$(command -v "${CHROMEDRIVER:-chromedriver}") \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
    WASM_BINDGEN_TEST_WEBDRIVER_JSON=$LOGS/webdriver.json WASM_BINDGEN_TEST_TIMEOUT=120 \
    figure wasm cargo test --locked --profile web --target wasm32-unknown-unknown --bench replies -- --nocapture

  figure links cargo test --quiet --locked --test links links_stay_short -- --nocapture

  CHROMIUM=$(find_chromium) node tests/e2e/bench.mjs
  lighthouse
  echo
  printf '%-52s %12s\n' "replies read and scored a second, native" "$(number native 'replies per second')"
  printf '%-52s %12s\n' "replies read and scored a second, WASM in Chromium" "$(number wasm 'replies per second')"
  for text in "1,000 English" "3,000 English" "500 Chinese"; do
    printf '%-52s %12s\n' "payload of a link with $text characters" "$(number links "$text characters, payload")"
  done
  printf '%-52s %12s\n' "embedded judge, ms per evaluation, native" "$(number native 'embedded judge ms')"
  printf '%-52s %12s\n' "embedded judge, ms per evaluation, WASM in Chromium" "$(number wasm 'embedded judge ms')"
  printf '%-52s %12s\n' "claim figures, 60 + 60 claims × 20 chunks, ms, native" "$(number native 'claim figures ms')"
  printf '%-52s %12s\n' "claim figures, the same, WASM in Chromium" "$(number wasm 'claim figures ms')"
  printf '%-52s %12s\n' "claims scored again from their replies, ms, native" "$(number native 'claims scored again ms')"
  printf '%-52s %12s\n' "claims scored again, WASM in Chromium" "$(number wasm 'claims scored again ms')"
  local bytes
  for bytes in 200 2000 20000 200000 2000000; do
    printf '%-52s %12s\n' "embedded judge, ms, 3 statements, source of $bytes bytes" \
      "$(number judge "judge ms per item, source of $bytes bytes")"
  done
  printf '%-52s %12s\n' "word table, bytes" "$(wc -c <public/words-3.txt)"
}

# Lighthouse is fetched when it is first wanted; the table does without where it can't be had.
lighthouse() {
  local folder=$TOOLS/lighthouse
  if [ ! -e "$folder/node_modules/lighthouse" ]; then
    mkdir -p "$folder"
    npm install --prefix "$folder" --no-audit --no-fund --silent "lighthouse@$LIGHTHOUSE_VERSION" >"$LOGS/lighthouse" 2>&1 || {
      echo "Lighthouse: skipped, npm could not fetch it ($(tail -n 1 "$LOGS/lighthouse"))"
      return 0
    }
  fi
  CHROMIUM=$(find_chromium) node tests/e2e/lighthouse.mjs "$folder" || echo "Lighthouse: skipped, it gave no report"
}

# figure NAME COMMAND…: keeps what a bench prints, and shows it when the bench fails.
figure() {
  local name=$1
  shift
  "$@" >"$LOGS/$name" 2>&1 || { cat "$LOGS/$name"; exit 1; }
}

# number LOG NAME: the figure of that name in the log of a bench.
number() {
  sed -n "s/.*$2: \\([0-9.]*\\).*/\\1/p" "$LOGS/$1" | head -n 1 | grep . || echo "no figure"
}

main
