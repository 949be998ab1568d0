#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A minute of switching policy, mark, zone_reclaim_mode and watermarks while memory is written, read
# and swapped; then each policy meets a machine that is out of memory.
set -u
. "$(dirname "$0")/lib.sh"
policy=/proc/sys/vm/zone_alloc_policy
mark=/proc/sys/vm/kswapd_wake_mark
[ -e $policy ] || skip_all "no vm.zone_alloc_policy"
[ -e $mark ] || skip_all "no vm.kswapd_wake_mark"
setup
reclaim=/proc/sys/vm/zone_reclaim_mode
free=/proc/sys/vm/min_free_kbytes
free_before=$(cat $free)
seconds=60
total=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)

./swap on "$disk0"
./swap on "$disk1"
half=$((total * 55 / 100))
./writer --node 0 --mb $half --iterations 100000000 --seed 1 >/dev/null &
first=$!
./writer --node 1 --mb $((half / 2)) --iterations 100000000 --seed 2 >/dev/null &
second=$!
# One that looks at its memory again and again
(
	while [ ! -e /tmp/stop ]; do
		./writer --node 1 --mb $((half / 2)) --iterations 3000 --verify >/dev/null || exit 1
	done
) &
verifying=$!
# The page cache and the atomic allocations of block devices, all the while
(while [ ! -e /tmp/stop ]; do cat "$(command -v python3)" /bin/* >/dev/null 2>&1; done) &
reading=$!

switches=0
end=$(($(date +%s) + seconds))
while [ "$(date +%s)" -lt $end ]; do
	for value in fair fair-local preferred fair preferred fair-local; do
		echo $value >$policy || echo "# $value was refused"
		echo $((switches / 6 % 2)) >$reclaim
		[ $((switches % 4)) -lt 2 ] && echo low >$mark || echo high >$mark
		[ $((switches % 12)) -eq 0 ] && echo $((free_before * (1 + switches / 12 % 3))) >$free
		switches=$((switches + 1))
	done
done
echo "# $switches switches in $seconds s"
check "policy and mark could be switched under load" [ $switches -ge 60 ]
touch /tmp/stop
wait $verifying
check "every page was found as it was written" [ $? -eq 0 ]
wait $reading
rm -f /tmp/stop
echo 0 >$reclaim
echo "$free_before" >$free
kill $first $second
wait $first
check "the first writer was stopped by us and by nothing else" equal $? 143
wait $second
check "the second writer was stopped by us and by nothing else" equal $? 143

check "disk0 can be swapped off" ./swap off "$disk0"
check "disk1 can be swapped off" ./swap off "$disk1"
check "until then the kernel has not complained" no_kernel_complaint

# What is asked for is not there: somebody has to go, and it is the one who asks for most.
for value in preferred fair fair-local; do
	echo $value >$policy
	dmesg -C
	./writer --node 0 --mb $((total * 2)) >/dev/null 2>&1
	check "$value: who wants more than there is is killed" equal $? 137
	check "$value: by the kernel, for want of memory" sh -c 'dmesg | grep -q "Out of memory: Killed process .* (writer)"'
	check "$value: afterwards there is memory" ./writer --node 1 --mb 40 --verify
	check "$value: the kernel has not complained" no_kernel_complaint
done
echo preferred >$policy
echo high >$mark
finish
