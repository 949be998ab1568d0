#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What the series costs with every switch at its default and tracing off, beside the kernel without it:
# size of the text, function by function; sizes of structs; instructions of a page fault, an allocation, a
# page swapped out and one swapped in, counted by QEMU. Nothing here is a time. Prints the numbers of the
# cover letter.
#
# It builds both kernels if they are not in the cache, which takes twenty minutes the first time.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cache=${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel
package=linux-source-6.12
structs="zone task_struct swap_info_struct vm_area_struct mempolicy pglist_data bio"
operations="fault allocation allocation-interleaved swap-out swap-in"

size_of() { pahole -F btf -C "$1" "$2" | sed -n 's|.*/\* size: \([0-9]*\), .*|\1|p' | head -n 1; }
die() { printf 'bench: %s\n' "$*" >&2; exit 1; }
for program in gcc mke2fs pahole python3 qemu-system-x86_64 size; do
	command -v "$program" >/dev/null || die "$program is missing"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The object trees hold what was built last, so vmlinux is looked at right behind its build.
"$here/../build.sh" --unpatched >"$work/unpatched"
"$here/../build.sh" >"$work/patched"
unpatched=$cache/unpatched/obj/vmlinux
patched=$cache/obj/vmlinux
for kernel in unpatched patched; do
	trees=$cache
	[ $kernel = patched ] || trees=$cache/unpatched
	cmp -s "$trees/obj/arch/x86/boot/bzImage" "$(cat "$work/$kernel")/bzImage" ||
		die "$trees/obj was built again since: remove $(cat "$work/$kernel"), and call again"
done

echo "text, data and bss in bytes"
size "$unpatched" "$patched" | awk 'NR > 1 { t[NR] = $1; d[NR] = $2; b[NR] = $3 }
	END { printf "  unpatched %d %d %d\n  patched   %d %d %d\n", t[2], d[2], b[2], t[3], d[3], b[3] }'
echo
echo "functions and data that changed (scripts/bloat-o-meter)"
python3 "$cache/$package/scripts/bloat-o-meter" "$unpatched" "$patched" | sed 's/^/  /'
echo
echo "structs in bytes (pahole)"
for struct in $structs; do
	printf '  %-20s %s %s\n' "$struct" "$(size_of "$struct" "$unpatched")" "$(size_of "$struct" "$patched")"
done

mkdir -p "$work/root/dev" "$work/root/proc" "$work/root/sys"
gcc -O2 -Wall -Wextra -Werror -static -o "$work/root/cost" "$here/main.c"
mke2fs -qF -t ext4 -d "$work/root" "$work/root.img" 16M
# One CPU and two nodes, one instruction a nanosecond.
count() {
	timeout 1800 qemu-system-x86_64 -accel tcg,thread=single -icount shift=0,sleep=off -machine q35 -cpu max -smp 1 -m 1G \
		-object memory-backend-ram,id=m0,size=512M -object memory-backend-ram,id=m1,size=512M \
		-numa node,nodeid=0,cpus=0,memdev=m0 -numa node,nodeid=1,memdev=m1 -nographic -no-reboot -nic none \
		-drive "if=none,id=root,file=$work/root.img,format=raw,readonly=on" -device virtio-blk-pci,drive=root \
		-kernel "$(cat "$work/$1")/bzImage" \
		-append "console=ttyS0 root=/dev/vda ro init=/cost panic=-1 tsc=reliable" </dev/null |
		tr -d '\r' | sed -n 's/^cost //p' >"$work/$1.counts"
	grep -q '^end ' "$work/$1.counts" || die "the $1 kernel did not come to the end"
}
count unpatched
count patched
echo
echo "instructions (QEMU -icount), median of 2001"
for operation in $operations; do
	printf '  %-23s %s %s\n' "$operation" "$(sed -n "s/^$operation //p" "$work/unpatched.counts")" \
		"$(sed -n "s/^$operation //p" "$work/patched.counts")"
done
