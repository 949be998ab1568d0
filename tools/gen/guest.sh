#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The kernel that boots in a page, from its sources to its saved state in datasets/guest.
set -eu
cd "$(dirname "$0")/../.."

kernel=$(kernel-patches/build.sh --guest)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kernel-patches/guest/initrd.sh "${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel/guest/linux-source-6.12" "$work/initrd.xz"
node tools/gen/guest.mjs "$kernel/bzImage" "$work/initrd.xz" /usr/share/seabios/bios.bin "$work"
mkdir -p datasets/guest
zstd -19 -q -f "$work/state.bin" -o datasets/guest/state.zst
python3 tools/gen/guest.py "$work/texts.json" "$kernel" datasets/guest/state.zst >datasets/guest/guest.json
ls -l datasets/guest
