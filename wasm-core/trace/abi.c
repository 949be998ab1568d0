/* SPDX-License-Identifier: Apache-2.0 */
/* What mmtrace.wasm exports: include/mms/trace_abi.h. */
#include "trace/capture/capture.h"
#include "trace/formats/recognition.h"

static struct mms_trace *the_trace;

struct mms_trace *mms_trace(void)
{
	struct mms_arena arena;
	struct mms_trace *t;

	if (the_trace)
		return the_trace;
	mms_arena_init(&arena, MMS_TRACE_BYTES_DEFAULT);
	t = mms_arena_alloc(&arena, sizeof(*t));
	if (!t)
		return NULL;
	t->arena = arena;
	t->mark = arena.top;
	the_trace = t;
	return t;
}

u32 mms_trace_address(const struct mms_trace *t, const void *block)
{
#ifdef __wasm__
	(void)t;
	return (u32)(uintptr_t)block;
#else
	return (u32)((const u8 *)block - t->arena.base);
#endif
}

static s32 refuse(struct mms_trace *t, const char *sentence)
{
	return mms_fail(&t->now.error, MMS_status_call, sentence);
}

uint32_t mms_trace_abi_version(void)
{
	return MMS_TRACE_ABI_VERSION;
}

uint32_t mms_trace_describe(void)
{
	struct mms_trace *t = mms_trace();
	struct mms_text text;

	if (!t)
		return 0;
	if (!t->describe_len) {
		text = mms_text(t->describe, sizeof(t->describe));
		mms_trace_describe_to(&text);
		t->describe_len = text.len;
	}
	return mms_trace_address(t, t->describe);
}

uint32_t mms_trace_describe_len(void)
{
	return mms_trace_describe() ? mms_trace()->describe_len : 0;
}

static void forget(struct mms_trace *t, u32 max_bytes)
{
	mms_fill(&t->now, 0, sizeof(t->now));
	mms_arena_rewind(&t->arena, t->mark);
	t->arena.limit = max_bytes ? max_bytes : MMS_TRACE_BYTES_DEFAULT;
}

int32_t mms_trace_begin(uint32_t format, uint32_t flags, uint32_t max_bytes)
{
	struct mms_trace *t = mms_trace();
	struct mms_trace_part *now;

	if (!t)
		return MMS_status_no_memory;
	now = &t->now;
	forget(t, max_bytes);
	now->flags = flags & MMS_TRACE_MACHINE ? flags | MMS_TRACE_CAPTURE : flags;
	now->report.ts_first = UINT64_MAX;
	now->report.sorted = 1;
	now->format = mms_format_of(format);
	if (format && !now->format)
		return refuse(t, "there is no such format");
	if (flags & ~(MMS_TRACE_CAPTURE | MMS_TRACE_MACHINE))
		return refuse(t, "there is no such flag");
	if (t->arena.limit < t->mark || !mms_capture_begin(t) || !mms_names_begin(&now->names, &t->arena) || !mms_event_names_begin(t))
		return mms_trace_stop(t, MMS_status_no_memory, "the memory limit is below what a reader needs");
	now->phase = TRACE_READING;
	return MMS_status_ok;
}

int32_t mms_trace_go_on(void)
{
	struct mms_trace *t = mms_trace();
	struct mms_trace_carry carry;
	s32 status = mms_trace_begin(MMS_trace_format_unknown, 0, 0);

	if (status < 0)
		return status;
	mms_copy(&carry, t->staging, sizeof(carry));
	return mms_carry_begin(t, &carry) ? MMS_status_ok : refuse(t, "lines of such a text cannot be read apart from those before them");
}

uint32_t mms_trace_error(void)
{
	struct mms_trace *t = mms_trace();

	return t ? mms_trace_address(t, &t->now.error) : 0;
}

uint32_t mms_trace_staging(uint32_t bytes)
{
	struct mms_trace *t = mms_trace();

	return t && bytes <= sizeof(t->staging) ? mms_trace_address(t, t->staging) : 0;
}

/* ok: there is a text that is not at its end. */
static s32 reading(struct mms_trace *t)
{
	if (!t)
		return MMS_status_no_memory;
	if (t->now.phase == TRACE_FAILED)
		return t->now.error.status;
	if (t->now.phase != TRACE_READING && t->now.phase != TRACE_MORE)
		return refuse(t, "nothing is being read: begin first");
	return MMS_status_ok;
}

