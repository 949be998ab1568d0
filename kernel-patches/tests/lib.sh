# SPDX-License-Identifier: GPL-2.0-only
# Common parts of the tests: TAP, and swap devices to play with.
#
# A test needs root, the programs `writer` and `swap` in the current folder, two NVMe disks with the
# serial numbers disk0 and disk1, and zram. What is missing makes it skip (exit status 4).
# shellcheck shell=sh

rule=/proc/sys/vm/swap_device_select
slots=/proc/sys/vm/swap_slots_cache
group=/sys/fs/cgroup/test
number=0
failures=0
ksft_skip=4

skip_all() {
	echo "1..0 # SKIP $1"
	exit $ksft_skip
}

# check NAME COMMAND...: one test point; it passes when the command succeeds
check() {
	point=$1
	shift
	number=$((number + 1))
	if "$@" >/tmp/check.out 2>&1; then
		echo "ok $number - $point"
	else
		echo "not ok $number - $point"
		sed 's/^/# /' /tmp/check.out
		failures=$((failures + 1))
	fi
}

finish() {
	echo "1..$number"
	[ "$failures" -eq 0 ] || exit 1
}

# The value is refused with EINVAL and the file keeps what it has.
refused() {
	before=$(cat "$2")
	! printf '%s\n' "$1" | tee "$2" 2>/tmp/refused.err >/dev/null || return 1
	grep -q 'Invalid argument' /tmp/refused.err && [ "$(cat "$2")" = "$before" ]
}

equal() {
	[ "$1" = "$2" ] || { echo "is '$1', should be '$2'"; return 1; }
}

# Priorities of the devices in /proc/swaps in the order of swapon.
priorities() {
	for device in "$@"; do
		awk -v d="$device" '$1 == d { printf "%s ", $5 }' /proc/swaps
	done
}

nvme() {
	for controller in /sys/class/nvme/nvme*; do
		if [ "$(tr -d ' ' <"$controller/serial")" = "$1" ]; then
			echo "/dev/$(basename "$(echo "$controller"/nvme*n1)")"
		fi
	done
}

# make_zram MIB: a new zram device, its path on stdout
make_zram() {
	device=zram$(cat /sys/class/zram-control/hot_add)
	echo "${1}M" >"/sys/block/$device/disksize"
	mkswap "/dev/$device" >/dev/null
	echo "/dev/$device"
}

make_group() {
	[ -d $group ] || mkdir $group
	echo "$1" >$group/memory.max
}

no_kernel_complaint() {
	! dmesg | grep -E 'WARNING:|BUG:|Oops|INFO: (possible|task|rcu|trying)|inconsistent lock|blocked for|swap_info|plist'
}

setup() {
	[ "$(id -u)" -eq 0 ] || skip_all "needs root"
	[ -e $rule ] || skip_all "no vm.swap_device_select"
	for program in ./writer ./swap; do
		[ -x $program ] || skip_all "$program is not here"
	done
	disk0=$(nvme disk0)
	disk1=$(nvme disk1)
	if [ -z "$disk0" ] || [ -z "$disk1" ]; then
		skip_all "no NVMe disks with serials disk0 and disk1"
	fi
	# Nothing of what booting left behind is ours to answer for.
	dmesg -C
	mkswap "$disk0" >/dev/null
	mkswap "$disk1" >/dev/null
	echo node >$rule
	echo 1 >$slots
}
