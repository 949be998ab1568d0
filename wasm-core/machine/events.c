/* SPDX-License-Identifier: Apache-2.0 */
#include "events.h"

struct mms_event *mms_emit(struct mms_out *out, enum mms_kind_id kind, u64 now, const struct mms_who *who)
{
	struct mms_event *e = mms_log_add(out->log, kind);

	if (!e)
		return NULL;
	/* Who acts in turn may have a clock of its own; a log's time never goes back. */
	out->last_ts = MMS_MAX(out->last_ts, now);
	e->ts = out->last_ts;
	if (mms_kind_bare(e->kind))
		return e;
	e->cpu = who->cpu;
	e->pid = who->pid;
	for (u32 i = 0; i + 1 < sizeof(e->comm) && who->comm[i]; i++)
		e->comm[i] = who->comm[i];
	if (mms_kind_ordered(e->kind))
		e->seq = ++out->seq;
	return e;
}

enum mms_status_id mms_emit_status(const struct mms_out *out, struct mms_error *error)
{
	if (out->log->status == MMS_status_too_many)
		return mms_fail(error, MMS_status_too_many, "the run has more events than the limit");
	if (out->log->status < 0)
		return mms_fail(error, out->log->status, "the memory limit is reached");
	return MMS_status_ok;
}
