#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# First and only process of the guest: mount what a system needs, run the job, reboot. QEMU runs
# with -no-reboot, so that ends it.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmp /tmp
mount -t tmpfs run /run
mount -t tracefs tracefs /sys/kernel/tracing
mount -t debugfs debugfs /sys/kernel/debug
mount -t configfs configfs /sys/kernel/config
mount -t cgroup2 none /sys/fs/cgroup
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 share /share
echo +memory >/sys/fs/cgroup/cgroup.subtree_control
echo 1 >/proc/sys/kernel/sysrq
cd /share || exit 1
sh ./job.sh
echo $? >/share/status
dmesg >/share/dmesg
sync
echo b >/proc/sysrq-trigger
sleep 10
