# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# Functions for the shell lines of a recording; the guest reads it before them. Nothing here knows what is
# recorded by whom: it only saves typing.
T=/sys/kernel/tracing

# work: run the workload, once more if need be.
work() {
	again
	sh ./workload.sh
}

# snap NAME: what the kernel says of its memory, as files below snap/.
snap() {
	for file in zoneinfo vmstat swaps meminfo buddyinfo; do
		cat "/proc/$file" >"snap/$1.$file"
	done
}

# instance NAME CLOCK KIB EVENT...: a trace buffer of its own, KIB for each CPU, not on yet. An event is
# SYSTEM:NAME, each a pattern of the shell; kernels differ in what they have.
instance() {
	where=$T/instances/$1
	mkdir "$where"
	echo 0 >"$where/tracing_on"
	echo "$2" >"$where/trace_clock"
	echo "$3" >"$where/buffer_size_kb"
	shift 3
	for event in "$@"; do
		for file in "$where"/events/${event%%:*}/${event#*:}/enable; do
			[ ! -e "$file" ] || echo 1 >"$file"
		done
	done
}

# instances 0|1: all of them off or on.
instances() {
	for where in "$T"/instances/*; do
		echo "$1" >"$where/tracing_on"
	done
}

# ring FOLDER: what the kernel counts in a trace buffer, all CPUs together, as `name number`.
ring() {
	awk -F': ' '/^(entries|overrun|commit overrun|dropped events|read events)/ { sum[$1] += $2 }
		END { for (name in sum) { line = name; gsub(" ", "_", line); print line, sum[name] } }' \
		"$1"/per_cpu/cpu*/stats
}

# versions: of what is in the guest, `tool version`.
versions() {
	echo "kernel $(uname -srv)"
	echo "perf $(perf --version 2>&1)"
	echo "trace-cmd $(dpkg-query -W -f '${Version}' trace-cmd)"
	echo "bpftrace $(bpftrace --version)"
	echo "gawk $(gawk --version | head -n 1)"
	echo "jq $(jq --version)"
}

# fill DEVICE: read a data disk whole and keep it open, so that the page cache is full.
fill() {
	exec 9<"$(cat "/run/devices/$1")"
	cat <&9 >/dev/null
}

# again: let the workload run once more.
again() {
	rm -f /run/filled.* /run/gate.*
}

# perf_stats FILE: samples of each event, as perf counts them.
perf_stats() {
	perf report --stats -i "$1" 2>/dev/null | awk '
		/^[^ ].* stats:/ { name = $1; sub(/:$/, "", name) }
		/SAMPLE events:/ { if (name != "Aggregated") print name, $3 }
		/LOST(_SAMPLES)? events:/ { if (name == "Aggregated") print $1, $3 }'
}

# odd_markers: what programs may write into a trace, each a text that a reader could take for something else.
odd_markers() {
	for text in 'begin' 'a: b: c' 'mm_page_alloc: page=0 pfn=0x1 order=0 migratetype=0 gfp_flags=GFP_KERNEL' \
		'  123.456789: block_rq_issue: 8,0 R 4096 () 0 + 8 [x]' 'B|1234|Zürich 100% "quoted" \ ✓' \
		'# a hash' '[LOST 5 EVENTS]' 'two
lines' ''; do
		printf '%s' "$text" >"$T/trace_marker" || true
	done
}

# bpf NAME ARGUMENT...: start bpftrace, its output to bpf.NAME, and wait until its probes are there.
bpf() {
	bpf_file=bpf.$1
	shift
	# Not with -o: text that goes to a file of its own is not flushed line by line.
	bpftrace -B line "$@" >"$bpf_file" 2>"$bpf_file.err" &
	bpf_process=$!
	until grep -Eq 'ready|Tracing|TIME|^mms_begin' "$bpf_file"; do
		kill -0 $bpf_process || return
		sleep 0.2
	done
	say "$bpf_file has begun"
}

# bpf_end: interrupt it, as one does by hand, and let it print what it has.
bpf_end() {
	kill -INT "$bpf_process"
	wait "$bpf_process" || true
}

# series: that of the kernel, as in the names of scripts: 6.12
series() {
	uname -r | cut -d . -f 1,2
}

# bursts N: N times in a row more memory than a node has.
bursts() {
	for _ in $(seq "$1"); do
		numactl --membind=1 ./writer --name burst --mb 330 --node 1 >/dev/null 2>&1
		sleep 1
	done
}

# json_types FILE: lines by type, as jq reads them, and the sum of what was lost.
json_types() {
	jq -r .type "$1" | sort | uniq -c | awk '{ print "type_" $2, $1 }'
	jq -r 'select(.type == "lost_events") | .data.events' "$1" | awk '{ sum += $1 } END { print "lost", sum + 0 }'
}

# busy: from now on, beside what comes: the workload, bursts of more memory than a node has, and large requests to
# the disk `data`, with pauses: recorders take their time on emulated CPUs.
busy() {
	while :; do work; sleep 1; done >/dev/null 2>&1 &
	while :; do numactl --membind=1 ./writer --name burst --mb 330 --node 1; sleep 2; done >/dev/null 2>&1 &
	while :; do dd if="$(cat /run/devices/data)" of=/dev/null bs=4M count=8 iflag=direct; sleep 1; done >/dev/null 2>&1 &
}

# advice SECONDS: run the shell lines on standard input, which record for 30 s, for so long instead, and print the
# trace that they write.
advice() {
	rm -rf /tmp/advice /tmp/trace.txt
	mkdir /tmp/advice
	sed "s/\b30\b/$1/" >/tmp/advice.sh
	(cd /tmp/advice && sh -x /tmp/advice.sh) </dev/null >/tmp/advice.log 2>&1
	cat /tmp/advice/trace.txt 2>/dev/null || cat /tmp/trace.txt || { cat /tmp/advice.log >&2; return 1; }
}
