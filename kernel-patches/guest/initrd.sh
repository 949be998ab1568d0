#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Build the initrd of the guest that runs in a page: init.c alone, without a libc. The same sources give the same bytes.
#
#   initrd.sh SOURCE FILE     SOURCE: the kernel's sources, for nolibc and gen_init_cpio
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
source=$1
file=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

gcc -m32 -static -nostdlib -Os -fno-pie -no-pie -fno-stack-protector -fno-asynchronous-unwind-tables \
	-Wall -Wextra -Werror -I "$source/tools/include/nolibc" -o "$work/init" "$here/init.c" \
	-s -Wl,--build-id=none -lgcc
gcc -O1 -o "$work/gen_init_cpio" "$source/usr/gen_init_cpio.c"
cat >"$work/list" <<L
dir /dev 755 0 0
nod /dev/console 600 0 0 c 5 1
dir /proc 755 0 0
dir /sys 755 0 0
file /init $work/init 755 0 0
L
"$work/gen_init_cpio" -t 0 "$work/list" | xz --check=crc32 --lzma2=dict=512KiB >"$file"
