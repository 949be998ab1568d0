# SPDX-License-Identifier: Apache-2.0
# Count what is in the text of `trace-cmd report`, without reading an event: a line with `TIME: name: ` or
# `TIME: (+MICROSECONDS) name: ` is an event.
{ lines++ }
/EVENTS DROPPED\]/ {
	lost_lines++
	if (match($0, /\[[0-9]+ EVENTS/))
		lost += substr($0, RSTART + 1, RLENGTH - 8)
	next
}
match($0, / [0-9]+[.,][0-9]+: +(\(\+[0-9]+\) +)?[A-Za-z0-9_]+: /) {
	found = substr($0, RSTART, RLENGTH)
	sub(/: $/, "", found)
	sub(/.*[: )]/, "", found)
	kinds[found]++
	events++
	next
}
{ other++ }
END {
	print "lines", lines + 0
	print "lost", lost + 0
	print "lost_lines", lost_lines + 0
	print "events", events + 0
	print "other", other + 0
	for (kind in kinds)
		print "kind", kind, kinds[kind]
}
