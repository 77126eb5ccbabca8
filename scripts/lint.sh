#!/usr/bin/env bash
# rustfmt and clippy, for this machine and for wasm. Closes with a count, like a test.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"
passed=0 failed=0

check() {
  echo "-- $*"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "-- failed: $*"
  fi
}

check cargo fmt --check
# The list of metrics declares its files in a macro, behind which cargo fmt does not look.
check rustfmt --check --edition 2024 src/metric/*.rs
# Nor at what is compiled on its own.
check rustfmt --check --edition 2024 src/judge/minilm/abi.rs tests/minilm/quick.rs
check cargo clippy --locked --all-targets -- -D warnings
check cargo clippy --locked --lib --bins --test web --target wasm32-unknown-unknown -- -D warnings

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
