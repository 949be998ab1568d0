/* SPDX-License-Identifier: Apache-2.0 */
#include "value.h"

#include "base/bytes.h"
#include "trace/text/number.h"

#define COMM_MAX 15 /* TASK_COMM_LEN without its NUL */
#define MINUS(type) ((type) == MMS_column_type_s16 || (type) == MMS_column_type_s32 || (type) == MMS_column_type_s64)

/* The smallest and the largest number of a column, as 64 bits. */
struct range {
	u64 most;  /* positive */
	u64 least; /* the size of the negative one */
};

static const struct range ranges[] = {
	[MMS_column_type_u8] = {UINT8_MAX, 0},          [MMS_column_type_u16] = {UINT16_MAX, 0},
	[MMS_column_type_u32] = {UINT32_MAX, 0},        [MMS_column_type_u64] = {UINT64_MAX, 0},
	[MMS_column_type_s16] = {INT16_MAX, 1ull << 15}, [MMS_column_type_s32] = {INT32_MAX, 1ull << 31},
	[MMS_column_type_s64] = {INT64_MAX, 1ull << 63}, [MMS_column_type_x64] = {UINT64_MAX, 0},
	[MMS_column_type_flag] = {1, 0},                [MMS_column_type_dev] = {UINT32_MAX, 0},
	[MMS_column_type_name] = {UINT32_MAX, 0},
};

/* Little endian, as all hosts are told: the low bytes of the number. */
static MMS_INLINE void store(u8 *data, u32 row, u8 type, u64 value)
{
	switch (type) {
	case MMS_column_type_u8:
	case MMS_column_type_flag:
		data[row] = (u8)value;
		break;
	case MMS_column_type_u16:
	case MMS_column_type_s16:
		((u16 *)(void *)data)[row] = (u16)value;
		break;
	case MMS_column_type_u64:
	case MMS_column_type_s64:
	case MMS_column_type_x64:
		((u64 *)(void *)data)[row] = value;
		break;
	default:
		((u32 *)(void *)data)[row] = (u32)value;
	}
}

void mms_value_unknown(u8 *data, u32 row, const struct mms_column_info *info)
{
	u32 width = mms_column_width(info->item);
	u8 *at = data + (size_t)row * info->lanes * width;

	if (info->type == MMS_column_type_text) {
		((u32 *)(void *)data)[row + 1] = ((u32 *)(void *)data)[row];
		return;
	}
	for (u32 lane = 0; lane < info->lanes; lane++, at += width) {
		if (info->type == MMS_column_type_name)
			store(at, 0, info->item, 0);
		else
			store(at, 0, info->item, MINUS(info->item) ? 0 - ranges[info->item].least : UINT64_MAX);
	}
}

const char *mms_value_must(u8 type)
{
	switch (type) {
	case MMS_column_type_x64: return "is not a hexadecimal number";
	case MMS_column_type_flag: return "is not 0 or 1";
	case MMS_column_type_dev: return "is not a disk's major,minor";
	case MMS_column_type_vector: return "is not as many hexadecimal words as it has";
	case MMS_column_type_name: return "is no name that the kernel writes";
	default: return "is not a number that fits";
	}
}

/* A digit behind a comma is the rest of a number that somebody wrote so: 1,024. */
static bool ends(const char *at, const char *end)
{
	return at == end || (at < end && (*at == ' ' || (*at == ',' && !(at + 1 < end && mms_is_digit(at[1])))));
}

static const char *word_end(const char *at, const char *end)
{
	while (!ends(at, end))
		at++;
	return at;
}

/* `?`, `(null)`, `(____ptrval____)`: nothing given. */
static bool says_nothing(const char *at)
{
	return *at == '?' || *at == '(';
}

static MMS_INLINE const char *read_number(u8 *data, u32 row, u8 type, const char *at)
{
	bool minus = *at == '-';
	u64 value;

	at += minus;
	if (at[0] == '0' && (at[1] | 32) == 'x') {
		at += 2;
		if (!mms_hex(&at, &value))
			return NULL;
	} else if (!(type == MMS_column_type_x64 ? mms_hex(&at, &value) : mms_decimal(&at, &value))) {
		return NULL;
	}
	if (value > (minus ? ranges[type].least : ranges[type].most))
		return NULL;
	store(data, row, type, minus ? 0 - value : value);
	return at;
}

