/* SPDX-License-Identifier: Apache-2.0 */
/* /proc/swaps (mm/swapfile.c:swap_show()), which `swapon -s` prints as it is, and `swapon --show` of util-linux; with the line of
 * their names, or the rows alone. */
#include "internal.h"

#include "base/bytes.h"

enum column { COLUMN_NAME, COLUMN_TYPE, COLUMN_SIZE, COLUMN_USED, COLUMN_PRIO, COLUMN_OTHER };

#define COLUMNS_MOST 8u
#define PAGE_LEAST 4096

/* `1,5G`, `40.4G`, `8196092`: KiB, or below 0. */
static s64 size(const char *at, const char *end, bool plain_bytes)
{
	static const char units[] = "BKMGTP";
	const char *dot = at;
	u64 tenths;

	if (!mms_figures(&dot, 10, &tenths) || tenths > (u64)PAGES_MOST)
		return -1;
	if (dot == end)
		return (s64)(plain_bytes ? tenths / 1024 : tenths);
	tenths *= 10;
	if ((*dot == '.' || *dot == ',') && mms_is_digit(dot[1])) {
		tenths += (u64)(dot[1] - '0');
		while (mms_is_digit(*++dot))
			;
	}
	for (u32 i = 0; dot + 1 == end && units[i]; i++)
		if (*dot == units[i])
			return (s64)((i ? tenths << (10 * (i - 1)) : tenths / 1024) / 10);
	return -1;
}

static bool priority(const struct word *word, s64 *prio)
{
	const char *digits = word->at;
	bool below = mms_word_begins(word, "-", &digits) || mms_word_begins(word, "\xe2\x88\x92", &digits) ||
		mms_word_begins(word, "\xe2\x80\x93", &digits); /* a minus as it is typeset, and a dash */

	if (!mms_digits_till(digits, word->end, "", prio) || *prio > 32767)
		return false;
	*prio = below ? -*prio : *prio;
	return true;
}

bool mms_node(const char *at, const char *end, s64 *node)
{
	bool none = *at == '-';

	if (!mms_digits_till(at + none, end, "", node) || *node >= (s64)NUMA_NODES || (none && *node != 1))
		return false;
	*node = none ? -1 : *node;
	return true;
}

static enum column column(const struct word *word)
{
	static const char *const names[][2] = {{"Filename", "NAME"}, {"Type", "TYPE"}, {"Size", "SIZE"}, {"Used", "USED"}, {"Priority", "PRIO"}};

	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_word_is(word, names[i][0]) || mms_word_is(word, names[i][1]))
			return (enum column)i;
	return COLUMN_OTHER;
}

/* To the last list; what is read goes on at `at`. */
static bool add(struct paste *paste, const struct swap *swap, const struct words *at, u32 line)
{
	struct swap *room = mms_room(paste, paste->swap, paste->swaps, &paste->swap_room, sizeof(*room));
	struct swap_list *list = &paste->list[paste->lists - 1];

	if (!room)
		return false;
	paste->swap = room;
	paste->swap[paste->swaps++] = *swap;
	list->swaps++;
	list->last = line;
	paste->words = *at;
	return true;
}

/* Its size, or what is used of it. With a unit it is rounded. */
static bool amount(struct swap *swap, const struct word *word, bool plain_bytes, s64 *kib)
{
	*kib = size(word->at, word->end, plain_bytes);
	swap->rounded |= !mms_is_digit(word->end[-1]);
	return *kib >= 0;
}

