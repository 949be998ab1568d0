#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Zone policy and kswapd's mark: defaults, refused values, and what a switch does to the batches.
set -u
. "$(dirname "$0")/lib.sh"
policy=/proc/sys/vm/zone_alloc_policy
mark=/proc/sys/vm/kswapd_wake_mark
tracing=/sys/kernel/tracing
[ "$(id -u)" -eq 0 ] || skip_all "needs root"
[ -e $policy ] || skip_all "no vm.zone_alloc_policy"
[ -e $mark ] || skip_all "no vm.kswapd_wake_mark"
[ -d $tracing/events/kmem/mm_zone_batch ] || skip_all "no kmem:mm_zone_batch"
dmesg -C

check "the policy is preferred by default" equal "$(cat $policy)" preferred
check "the mark is high by default" equal "$(cat $mark)" high
for value in Fair fairly fair_local 'fair local' '' 0 preferredpreferredpreferred '\0'; do
	check "vm.zone_alloc_policy refuses '$value'" refused "$value" $policy
done
for value in High lower highlow zones '' 1 'low high' '\0'; do
	check "vm.kswapd_wake_mark refuses '$value'" refused "$value" $mark
done
for value in low zone high; do
	echo $value >$mark
	check "vm.kswapd_wake_mark takes $value" equal "$(cat $mark)" $value
done

# Zones with managed pages, each with the distance between its low and its high mark, sorted.
batches() {
	awk '$1 == "Node" { nid = $2 + 0; zone = $4 }
		$1 == "low" { low = $2 } $1 == "high" && NF == 2 && !seen[nid, zone]++ { high = $2 }
		$1 == "managed" && $2 > 0 {
			at["DMA"] = 0; at["DMA32"] = 1; at["Normal"] = 2; at["Movable"] = 3
			print nid * 8 + at[zone], high - low
		}' /proc/zoneinfo | sort -n
}

# written MODE REASON: zones and batches of the events in the trace, sorted
written() {
	grep -E "mm_zone_batch: mode=$1 reason=$2 " $tracing/trace | grep -o ' zone=.*' |
		sed 's/ zone=\([0-9]*\) old=[0-9-]* new=\([0-9-]*\) .*/\1 \2/' | sort -n
}

for value in fair fair-local preferred; do
	echo >$tracing/trace
	echo 1 >$tracing/events/kmem/mm_zone_batch/enable
	echo $value >$policy
	echo 0 >$tracing/events/kmem/mm_zone_batch/enable
	check "vm.zone_alloc_policy takes $value" equal "$(cat $policy)" $value
	check "and each zone gets a new batch, high less low" equal "$(written $value mode)" "$(batches)"
done

echo >$tracing/trace
echo 1 >$tracing/events/kmem/mm_zone_batch/enable
echo preferred >$policy
check "the policy that is in force already changes nothing" equal "$(written preferred mode)" ""
pages=$(cat /proc/sys/vm/min_free_kbytes)
echo $((pages * 2)) >/proc/sys/vm/min_free_kbytes
check "the watermarks set batches anew" equal "$(written preferred wmarks)" "$(batches)"
echo "$pages" >/proc/sys/vm/min_free_kbytes
echo 0 >$tracing/events/kmem/mm_zone_batch/enable

# marks: zones with managed pages and their watermarks with the boost, sorted
marks() {
	awk '$1 == "Node" { nid = $2 + 0; zone = $4 }
		NF == 2 && $1 ~ /^(min|low|high)$/ && !(($1, nid, zone) in mark) { mark[$1, nid, zone] = $2 }
		$1 == "boost" { boost[nid, zone] = $2 }
		$1 == "managed" && $2 > 0 {
			at["DMA"] = 0; at["DMA32"] = 1; at["Normal"] = 2; at["Movable"] = 3
			print nid * 8 + at[zone], mark["min", nid, zone] - boost[nid, zone],
				mark["low", nid, zone] - boost[nid, zone], mark["high", nid, zone] - boost[nid, zone]
		}' /proc/zoneinfo | sort -n
}
echo >$tracing/trace
echo 1 >$tracing/events/kmem/mm_zone_marks/enable
echo $((pages * 2)) >/proc/sys/vm/min_free_kbytes
echo 0 >$tracing/events/kmem/mm_zone_marks/enable
grep 'mm_zone_marks: reason=set ' $tracing/trace | sed 's/.* zone=\([0-9]*\) min=\([0-9]*\) low=\([0-9]*\) high=\([0-9]*\) .*/\1 \2 \3 \4/' |
	sort -n >/tmp/marks
check "setting the watermarks reports each zone's" equal "$(cat /tmp/marks)" "$(marks)"
check "and ends their boost" equal "$(grep 'mm_zone_marks: reason=set ' $tracing/trace | grep -vc 'boost=0$')" 0
echo "$pages" >/proc/sys/vm/min_free_kbytes
echo >$tracing/trace
check "the kernel has not complained" no_kernel_complaint
finish