/* A number by its name in enums.def. Names of the kernel may have a hyphen where ours have a low line. */
static const char *read_named(u8 *data, u32 row, const struct mms_column_info *info, const char *at, const char *end)
{
	const struct mms_enum *list = mms_enum_named(info->enm);
	const char *to = word_end(at, end);

	for (u32 i = 0; list && i < list->values; i++) {
		const char *name = list->value[i].name, *c = at;

		while (c < to && *name && (*c == *name || (*c == '-' && *name == '_')))
			c++, name++;
		if (c == to && !*name) {
			store(data, row, info->type, (u64)list->value[i].value);
			return to;
		}
	}
	return NULL;
}

/* `259,0`, `259:0`, or the kernel's number of both (trace-cmd report -R; tracefs with the option fields). */
static const char *read_dev(u8 *data, u32 row, const char *at)
{
	u64 major, minor;

	if (at[0] == '0' && (at[1] | 32) == 'x')
		return read_number(data, row, MMS_column_type_dev, at);
	if (!mms_decimal(&at, &major) || major > UINT32_MAX)
		return NULL;
	if (*at != ',' && *at != ':') { /* the kernel's own dev_t, where a tool prints fields as they are */
		store(data, row, MMS_column_type_dev, major);
		return at;
	}
	at++;
	if (!mms_decimal(&at, &minor) || major >= 1 << 12 || minor >= 1 << 20)
		return NULL;
	store(data, row, MMS_column_type_dev, major << 20 | minor);
	return at;
}

static const char *read_flag(u8 *data, u32 row, const char *at, const char *end)
{
	static const struct {
		const char *text;
		u8 value;
	} words[] = {{"0", 0}, {"1", 1}, {"false", 0}, {"true", 1}, {"n", 0}, {"y", 1}, {"N", 0}, {"Y", 1}};
	const char *to = word_end(at, end);

	for (u32 i = 0; i < MMS_COUNT(words); i++)
		if (mms_same(words[i].text, at, (u32)(to - at))) {
			store(data, row, MMS_column_type_flag, words[i].value);
			return to;
		}
	return NULL;
}

/* Words of 64 bits in hexadecimal, a comma between them; in braces and with 0x where the kernel's __print_array()
 * wrote them. Lane 0 of a word is in its least significant bits. */
static const char *read_vector(u8 *data, u32 row, const struct mms_column_info *info, const char *at)
{
	u32 bytes = info->lanes * mms_column_width(info->item);
	bool braces = *at == '{';

	at += braces;
	for (u32 word = 0; word < bytes; word += 8) {
		u64 value;

		if (word && *at++ != ',')
			return NULL;
		if (at[0] == '0' && (at[1] | 32) == 'x')
			at += 2;
		if (!mms_hex(&at, &value))
			return NULL;
		mms_copy(data + (size_t)row * bytes + word, &value, MMS_MIN(8u, bytes - word));
	}
	return !braces ? at : *at == '}' ? at + 1 : NULL;
}

/* Where the number of this name stands if a row of late had it: most often one did. */
static MMS_INLINE u32 *recent(struct mms_builder *b, u32 field, const char *text, u32 len)
{
	return &b->recent[field][(len ^ (u8)text[len >> 1]) & (MMS_TRACE_RECENT - 1)];
}

static MMS_INLINE bool is_name(const struct mms_trace *t, u32 number, const char *text, u32 len)
{
	const struct mms_string *name = mms_name_at(&t->now.names, number);

	return name->len == len && mms_equal(name->at, text, len);
}

/* Flags whose names are all capitals in the kernel. */
static bool is_of_capitals(const struct mms_column_info *info)
{
	return mms_starts(info->name, info->name + 8, "gfp_") || mms_same("rwbs", info->name, mms_strlen(info->name));
}

/* Only names of tasks may have any character. */
static bool is_of_task(const struct mms_column_info *info)
{
	const char *name = info->name;
	u32 len = mms_strlen(name);

	return (len >= 4 && mms_same("comm", name + len - 4, 4)) || (len == 4 && mms_same("name", name, 4));
}

