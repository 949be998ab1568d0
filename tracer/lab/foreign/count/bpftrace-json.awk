# SPDX-License-Identifier: Apache-2.0
# Count lines of `bpftrace -f json`: by type, and those of printf by the name after the time.
{ lines++ }
match($0, /^\{"type": "[a-z_]+"/) {
	types[substr($0, RSTART + 10, RLENGTH - 11)]++
	if (match($0, /"data": "[0-9]+ [a-z_]+ /)) {
		found = substr($0, RSTART, RLENGTH - 1)
		sub(/.* /, "", found)
		kinds[found]++
		events++
	}
	if (match($0, /"events": [0-9]+/))
		lost += substr($0, RSTART + 10, RLENGTH - 10)
	next
}
{ other++ }
END {
	print "lines", lines + 0
	print "lost", lost + 0
	print "events", events + 0
	print "other", other + 0
	for (type in types)
		print "type_" type, types[type]
	for (kind in kinds)
		print "kind", kind, kinds[kind]
}