static bool row(const struct paste *paste, struct words *at, const enum column *columns, u32 n, bool show, struct swap *swap)
{
	struct word word;

	*swap = (struct swap){.name = "", .type = "", .size = -1, .used = -1};
	for (u32 i = 0; i < n; i++) {
		if (columns[i] == COLUMN_OTHER && (!mms_word_ahead(at, &word) || word.line != swap->line))
			continue; /* a cell without words */
		if (i ? !mms_word(at, &word) : !mms_first_word(paste, at, &word))
			return false;
		if (!i)
			swap->line = word.line;
		switch (columns[i]) {
		case COLUMN_NAME:
			swap->name = word.at;
			swap->name_len = (u32)(word.end - word.at);
			if (mms_word_ahead(at, &word) && mms_word_is(&word, "(deleted)"))
				mms_word(at, &word);
			break;
		case COLUMN_TYPE:
			swap->type = word.at;
			swap->type_len = (u32)(word.end - word.at);
			if (!mms_is_letter(*word.at))
				return false;
			break;
		case COLUMN_SIZE:
		case COLUMN_USED:
			if (!amount(swap, &word, show, columns[i] == COLUMN_SIZE ? &swap->size : &swap->used))
				return false;
			break;
		case COLUMN_PRIO:
			if (!priority(&word, &swap->prio))
				return false;
			break;
		default:
			break;
		}
	}
	return swap->size < 0 || swap->used <= swap->size;
}

static bool add_list(struct paste *paste, u32 line)
{
	struct swap_list *room = mms_room(paste, paste->list, paste->lists, &paste->list_room, sizeof(*room));

	if (!room)
		return false;
	paste->list = room;
	paste->list[paste->lists++] = (struct swap_list){.first = line, .last = line, .swap = paste->swaps};
	return true;
}

/* `swap1 nvme size_kB=8388604 used_kB=0 prio=-2 node=0` of the one command; node: of an NVMe disk. */
static bool compact(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct swap swap = {.name = word->at, .name_len = (u32)(word->end - word->at), .line = word->line};
	struct word part;
	const char *behind;
	s64 number;

	if (!mms_word_begins(word, "swap", &behind) || !mms_digits_till(behind, word->end, "", &number) || !mms_word(&at, &part))
		return false;
	swap.type = part.at;
	swap.type_len = (u32)(part.end - part.at);
	if (!mms_word(&at, &part) || !mms_word_begins(&part, "size_kB=", &behind) || !mms_digits_till(behind, part.end, "", &swap.size) ||
	    !mms_word(&at, &part) || !mms_word_begins(&part, "used_kB=", &behind) || !mms_digits_till(behind, part.end, "", &swap.used) ||
	    !mms_word(&at, &part) || !mms_word_begins(&part, "prio=", &behind))
		return false;
	part.at = behind;
	if (!priority(&part, &swap.prio))
		return false;
	if (mms_word_ahead(&at, &part) && mms_word_begins(&part, "node=", &behind)) {
		mms_word(&at, &part);
		if (!mms_node(behind, part.end, &swap.node))
			return false;
		swap.has_node = true;
	}
	if ((number == 1 || !paste->lists) && !add_list(paste, word->line))
		return false;
	mms_piece_add(paste, PIECE_SWAPS, word->line, word->line);
	return add(paste, &swap, &at, word->line);
}

/* The line of a device that is cut off, or has numbers that cannot be: it is one all the same, and read past. 0: the list ends. */
static u32 cut(struct paste *paste, bool has_type)
{
	struct words at = paste->words;
	struct word name, type;
	const char *sys;

	if (!mms_first_word(paste, &at, &name) || !mms_first(paste, &name))
		return 0;
	if (!mms_word_folds(&name)) {
		struct words behind = at;
		bool typed = false, alone = true;

		if (*name.at != '/' || mms_word_begins(&name, "/sys/", &sys))
			return 0;
		while (!typed && mms_word(&behind, &type) && (alone || type.line == name.line)) { /* a name may have blanks */
			typed = mms_word_is(&type, "partition") || mms_word_is(&type, "file") || !mms_word_ends(&behind, &type);
			alone = false;
		}
		typed |= !has_type && name.line == paste->list[paste->lists - 1].last + 1;
		if (alone ? name.end - name.at == 1 : !typed)
			return 0;
	}
	paste->words = at;
	return name.line;
}

/* lxcfs and OpenVZ put a row of their own before a container. lxcfs: src/proc_fuse.c:proc_swaps_read() */
static bool is_faked(const struct swap *swap)
{
	return mms_same("virtual", swap->type, swap->type_len) || mms_same("/dev/null", swap->name, swap->name_len);
}

