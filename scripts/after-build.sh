#!/usr/bin/env bash
# Trunk runs this after a build, on the files that it has made and not yet put into dist/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/styles.sh
scripts/optimize.sh
scripts/kernels.sh
scripts/offline.sh