int32_t mms_trace_feed(uint32_t bytes)
{
	struct mms_trace *t = mms_trace();
	s32 status = reading(t);

	if (status < 0)
		return status;
	if (bytes > sizeof(t->staging))
		return refuse(t, "a chunk has 1048576 bytes at most");
	if (t->now.phase == TRACE_MORE && bytes)
		return refuse(t, "the chunk before is not read yet: call again with 0 bytes");
	mms_batch_release(t);
	t->now.text_len = 0;
	return mms_lines_feed(t, bytes);
}

int32_t mms_trace_end(void)
{
	struct mms_trace *t = mms_trace();
	s32 status = reading(t);

	if (status < 0)
		return status;
	mms_batch_release(t);
	t->now.text_len = 0;
	return mms_lines_end(t);
}

int32_t mms_trace_part(void)
{
	struct mms_trace *t = mms_trace();
	s32 status = reading(t);

	if (status < 0)
		return status;
	mms_batch_release(t);
	return mms_lines_part(t);
}

uint32_t mms_trace_carry(void)
{
	struct mms_trace *t = mms_trace();

	if (!t)
		return 0;
	t->carry = mms_carry_of(t);
	return mms_trace_address(t, &t->carry);
}

uint32_t mms_trace_first_ts(void)
{
	struct mms_trace *t = mms_trace();

	return t ? mms_trace_address(t, t->now.first_ts) : 0;
}

uint32_t mms_trace_last_ts(void)
{
	struct mms_trace *t = mms_trace();

	return t ? mms_trace_address(t, t->now.last_ts) : 0;
}

uint32_t mms_trace_learned(uint32_t n)
{
	struct mms_trace *t = mms_trace();

	return t && n < t->now.n_learned ? t->now.learned[n] : 0;
}

uint32_t mms_trace_take(void)
{
	struct mms_trace *t = mms_trace();
	const struct mms_trace_batch *batch = t ? mms_batch_take(t) : NULL;

	return batch ? mms_trace_address(t, batch) : 0;
}

uint32_t mms_trace_text(void)
{
	struct mms_trace *t = mms_trace();

	return t && t->now.text_len ? mms_trace_address(t, t->text) : 0;
}

uint32_t mms_trace_text_len(void)
{
	struct mms_trace *t = mms_trace();

	return t ? t->now.text_len : 0;
}

uint32_t mms_trace_report(void)
{
	struct mms_trace *t = mms_trace();

	if (!t)
		return 0;
	t->now.report.names = t->now.names.n;
	t->now.report.names_full = (u32)MMS_MIN(t->now.names.full, (u64)UINT32_MAX);
	return mms_trace_address(t, &t->now.report);
}

uint32_t mms_trace_counts(void)
{
	struct mms_trace *t = mms_trace();

	return t ? mms_trace_address(t, t->now.counts) : 0;
}

uint32_t mms_trace_generic(uint32_t row)
{
	struct mms_trace *t = mms_trace();

	return t && row < t->now.report.generics ? mms_trace_address(t, &t->now.generic[row]) : 0;
}

uint32_t mms_trace_map_value(uint32_t row)
{
	struct mms_trace *t = mms_trace();

	return t && row < t->now.report.map_values ? mms_trace_address(t, &t->now.map.row[row]) : 0;
}

uint32_t mms_trace_name(uint32_t number)
{
	struct mms_trace *t = mms_trace();

	return t && number < t->now.names.n ? mms_trace_address(t, mms_name_at(&t->now.names, number)->at) : 0;
}

uint32_t mms_trace_name_len(uint32_t number)
{
	struct mms_trace *t = mms_trace();

	return t && number < t->now.names.n ? mms_name_at(&t->now.names, number)->len : 0;
}

_Static_assert((MMS_TRACE_NAMES + 2) * sizeof(u32) + MMS_TRACE_NAMES * MMS_TRACE_NAME_MAX <= sizeof(mms_trace()->text), "all fit");

uint32_t mms_trace_names(uint32_t first)
{
	struct mms_trace *t = mms_trace();

	if (!t || t->now.flags & MMS_TRACE_CAPTURE || first >= t->now.names.n)
		return 0;
	mms_names_copy(&t->now.names, first, (u32 *)(void *)t->text);
	return mms_trace_address(t, t->text);
}
