#!/usr/bin/env bash
# BLEU, chrF and ROUGE beside sacreBLEU and rouge_score on the same pairs in the same run (scripts/bench-peers.py).
# Makes a Python environment for the two in .tools/peers, once.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"

PEERS=$TOOLS/peers
if ! "$PEERS/bin/python" -c 'import rouge_score, sacrebleu' 2>/dev/null; then
  command -v python3 >/dev/null || stop "Python is missing." "Install Python 3 with venv and pip, and run this again."
  say "installing sacrebleu and rouge_score into .tools/peers (pip, 60 MB, some seconds)"
  python3 -m venv "$PEERS"
  "$PEERS/bin/pip" install --quiet sacrebleu==2.6.0 rouge_score==0.1.2
fi
CHROMIUM_FOUND=$(find_chromium) exec "$PEERS/bin/python" scripts/bench-peers.py
