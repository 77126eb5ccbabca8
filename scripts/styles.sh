#!/usr/bin/env bash
# Trunk runs this after a build (scripts/after-build.sh): makes one style sheet of the many, in the order in which
# index.html names them. One request instead of thirteen holds up the first paint, and one text compresses better.
set -euo pipefail
cd "${TRUNK_STAGING_DIR:?no folder}"

[ "${TRUNK_PROFILE:-}" = release ] || exit 0

sheets=$(grep -o '<link [^>]*stylesheet[^>]*>' index.html | grep -o '[^"=/ ]*\.css')
# shellcheck disable=SC2086 # names without spaces: Trunk's
cat $sheets >style.css
name=style-$(sha256sum style.css | cut -c 1-16).css
# shellcheck disable=SC2086
rm $sheets
mv style.css "$name"

# The first link becomes the only one.
awk -v link="<link rel=\"stylesheet\" href=\"./$name\">" '
  { while (match($0, /<link [^>]*stylesheet[^>]*>/)) {
      $0 = substr($0, 1, RSTART - 1) (links++ ? "" : "\001") substr($0, RSTART + RLENGTH) }
    sub("\001", link); print }' index.html >index.html.new
mv index.html.new index.html
