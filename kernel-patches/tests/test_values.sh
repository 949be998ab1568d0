#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Defaults, refused values, and the priorities that each rule gives.
set -u
. "$(dirname "$0")/lib.sh"

[ -e $rule ] && check "the rule is node by default" equal "$(cat $rule)" node
[ -e $slots ] && check "the slots cache is on by default" equal "$(cat $slots)" 1
setup

for value in Node nodes '' 'node global' roundrobinroundrobin 0 '\0'; do
	check "vm.swap_device_select refuses '$value'" refused "$value" $rule
done
for value in 2 -1 on '' 18446744073709551617; do
	check "vm.swap_slots_cache refuses '$value'" refused "$value" $slots
done
for value in global roundrobin node; do
	echo $value >$rule
	check "vm.swap_device_select takes $value" equal "$(cat $rule)" $value
done
for value in 0 1; do
	echo $value >$slots
	check "vm.swap_slots_cache takes $value" equal "$(cat $slots)" $value
done

third=$(make_zram 32)
fixed=$(make_zram 32)
./swap on "$disk0"
./swap on "$disk1"
./swap on "$third"
./swap on "$fixed" 7
all="$disk0 $disk1 $third $fixed"

# shellcheck disable=SC2086
{
	check "node numbers from -2" equal "$(priorities $all)" "-2 -3 -4 7 "
	echo global >$rule
	check "global numbers from -1" equal "$(priorities $all)" "-1 -2 -3 7 "
	echo roundrobin >$rule
	check "roundrobin gives all -1" equal "$(priorities $all)" "-1 -1 -1 7 "
	./swap off "$disk0"
	check "roundrobin renumbers nobody at swapoff" equal "$(priorities $all)" "-1 -1 7 "
	./swap on "$disk0"
	echo node >$rule
	check "back to node, ranks are those of swapon" equal "$(priorities $all)" "-4 -2 -3 7 "
	./swap off "$disk1"
	check "node closes the gap at swapoff" equal "$(priorities $all)" "-3 -2 7 "
	echo global >$rule
	./swap off "$third"
	check "global closes the gap at swapoff" equal "$(priorities $all)" "-1 7 "
	./swap on "$third"
	check "global numbers on" equal "$(priorities $all)" "-1 -2 7 "
}
./swap off "$disk0"
./swap off "$third"
./swap off "$fixed"
check "all devices go" equal "$(wc -l </proc/swaps)" 1
echo node >$rule
check "the kernel has not complained" no_kernel_complaint
finish
