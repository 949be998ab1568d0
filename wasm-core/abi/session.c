/* SPDX-License-Identifier: Apache-2.0 */
/* The one instance: its memory, beginning anew, its error, its staging buffer, the self-description. What fills it
 * with events is in capture.c and model.c. */
#include "session.h"

#include "tables/tables.h"

static struct mms_session *the_session;

static void forget(struct mms_session *s)
{
	mms_fill(&s->now, 0, sizeof(s->now));
	s->now.max_events = MMS_EVENTS_DEFAULT;
	mms_param_defaults(&s->now.params);
	s->arena.limit = MMS_BYTES_DEFAULT;
	mms_arena_rewind(&s->arena, s->mark);
}

struct mms_session *mms_session(void)
{
	struct mms_arena arena;
	struct mms_session *s;

	if (the_session)
		return the_session;
	mms_arena_init(&arena, MMS_BYTES_DEFAULT);
	s = mms_arena_alloc(&arena, sizeof(*s));
	if (!s)
		return NULL;
	s->arena = arena;
	s->mark = arena.top;
	forget(s);
	the_session = s;
	return s;
}

u32 mms_address(const struct mms_session *s, const void *block)
{
#ifdef __wasm__
	(void)s;
	return (u32)(uintptr_t)block;
#else
	return (u32)((const u8 *)block - s->arena.base);
#endif
}

s32 mms_refuse(struct mms_session *s, const char *sentence)
{
	return mms_fail(&s->now.error, MMS_status_call, sentence);
}

uint32_t mms_abi_version(void)
{
	return MMS_ABI_VERSION;
}

uint32_t mms_describe(void)
{
	struct mms_session *s = mms_session();
	struct mms_text text;

	if (!s)
		return 0;
	if (!s->describe_len) {
		text = mms_text(s->describe, sizeof(s->describe));
		mms_describe_to(&text);
		s->describe_len = text.len;
	}
	return mms_address(s, s->describe);
}

uint32_t mms_describe_len(void)
{
	return mms_describe() ? mms_session()->describe_len : 0;
}

int32_t mms_reset(uint32_t max_events, uint32_t max_bytes)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	forget(s);
	if (max_events)
		s->now.max_events = max_events;
	if (max_bytes)
		s->arena.limit = max_bytes;
	if (s->arena.limit < s->mark)
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is below what a session needs");
	return MMS_status_ok;
}

uint32_t mms_error(void)
{
	struct mms_session *s = mms_session();

	return s ? mms_address(s, &s->now.error) : 0;
}

uint32_t mms_staging(uint32_t bytes)
{
	struct mms_session *s = mms_session();

	return s && bytes <= sizeof(s->staging) ? mms_address(s, s->staging) : 0;
}
