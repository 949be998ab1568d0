# SPDX-License-Identifier: GPL-2.0-only
#
# Read a trace of mempolicy:mm_interleave and of mempol.py's promises, recompute each choice, and
# print what was seen: events, wrong, promises, broken, bulk, inherited, rows (of full length), pages
# (frames of allocations), elsewhere (frames on another node than the one asked for).
# Nodes 0 and 1 only. One variable: g, the granularity every MPOL_INTERLEAVE event must carry, 0 for
# any.

function value(name,    at) {
	at = match($0, " " name "=[0-9a-f-]+")
	return at ? substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) : ""
}

function word(name) {
	return match($0, " " name "=[a-z_-]+") ? substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) : ""
}

function has(nodes, node) {
	return node == 0 ? nodes % 2 == 1 : node == 1 ? nodes >= 2 : 0
}

function next_in(prev, nodes) {
	return prev == 0 && nodes >= 2 ? 1 : nodes % 2 == 1 ? 0 : 1
}

function complain() {
	wrong++
	if (wrong <= 5)
		print "wrong: " $0
}

/promise [0-9]+ [0-9]+/ {
	match($0, /promise [0-9]+ [0-9]+/)
	split(substr($0, RSTART, RLENGTH), words, " ")
	promise[words[2]] = words[3]
	next
}

/mm_mempolicy: / {
	match($0, /-[0-9]+ +\[/)
	pid = substr($0, RSTART + 1, RLENGTH - 2) + 0
	last_nid[pid] = "fresh"
	next
}

/mm_interleave_page: / {
	match($0, /-[0-9]+ +\[/)
	pid = substr($0, RSTART + 1, RLENGTH - 2) + 0
	pages++
	if (value("page_nid") != value("nid"))
		elsewhere++
	# The choice before it is that of the same allocation.
	if (value("by_place") == 0 && pid in last_nid && value("nid") != last_nid[pid])
		complain()
	next
}

/mm_interleave: / {
	events++
	match($0, /-[0-9]+ +\[/)
	pid = substr($0, RSTART + 1, RLENGTH - 2) + 0
	caller = word("caller"); mode = word("mode"); nodes = value("nodes") + 0
	prev = value("prev") + 0; cnt = value("cnt") + 0; step = value("g") + 0
	nid = value("nid") + 0; after = value("cnt_after") + 0
	if (nodes < 1 || nodes > 3)
		complain()
	stay = cnt > 0 && has(nodes, prev) && caller != "bulk"
	if (nid != (stay ? prev : next_in(prev, nodes)))
		complain()
	if (mode == "interleave") {
		left = (stay ? cnt : 0) + 1
		if (left >= step)
			left = 0
		if (after != left || (caller == "bulk" && step != 1) || (g && caller != "bulk" && step != g))
			complain()
		if (caller == "bulk")
			bulk++
		else if (after == 0 && cnt == step - 1)
			rows++
	} else if (after != (stay ? cnt : step) - 1 || (stay && step != 0)) {
		complain()
	}
	if (!(pid in last_nid)) {
		if (prev <= 1)
			inherited++
	} else if (last_nid[pid] == "fresh") {
		if (prev <= 1 || cnt != 0)
			complain()
	} else if (prev != last_nid[pid] || cnt != last_after[pid]) {
		complain()
	}
	last_nid[pid] = nid
	last_after[pid] = after
	if (pid in promise) {
		promises++
		if (promise[pid] != nid)
			broken++
		delete promise[pid]
	}
}

END {
	printf " events=%d wrong=%d promises=%d broken=%d bulk=%d inherited=%d rows=%d pages=%d elsewhere=%d\n",
		events, wrong, promises, broken, bulk, inherited, rows, pages, elsewhere
}
