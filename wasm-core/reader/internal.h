/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of reader/ share. */
#ifndef MMS_READER_INTERNAL_H
#define MMS_READER_INTERNAL_H

#include "reader.h"
#include "tables/tables.h"

#define FIELDS_MAX 64 /* fields of a line, the common ones included */
#define FORMAT_WORD "mmscope-capture"
#define FORMAT_VERSION 1
#define MANIFEST_WORD "manifest"
#define END_WORD "end"

enum part { PART_FORMAT, PART_MANIFEST, PART_EVENTS, PART_ENDED };

struct mms_reader {
	struct mms_arena *arena;
	struct mms_log *log;
	struct mms_report *report;
	struct mms_error *error;
	enum part part;
	u64 line; /* the one being read, from 1 */
	u32 manifest_len, end_len, carried;
	u32 bad; /* entries of report->first_bad in use */
	u64 max_seq, end_lost;
	u64 present[UINT8_MAX + 1], lacked[UINT8_MAX + 1]; /* by kind: fields (bit i: field i of the line) of its lines so far */
	const struct mms_kind *kind; /* of the line before: most have the same */
	bool failed;
	char manifest[MMS_MANIFEST_MAX], end[MMS_MANIFEST_MAX];
	char carry[MMS_MANIFEST_MAX + 1]; /* a line whose end has not come yet; one more than any may have */
};

/* A value that is not what it must be; `must` continues "…, but ". */
struct mms_range_error {
	const char *field, *must;
	s64 holds;
};

/* order.c */
enum mms_status_id mms_order(struct mms_reader *r);

/* parser.c: one line that is an event. */
enum mms_status_id mms_parse_event(struct mms_reader *r, const char *line, u32 len);

/* Where `stop` comes next from `from` on, or `len`: eight bytes at a time, as most of reading is looking for it. */
static MMS_INLINE u32 mms_until(const char *text, u32 from, u32 len, char stop)
{
	const u64 ones = 0x0101010101010101ull;

	for (; len - from >= 8; from += 8) {
		u64 bytes;

		mms_copy(&bytes, text + from, 8);
		bytes ^= ones * (u8)stop; /* now 0 where it stands */
		bytes = (bytes - ones) & ~bytes & ones << 7;
		if (bytes)
			return from + (u32)__builtin_ctzll(bytes) / 8;
	}
	while (from < len && text[from] != stop)
		from++;
	return from;
}

/* number.c: each reads all of `len` bytes, and says so by NULL; otherwise why not. */
const char *mms_read_decimal(const char *text, u32 len, bool is_signed, u64 *value);
const char *mms_read_hex(const char *text, u32 len, u64 *value);
const char *mms_read_vector(const char *text, u32 len, u8 *lanes, u32 bytes);
const char *mms_read_text(const char *text, u32 len, bool spaces, char *to, u32 lanes);

/* range.c: what a field's type does not say. False: `bad` says which. */
bool mms_range_check(const struct mms_event *e, struct mms_range_error *bad);

/* range_zone.c: the same for zone_level, zone_age, kswapd_sleep, kswapd_woke, kswapd_waker and direct_reclaim. */
bool mms_range_zone(const struct mms_event *e, struct mms_range_error *bad);

/* range_stock.c: decisions of unpatched kernels. */
bool mms_range_stock(const struct mms_event *e, struct mms_range_error *bad);

/* Field i of a line of this kind, in the order of the text: common, the kind's own, comm. NULL behind the
 * last. */
const struct mms_field *mms_line_field(const struct mms_kind *kind, u32 i);

/* The one that takes the rest of its line. */
bool mms_takes_rest(const struct mms_kind *kind, const struct mms_field *field);

#endif
