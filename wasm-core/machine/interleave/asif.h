/* SPDX-License-Identifier: Apache-2.0 */
/* asif.h: interleaving driven by a capture. Nobody but asif.c and asif_requests.c includes it, tests excepted. */
#ifndef MMS_MACHINE_INTERLEAVE_ASIF_H
#define MMS_MACHINE_INTERLEAVE_ASIF_H

#include "internal.h"

#define TASKS 1024
#define LANES 64       /* CPUs whose lists of free frames are told apart */
#define RECENT 16384   /* pages that may still go into requests */
#define WINDOW_MAX 8192
#define FRAMES_OF_NODE 40 /* log2; where none is recorded, those of two nodes never follow one another */

struct takeover { /* a task of the record */
	s32 pid;
	bool used;
	u32 at; /* its last event */
	struct mms_il il;
	s16 nid; /* of its last allocation here */
	/* the last of its windows that went to a disk: those requests of the record are made anew */
	bool read;
	u32 dev;
	u64 from, until; /* sectors */
};

struct recent {
	s32 pid;
	u64 pfn;
};

struct frames { /* of a node */
	u64 last;
	u32 row;         /* pages in a row, up to `last` */
	u32 handed[LANES]; /* by CPU: the record's frames were handed out up to this event */
};

struct il_asif {
	struct mms_asif by;
	struct mms_out out;
	u32 granularity, at;
	u8 next; /* which frame a page is given: frames_next */
	bool requests; /* the record has frames and limits of queues, so that they can be made */
	u64 decisions;
	u64 kept; /* requests that are the record's, since its pages are not known */
	bool reported;
	struct takeover task[TASKS];
	struct frames frames[MMS_NODES];
	struct recent recent[RECENT];
	u64 pages; /* that came; the last RECENT of them are in `recent` */
	struct page window[WINDOW_MAX];
};

struct takeover *il_task_of(struct il_asif *d, s32 pid);
/* False: the log is full. */
bool il_again(struct il_asif *d, const struct mms_event *by, struct mms_event **e);

/* asif_requests.c: a page of the record, and a request of it. */
void il_asif_page(struct il_asif *d, const struct mms_event *by);
bool il_asif_request(struct il_asif *d, const struct mms_event *by);

#endif
