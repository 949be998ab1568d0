#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Which zones give pages: the preferred one alone, or all in proportion to their batches.
set -u
. "$(dirname "$0")/lib.sh"
policy=/proc/sys/vm/zone_alloc_policy
tracing=/sys/kernel/tracing
event=$tracing/events/kmem/mm_zone_select
[ "$(id -u)" -eq 0 ] || skip_all "needs root"
[ -e $policy ] || skip_all "no vm.zone_alloc_policy"
[ -d $event ] || skip_all "no kmem:mm_zone_select"
[ -x ./writer ] || skip_all "./writer is not here"
[ -d /sys/devices/system/node/node1 ] || skip_all "one node only"
dmesg -C

# took MB WHO: let a writer on CPU 0, which is of node 0, touch so much memory; a line "zone pages"
# for each zone that gave pages to WHO, a name and a CPU, of the allocations that could use all zones.
# A trace gives a task its last name: what the writer is on another CPU is taskset, before it moves.
took() {
	echo 10000 >$tracing/buffer_size_kb
	echo >$tracing/trace
	echo 'end == 0 && highest >= 2' >$event/filter
	echo 1 >$event/enable
	taskset -c 0 ./writer --mb "$1" >/dev/null
	echo 0 >$event/enable
	grep "^ *$2 " $tracing/trace | sed 's/.* order=\([0-9]*\).* zone=\([0-9]*\).*/\1 \2/' |
		awk '{ pages[$2] += 2 ^ $1 } END { for (zone in pages) print zone, pages[zone] }'
	echo >$tracing/trace
	echo 0 >$event/filter
}
everybody='.*-[0-9]* *\[[0-9]*\]'
writer='writer-[0-9]* *\[000\]'

# share ZONE: its part of the pages, in thousandths
share() {
	awk -v zone="$1" '{ all += $2; if ($1 == zone) its = $2 } END { printf "%d\n", its * 1000 / all + 0.5 }' /tmp/took
}

# batch NODE ZONE: high less low
batch() {
	awk -v nid="$1," -v zone="$2" '$1 == "Node" { ours = $2 == nid && $4 == zone }
		ours && $1 == "low" { low = $2 } ours && $1 == "high" && NF == 2 && !seen++ { print $2 - low }' /proc/zoneinfo
}

# The highest zone of a node that has pages, by name.
highest() {
	awk -v nid="$1," '$1 == "Node" { ours = $2 == nid; zone = $4 }
		ours && $1 == "managed" && $2 > 0 { last = zone } END { print last }' /proc/zoneinfo
}

index() {
	case $1 in DMA) echo 0 ;; DMA32) echo 1 ;; Normal) echo 2 ;; *) echo 3 ;; esac
}

near() {
	if [ $(($1 - $2)) -gt "$3" ] || [ $(($2 - $1)) -gt "$3" ]; then
		echo "is $1, should be within $3 of $2"
		return 1
	fi
}

here=$(highest 0)
there=$(highest 1)
preferred=$(index "$here")
remote=$((8 + $(index "$there")))

echo preferred >$policy
took 60 "$writer" >/tmp/took
sed 's/^/# preferred: zone, pages: /' /tmp/took
check "preferred: all pages come from the preferred zone" equal "$(share "$preferred")" 1000

echo fair >$policy
took 100 "$everybody" >/tmp/took
sed 's/^/# fair: zone, pages: /' /tmp/took
check "fair: node 1 gives pages, too" [ "$(share $remote)" -gt 0 ]
# Zones that gave nothing keep their pages back (lowmem_reserve), so they take no part.
total=0
for nid in 0 1; do
	for zone in DMA DMA32 Normal; do
		grep -q "^$((nid * 8 + $(index $zone))) " /tmp/took && total=$((total + $(batch $nid $zone)))
	done
done
for nid in 0 1; do
	for zone in DMA DMA32 Normal; do
		at=$((nid * 8 + $(index $zone)))
		grep -q "^$at " /tmp/took || continue
		check "fair: share of zone $at is that of its batch, within 2 %" \
			near "$(share $at)" $(($(batch $nid $zone) * 1000 / total)) 20
	done
done

echo 1 >/proc/sys/vm/zone_reclaim_mode
took 60 "$writer" >/tmp/took
echo 0 >/proc/sys/vm/zone_reclaim_mode
sed 's/^/# fair with zone_reclaim_mode: zone, pages: /' /tmp/took
check "fair with zone_reclaim_mode stays on its node" equal "$(share $remote)" 0

echo fair-local >$policy
took 60 "$writer" >/tmp/took
sed 's/^/# fair-local: zone, pages: /' /tmp/took
check "fair-local stays on its node" equal "$(share $remote)" 0

echo preferred >$policy
took 60 "$writer" >/tmp/took
check "back to preferred: the preferred zone alone" equal "$(share "$preferred")" 1000
check "the kernel has not complained" no_kernel_complaint
finish
