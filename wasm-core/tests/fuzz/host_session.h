/* SPDX-License-Identifier: Apache-2.0 */
/* host_session.h: what both fuzz targets expect of a finished session. Each traps when it does not hold. */
#ifndef MMS_HOST_SESSION_H
#define MMS_HOST_SESSION_H

#include <string.h>

#include "check.h"
#include "abi/session.h"
#include "mms/state.h"

static inline void *at(uint32_t address)
{
	return mms_memory_base() + address;
}

/* Checks the whole log; the totals add up. */
static inline const struct mms_totals *check_all(void)
{
	const struct mms_totals *t;
	uint64_t of_modes = 0;
	int status;

	MUST(mms_check_begin() == 0);
	while ((status = mms_check_run(100)) == MMS_status_more)
		continue;
	MUST(status == 0);
	t = at(mms_totals());
	MUST(t->decisions == mms_decision_count());
	MUST(t->same + t->different + t->incomplete + t->raced == t->decisions);
	MUST(t->replay_same + t->replay_different + t->replay_incomplete + t->stateless_only == t->decisions);
	MUST(t->keys_same + t->keys_different + t->keys_incomplete == t->keys);
	for (uint32_t mode = 0; mode < MMS_N_MODES; mode++) {
		const struct mms_mode_totals *m = at(mms_mode_totals(mode));

		MUST(m->same + m->different + m->incomplete + m->raced == m->decisions);
		of_modes += m->decisions;
	}
	MUST(of_modes == t->decisions);
	/* whatever the manifests are */
	status = mms_balance();
	MUST(status >= 0 || status == MMS_status_no_memory);
	return t;
}

/* Every list of every state is within its table. */
static inline void look_at_states(void)
{
	uint32_t n = mms_event_count();

	for (uint32_t i = 0; i <= n; i += 1 + n / 16) {
		const struct mms_state *st = at(mms_seek(n - i));

		for (unsigned k = 0; k < MMS_NODES; k++)
			MUST(st->list[k].n <= MMS_DEVS);
		MUST(st->swap.devices <= MMS_DEVS && st->swap.nodes <= MMS_NODES);
	}
}

/* Writes the log, reads it back, and finds the same events. */
static inline void round_trip(void)
{
	uint32_t n = mms_event_count();
	size_t bytes = n * sizeof(struct mms_event), len = 0, cap = 1 << 16;
	struct mms_event *events = malloc(bytes + 1);
	char *text = malloc(cap);
	int got;

	memcpy(events, at(mms_event_at(0)), bytes);
	MUST(mms_write_begin() == 0);
	while ((got = mms_write_next(MMS_STAGING_MAX)) > 0) {
		while (len + (size_t)got > cap)
			text = realloc(text, cap *= 2);
		memcpy(text + len, at(mms_staging(1)), (size_t)got);
		len += (size_t)got;
	}
	MUST(got == 0);
	mms_reset(0, 0);
	MUST(mms_reader_begin() == 0);
	for (size_t from = 0; from < len; from += MMS_STAGING_MAX) {
		size_t part = MMS_MIN(len - from, (size_t)MMS_STAGING_MAX);

		memcpy(at(mms_staging((uint32_t)part)), text + from, part);
		MUST(mms_reader_feed((uint32_t)part) == 0);
	}
	MUST(mms_reader_end() == 0);
	MUST(mms_event_count() == n);
	for (uint32_t i = 0; i < n; i++) {
		struct mms_event *e = at(mms_event_at(i));

		e->line = events[i].line = 0;
		if (memcmp(e, &events[i], sizeof(*e)))
			fprintf(stderr, "event %u of kind %u came back another\n", i, e->kind);
		MUST(!memcmp(e, &events[i], sizeof(*e)));
	}
	free(text);
	free(events);
}

#endif
