/* SPDX-License-Identifier: Apache-2.0 */
#include "asif.h"

#include "suite.h"
#include "host.h"

const struct mms_log *asif_record(void)
{
	return &mms_session()->now.record;
}

const struct mms_event *asif_next(const struct mms_log *log, u8 kind, u32 *at)
{
	while (*at < log->count)
		if (log->event[(*at)++].kind == kind)
			return &log->event[*at - 1];
	return NULL;
}

/* What a walk was and came to; how many slots were in use is the kernel's own count at the moment. */
static bool same_walk(const struct mms_ev_swap_select *a, const struct mms_ev_swap_select *b)
{
	struct mms_ev_swap_select x = *a, y = *b;

	memset(x.list_used, 0, sizeof(x.list_used));
	memset(y.list_used, 0, sizeof(y.list_used));
	for (u32 i = MMS_MIN(x.list_n, MMS_LIST_LANES); i < MMS_LIST_LANES; i++)
		x.list_type[i] = y.list_type[i] = 0, x.list_prio[i] = y.list_prio[i] = 0;
	return !memcmp(&x, &y, sizeof(x));
}

static bool same_decision(const struct mms_event *a, const struct mms_event *b)
{
	if (!b || a->line != b->line)
		return false;
	if (a->kind == MMS_KIND_swap_select)
		return same_walk(&a->swap_select, &b->swap_select);
	if (a->kind == MMS_KIND_zone_select)
		return !memcmp(&a->zone_select, &b->zone_select, sizeof(a->zone_select));
	if (a->kind == MMS_KIND_swap_ra)
		return !memcmp(&a->swap_ra, &b->swap_ra, sizeof(a->swap_ra));
	if (a->kind == MMS_KIND_swap_in)
		return !memcmp(&a->swap_in, &b->swap_in, sizeof(a->swap_in));
	return !memcmp(&a->interleave, &b->interleave, sizeof(a->interleave));
}

u64 asif_compare(u8 kind, u64 *same)
{
	const struct mms_event *a;
	u32 i = 0, k = 0;
	u64 n = 0;

	while ((a = asif_next(asif_record(), kind, &i))) {
		n++;
		*same += same_decision(a, asif_next(&mms_session()->now.log, kind, &k));
	}
	return n;
}

u64 asif_count(const struct mms_log *log, u8 kind)
{
	u32 at = 0;
	u64 n = 0;

	while (asif_next(log, kind, &at))
		n++;
	return n;
}

u64 asif_stat(const char *name)
{
	const struct mms_event *e;
	u32 at = 0;

	while ((e = asif_next(&mms_session()->now.log, MMS_KIND_stat, &at)))
		if (!strncmp(e->stat.text, "asif/", 5) && !strcmp(e->stat.text + 5, name))
			return e->stat.value;
	return 0;
}

char *asif_find(char *at, const char *word)
{
	for (; (at = strchr(at, *word)); at++)
		if (!strncmp(at, word, strlen(word)))
			return at;
	return NULL;
}
