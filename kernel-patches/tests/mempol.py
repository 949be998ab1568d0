#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Interleave, and say before each page of the page cache which node get_mempolicy() promises.

    mempol.py DISK PAGES MODE [--fork]

Sets the policy MODE (3 MPOL_INTERLEAVE, 6 MPOL_WEIGHTED_INTERLEAVE) over nodes 0 and 1, drops the
page cache of DISK, and reads PAGES of its pages, no two of them neighbours and without readahead.
Before each read a line `promise PID NODE` goes into the trace. With --fork children that inherit
the policy do the same in turn, each with pages of its own.
"""

import ctypes
import os
import sys

SYS_SET_MEMPOLICY, SYS_GET_MEMPOLICY = 238, 239
MPOL_F_NODE = 1
PAGE, STRIDE = 4096, 16 * 4096
CHILDREN = 8

libc = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "system call %d" % number)


def promised():
    node = ctypes.c_int(-1)
    call(SYS_GET_MEMPOLICY, ctypes.byref(node), None, 0, None, MPOL_F_NODE)
    return node.value


def read_pages(disk, marker, first, count):
    # Ready beforehand: nothing is to be allocated between question and read.
    lines = [b"promise %d %d\n" % (os.getpid(), node) for node in (0, 1)]
    for number in range(first, first + count):
        os.write(marker, lines[promised()])
        os.pread(disk, PAGE, number * STRIDE)


def main():
    path, count, mode = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    marker = os.open("/sys/kernel/tracing/trace_marker", os.O_WRONLY)
    disk = os.open(path, os.O_RDONLY)
    os.posix_fadvise(disk, 0, 0, os.POSIX_FADV_DONTNEED)
    os.posix_fadvise(disk, 0, 0, os.POSIX_FADV_RANDOM)
    nodes = ctypes.c_ulong(3)
    call(SYS_SET_MEMPOLICY, mode, ctypes.byref(nodes), 64)
    read_pages(disk, marker, 0, count)
    for child in range(1, CHILDREN + 1 if sys.argv[4:] == ["--fork"] else 1):
        pid = os.fork()
        if pid == 0:
            read_pages(disk, marker, child * count, count)
            os._exit(0)
        if os.waitpid(pid, 0)[1]:
            sys.exit("a child failed")


main()
