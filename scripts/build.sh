#!/usr/bin/env bash
# Builds the release into dist/: static files that work from any host and any sub-path.
#
# It is built to be split (src/ui/later.rs): what a first evaluation doesn't need becomes files of their own. The
# splitter (scripts/optimize.sh) needs the relocations that the linker would otherwise throw away.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
cd "$ROOT"

# A target folder of its own: some crates ask whether the compiler takes unstable features, and would be compiled anew
# at each change between this build and the tests.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/web

# The standard library is built along, small and without the text of panics (7 % of the program): code that can't panic
# on input needs no message for it, and the browser's own trace says where it was. Cargo calls that unstable, so a
# compiler that knows nothing of it builds with the library that it brought.
small_std=()
std=$(std_source)
if [ -n "$std" ] && std_crates "$std" --offline; then
  export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
  small_std=(-Zunstable-options -Cpanic=immediate-abort)
else
  echo "build: Rust's standard library as it comes with the compiler: the app works the same and is 7 % larger"
fi

# Where panics name a source file, its path begins at its crate: smaller, and the same on every machine.
short=()
for place in "$(rustc --print sysroot)/lib/rustlib/src/rust/library" "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
  # The flags are split at spaces: a path with one stays long.
  case $place in *[[:space:]]*) ;; *) short+=("--remap-path-prefix=$place/=") ;; esac
done
# Added to the flags in .cargo/config.toml.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--cfg split -Clink-args=--emit-relocs ${small_std[*]-} ${short[*]-}"
# --offline: Trunk must take the tools that set-up has checked, and never download its own.
ASSAY_SPLIT=yes trunk build --release --cargo-profile web --offline --locked
echo "dist/ is ready: $(find dist -type f | wc -l | tr -d ' ') files, $(du -sh dist | cut -f 1 | tr -d ' ')"
