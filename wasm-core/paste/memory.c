/* SPDX-License-Identifier: Apache-2.0 */
/* /proc/meminfo (fs/proc/meminfo.c), in kB, and the nodes of `numastat -m`, in MB with two places. */
#include "internal.h"

#include "base/bytes.h"
#include "base/json.h"

static const char *const names[MEMINFO_COUNT] = {
#define M(name) #name ":",
	MEMINFO(M)
#undef M
	"Inactive(file):",
};

/* `Node 0 MemTotal:` is of a node, /sys/devices/system/node/node0/meminfo. */
static bool of_node(const struct paste *paste)
{
	s64 node;

	return mms_word_is(&paste->before[1], "Node") && mms_word_number(&paste->before[0], "", &node);
}

bool mms_meminfo_word(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word value = *word;
	const char *behind = NULL;
	s64 number;
	u32 m = 0;

	while (m < MEMINFO_COUNT && !mms_word_begins(word, names[m], &behind))
		m++;
	if (m == MEMINFO_COUNT || of_node(paste))
		return false;
	value.at = behind;
	if (value.at == value.end && !mms_word(&at, &value))
		return false;
	if ((!mms_word_number(&value, "", &number) && !mms_word_number(&value, "kB", &number)) || !mms_word_ends(&at, &value) || number > PAGES_MOST)
		return false;
	if (paste->meminfos >> m & 1 && paste->meminfo[m] != number)
		paste->meminfo_again = true;
	paste->meminfos |= 1u << m;
	paste->meminfo[m] = number;
	paste->words = at;
	mms_piece_add(paste, PIECE_MEMINFO, word->line, value.line);
	return true;
}

/* ---- MemTotal beside the zones -------------------------------------------------------------------------------------- */

/* MemTotal is totalram_pages (mm/show_mem.c:si_meminfo()), and whatever changes that changes a zone's managed with it
 * (mm/page_alloc.c:adjust_managed_page_count()). Between two files no more than page structs come and go, as pages of hugetlb
 * give theirs back: 64 bytes of each 4096. Where both agree to the kB with pages of one size, that is their size. */
#define PAGE_STRUCTS 64

void mms_meminfo_fit(const struct paste *paste, struct snapshot *s)
{
	s64 sum = 0, total = paste->meminfo[MEMINFO_MemTotal], zones;

	if (!(paste->meminfos >> MEMINFO_MemTotal & 1) || paste->meminfo_again || paste->machines != 1)
		return;
	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &paste->zone[s->zone + i];

		if (!z->judged.empty && (!mms_known(z, FIELD_managed) || z->value[FIELD_managed] > PAGES_MOST))
			return;
		sum += z->value[FIELD_managed];
	}
	for (s64 kib = 4; kib <= 64; kib *= 2)
		if (sum * kib == total)
			s->unit = kib << 10;
	zones = sum * (s->unit >> 10);
	s->other_total = MMS_MAX(total - zones, zones - total) > zones / PAGE_STRUCTS;
	s->unit_known |= zones == total;
	s->total_fits = !s->other_total;
}

/* ---- numastat -m ---------------------------------------------------------------------------------------------- */

/* `31992.05`, in hundredths. */
static bool hundredths(const struct word *word, s64 *value)
{
	const char *dot = word->at;
	u64 whole;
	s64 part;

	if (!mms_figures(&dot, 10, &whole) || whole > (u64)PAGES_MOST || word->end - dot != 3 || *dot != '.' ||
	    !mms_digits_till(dot + 1, word->end, "", &part))
		return false;
	*value = (s64)whole * 100 + part;
	return true;
}

/* A row of as many numbers as there are nodes, and their total. */
static bool row(struct paste *paste, const struct word *word, bool total)
{
	struct words at = paste->words;
	struct word part;
	s64 value[NUMA_NODES + 1], sum = 0;

	for (u32 i = 0; i <= paste->numas; i++)
		if (!mms_word(&at, &part) || !hundredths(&part, &value[i]) || !mms_word_ends(&at, &part))
			return false;
	for (u32 i = 0; i < paste->numas; i++)
		sum += value[i];
	if (sum + paste->numas < value[paste->numas] || sum > value[paste->numas] + paste->numas)
		return false; /* a page of a wide table that shows other nodes, or a number that was cut */
	for (u32 i = 0; i < paste->numas; i++)
		*(total ? &paste->numa[i].total : &paste->numa[i].free) = value[i];
	paste->words = at;
	mms_piece_add(paste, PIECE_NUMASTAT, word->line, part.line);
	return true;
}

bool mms_numastat_word(struct paste *paste, const struct word *word)
{
	struct words at = paste->words, behind;
	struct word part;
	bool total = mms_word_is(word, "MemTotal");
	s64 node;

	if (paste->numas && mms_first(paste, word) && (total || mms_word_is(word, "MemFree")))
		return row(paste, word, total);
	if (!mms_word_is(word, "Node") || paste->numas)
		return false;
	for (part = *word; mms_word_is(&part, "Node") && paste->numas < NUMA_NODES;) {
		if (!mms_word(&at, &part) || !mms_word_number(&part, "", &node) || node > (s64)UINT32_MAX)
			break;
		paste->numa[paste->numas++] = (struct numa_node){(u32)node, -1, -1};
		behind = at;
		if (!mms_word(&behind, &part))
			break;
		at = behind;
	}
	if (!mms_word_is(&part, "Total")) {
		paste->numas = 0;
		return false;
	}
	paste->column = word->index;
	mms_piece_add(paste, PIECE_NUMASTAT, word->line, part.line);
	paste->words = at;
	return true;
}

void mms_numa_write(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "nodes");
	for (u32 i = 0; i < paste->numas; i++) {
		const struct numa_node *node = &paste->numa[i];

		mms_json_open(out);
		mms_json_number(out, "node", node->node);
		if (node->total >= 0)
			mms_json_number(out, "total_kib", node->total * 1024 / 100);
		if (node->free >= 0)
			mms_json_number(out, "free_kib", node->free * 1024 / 100);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
}
