/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h: the file of lies LIES as FILE: a function for each row, then the table. Behind what the rows call. */
#include "mms/enums.h"

#define LIE_NAME_(line) lie_of_line_##line
#define LIE_NAME(line) LIE_NAME_(line)
#define LIE(where, name, of, when, ...) \
	static bool LIE_NAME(__LINE__)(struct mms_log *log, u32 i, struct mms_random *r) \
	{ \
		struct mms_event *event = &log->event[i]; \
		struct mms_ev_##of *e = &event->of; \
\
		(void)e, (void)r; \
		if (event->kind != MMS_KIND_##of || !(when)) \
			return false; \
		{ \
			__VA_ARGS__; \
		} \
		return true; \
	}
#define LIE_BY(...)
#define MISS(...)
#include LIES
#undef LIE
#undef LIE_BY
#undef MISS

enum { kernels, everywhere };
enum { one = 1 << FORGERY_ONE, tenth = 1 << FORGERY_TENTH, all = 1 << FORGERY_ALL };

#define LIE(where, name, ...) {name, where == everywhere, LIE_NAME(__LINE__), NULL, {0}},
#define LIE_BY(where, name, function) {name, where == everywhere, function, NULL, {0}},
#define MISS(extents, until, trusts, why) {NULL, 0, NULL, NULL, {extents, #until, trusts, why}},
static const struct lie_row rows[] = {
#include LIES
	{NULL, 0, NULL, NULL, {0}}, /* behind the last one's misses */
};
const struct lie_file FILE_OF_LIES = {rows, MMS_COUNT(rows)};
