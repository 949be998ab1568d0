/* SPDX-License-Identifier: Apache-2.0 */
/* What a text says of a machine's settings: sysctls of vm, the size of a page, meminfo, nodes. */
#include "internal.h"

#include "base/bytes.h"

static const char *const names[SETTING_COUNT] = {
#define S(name) #name,
	SETTINGS(S)
#undef S
};

/* Behind a name: `=`, `:` or ` = `, then a number. */
static bool value(struct paste *paste, const char *at, const char *end, s64 *number)
{
	struct words words = paste->words;
	struct word word = {.at = at, .end = end};

	if (at < end && (*at == '=' || *at == ':'))
		word.at++;
	else if (at < end || !mms_word(&words, &word) || !mms_word_is(&word, "="))
		return false;
	if (word.at == end || mms_word_is(&word, "=")) {
		if (!mms_word(&words, &word))
			return false;
	}
	if (!mms_word_number(&word, "", number))
		return false;
	paste->words = words;
	return true;
}

/* Behind `#`, or in somebody's sentence: what another one might set. A command is none, nor is a prompt before it. */
static bool is_remark(const struct paste *paste, const struct word *word)
{
	const struct word *before = &paste->before[0];
	const char *at = before->at;

	if (!at || before->line != word->line || !word->index)
		return false;
	while (at < before->end && mms_is_letter(*at))
		at++;
	return mms_word_is(before, "#") || mms_word_is(before, "//") || mms_word_is(before, ";") ||
		(at == before->end && !mms_word_is(before, "sysctl"));
}

static bool sysctl(struct paste *paste, const struct word *word)
{
	const char *at, *behind;
	s64 number;

	if ((!mms_word_begins(word, "vm.", &at) && !mms_word_begins(word, "/proc/sys/vm/", &at)) || is_remark(paste, word))
		return false;
	if (mms_begins(at, word->end, "lowmem_reserve_ratio", &behind) && value(paste, behind, word->end, &number)) {
		s64 ratio[COLUMNS] = {number};
		struct word part;
		u32 n = 1;

		while (n < COLUMNS && mms_word_ahead(&paste->words, &part) && part.index && mms_word_number(&part, "", &number)) {
			ratio[n++] = number;
			mms_word(&paste->words, &part);
		}
		for (u32 i = 0; i < n; i++) {
			paste->ratios_again |= paste->ratios && (n != paste->ratios || paste->ratio[i] != ratio[i]);
			paste->ratio[i] = ratio[i];
		}
		paste->ratios = paste->ratios_again ? 0 : n;
		mms_piece_add(paste, PIECE_SYSCTL, word->line, word->line);
		return true;
	}
	for (u32 i = 0; i < SETTING_COUNT; i++)
		if (mms_begins(at, word->end, names[i], &behind) && value(paste, behind, word->end, &number)) {
			if (paste->settings >> i & 1 && paste->setting[i] != number)
				paste->settings_again |= 1u << i;
			paste->settings |= 1u << i;
			if (paste->settings_again >> i & 1)
				paste->settings &= ~(1u << i);
			paste->setting[i] = number;
			paste->setting_line[i] = word->line;
			mms_piece_add(paste, PIECE_SYSCTL, word->line, word->line);
			return true;
		}
	return false;
}

/* Bytes of a page. Two of them: neither counts. */
static void page(struct paste *paste, s64 bytes)
{
	if (bytes < 4096 || bytes > 65536 || bytes & (bytes - 1))
		return;
	paste->page_again |= paste->page && paste->page != bytes;
	paste->page = paste->page_again ? 0 : bytes;
}

/* `/sys/class/nvme/nvme0/numa_node:0`, as `grep -H` prints it; `/sys/block/nvme0n1/device/numa_node:0` is the same. */
static bool nvme(struct paste *paste, const struct word *word)
{
	const char *at = word->at, *behind;
	u64 number = NVMES;
	s64 node;

	if (!mms_begins(at, word->end, "/sys/", &at))
		return false;
	for (; at < word->end; at++)
		if (mms_begins(at, word->end, "/nvme", &behind))
			mms_figures(&behind, 10, &number);
		else if (mms_begins(at, word->end, "/numa_node:", &behind))
			break;
	if (at == word->end || number >= NVMES || !mms_node(behind, word->end, &node))
		return false;
	if (paste->nvmes >> number & 1 && paste->nvme[number] != node)
		paste->nvmes_again |= 1u << number;
	paste->nvmes |= 1u << number;
	paste->nvme[number] = node;
	mms_piece_add(paste, PIECE_NODES, word->line, word->line);
	return true;
}

bool mms_settings_word(struct paste *paste, const struct word *word)
{
	const char *at;
	struct word part;
	s64 number;

	if (sysctl(paste, word) || nvme(paste, word))
		return true;
	if (mms_word_begins(word, "mmscope/", &at)) {
		paste->open = OPEN_NOTHING;
		paste->headed = false;
		if (at < word->end && mms_is_digit(*at)) /* not between two files */
			mms_piece_add(paste, PIECE_COMMAND, word->line, word->line);
		return true;
	}
	/* of the one command; `getconf PAGESIZE` and what it prints below, or a row of `getconf -a` */
	if (mms_word_begins(word, "page=", &at) ? mms_digits_till(at, word->end, "", &number) :
		(mms_word_is(word, "PAGESIZE") || mms_word_is(word, "PAGE_SIZE")) && mms_word_ahead(&paste->words, &part) &&
			mms_word_number(&part, "", &number)) {
		page(paste, number);
		return true;
	}
	return mms_distances_word(paste, word);
}
