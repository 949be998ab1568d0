#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Switch rule and slots cache while memory is swapped and devices come and go.
set -u
. "$(dirname "$0")/lib.sh"
setup

third=$(make_zram 48)
make_group 48M
./swap on "$disk0"
./swap on "$disk1"
./writer --node 0 --mb 90 --iterations 60000 --seed 1 --cgroup $group --verify &
first=$!
./writer --node 1 --mb 90 --iterations 60000 --seed 2 --cgroup $group --verify &
second=$!
until [ "$(find /run -maxdepth 1 -name 'filled.*' | wc -l)" -ge 2 ]; do sleep 0.2; done

# Devices come and go while the rule is switched.
(
	while [ ! -e /tmp/stop ]; do
		./swap on "$third"
		sleep 0.1
		./swap off-interrupted "$third" 5 2>/dev/null
		./swap off "$third" 2>/dev/null
	done
) &
comings=$!

switches=0
while [ $switches -lt 120 ] && kill -0 $first 2>/dev/null; do
	for value in global roundrobin node; do
		echo $value >$rule || echo "# $value was refused"
		switches=$((switches + 1))
	done
	echo $((switches / 3 % 2)) >$slots
done
echo 1 >$slots
echo "# $switches switches"
check "the rule could be switched under load" [ $switches -ge 30 ]

wait $first
check "the first writer found its memory as it left it" [ $? -eq 0 ]
wait $second
check "the second writer found its memory as it left it" [ $? -eq 0 ]
touch /tmp/stop
wait $comings
rm -f /tmp/stop

./swap off "$third" 2>/dev/null
check "disk0 can be swapped off" ./swap off "$disk0"
check "disk1 can be swapped off" ./swap off "$disk1"
check "no device is left" equal "$(wc -l </proc/swaps)" 1
./swap on "$disk0"
./swap on "$disk1"
check "after all that node still numbers from -2" \
	equal "$(priorities "$disk0" "$disk1")" "-2 -3 "
./swap off "$disk0"
./swap off "$disk1"
check "the kernel has not complained" no_kernel_complaint
finish
