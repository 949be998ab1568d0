#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# vm.swap_poll and vm.swap_poll_delay_ns: values, who polls and who does not, interrupts, sleeps, and
# a minute of switching while pages are read and a device comes and goes.
set -u
. "$(dirname "$0")/lib.sh"
poll=/proc/sys/vm/swap_poll
delay=/proc/sys/vm/swap_poll_delay_ns
cluster=/proc/sys/vm/page-cluster
tracing=/sys/kernel/tracing
here=$(dirname "$0")
[ -e $poll ] || skip_all "no vm.swap_poll"
[ -d $tracing/events/swap/mm_swap_in ] || skip_all "no swap:mm_swap_in"
defaults="$(cat $poll) $(cat $delay)"
setup
controller=$(basename "$disk0" n1)
[ "$(cat "/sys/block/$(basename "$disk0")/queue/io_poll")" = 1 ] ||
	skip_all "disk0 has no queues to poll: boot with nvme.poll_queues=2"

check "interrupts and the mean are the default" equal "$defaults" "0 0"
for value in 3 -1 on '' 18446744073709551617; do
	check "vm.swap_poll refuses '$value'" refused "$value" $poll
done
for value in -1 100000001 half ''; do
	check "vm.swap_poll_delay_ns refuses '$value'" refused "$value" $delay
done
for value in 2 1 0; do
	echo $value >$poll
	check "vm.swap_poll takes $value" equal "$(cat $poll)" $value
done
for value in 100000000 0; do
	echo $value >$delay
	check "vm.swap_poll_delay_ns takes $value" equal "$(cat $delay)" $value
done

interrupts() {
	awk -v q="^${controller}q[1-9]" '$NF ~ q { for (i = 2; i <= NF && $i ~ /^[0-9]+$/; i++) n += $i }
		END { print n + 0 }' /proc/interrupts
}
found() {
	grep -o " $1=[0-9]*" /tmp/found | cut -d= -f2
}

# faults MODE DELAY WRITER-OPTIONS...: read swapped pages of which none is dirty, and look at the trace
faults() {
	mode=$1 wait_ns=$2
	shift 2
	rm -f /run/filled.* /tmp/go
	./writer --node 0 --mb 64 --read --warm 1 --seed 5 --cgroup $group --gate /tmp/go "$@" &
	writer=$!
	until [ -e /run/filled.$writer ]; do
		kill -0 $writer 2>/dev/null || break
		sleep 0.1
	done
	echo "$mode" >$poll
	echo "$wait_ns" >$delay
	echo >$tracing/trace
	echo 1 >$tracing/events/swap/mm_swap_in/enable
	echo 1 >$tracing/events/swap/mm_swap_in_done/enable
	before=$(interrupts)
	touch /tmp/go
	wait $writer
	ran=$?
	after=$(interrupts)
	echo 0 >$tracing/events/swap/mm_swap_in/enable
	echo 0 >$tracing/events/swap/mm_swap_in_done/enable
	echo 0 >$poll
	awk -v mode="$mode" -v delay="$wait_ns" -f "$here/swap_in.awk" $tracing/trace >/tmp/found
	echo "# $((after - before)) interrupts"
	sed 's/^/# /' /tmp/found
	check "the writer ran" [ $ran -eq 0 ]
	[ $ran -eq 0 ] || dmesg | tail -n 30 | sed 's/^/# /'
}

make_group 32M
echo 16384 >$tracing/buffer_size_kb
cluster_before=$(cat $cluster)
./swap on "$disk0"

echo 0 >$cluster
faults 0 0 --iterations 2000
check "with 0 each read is as the rule says" equal "$(found wrong)" 0
check "with 0 nobody polls" equal "$(found poll) $(found hybrid)" "0 0"
check "with 0 there is an interrupt for most reads" [ $((after - before)) -gt $(($(found interrupt) / 2)) ]

faults 1 0 --iterations 2000
check "with 1 each read is as the rule says" equal "$(found wrong)" 0
check "with 1 single pages are polled for" [ "$(found poll)" -gt 500 ]
check "with 1 each of them is complete" equal "$(found complete)" "$(found poll)"
check "with 1 the queue was polled" [ "$(found polls)" -ge "$(found poll)" ]
check "with 1 interrupts are rare" [ $(((after - before) * 10)) -lt "$(found poll)" ]

