/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.h: events put together from files of /proc, which know neither time nor task. */
#ifndef MMS_TRACE_SNAPSHOT_H
#define MMS_TRACE_SNAPSHOT_H

#include "base/bytes.h"
#include "formats.h"
#include "trace/text/number.h"

/* `name number`, blanks around them, as the whole of [at, end). */
static inline bool mms_name_number(const char *at, const char *end, const char **name, u32 *len, u64 *value)
{
	const char *to;

	*name = at = mms_skip_space(at, end);
	to = mms_word_end(at, end);
	*len = (u32)(to - at);
	at = mms_skip_space(to, end);
	return *len && at > to && mms_decimal(&at, value) && mms_skip_space(at, end) == end;
}

static inline void mms_put_pair(struct mms_text *text, const char *name, u64 value)
{
	mms_put(text, name);
	mms_put_char(text, '=');
	mms_put_u64(text, value);
	mms_put_char(text, ' ');
}

/* An event of events.def from `name=value ` pairs; `text` is in the scratch buffer. */
static inline void mms_snapshot_event(struct mms_trace *t, enum mms_kind_id kind, struct mms_text *text)
{
	struct mms_head head = {.ts = t->now.line, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	static char name[64]; /* text that is passed on has 32 bytes behind it */
	const char *from = mms_kind_of((u8)kind)->name;

	mms_fill(name, 0, sizeof(name));
	mms_copy(name, from, mms_strlen(from));
	mms_trace_clock(t, MMS_trace_clock_none);
	mms_put_char(text, '\0');
	mms_trace_event(t, &head, name, mms_strlen(from), text->at, text->len - 1);
}

/* `stat value=… text=<where>/<name>` */
static inline void mms_snapshot_stat(struct mms_trace *t, const char *where, const char *name, u32 len, u64 value)
{
	struct mms_text text = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH);

	mms_put_pair(&text, "value", value);
	mms_put(&text, "text=");
	mms_put(&text, where);
	mms_put_char(&text, '/');
	mms_put_bytes(&text, name, len);
	mms_snapshot_event(t, MMS_KIND_stat, &text);
}

#endif
