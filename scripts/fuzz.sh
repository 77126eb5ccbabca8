#!/usr/bin/env bash
# Runs each fuzz target for FUZZ_SECONDS (60). Stops at the first input that breaks one, and says where it is.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"
[ -f fuzz/Cargo.toml ] || stop "there are no fuzz targets here." "They would stand in fuzz/fuzz_targets/."

for target in $(cargo +nightly fuzz list); do
  echo "-- $target, ${FUZZ_SECONDS:=60} s"
  # -rss_limit_mb, -timeout: an input that eats memory or time is a fault too.
  # What it finds is kept in the first folder, the second has whole replies to begin with.
  mkdir -p "fuzz/corpus/$target" "fuzz/seeds/$target"
  cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- -max_total_time="$FUZZ_SECONDS" -timeout=5 -rss_limit_mb=2048 -print_final_stats=1
done
