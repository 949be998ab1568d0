/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event.h: events.def as C. One record of fixed size per event: the common fields, where it came
 * from, and a union of the kinds: `e->swap_select.goal` is a member exactly when `e->kind` says so.
 */
#ifndef MMS_EVENT_H
#define MMS_EVENT_H

#include "enums.h"
#include "events.def"
#include "fields.h"

enum mms_kind_id {
#define MMS_E(kind, number, from, doc) MMS_KIND_##kind = (number),
	MMS_EVENTS(MMS_E)
#undef MMS_E
};

#define MMS_E(kind, number, from, doc) struct mms_ev_##kind { MMS_FIELDS_##kind(MMS_DECLARE) };
MMS_EVENTS(MMS_E)
#undef MMS_E

struct mms_event {
	MMS_FIELDS_common(MMS_DECLARE)
	u64 line; /* line of the capture it was read from, from 1; 0 in a model's run */
	u8 kind;  /* enum mms_kind_id */
	union {
#define MMS_E(kind, number, from, doc) struct mms_ev_##kind kind;
		MMS_EVENTS(MMS_E)
#undef MMS_E
	};
};

/*
 * Kinds below 16 are the tracer's own lines. No lock orders them and no task ran them, so their text
 * may leave out any common field; kinds from 16 on are the kernel's and have them all.
 */
static inline bool mms_kind_bare(u8 kind)
{
	return kind < 16;
}

/* Ordered by swap_avail_lock: these events carry a seq. */
static inline bool mms_kind_ordered(u8 kind)
{
	return kind == MMS_KIND_swap_list || kind == MMS_KIND_swap_select;
}

/* Decisions of an unpatched kernel, as the scripts of tracer/stock print them: each stands alone. */
static inline bool mms_kind_unpatched(u8 kind)
{
	return kind == MMS_KIND_mms_kswapd || kind == MMS_KIND_mms_slot || kind == MMS_KIND_mms_il || kind == MMS_KIND_mms_ra;
}

#endif
