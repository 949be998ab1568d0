#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Lab only: a zram device that is given a node counts as local to it.
set -u
. "$(dirname "$0")/lib.sh"
override=/sys/kernel/mm/swap/node_override
[ -e $override ] || skip_all "built without SWAP_NODE_OVERRIDE"
setup
tracing=/sys/kernel/tracing

busy() {
	! printf '%s\n' "$1" | tee $override 2>/tmp/busy.err >/dev/null || return 1
	grep -q 'busy' /tmp/busy.err
}

zram=$(make_zram 16)
name=$(basename "$zram")
check "a node that does not exist is refused" refused "$name 9" $override
check "a word is refused" refused "$name one" $override
check "a name alone is refused" refused "$name" $override
echo "$name 1" >$override
check "the file shows what was written" grep -qx "$name 1" $override

echo >$tracing/trace
echo 1 >$tracing/events/swap/mm_swap_list/enable
./swap on "$disk0"
./swap on "$zram"
echo 0 >$tracing/events/swap/mm_swap_list/enable
check "the device is local to node 1" grep -q "node_id=1 .*name=$name" $tracing/trace
check "a disk in use is refused" busy "$name 0"
./swap off "$zram"
./swap off "$disk0"
echo "$name -1" >$override
check "the kernel has not complained" no_kernel_complaint
finish
