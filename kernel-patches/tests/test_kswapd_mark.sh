#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# vm.kswapd_wake_mark: who is asked, that a zone between low and high misses its wake-up under low and
# not under zone; and kswapd's waits.
set -u
. "$(dirname "$0")/lib.sh"
mark=/proc/sys/vm/kswapd_wake_mark
tracing=/sys/kernel/tracing
event=$tracing/events/vmscan/mm_kswapd_wake
[ -e $mark ] || skip_all "no vm.kswapd_wake_mark"
[ -e /proc/sys/vm/zone_alloc_policy ] || skip_all "no vm.zone_alloc_policy"
[ -d $event ] || skip_all "no vmscan:mm_kswapd_wake"
setup
# A boost would be part of the high mark in /proc/zoneinfo, and gone a moment later.
echo 0 >/proc/sys/vm/watermark_boost_factor
total=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)

# Let two writers run short of memory; how a kswapd that slept was asked goes to /tmp/asked.
fill() {
	echo >$tracing/trace
	echo 'asleep == 1 && failures < 16' >$event/filter
	echo 1 >$event/enable
	./writer --node 0 --mb $((total * 55 / 100)) --iterations 100 >/dev/null &
	./writer --node 1 --mb $((total * 55 / 100)) --iterations 100 >/dev/null
	wait
	echo 0 >$event/enable
	grep mm_kswapd_wake: $tracing/trace >/tmp/asked
	echo >$tracing/trace
	echo 0 >$event/filter
	echo "# asked $(wc -l </tmp/asked) times, woken $(count 'verdict=woken$')"
}

# A kswapd that is still awake from what ran before is not asked while it is: fill memory again then.
ask() {
	for _ in 1 2 3; do
		fill
		[ ! -s /tmp/asked ] || return 0
	done
}

count() {
	grep -c "$1" /tmp/asked
}

./swap on "$disk0"
./swap on "$disk1"
echo 16384 >$tracing/buffer_size_kb

echo high >$mark
ask
check "high: kswapd is asked" [ -s /tmp/asked ]
check "high: by this rule" equal "$(count 'mark=low ')" 0
check "high: it is not woken before a zone was looked at" equal "$(count 'visits=0 .*verdict=woken$')" 0

echo low >$mark
ask
check "low: kswapd is asked" [ -s /tmp/asked ]
check "low: by this rule" equal "$(count 'mark=high ')" 0
check "low: about the zone that is passed, alone" equal "$(count 'visits=[^1]')" 0
check "low: a zone below it gets one" [ "$(count 'verdict=woken$')" -gt 0 ]

# Zones, given as node * 8 + index, and their high watermarks
awk '$1 == "Node" { zone = $2 * 8 + ($4 == "DMA32") + 2 * ($4 == "Normal") + 3 * ($4 == "Movable") }
	$1 == "high" && NF == 2 { print zone, $2 }' /proc/zoneinfo >/tmp/high

# Under fair the slow path is entered when batches are used up, long before zones are low, so that
# one may be entered while a zone is between its marks: once or so as memory fills up.
between=0
fills=0
echo fair >/proc/sys/vm/zone_alloc_policy
while [ $between -eq 0 ] && [ $fills -lt 6 ]; do
	ask
	fills=$((fills + 1))
	sed -n 's/.* zone=\([0-9]*\) .* visits=1 .* visit_free={0x[0-9a-f]*\([0-9a-f]\{8\}\),.* verdict=balanced$/\1 0x\2/p' \
		/tmp/asked >/tmp/missed
	while read -r zone high; do
		while read -r at free; do
			[ "$at" -ne "$zone" ] || [ $((free)) -gt "$high" ] || between=$((between + 1))
		done </tmp/missed
	done </tmp/high
	echo "# above low: $(wc -l </tmp/missed), of them not above high: $between"
done
echo preferred >/proc/sys/vm/zone_alloc_policy
check "low: a zone between low and high misses its wake-up" [ $between -gt 0 ]

# A zone above low and not above high is not balanced under zone: its kswapd is woken.
echo zone >$mark
echo fair >/proc/sys/vm/zone_alloc_policy
ask
echo preferred >/proc/sys/vm/zone_alloc_policy
check "zone: kswapd is asked" [ -s /tmp/asked ]
check "zone: by this rule" equal "$(count 'mark=[hl]')" 0
check "zone: about the zone that is passed, alone" equal "$(count 'visits=[^1]')" 0
check "zone: without a reserve" equal "$(grep -vc 'visit_reserve={0x[0-9a-f]*00000000,' /tmp/asked)" 0
check "zone: a zone below it gets one" [ "$(count 'verdict=woken$')" -gt 0 ]
passed=0
sed -n 's/.* zone=\([0-9]*\) .* visits=1 .* visit_free={0x[0-9a-f]*\([0-9a-f]\{8\}\),.* verdict=balanced$/\1 0x\2/p' \
	/tmp/asked >/tmp/missed
while read -r zone high; do
	while read -r at free; do
		[ "$at" -ne "$zone" ] || [ $((free)) -gt "$high" ] || passed=$((passed + 1))
	done </tmp/missed
done </tmp/high
check "zone: none between low and high misses its wake-up" equal $passed 0

# kswapd begins to wait and ceases to by turns; who is found asleep was waiting.
echo >$tracing/trace
echo 1 >$tracing/events/vmscan/mm_kswapd_wait/enable
./writer --node 0 --mb $((total * 55 / 100)) --iterations 100 >/dev/null &
./writer --node 1 --mb $((total * 55 / 100)) --iterations 100 >/dev/null
wait
echo 0 >$tracing/events/vmscan/mm_kswapd_wait/enable
grep -o 'mm_kswapd_wait: .*' $tracing/trace | awk '
	{ if ($2 in last && last[$2] == $3) odd++; last[$2] = $3; n++ }
	END { print n + 0, odd + 0 }' >/tmp/waits
echo "# waits $(cat /tmp/waits)"
check "waits were recorded" [ "$(cut -d ' ' -f 1 /tmp/waits)" -gt 1 ]
check "each begins and ends" equal "$(cut -d ' ' -f 2 /tmp/waits)" 0

echo high >$mark
echo fair >/proc/sys/vm/zone_alloc_policy
ask
echo preferred >/proc/sys/vm/zone_alloc_policy
check "high: kswapd is woken for it" [ "$(count 'verdict=woken$')" -gt 0 ]

echo high >$mark
./swap off "$disk0"
./swap off "$disk1"
check "the kernel has not complained" no_kernel_complaint
finish
