/* SPDX-License-Identifier: Apache-2.0 */
/* What mmpaste.wasm exports: include/mms/paste_abi.h. */
#include "mms/paste_abi.h"

#include "internal.h"

#include "base/bytes.h"

#define MEMORY ((size_t)768 << 20)
#define BEHIND 8u /* bytes that reading a number looks at */
#define ANSWER_LEAST 65536u
#define ANSWER_EACH 2048u /* of a zone, a moment, a device, a piece */
#define ANSWER_SOURCE 32u
#define ANSWER_CELL 20u
#define ANSWER_MOST (256u << 20)

static struct paste the_paste;
static struct {
	char *text;
	u32 bytes;
	char *request;
	struct mms_text answer;
} now;

uint32_t mms_paste_abi_version(void)
{
	return MMS_PASTE_ABI_VERSION;
}

static u32 address(const void *block)
{
#ifdef __wasm__
	return (u32)(uintptr_t)block;
#else
	return (u32)((const u8 *)block - the_paste.arena.base);
#endif
}

uint32_t mms_paste_begin(uint32_t bytes)
{
	struct mms_arena arena = the_paste.arena;

	if (!arena.base)
		mms_arena_init(&arena, MEMORY);
	mms_fill(&the_paste, 0, sizeof(the_paste));
	mms_fill(&now, 0, sizeof(now));
	the_paste.arena = arena;
	mms_arena_rewind(&the_paste.arena, 0);
	if (bytes > MMS_PASTE_MOST)
		return 0;
	mms_arena_alloc(&the_paste.arena, 16); /* no address is 0 */
	now.text = mms_arena_alloc(&the_paste.arena, bytes + BEHIND);
	now.request = mms_arena_alloc(&the_paste.arena, MMS_PASTE_REQUEST + BEHIND);
	now.bytes = bytes;
	return now.text && now.request ? address(now.text) : 0;
}

/* Before lines that it found in several files grep puts their path: `/proc/zoneinfo:Node 0, zone DMA`. A sysctl is read with its
 * path. Blanks instead, so that what follows stays where it is. */
static void unpath(char *at, const char *end)
{
	const char *behind;

	for (char *from = at; at < end; from = at) {
		while (at < end && (u8)*at > ' ' && *at != ':')
			at++;
		if (*from == '/' && *at == ':' && !mms_begins(from, at, "/proc/sys/", &behind) && !mms_holds(from, at, "numa_node"))
			mms_fill(from, ' ', (size_t)(at + 1 - from));
		while (at < end && *at++ != '\n')
			;
	}
}

/* `gfp\_mask=`, `1\*4kB`: what an editor of Markdown puts before signs. Words begin where they did, and a gap is behind those that
 * are shorter. */
static void unescape(char *at, const char *end)
{
	static const char signs[] = "_*[]()|#";
	char *out = at;
	u32 gap = 0;

	if (!mms_holds(at, end, "\\_"))
		return;
	for (; at < end; *out++ = *at++) {
		for (u32 i = 0; *at == '\\' && at + 1 < end && signs[i]; i++)
			if (at[1] == signs[i]) {
				at++;
				gap++;
			}
		for (; gap && (u8)*at <= ' '; gap--)
			*out++ = MMS_PASTE_GAP;
	}
	mms_fill(out, MMS_PASTE_GAP, gap);
}

/* Is a word cut in two between these, in a line of names and numbers? `word`: where its first half begins. */
static bool cut_between(const char *word, const char *last, char first)
{
	if ((mms_is_digit(*last) || *last == '-') && mms_is_digit(first))
		return true;
	if (first == '=' || first == ',' || first == ')' || *last == '=' || *last == ',' || *last == '(')
		return true;
	return (mms_is_letter(*last) || *last == '_') && (mms_is_letter(first) || first == '_') && !mms_holds(word, last + 1, "=");
}

