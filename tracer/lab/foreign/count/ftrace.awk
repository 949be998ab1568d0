# SPDX-License-Identifier: Apache-2.0
# Count what is in ftrace text (trace, trace_pipe, trace-cmd report), without reading an event: the first
# `TIME: name: ` of a line is an event, `TIME: name <-caller` a line of the function tracer. A time may be
# `1.5`, `15us!` or `1.5ms (+0.2ms)`.
{ lines++ }
/^#/ {
	comments++
	if ($0 ~ /^##### CPU [0-9]+ buffer started ####/)
		started++
	next
}
/^CPU:[0-9]+ \[LOST [0-9]+ EVENTS\]/ {
	split($0, part, "LOST ")
	lost += part[2] + 0
	lost_lines++
	next
}
match($0, / [0-9]+([.,][0-9]+)?((us)?[ !+#*@$]*|ms \(\+[0-9.]+ms\)): +[A-Za-z0-9_]+: /) {
	found = substr($0, RSTART, RLENGTH)
	sub(/^ [^:]*: +/, "", found)
	sub(/: $/, "", found)
	kinds[found]++
	events++
	next
}
/ <-/ { functions++; next }
/: <stack trace>$/ { stacks++; next }
/^ => / { frames++; next }
{ other++ }
END {
	print "lines", lines + 0
	print "comments", comments + 0
	print "buffers_started", started + 0
	print "lost", lost + 0
	print "lost_lines", lost_lines + 0
	print "events", events + 0
	print "functions", functions + 0
	print "stacks", stacks + 0
	print "frames", frames + 0
	print "other", other + 0
	for (kind in kinds)
		print "kind", kind, kinds[kind]
}
