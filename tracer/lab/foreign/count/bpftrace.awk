# SPDX-License-Identifier: Apache-2.0
# Count lines of bpftrace's output by name: `NSECS name key=value...` or `name ts=NSECS key=value...`.
{ lines++ }
/^[0-9]+ [a-z_]+ / { kinds[$2]++; events++; next }
/^[a-z_]+ ts=[0-9]+ / { kinds[$1]++; events++; next }
/^Lost [0-9]+ events/ { lost += $2; lost_lines++; next }
/^$/ { empty++; next }
{ other++ }
END {
	print "lines", lines + 0
	print "empty", empty + 0
	print "lost", lost + 0
	print "lost_lines", lost_lines + 0
	print "events", events + 0
	print "other", other + 0
	for (kind in kinds)
		print "kind", kind, kinds[kind]
}
