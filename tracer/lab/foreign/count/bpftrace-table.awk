# SPDX-License-Identifier: Apache-2.0
# Count lines of the tables, maps and histograms that bpftrace prints.
{ lines++ }
/^$/ { empty++; next }
/^@[a-z_]*\[/ || /^@[a-z_]+: [^ ]/ { entries_of_maps++; next }
/^@/ { maps++; next }
/^[\[(].*\|@* *\|$/ { buckets++; next }
/^ *[0-9]/ { rows++; next }
{ other++ }
END {
	print "lines", lines + 0
	print "empty", empty + 0
	print "events", 0
	print "rows", rows + 0
	print "maps", maps + 0
	print "map_entries", entries_of_maps + 0
	print "buckets", buckets + 0
	print "other", other + 0
}
