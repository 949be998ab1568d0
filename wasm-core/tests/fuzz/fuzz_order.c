/* SPDX-License-Identifier: Apache-2.0 */
/* Events put in order: none is lost or altered, what has a seq is in its order, what describes the machine comes
 * before all that has a time; and events that are in order stay so, which is why a capture that is written and read again is the same.
 * Every three bytes are an event: its kind, its time and its seq, small so that they collide. */
#include "reader.h"
#include "feed.h"

#define MOST 64u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool describes_machine(u8 kind)
{
	return kind == MMS_KIND_node || kind == MMS_KIND_zone || kind == MMS_KIND_zonelist;
}

static struct mms_event event_of(struct feed *t, u32 i)
{
	u8 kind = mms_kinds[take(t, 1) % mms_n_kinds].id, time = (u8)take(t, 1), seq = (u8)take(t, 1);
	struct mms_event e = {.kind = kind, .line = i + 1};

	/* one in sixteen anywhere in the range */
	e.ts = time % 16 == 15 ? (u64)time << 56 : time % 16;
	if (mms_kind_ordered(kind))
		e.seq = seq % 16 == 15 ? (u64)seq << 55 : 1 + seq % 64;
	if (kind == MMS_KIND_swap_list)
		e.swap_list.type = (s16)(seq >> 6);
	if (kind == MMS_KIND_lost)
		e.lost.n = 1;
	return e;
}

static enum mms_status_id order(struct lone_reader *lone)
{
	lone->report = (struct mms_report){0};
	return mms_order(lone->reader);
}

static void look_at_order(const struct lone_reader *lone, const struct mms_event *was, u32 n)
{
	bool begun = false; /* an event with a place in time, or in the order of seq */
	u64 seen = 0, seq = 0;

	MUST(lone->log.count == n && lone->report.events == n);
	for (u32 i = 0; i < n; i++) {
		const struct mms_event *e = &lone->log.event[i];

		MUST(e->line >= 1 && e->line <= n && !(seen >> (e->line - 1) & 1));
		seen |= 1ull << (e->line - 1);
		MUST(!memcmp(e, &was[e->line - 1], sizeof(*e)));
		MUST(!begun || !describes_machine(e->kind));
		if (!describes_machine(e->kind) && e->kind != MMS_KIND_lost)
			begun |= e->ts || e->seq;
		if (!mms_kind_ordered(e->kind))
			continue;
		MUST(e->seq > seq);
		seq = e->seq;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct mms_event was[MOST], first[MOST];
	struct lone_reader *lone = lone_reader(MOST);
	struct feed t = {data, size};
	enum mms_status_id status;
	u32 n = 0;

	for (; n < MOST && t.left; n++) {
		struct mms_event *e = mms_log_add(&lone->log, 0);

		MUST(e);
		was[n] = event_of(&t, n);
		*e = was[n];
	}
	status = order(lone);
	if (status < 0)
		look_at_error(&lone->error, status);
	if (status == MMS_status_sequence)
		return 0;
	look_at_order(lone, was, n);
	memcpy(first, lone->log.event, n * sizeof(*first));
	MUST(order(lone) == status);
	MUST(!memcmp(first, lone->log.event, n * sizeof(*first)));
	return 0;
}
