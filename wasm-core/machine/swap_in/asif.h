/* SPDX-License-Identifier: Apache-2.0 */
/* asif.h: swap-in driven by a capture. Nobody but asif.c includes it, tests excepted. */
#ifndef MMS_MACHINE_SWAP_IN_ASIF_H
#define MMS_MACHINE_SWAP_IN_ASIF_H

#include "base/sort.h"
#include "internal.h"

/* What comes next: a task's fault or read, or the completion of a read. */
struct due {
	u64 at;       /* here */
	u64 sleep;    /* of a completion: its read's, */
	u64 device;   /* the disk's time for that, */
	u8 how;       /* and how that was decided here */
	bool resumes; /* its task waits for it before what it did next */
	u16 win;      /* window of the task's last fault here; 0: none yet */
	u32 event;    /* of the record */
	u32 turn;     /* place in `turn`; of a completion its read's */
};

struct asif_dev {
	struct poll_stat poll; /* of its reads that are polled here */
	u64 device_ns, reads;  /* times of the disk by the record so far, and how many */
	bool asked;            /* its mean was */
};

struct swap_in_asif {
	struct mms_asif by;
	struct mms_params p;
	struct mms_out out;
	struct asif_dev dev[MMS_DEVS];
	struct mms_sort_item *turn; /* faults and reads of the record, by task, of each task in order */
	u32 turns;
	u32 *pair;        /* of each event: a read's completion, a completion's read; NONE */
	struct due *heap; /* the earliest is the first */
	u32 heap_n;
	u32 at;           /* what no task did was played up to here */
	u64 decisions;
	struct { u64 faults, reads, done; } count;
	u64 means, means_near; /* means in the record; those that this run's reads come to, within a tenth */
	bool stop, reported;
};

#endif
