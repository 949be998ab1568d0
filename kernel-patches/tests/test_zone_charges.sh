#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What is charged to the zones' batches: every page once, to the round it falls into, and what an
# event filter hides shows as a gap.
set -u
. "$(dirname "$0")/lib.sh"
policy=/proc/sys/vm/zone_alloc_policy
tracing=/sys/kernel/tracing
here=$(dirname "$0")
[ -e $policy ] || skip_all "no vm.zone_alloc_policy"
[ -d $tracing/events/kmem/mm_zone_select ] || skip_all "no kmem:mm_zone_select"
setup

found() {
	grep -o " $1=[0-9]*" /tmp/found | cut -d= -f2
}

# charged POLICY FILTER: what zone_charges.awk finds while two tasks read
charged() {
	echo "$2" >$tracing/events/kmem/mm_zone_select/filter
	echo 3 >/proc/sys/vm/drop_caches
	echo >$tracing/trace
	echo 1 >$tracing/events/kmem/mm_zone_batch/enable
	echo 1 >$tracing/events/kmem/mm_zone_select/enable
	echo "$1" >$policy
	dd if="$disk0" of=/dev/null bs=128k count=160 2>/dev/null &
	dd if="$disk1" of=/dev/null bs=128k count=160 2>/dev/null
	wait
	echo 0 >$tracing/events/kmem/mm_zone_select/enable
	echo 0 >$tracing/events/kmem/mm_zone_batch/enable
	echo preferred >$policy
	echo 0 >$tracing/events/kmem/mm_zone_select/filter
	lost=$(cat $tracing/per_cpu/cpu*/stats | awk '/^(overrun|dropped events|commit overrun):/ { n += $NF } END { print n }')
	awk -f "$here/zone_charges.awk" $tracing/trace >/tmp/found
	sed 's/^/# /' /tmp/found
}

echo 24576 >$tracing/buffer_size_kb
for value in fair fair-local; do
	charged $value 0
	check "$value: no event is lost" equal "$lost" 0
	check "$value: pages were charged" [ "$(found pages)" -gt 5000 ]
	check "$value: batches were reset" [ "$(found resets)" -gt 6 ]
	check "$value: each charge is of its round" equal "$(found wrong)" 0
	check "$value: no page is missing" equal "$(found hidden)" 0
done
charged fair 'order == 0 && pfn & 1'
check "filtered: each charge is of its round" equal "$(found wrong)" 0
check "filtered: what is hidden shows" [ "$(found hidden)" -gt 1000 ]
echo 16384 >$tracing/buffer_size_kb
echo >$tracing/trace
check "the kernel has not complained" no_kernel_complaint
finish