/* What a line of the one command may begin with. */
static bool begins_line(const char *at, const char *end)
{
	static const char *const all[] = {"zone ", "vm.", "/", "swap", "Mem", "Node", "node", "available", "mmscope/", "\n", "\r"};
	const char *behind;

	for (u32 i = 0; i < MMS_COUNT(all); i++)
		if (mms_begins(at, end, all[i], &behind))
			return true;
	return false;
}

/* `zone 0,Normal free=3977 … managed=74` and `2912 cma=0`: a line of the one command that a mail or a terminal broke is one line
 * again. Its words begin where they did, and gaps are behind those that were in two. */
static void unfold(char *at, char *end)
{
	const char *behind;

	for (bool zone = false; at < end; at++) {
		char *from = at, *last, *next, *till;

		while (from < end && (*from == '>' || *from == ' '))
			from++;
		zone = (zone && !begins_line(from, end)) ||
			((mms_begins(from, end, "zone ", &behind) || mms_begins(from, end, "swap", &behind)) && mms_is_digit(*behind));
		while (at < end && *at != '\n')
			at++;
		if (!zone || at == end)
			continue;
		for (next = at + 1; next < end && *next == '>'; next += next + 1 < end && next[1] == ' ' ? 2 : 1)
			;
		if (next >= end || begins_line(next, end))
			continue;
		last = at - 1 - (at[-1] == '\r');
		for (till = last; till > from && (u8)till[-1] > ' '; till--)
			;
		if ((u8)*last > ' ' && (u8)*next > ' ' && cut_between(till, last, *next)) {
			for (last++; next < end && (u8)*next > ' ';)
				*last++ = *next++;
			at = last;
		}
		*at = MMS_PASTE_FOLD;
		mms_fill(at + 1, MMS_PASTE_GAP, (size_t)(next - at - 1));
		at--; /* what follows is of the same line */
	}
}

uint32_t mms_paste_read(void)
{
	struct paste *p = &the_paste;
	u64 most;
	char *room;

	if (!now.text)
		return 0;
	p->text = now.text;
	mms_quoted_printable_decode(now.text, now.text + now.bytes);
	unescape(now.text, now.text + now.bytes);
	unpath(now.text, now.text + now.bytes);
	unfold(now.text, now.text + now.bytes);
	p->words = (struct words){.at = now.text, .end = now.text + now.bytes, .line = 1};
	mms_paste_parse(p);
	mms_report_units(p);
	mms_machines(p);
	for (u32 i = 0; i < p->snapshots; i++) {
		mms_marks_judge(p, &p->snapshot[i]);
		mms_page_find(p, &p->snapshot[i]);
	}
	most = ANSWER_LEAST + (u64)ANSWER_EACH * ((u64)p->zones + p->snapshots + p->swaps + p->lists + p->pieces + p->series_count * SERIES_COLUMNS) +
		(u64)ANSWER_SOURCE * p->sources + (u64)ANSWER_CELL * p->cells;
	room = mms_arena_alloc_raw(&p->arena, (size_t)MMS_MIN(most, (u64)ANSWER_MOST));
	if (!room)
		return 0;
	now.answer = mms_text(room, (u32)MMS_MIN(most, (u64)ANSWER_MOST));
	mms_paste_write(p, &now.answer);
	return now.answer.full ? 0 : now.answer.len;
}

uint32_t mms_paste_answer(void)
{
	return now.answer.at ? address(now.answer.at) : 0;
}

uint32_t mms_paste_request(void)
{
	return now.request ? address(now.request) : 0;
}

uint32_t mms_paste_ask(uint32_t bytes)
{
	if (!now.answer.at || bytes > MMS_PASTE_REQUEST)
		return 0;
	mms_fill(now.request + bytes, 0, MMS_PASTE_REQUEST + BEHIND - bytes);
	now.answer = mms_text(now.answer.at, now.answer.cap);
	mms_walk_write(&the_paste, now.request, bytes, &now.answer);
	return now.answer.full ? 0 : now.answer.len;
}
