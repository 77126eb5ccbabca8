#!/usr/bin/env bash
# Builds the release and serves it on this machine alone, until Ctrl+C. Builds again when a source changes.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"
PORT=${PORT:-8080}

if (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then
  stop "port $PORT is taken." "Choose another: make run PORT=$((PORT + 1))"
fi

watched=()
for path in src style public prompts index.html Cargo.toml Cargo.lock; do
  [ -e "$path" ] && watched+=(--watch "$path")
done

model=$(sed -n 's/^pub const FILE: &str = "\(.*\)";/\1/p' src/judge/minilm.rs)
[ -f "public/$model" ] || say "without the MiniLM model, which only some metrics use; \`make model\` adds it (84 MB)"

echo
echo "Assay is being built (two minutes the first time), then it is at  http://127.0.0.1:$PORT"
echo
# --no-autoreload: the reload script would be an inline one, which the page's security policy forbids.
exec trunk serve --release --cargo-profile web --offline --locked --no-autoreload --address 127.0.0.1 --port "$PORT" "${watched[@]}"