/* Does a name of the kernel's for allocations and reclaim begin so, and go on? include/trace/events/mmflags.h, vmscan.h. */
static bool is_part_of_gfp(const char *word, u32 len)
{
	static const char *const names[] = {
		"none", "GFP_TRANSHUGE", "GFP_TRANSHUGE_LIGHT", "GFP_HIGHUSER_MOVABLE", "GFP_HIGHUSER", "GFP_USER", "GFP_KERNEL_ACCOUNT",
		"GFP_KERNEL", "GFP_NOFS", "GFP_ATOMIC", "GFP_NOIO", "GFP_NOWAIT", "GFP_DMA", "GFP_DMA32", "GFP_TEMPORARY", "__GFP_HIGHMEM",
		"__GFP_DMA32", "__GFP_HIGH", "__GFP_ATOMIC", "__GFP_IO", "__GFP_FS", "__GFP_NOWARN", "__GFP_RETRY_MAYFAIL", "__GFP_NOFAIL",
		"__GFP_NORETRY", "__GFP_COMP", "__GFP_ZERO", "__GFP_NOMEMALLOC", "__GFP_MEMALLOC", "__GFP_HARDWALL", "__GFP_THISNODE",
		"__GFP_RECLAIMABLE", "__GFP_MOVABLE", "__GFP_ACCOUNT", "__GFP_WRITE", "__GFP_RECLAIM", "__GFP_DIRECT_RECLAIM",
		"__GFP_KSWAPD_RECLAIM", "__GFP_ZEROTAGS", "__GFP_SKIP_ZERO", "__GFP_SKIP_KASAN", "__GFP_SKIP_KASAN_POISON",
		"__GFP_SKIP_KASAN_UNPOISON", "__GFP_NOLOCKDEP", "__GFP_NO_OBJ_EXT", "__GFP_NOTRACK", "__GFP_COLD", "__GFP_REPEAT", "__GFP_DMA",
		"__GFP_OTHER_NODE", "__GFP_WAIT", "__GFP_NO_KSWAPD", "RECLAIM_WB_ANON", "RECLAIM_WB_FILE", "RECLAIM_WB_MIXED",
		"RECLAIM_WB_SYNC", "RECLAIM_WB_ASYNC",
	};
	bool part = false;

	for (u32 i = 0; i < MMS_COUNT(names); i++) {
		u32 same = 0;

		while (same < len && names[i][same] == word[same])
			same++;
		if (same == len && !names[i][same])
			return false;
		part |= same == len;
	}
	return part;
}

__attribute__((noinline)) bool mms_value_cut(const char *at, const char *end)
{
	const char *word = end;

	while (word > at && word[-1] != '|')
		word--;
	return end > word && is_part_of_gfp(word, (u32)(end - word));
}

/* `100cca`, and what tracefs with the option fields has behind it: `0 (0)`. */
static bool is_hex(const char *at, const char *end)
{
	u64 value;

	if (!mms_hex(&at, &value) || at == end)
		return at == end;
	return mms_starts(at, end, " (") && (at += 2, mms_decimal(&at, &value)) && at + 1 == end && *at == ')';
}

/* Names that are one word of letters and digits. */
static bool is_one_word(const char *name, u32 len)
{
	static const char *const names[] = {"lru", "zone", "mode", "reason", "ret", "status", "rwbs", "ioprio_class"};

	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_same(names[i], name, len))
			return true;
	return false;
}

/* Bytes of a command: `2a 00 08`. */
static bool is_bytes(const char *at, const char *end)
{
	for (; at < end; at++)
		if (*at != ' ' && !mms_is_digit(*at) && !((*at | 32) >= 'a' && (*at | 32) <= 'f'))
			return false;
	return true;
}

