#!/usr/bin/env bash
# Builds the release into dist/: static files that work from any host and any sub-path.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"

# --offline: Trunk must take the tools that set-up has checked, and never download its own.
trunk build --release --cargo-profile web --offline --locked
echo "dist/ is ready: $(find dist -type f | wc -l | tr -d ' ') files, $(du -sh dist | cut -f 1 | tr -d ' ')"
