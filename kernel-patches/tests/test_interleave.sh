#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# vm.numa_interleave_granularity: values, each choice of a node, what get_mempolicy() promises, and
# a minute of changing it while tasks interleave and their nodes are taken away and given back.
set -u
. "$(dirname "$0")/lib.sh"
granularity=/proc/sys/vm/numa_interleave_granularity
weights=/sys/kernel/mm/mempolicy/weighted_interleave
tracing=/sys/kernel/tracing
here=$(dirname "$0")
[ -e $granularity ] || skip_all "no vm.numa_interleave_granularity"
[ -d $tracing/events/mempolicy ] || skip_all "no mempolicy trace events"
[ -d /sys/devices/system/node/node1 ] || skip_all "one node only"
default=$(cat $granularity)
setup

check "the granularity is 1 by default" equal "$default" 1
for value in 0 -1 two '' 2147483648 18446744073709551617; do
	check "vm.numa_interleave_granularity refuses '$value'" refused "$value" $granularity
done
for value in 2147483647 8 1; do
	echo $value >$granularity
	check "vm.numa_interleave_granularity takes $value" equal "$(cat $granularity)" $value
done

# traced GRANULARITY MODE [--fork]: what interleave.awk finds in a run of mempol.py
traced() {
	echo "$1" >$granularity
	echo >$tracing/trace
	echo 1 >$tracing/events/mempolicy/enable
	python3 "$here/mempol.py" "$disk0" 200 "$2" ${3:+"$3"} || echo "mempol.py failed"
	echo 0 >$tracing/events/mempolicy/enable
	awk -v g="$1" -f "$here/interleave.awk" $tracing/trace >/tmp/found
	sed 's/^/# /' /tmp/found
}
found() {
	grep -o " $1=[0-9]*" /tmp/found | cut -d= -f2
}

echo 16384 >$tracing/buffer_size_kb
for value in 1 2 8; do
	traced $value 3
	check "granularity $value: choices were recorded" [ "$(found promises)" -eq 200 ]
	check "granularity $value: each is what the rule gives" equal "$(found wrong)" 0
	check "granularity $value: get_mempolicy() kept its promises" equal "$(found broken)" 0
	check "granularity $value: frames were traced" [ "$(found pages)" -ge 200 ]
	check "granularity $value: they are on the nodes asked for" equal "$(found elsewhere)" 0
	check "granularity $value: nodes served full rows" [ "$(found rows)" -gt $((150 / value)) ]
done
traced 3 3 --fork
check "children inherit the counters" [ "$(found inherited)" -ge 8 ]
check "bulk allocation was seen" [ "$(found bulk)" -ge 2 ]
check "with fork and bulk, each choice is what the rule gives" equal "$(found wrong)" 0
check "and get_mempolicy() kept its promises" equal "$(found broken)" 0
if [ -d $weights ]; then
	echo 3 >$weights/node0
	echo 5 >$weights/node1
	traced 4 6
	check "weighted interleave does not know the granularity" equal "$(found wrong) $(found broken)" "0 0"
	echo 0 >$weights/node0
	echo 0 >$weights/node1
fi
echo 1 >$granularity

# Readers in a cpuset whose nodes change, while the granularity does.
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
make_group max
echo 0-1 >$group/cpuset.mems
for reader in 1 2 3; do
	# The policy first: inside the cpuset numactl refuses nodes that are not there at that moment.
	numactl --interleave=0,1 sh -c "echo 0 >$group/cgroup.procs; until [ -e /tmp/stop ]; do
		dd if=$disk0 of=/dev/null bs=128k count=256 2>/dev/null || exit 1
		echo 1 >/proc/sys/vm/drop_caches
	done" &
	eval "reader$reader=$!"
done
# The last events of the minute will do.
echo 128 >$tracing/buffer_size_kb
echo >$tracing/trace
echo 1 >$tracing/events/mempolicy/mm_interleave/enable
end=$(($(date +%s) + 60))
changes=0
while [ "$(date +%s)" -lt $end ] || [ $changes -lt 30 ]; do
	for value in 2 7 1 2147483647 3; do
		echo $value >$granularity || break 2
		changes=$((changes + 1))
	done
	for nodes in 0 1 0-1; do
		echo $nodes >$group/cpuset.mems || break 2
	done
done
touch /tmp/stop
for reader in 1 2 3; do
	eval "wait \$reader$reader"
	check "reader $reader could read all the time" [ $? -eq 0 ]
done
echo 0 >$tracing/events/mempolicy/mm_interleave/enable
rm -f /tmp/stop
echo 1 >$granularity
check "the granularity could be changed under load" [ $changes -ge 30 ]
# Events of a CPU's ring may have been overwritten, so only each by itself is looked at.
grep mm_interleave: $tracing/trace | awk '{ sub("-[0-9]+ +\\[", "-" NR " ["); print }' |
	awk -v g=0 -f "$here/interleave.awk" >/tmp/found
echo "# $changes changes"
sed 's/^/# /' /tmp/found
check "choices were recorded meanwhile" [ "$(found events)" -gt 1000 ]
check "each is what the rule gives" equal "$(found wrong)" 0
echo >$tracing/trace
check "the kernel has not complained" no_kernel_complaint
finish
