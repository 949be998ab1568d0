/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include <string.h>

#include "suite.h"

static u64 now;

void fixture_begin(void)
{
	static const char head[] = "mmscope-capture 1\nmanifest {}\n";

	host_reset();
	now = 1000;
	CHECK(mms_reader_begin() == 0, "%s", host_error());
	memcpy(host_at(mms_staging(sizeof(head))), head, sizeof(head) - 1);
	CHECK(mms_reader_feed(sizeof(head) - 1) == 0, "%s", host_error());
}

void fixture_pause(u64 ns)
{
	now += ns;
}

struct mms_event *fixture_add(enum mms_kind_id kind, s32 pid, const char *comm)
{
	struct mms_event *e = mms_log_add(&mms_session()->now.log, kind);

	CHECK(e, "no room for an event");
	e->ts = now += 700;
	e->cpu = (u16)(pid % 4);
	e->pid = pid;
	strncpy(e->comm, comm, sizeof(e->comm));
	return e;
}

char *fixture_text(size_t *len)
{
	CHECK(mms_reader_end() == 0, "%s", host_error());
	return host_write(len);
}
