#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The trace events: nothing is missing between the first and the last one.
set -u
. "$(dirname "$0")/lib.sh"
setup
tracing=/sys/kernel/tracing
[ -d $tracing/events/swap/mm_swap_select ] || skip_all "no swap trace events"

# gaps: how many numbers are missing in the sorted list of seq
gaps() {
	grep -o ' seq=[0-9]*' /tmp/trace.txt | cut -d= -f2 | sort -n |
		awk 'NR > 1 && $1 != last + 1 { gaps++ } { last = $1 } END { print gaps + 0 }'
}

given() {
	sed -n 's/.*mm_swap_select: .* ret=\([0-9]*\)$/\1/p' /tmp/trace.txt | awk '{ n += $1 } END { print n + 0 }'
}
freed() {
	sed -n 's/.*mm_swap_free: .* n=\([0-9]*\) .*/\1/p' /tmp/trace.txt | awk '{ n += $1 } END { print n + 0 }'
}
# left_in_use: what the last mm_swap_free of each device reported
left_in_use() {
	for type in 0 1; do
		grep "mm_swap_free: type=$type " /tmp/trace.txt | tail -n 1 | sed 's/.* used=//' | tr '\n' ' '
	done
}

make_group 24M
echo 0 >$slots
echo 16384 >$tracing/buffer_size_kb
echo >$tracing/trace
echo 1 >$tracing/events/swap/enable
./swap on "$disk0"
./swap on "$disk1"
./writer --node 1 --mb 48 --iterations 500 --cgroup $group
for value in global roundrobin node; do
	echo $value >$rule
	./writer --node 1 --mb 30 --cgroup $group
done
./swap off "$disk0"
./swap off "$disk1"
echo 0 >$tracing/events/swap/enable
grep mm_swap_ $tracing/trace >/tmp/trace.txt
echo >$tracing/trace
echo 1 >$slots

check "decisions were recorded" [ "$(grep -c mm_swap_select /tmp/trace.txt)" -gt 1000 ]
check "swapon, switches and swapoff were recorded" [ "$(grep -c mm_swap_list /tmp/trace.txt)" -ge 19 ]
check "no number is missing" equal "$(gaps)" 0
# What was given and not given back is in use: nothing after swapoff.
check "slots given back were recorded" [ "$(grep -c mm_swap_free /tmp/trace.txt)" -gt 100 ]
check "as many as were given" equal "$(freed)" "$(given)"
check "after swapoff no slot is in use" equal "$(left_in_use)" "0 0 "
check "the first decision on node 1 took the local disk" \
	equal "$(grep -m 1 mm_swap_select /tmp/trace.txt | grep -o ' type=[0-9-]*')" " type=1"
check "the kernel has not complained" no_kernel_complaint
finish