/* What the kernel writes in no name: signs of a page, of a remark, of what was left out. */
static __attribute__((noinline)) bool is_marred(const struct mms_column_info *info, const char *at, const char *end)
{
	static const char odd[] = "\"#$;<>\\`'!?^~";
	bool capitals = is_of_capitals(info), task = is_of_task(info), gfp = mms_starts(info->name, info->name + 8, "gfp_") || mms_same("flags", info->name, mms_strlen(info->name));
	bool one_word = is_one_word(info->name, mms_strlen(info->name)) && *at != '0';
	char last = at < end ? end[-1] : ' ';

	if (!task && (last == ',' || last == '.' || last == '*' || last == '|' || last == '-'))
		return true;
	if (gfp && mms_starts(at, end, "0x"))
		return !is_hex(at + 2, end);
	if (task && end - at > COMM_MAX && !mms_same("name", info->name, mms_strlen(info->name)))
		return true;
	if (gfp && mms_value_cut(at, end))
		return true;
	if (gfp && mms_starts(at, end, "RECLAIM_") && mms_is_digit(last))
		return true;
	if (mms_same("cmd", info->name, mms_strlen(info->name)))
		return (at < end && *at == ' ') || !is_bytes(at, end);
	if (!task && at < end && (*at == '=' || *at == ' '))
		return true;
	for (const char *c = at; c < end && one_word; c++)
		if (!mms_is_word(*c))
			return true;
	capitals &= !mms_same("none", at, (u32)(end - at)) && !mms_starts(at, end, "0x");
	for (; at < end; at++) {
		if (gfp && !mms_is_word(*at) && *at != '|')
			return true;
		if ((u8)*at < ' ' || (!task && ((u8)*at >= 0x7f || mms_starts(at, end, "0X"))) || (capitals && *at >= 'a' && *at <= 'z'))
			return true;
		for (u32 i = 0; !task && i < sizeof(odd) - 1; i++)
			if (*at == odd[i])
				return true;
	}
	return false;
}

const char *mms_value_read(struct mms_trace *t, struct mms_builder *b, u32 field, const char *at, const char *end,
			   bool alone)
{
	const struct mms_column_info *info = &b->kind->field[field];
	u8 *data = b->own[field];
	const char *to;

	if (info->type == MMS_column_type_name) {
		u32 len = (u32)(end - at), *number = recent(b, field, at, len);

		if (!is_name(t, *number, at, len)) {
			if (is_marred(info, at, end))
				return NULL;
			*number = mms_name(&t->now.names, at, len);
		}
		store(data, b->rows, MMS_column_type_name, *number);
		return end;
	}
	if (info->type == MMS_column_type_text) {
		mms_row_text(b, field, at, (u32)(end - at));
		return end;
	}
	if (info->type == MMS_column_type_vector) {
		to = read_vector(data, b->rows, info, at);
		return to && to <= end && (!alone || ends(to, end)) ? to : NULL;
	}
	if (says_nothing(at)) {
		mms_value_unknown(data, b->rows, info);
		return word_end(at, end);
	}
	if (info->type == MMS_column_type_dev)
		to = read_dev(data, b->rows, at);
	else if (info->type == MMS_column_type_flag)
		to = read_flag(data, b->rows, at, end);
	else
		to = read_number(data, b->rows, info->type, at);
	if (!to)
		to = read_named(data, b->rows, info, at, end);
	return to && to <= end && (!alone || ends(to, end)) ? to : NULL;
}

bool mms_row_number(struct mms_builder *b, u32 field, u64 value, bool negative)
{
	u8 type = b->kind->field[field].type;

	if (value > (negative ? ranges[type].least : ranges[type].most))
		return false;
	store(b->own[field], b->rows, type, negative ? 0 - value : value);
	return true;
}

void mms_row_name(struct mms_trace *t, struct mms_builder *b, u32 field, const char *text, u32 len)
{
	u32 *number = recent(b, field, text, len);

	if (!is_name(t, *number, text, len))
		*number = mms_name(&t->now.names, text, len);
	store(b->own[field], b->rows, MMS_column_type_name, *number);
}

void mms_row_text(struct mms_builder *b, u32 field, const char *text, u32 len)
{
	u32 *place = (u32 *)(void *)b->own[field] + b->rows;

	len = MMS_MIN(len, MMS_TRACE_NAME_MAX);
	mms_copy(b->heap + place[0], text, len);
	place[1] = b->heap_len = place[0] + len;
}

void mms_row_lane(struct mms_builder *b, u32 field, u32 lane, u64 value)
{
	const struct mms_column_info *info = &b->kind->field[field];

	store(b->own[field], b->rows * info->lanes + lane, info->item, value);
}