faults 2 0 --iterations 2000
check "with 2 each read is as the rule says" equal "$(found wrong)" 0
check "with 2 faults sleep for half of the mean" [ "$(found sleeps)" -gt 500 ]
check "with 2 they did sleep" [ "$(found slept)" -gt 100 ]
check "with 2 means could be computed again" [ "$(found means)" -gt 500 ]
faults 2 20000 --iterations 1000
check "with a delay each read is as the rule says" equal "$(found wrong)" 0
check "with a delay faults sleep for that" [ "$(found hybrid)" -gt 250 ]

echo 3 >$cluster
faults 1 0 --sequential --iterations 4000
check "with readahead each read is as the rule says" equal "$(found wrong)" 0
check "with readahead windows are not polled for" [ "$(found windows)" -gt 500 ]
./swap off "$disk0"

zram=$(make_zram 96)
./swap on "$zram"
echo 0 >$cluster
faults 1 0 --iterations 500
check "zram is never polled" equal "$(found wrong) $(found poll)" "0 0"
check "zram is read on the spot" [ "$(found sync)" -gt 100 ]
./swap off "$zram"

# Reads of half a second: who has polled for 100 ms sleeps between polls. Nobody else is in the group.
slow=$(nvme slow)
if [ -n "$slow" ]; then
	mkswap "$slow" >/dev/null
	make_group 16M
	./swap on "$slow"
	rm -f /run/filled.* /tmp/go
	./writer --node 0 --mb 20 --read --iterations 60 --seed 6 --cgroup $group --gate /tmp/go &
	writer=$!
	until [ -e /run/filled.$writer ]; do
		kill -0 $writer 2>/dev/null || break
		sleep 0.1
	done
	echo 1 >$poll
	echo >$tracing/trace
	echo 1 >$tracing/events/swap/mm_swap_in_done/enable
	on_cpu=$(sed -n 's/^usage_usec //p' $group/cpu.stat)
	touch /tmp/go
	wait $writer
	on_cpu=$(($(sed -n 's/^usage_usec //p' $group/cpu.stat) - on_cpu))
	echo 0 >$tracing/events/swap/mm_swap_in_done/enable
	echo 0 >$poll
	sed -n 's/.* how=poll lat=\([0-9]*\)[0-9]\{3\} .*/\1/p' $tracing/trace |
		awk '{ n += $1 > 300000; lat += $1 } END { printf " long=%d lat=%d\n", n, lat }' >/tmp/found
	echo "# $on_cpu us on a CPU,$(cat /tmp/found)"
	check "slow reads are polled for" [ "$(found long)" -ge 5 ]
	check "and leave the CPU to others after 100 ms" [ $((on_cpu * 2)) -lt "$(found lat)" ]
	./swap off "$slow"
else
	echo "# SKIP: no NVMe disk with the serial slow, which takes two reads a second"
fi

# A minute of switching. Pages are written, so that they go out again and must come back right.
make_group 48M
./swap on "$disk0"
rm -f /run/filled.* /tmp/go /tmp/stop
for seed in 1 2 3; do
	./writer --node $((seed % 2)) --mb 40 --iterations 100000000 --seed $seed --cgroup $group &
	eval "load$seed=$!"
done
./writer --node 1 --mb 40 --iterations 4000 --seed 4 --cgroup $group --verify --gate /tmp/go &
verifier=$!
(
	while [ ! -e /tmp/stop ]; do
		./swap on "$disk1"
		./swap off-interrupted "$disk1" 5 2>/dev/null
		./swap off "$disk1" 2>/dev/null
	done
) &
comings=$!
end=$(($(date +%s) + 60))
switches=0
while [ "$(date +%s)" -lt $end ] || [ $switches -lt 50 ]; do
	for value in 1 2 0 2 1; do
		echo $value >$poll || break 2
		echo $((switches % 3 * 30000)) >$delay || break 2
		echo $((switches % 4)) >$cluster
		switches=$((switches + 1))
	done
	[ $switches -lt 20 ] || touch /tmp/go
done
touch /tmp/stop
wait $comings
alive=0
for seed in 1 2 3; do
	eval "kill -0 \$load$seed 2>/dev/null && alive=\$((alive + 1)); kill \$load$seed; wait \$load$seed"
done
wait $verifier
verified=$?
rm -f /tmp/stop /tmp/go
echo 0 >$poll
echo 0 >$delay
echo "$cluster_before" >$cluster
echo "# $switches switches"
check "swap_poll could be switched under load" [ $switches -ge 50 ]
check "the load ran to the end" equal $alive 3
check "a writer found its memory as it left it" equal $verified 0
./swap off "$disk1" 2>/dev/null
check "the device can be swapped off" ./swap off "$disk0"
check "the kernel has not complained" no_kernel_complaint
finish