/* The rows of a list, to its end. */
static void rows(struct paste *paste, const enum column *columns, u32 n, bool show, u32 first)
{
	struct swap_list *list = &paste->list[paste->lists - 1];
	bool has_type = false;

	for (u32 i = 0; i < n; i++)
		has_type |= columns[i] == COLUMN_TYPE;
	for (;;) {
		struct words at = paste->words;
		struct swap swap;
		u32 line;

		if (row(paste, &at, columns, n, show, &swap) && add(paste, &swap, &at, at.line)) {
			list->faked |= is_faked(&swap);
			continue;
		}
		line = cut(paste, has_type);
		if (!line)
			break;
		list->last = line;
		list->cut = list->cut ? list->cut : line;
	}
	mms_piece_add(paste, PIECE_SWAPS, first, list->last);
}

/* ---- rows without their head -------------------------------------------------------------------------------------- */

static const enum column usual[] = {COLUMN_NAME, COLUMN_TYPE, COLUMN_SIZE, COLUMN_USED, COLUMN_PRIO};

/* Alone on its line, with KiB as in /proc/swaps or with units. `--bytes` of swapon prints whole pages, where /proc/swaps counts one
 * page less than the area has: a number that may be of either is of neither. */
static bool bare(const struct paste *paste, struct words *at, struct swap *swap)
{
	struct word next;

	return row(paste, at, usual, MMS_COUNT(usual), false, swap) && at->line == swap->line &&
		(mms_same("partition", swap->type, swap->type_len) || mms_same("file", swap->type, swap->type_len)) &&
		(swap->rounded || swap->size % PAGE_LEAST) && (!mms_word_ahead(at, &next) || next.line > at->line);
}

/* Between two lines of prose: others of its list may have been left out. */
static bool amid(const struct paste *paste, const struct word *word, const struct words *behind)
{
	const struct word *before = &paste->before[0];
	const char *from = before->at;
	struct word next;

	if (!from || before->line + 1 < word->line || (paste->pieces && paste->piece[paste->pieces - 1].last == before->line) ||
	    !mms_word_ahead(behind, &next) || next.line > word->line + 1)
		return false;
	while (from > paste->text && from[-1] != '\n')
		from--;
	return !mms_holds(from, word->at, "swapon") && !mms_holds(from, word->at, "/proc/swaps"); /* a command, and its output */
}

/* Two rows, or one by itself; but for those before the line of names, as where the newest comes first. */
static bool headless(struct paste *paste, const struct word *word)
{
	struct words from = paste->words, at, behind;
	u32 before = paste->column, n = 0;
	struct word next;
	struct swap swap;

	if (*word->at != '/')
		return false;
	from.at = word->at;
	from.index = paste->column = word->index;
	for (at = from; bare(paste, &at, &swap); n++)
		behind = at;
	if (n > 1 || (n && word->index == before && !amid(paste, word, &behind))) {
		for (at = behind; row(paste, &at, usual, MMS_COUNT(usual), false, &swap);)
			behind = at;
		if (!(mms_word_ahead(&behind, &next) && column(&next) == COLUMN_NAME) && add_list(paste, word->line)) {
			paste->list[paste->lists - 1].headless = true;
			paste->words = from;
			rows(paste, usual, MMS_COUNT(usual), false, word->line);
			return true;
		}
	}
	paste->column = before;
	return false;
}

bool mms_swap_word(struct paste *paste, const struct word *word)
{
	enum column columns[COLUMNS_MOST] = {column(word)};
	struct words at = paste->words;
	struct word part;
	bool prio = columns[0] == COLUMN_PRIO, named = columns[0] == COLUMN_NAME, show = mms_is_upper(word->at[1]);
	u32 n = 1;

	if (compact(paste, word))
		return true;
	if (columns[0] == COLUMN_OTHER)
		return headless(paste, word);
	while (n < COLUMNS_MOST && mms_word_ahead(&at, &part) && part.index && *part.at != '/') {
		columns[n] = column(&part);
		prio |= columns[n] == COLUMN_PRIO;
		named |= columns[n] == COLUMN_NAME;
		n++;
		mms_word(&at, &part);
	}
	if (!prio || !named || !add_list(paste, word->line))
		return false;
	paste->words = at;
	paste->column = word->index;
	rows(paste, columns, n, show, word->line);
	return true;
}
