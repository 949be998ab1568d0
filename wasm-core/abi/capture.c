/* SPDX-License-Identifier: Apache-2.0 */
/* Captures in and out. */
#include "session.h"

#include "base/json_scan.h"
#include "tables/tables.h"

int32_t mms_reader_begin(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY)
		return mms_refuse(s, "mms_reader_begin() comes once after mms_reset()");
	s->now.phase = PHASE_FAILED;
	s->now.reader = mms_reader_new(&s->arena, &s->now.log, s->now.max_events, &s->now.report, &s->now.error);
	if (!s->now.reader)
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	s->now.phase = PHASE_READING;
	return MMS_status_ok;
}

int32_t mms_reader_feed(uint32_t bytes)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_READING)
		return mms_refuse(s, "mms_reader_feed() comes after mms_reader_begin()");
	if (bytes > sizeof(s->staging))
		return mms_refuse(s, "the staging buffer has 1 MiB at most");
	return mms_reader_take(s->now.reader, s->staging, bytes);
}

/* The architecture that the manifest names; the first of the list where it names none, or another. */
static u8 arch_of(const char *manifest, u32 len)
{
	static const char *const name = "arch";
	const struct mms_enum *list = mms_enum_named(name);
	struct mms_json_span arch = {NULL, NULL};

	if (manifest && !mms_json_object(manifest, manifest + len, &name, &arch, 1))
		for (u32 i = 0; i < list->values; i++)
			if (mms_json_is(arch, list->value[i].name))
				return (u8)list->value[i].value;
	return 0;
}

static void note_manifests(struct mms_session *s)
{
	struct mms_report *report = &s->now.report;
	const char *text = mms_reader_manifest(s->now.reader, &report->manifest_len);

	report->manifest_at = text ? mms_address(s, text) : 0;
	text = mms_reader_end_manifest(s->now.reader, &report->end_len);
	report->end_at = text ? mms_address(s, text) : 0;
}

int32_t mms_reader_end(void)
{
	struct mms_session *s = mms_session();
	s32 status;
	u32 len = 0;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_READING)
		return mms_refuse(s, "mms_reader_end() comes after mms_reader_begin()");
	s->now.log_top = s->arena.top;
	status = mms_reader_close(s->now.reader);
	note_manifests(s);
	s->now.log.arch = arch_of(mms_reader_manifest(s->now.reader, &len), len);
	if (status >= 0)
		return mms_finish(s);
	s->now.phase = PHASE_FAILED;
	return status;
}

int32_t mms_reader_more(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_DONE || !s->now.reader || s->now.record.event)
		return mms_refuse(s, "mms_reader_more() comes after a capture was read, and before it is asked as if");
	if (s->now.report.closed)
		return mms_refuse(s, "nothing comes after a capture's end line");
	/* what was made of the log goes; the log stays, and may grow again */
	mms_arena_rewind(&s->arena, s->now.log_top);
	mms_fill(&s->now.index, 0, sizeof(s->now.index));
	mms_fill(&s->now.writer, 0, sizeof(s->now.writer));
	mms_fill(&s->now.checker, 0, sizeof(s->now.checker));
	mms_fill(&s->now.totals, 0, sizeof(s->now.totals));
	mms_fill(&s->now.alternatives, 0, sizeof(s->now.alternatives));
	mms_reader_reopen(s->now.reader);
	s->now.phase = PHASE_READING;
	return MMS_status_ok;
}

uint32_t mms_report(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return 0;
	if (s->now.phase == PHASE_READING)
		note_manifests(s);
	return mms_address(s, &s->now.report);
}

int32_t mms_write_begin(void)
{
	struct mms_session *s = mms_session();
	struct mms_writer *w;
	struct mms_text text;

	if (!s)
		return MMS_status_no_memory;
	w = &s->now.writer;
	if (s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_write_begin() comes after a capture was read or a model has run");
	*w = (struct mms_writer){.log = &s->now.log, .end = "{}", .end_len = 2};
	for (u32 i = 0; i < w->log->count; i++)
		w->lost += w->log->event[i].kind == MMS_KIND_lost ? w->log->event[i].lost.n : 0;
	if (s->now.machine.type) {
		text = mms_text(s->now.manifest, sizeof(s->now.manifest));
		mms_model_manifest(&text, &s->now.params);
		w->manifest = s->now.manifest;
		w->manifest_len = text.len;
		return MMS_status_ok;
	}
	w->lost = s->now.report.lost;
	w->manifest = mms_reader_manifest(s->now.reader, &w->manifest_len);
	if (s->now.report.end_len)
		w->end = mms_reader_end_manifest(s->now.reader, &w->end_len);
	return MMS_status_ok;
}

int32_t mms_write_next(uint32_t max_bytes)
{
	struct mms_session *s = mms_session();
	struct mms_text text;

	if (!s)
		return MMS_status_no_memory;
	if (!s->now.writer.log)
		return mms_refuse(s, "mms_write_next() comes after mms_write_begin()");
	text = mms_text(s->staging, MMS_MIN(max_bytes, MMS_STAGING_MAX));
	if (!mms_write(&s->now.writer, &text))
		return mms_refuse(s, "not even one line fits: lines have 4 KiB, manifests 256 KiB at most");
	return (s32)text.len;
}
