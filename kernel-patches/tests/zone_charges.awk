# SPDX-License-Identifier: GPL-2.0-only
#
# Read a trace of kmem:mm_zone_select and kmem:mm_zone_batch in which no event is missing, and follow
# what was charged to each zone: every page of it once, each charge to the round that it fell into.
# Prints charges, resets and pages, and what does not fit.

function value(name,    at) {
	at = match($0, " " name "=[0-9-]+")
	return at ? substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) + 0 : 0
}

function complain(text) {
	wrong++
	if (wrong <= 5)
		print "wrong: " text
}

/mm_zone_batch: / {
	zone = value("zone")
	n = ++resets[zone]
	at[zone, n] = value("charged")
	limit[zone, n] = value("charged") + value("new")
	before[zone, n] = value("charged") + value("old")
	all_resets++
	next
}

/mm_zone_select: / && / end=took / {
	if (/ mode=preferred /)
		next
	zone = value("zone")
	n = ++charges[zone]
	to[zone, n] = value("charged")
	from[zone, n] = to[zone, n] - 2 ^ value("order")
	sum[zone, n] = value("charged") + value("batch")
}

# Sorts the numbers of a zone's charges or resets by what was charged: a heap would be shorter than the
# trace is long, but the trace is nearly sorted, so this is quick.
function sort_by(key, zone, count, place,    i, k, held) {
	for (i = 1; i <= count; i++)
		place[i] = i
	for (i = 2; i <= count; i++) {
		held = place[i]
		for (k = i; k > 1 && key[zone, place[k - 1]] > key[zone, held]; k--)
			place[k] = place[k - 1]
		place[k] = held
	}
}

END {
	for (zone in charges) {
		sort_by(to, zone, charges[zone], order)
		sort_by(at, zone, resets[zone], rounds)
		round = 0
		for (i = 1; i <= charges[zone]; i++) {
			c = order[i]
			if (i > 1 && from[zone, c] != to[zone, order[i - 1]]) {
				if (from[zone, c] < to[zone, order[i - 1]])
					complain("zone " zone " charged twice up to " to[zone, c])
				else
					hidden += from[zone, c] - to[zone, order[i - 1]]
			}
			while (round < resets[zone] && at[zone, rounds[round + 1]] <= from[zone, c]) {
				round++
				r = rounds[round]
				if (round > 1 && before[zone, r] != limit[zone, rounds[round - 1]])
					complain("zone " zone " was reset from another batch at " at[zone, r])
			}
			if (round && sum[zone, c] != limit[zone, rounds[round]])
				complain("zone " zone " has another limit at " to[zone, c])
			pages += to[zone, c] - from[zone, c]
			all++
		}
	}
	printf " charges=%d resets=%d pages=%d hidden=%d wrong=%d\n", all, all_resets, pages, hidden, wrong
}
