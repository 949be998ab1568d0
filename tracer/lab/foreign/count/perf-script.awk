# SPDX-License-Identifier: Apache-2.0
# Count what is in the text of `perf script`, without reading an event: a line with `[TIME:] [PERIOD] name:name: `
# is an event, one of an address or of a symbol alone a frame of its call chain.
BEGIN { time = "([0-9]+[.,][0-9]+: +)?([0-9]+ +)?" }
{ lines++ }
/^#/ { comments++; next }
/^$/ { empty++; next }
/PERF_RECORD_LOST/ {
	lost_lines++
	if (match($0, /lost [0-9]+/))
		lost += substr($0, RSTART + 5, RLENGTH - 5)
	next
}
/PERF_RECORD_/ { records++; next }
match($0, time "[a-z_]+:[A-Za-z0-9_]+: ") {
	found = substr($0, RSTART, RLENGTH)
	sub("^" time, "", found)
	sub(/: $/, "", found)
	kinds[found]++
	events++
	next
}
/^[ \t]+([0-9a-f]+ )?[^ ]/ { frames++; next }
{ other++ }
END {
	print "lines", lines + 0
	print "comments", comments + 0
	print "empty", empty + 0
	print "lost", lost + 0
	print "lost_lines", lost_lines + 0
	print "records", records + 0
	print "events", events + 0
	print "frames", frames + 0
	print "other", other + 0
	for (kind in kinds)
		print "kind", kind, kinds[kind]
}
