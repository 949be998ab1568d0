/* SPDX-License-Identifier: Apache-2.0 */
/* What a text says, as JSON: the pieces with their lines, the machines, each zone with its verdict, what is missing. */
#include "internal.h"

#include "base/json.h"

#define KHUGEPAGED_BLOCKS 11 /* mm/khugepaged.c:set_recommended_min_free_kbytes(): 2 + 3 * 3 of each zone */
#define KHUGEPAGED_PART 20   /* but no more than this part of memory */
#define NEAR 100             /* the default is computed before all memory is given out: to a hundredth */

void mms_say(struct sentence *s, const char *text)
{
	if (!s->text.at)
		s->text = mms_text(s->bytes, SENTENCE);
	mms_put(&s->text, text);
}

void mms_say_number(struct sentence *s, s64 value)
{
	mms_say(s, "");
	mms_put_s64(&s->text, value);
}

const char *mms_said(struct sentence *s)
{
	mms_say(s, "");
	s->bytes[s->text.len] = '\0';
	return s->bytes;
}

void mms_json_range(struct mms_text *out, const char *name, s64 lo, s64 hi)
{
	mms_json_array(out, name);
	mms_put_s64(out, lo);
	mms_put_char(out, ',');
	mms_put_s64(out, hi);
	mms_put_char(out, ']');
}

static void end_array(struct mms_text *out)
{
	mms_put_char(out, ']');
}

/* ---- zones -------------------------------------------------------------------------------------------------- */

const char *const mms_field_name[FIELDS] = {
	"free", "boost", "min", "low", "high", "promo", "spanned", "present", "managed", "free_cma", "reserved_highatomic", "free_highatomic", "start_pfn",
	"inactive_file", "anon", "file", "node_unreclaimable",
};

static void say_why_unknown(struct sentence *say, const struct zone *z)
{
	static const char *const words[] = {
		[WHY_NONE] = "",
		[WHY_CUT] = "min, low or high of this zone is not in the text",
		[WHY_NO_SIZE] = "how many pages the zone manages is not in the text, and no lowmem_reserve of a lower zone gives it",
		[WHY_IMPOSSIBLE] = "these numbers cannot be: free or marks above the zone's own pages, or marks not in their order",
		[WHY_REFRESHED] = ("min and managed do not fit the other zones: managed was another number when the marks were computed, a boost that the "
			"release does not print is in one of them, or the text mixes two moments; lowmem_reserve does not give it, as there is none of a lower zone, or it was computed again since"),
		[WHY_NO_SUM] = "its gaps come from the sum of the zones below as it was when the marks were computed, which the text does not give",
		[WHY_VENDOR] = "low and high are both ",
		[WHY_GAPS] = "min is the rule's, but low and high are not of any release's rule",
		[WHY_HOSTS] = "lines of two hosts, or of two texts side by side, are mixed: paste one of them",
		[WHY_PERCENTAGE] = "low and high fit a watermark_scale_factor, but not the one of the other zones",
	};

	mms_say(say, words[z->judged.why]);
	if (z->judged.why == WHY_VENDOR) {
		mms_say_number(say, z->judged.kept);
		mms_say(say, " pages further from min than the kernel's rule puts them, as Android's extra_free_kbytes does");
	}
}

static void zone_reason(const struct zone *z, struct mms_text *out)
{
	const struct judgement *j = &z->judged;
	struct sentence say = {0};

	if (j->verdict == MARKS_DRIFT) {
		mms_say(&say, "exact if managed was ");
		mms_say_number(&say, j->then.lo);
		mms_say(&say, " to ");
		mms_say_number(&say, j->then.hi);
		mms_say(&say, " pages when the marks were computed");
	} else if (j->verdict == MARKS_UNKNOWN) {
		say_why_unknown(&say, z);
	}
	if (j->verdict != MARKS_UNKNOWN && j->boost_inferred) {
		mms_say(&say, say.text.len ? "; " : "");
		mms_say(&say, "with a boost of ");
		mms_say_number(&say, j->boost);
		mms_say(&say, " pages, which this release does not print");
	}
	if (j->verdict != MARKS_UNKNOWN && j->kept) {
		mms_say(&say, say.text.len ? "; " : "");
		mms_say(&say, "low and high keep an earlier boost of ");
		mms_say_number(&say, j->kept);
		mms_say(&say, " pages, as 5.0 to 5.9 did");
	}
	mms_json_string(out, "reason", mms_said(&say));
}

/* What it keeps back, zone by zone above it: so many of their pages, by a ratio. */
static void reserves(const struct paste *paste, const struct snapshot *s, const struct zone *z, struct mms_text *out)
{
	const struct zone *zones = &paste->zone[s->zone];
	s64 sum = 0, pages, ratio = mms_reserve_ratio(paste, s, z->name);

	mms_json_array(out, "reserves");
	for (u32 i = 0; s->columns_known && i < s->zones; i++) {
		const struct zone *upper = &zones[i];
		u32 column = s->column[upper->name];

		if (upper->node != z->node || upper->name <= z->name || upper->judged.empty || column >= z->reserves)
			continue;
		if (!mms_zone_pages(s, zones, upper, &pages))
			break;
		sum += pages;
		mms_json_open(out);
		mms_json_string(out, "from", mms_zone_name[upper->name]);
		mms_json_number(out, "pages", z->reserve[column]);
		mms_json_number(out, "sum", sum);
		mms_json_number(out, "ratio", ratio);
		mms_json_number(out, "now", ratio > 0 ? sum / ratio : 0);
		mms_json_close(out);
	}
	end_array(out);
}

void mms_zone_write(const struct paste *paste, const struct snapshot *s, const struct zone *z, struct mms_text *out)
{
	static const char *const verdicts[] = {"not told", "exact", "drift"};
	const struct judgement *j = &z->judged;

	mms_json_number(out, "node", z->node);
	mms_json_string(out, "zone", mms_zone_name[z->name]);
	mms_json_range(out, "lines", z->first, z->last);
	for (u32 f = 0; f < FIELDS; f++)
		if (mms_known(z, f))
			mms_json_number(out, mms_field_name[f], z->value[f]);
	if (z->reserves) {
		mms_json_array(out, "lowmem_reserve");
		for (u32 i = 0; i < z->reserves; i++) {
			if (i)
				mms_put_char(out, ',');
			mms_put_s64(out, z->reserve[i]);
		}
		end_array(out);
		reserves(paste, s, z, out);
	}
	if (mms_pagesets_known(z)) {
		mms_json_key(out, "pagesets");
		mms_json_open(out);
		mms_json_number(out, "cpus", z->pagesets.cpus);
		mms_json_number(out, "held", z->pagesets.held);
		mms_json_number(out, "most", z->pagesets.most);
		mms_json_number(out, "threshold", z->pagesets.threshold);
		mms_json_close(out);
	}
	if (z->typed) {
		mms_json_key(out, "free_of");
		mms_json_open(out);
		for (u32 t = 0; t < TYPES; t++)
			mms_json_number(out, mms_type_name[t], z->free_of[t]);
		mms_json_close(out);
	}
	mms_json_string(out, "marks", verdicts[j->verdict]);
	zone_reason(z, out);
	if (j->verdict == MARKS_UNKNOWN)
		return;
	mms_json_key(out, "computed");
	mms_json_open(out);
	mms_json_range(out, "managed", j->then.lo, j->then.hi);
	mms_json_number(out, "min", z->value[FIELD_min] - j->boost);
	mms_json_number(out, "boost", j->boost);
	mms_json_number(out, "quarter", (z->value[FIELD_min] - j->boost) / 4);
	mms_json_range(out, "gaps", z->value[FIELD_low] - z->value[FIELD_min], z->value[FIELD_high] - z->value[FIELD_low]);
	mms_json_string(out, "rule", j->capped ? "own" : "share");
	mms_json_close(out);
}

static void zones(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "zones");
	for (u32 i = 0; i < paste->snapshots; i++) {
		const struct snapshot *s = &paste->snapshot[i];

		for (u32 n = 0; s->kind == SNAPSHOT_ZONEINFO && n < s->zones; n++) {
			const struct zone *z = &paste->zone[s->zone + n];

			if (z->judged.empty || !z->known)
				continue;
			mms_json_open(out);
			mms_json_number(out, "machine", s->machine);
			mms_json_number(out, "moment", i + 1);
			mms_zone_write(paste, s, z, out);
			mms_json_close(out);
		}
	}
	end_array(out);
}

/* ---- settings by the marks -------------------------------------------------------------------------------- */

static s64 root(s64 value)
{
	s64 r = 0;

	for (s64 bit = 1ll << 30; bit; bit >>= 1)
		if ((r | bit) * (r | bit) <= value)
			r |= bit;
	return r;
}

/* init_per_zone_wmark_min(), calculate_min_free_kbytes(): KiB of so many pages, and no more than `most`. */
static s64 default_kib(s64 pages, s64 page, s64 most)
{
	return MMS_MIN(MMS_MAX(root(16 * pages * page), 128), most);
}

#define KIB_MOST 262144    /* ee8eb9a5fe86, 5.8 */
#define KIB_MOST_OLD 65536

/* What it is in the releases that this may be of: of 5.8 to 5.12 and those before them nobody can say which it is, and where marks are
 * those of the older bound, that counts. Since 5.13 boosts are printed. */
static s64 most_kib(const struct paste *paste, const struct snapshot *s, s64 page)
{
	const struct zone *z = &paste->zone[s->zone];

	return mms_known(z, FIELD_boost) || s->pages_min.hi * page + page - 1 < KIB_MOST_OLD || s->pages_min.lo * page > KIB_MOST_OLD ?
		KIB_MOST : KIB_MOST_OLD;
}

/* Is vm.min_free_kbytes in the text, and are these marks of it with pages of so many KiB? */
static bool is_set(const struct paste *paste, const struct snapshot *s, s64 page)
{
	s64 set = paste->setting[SETTING_min_free_kbytes] / page;

	return paste->settings >> SETTING_min_free_kbytes & 1 && paste->machines == 1 && set >= s->pages_min.lo && set <= s->pages_min.hi;
}

/* Pages of a page block, the usual one of this page size first: a huge page, or half of the largest block; with pages of 4 KiB
 * those of x86 and arm64, of kernels without hugetlb, and of s390; with 64 KiB those of arm64 and of ppc64 by radix and by hash. */
#define BLOCK_SIZES 3
#define BLOCK_S390 256u
static const u32 blocks_4[BLOCK_SIZES] = {512, 1024, BLOCK_S390}, blocks_16[BLOCK_SIZES] = {2048}, blocks_64[BLOCK_SIZES] = {8192, 32, 256};

static bool has_dma32(const struct paste *paste, const struct snapshot *s)
{
	bool found = false;

	for (u32 i = 0; i < s->zones; i++)
		found |= paste->zone[s->zone + i].name == ZONE_DMA32;
	return found;
}

static bool touches(struct span span, s64 lo, s64 hi)
{
	return span.hi >= lo && span.lo <= hi;
}

/* Are these marks of what khugepaged asks for? `zones`: of how many page blocks each, 0 where it is all that it may take.
 * mm/khugepaged.c:set_recommended_min_free_kbytes() */
static bool is_khugepaged(const struct paste *paste, const struct snapshot *s, s64 page, u32 *zones)
{
	bool told = paste->meminfos >> MEMINFO_Hugepagesize & 1 && !paste->meminfo_again && paste->machines == 1;
	u32 own[BLOCK_SIZES] = {(u32)MMS_MIN(paste->meminfo[MEMINFO_Hugepagesize] / page, (s64)INT32_MAX / 256)};
	const u32 *blocks = told && own[0] ? own : page == 4 ? blocks_4 : page == 16 ? blocks_16 : blocks_64;
	s64 most = s->lowmem / KHUGEPAGED_PART, least = (s->lowmem - s->lowmem_high) / KHUGEPAGED_PART;

	for (u32 i = 0; i < BLOCK_SIZES && blocks[i]; i++)
		for (*zones = s->populated; *zones <= s->populated + 1; ++*zones) {
			s64 wanted = (s64)KHUGEPAGED_BLOCKS * blocks[i] * *zones;

			if (blocks != own && blocks[i] <= BLOCK_S390 && has_dma32(paste, s)) /* neither s390 nor ppc64 has one */
				continue;
			if (wanted <= most && touches(s->pages_min, wanted, wanted))
				return true;
		}
	*zones = 0;
	/* of what is above high at that moment, whatever the size of a page, which is between that of today and all of it: nr_free_buffer_pages() */
	return (page == 4 || s->unit_known || paste->page || is_set(paste, s, page)) &&
		(s64)KHUGEPAGED_BLOCKS * blocks[0] * s->populated > least && touches(s->pages_min, least, most);
}

/* What a kernel with pages of so many KiB sets by itself, and what of it these marks are of. */
static const char *name_of(const struct paste *paste, const struct snapshot *s, s64 page, u32 *zones)
{
	struct span kib = {s->pages_min.lo * page, s->pages_min.hi * page + page - 1};
	/* high is 0 when it is first computed, and memory comes later */
	s64 init = mms_init_pages(s->lowmem, page);
	s64 most = most_kib(paste, s, page), first = default_kib(s->lowmem, page, most), again = default_kib(s->lowmem - init - s->lowmem_high, page, most);

	if (is_khugepaged(paste, s, page, zones))
		return "khugepaged";
	return touches(kib, again - again / NEAR, first) ? "default" : NULL;
}

/* KiB of a page: as the text has it, or the one with which the marks are of its sysctl, or of a number that a kernel sets by itself. */
static s64 page_of(const struct snapshot *s, const struct paste *paste, const char **name, u32 *zones)
{
	static const s64 sizes[] = {4, 16, 64};
	s64 page = s->unit >> 10;
	bool known = s->unit_known || paste->page;

	*zones = 0;
	for (u32 i = 0; !known && i < MMS_COUNT(sizes); i++)
		if (is_set(paste, s, sizes[i])) {
			page = sizes[i];
			known = true;
		}
	*name = known ? name_of(paste, s, page, zones) : NULL;
	for (u32 i = 0; !*name && !known && i < MMS_COUNT(sizes); i++) {
		*name = name_of(paste, s, sizes[i], zones);
		page = *name ? sizes[i] : page;
	}
	return page;
}

void mms_page_find(const struct paste *paste, struct snapshot *s)
{
	const char *name;
	u32 zones;

	if (s->kind == SNAPSHOT_REPORT)
		return;
	if (s->has_pages_min) {
		s->unit = page_of(s, paste, &name, &zones) << 10;
		if (is_set(paste, s, s->unit >> 10)) { /* and of its interval these are */
			s->unit_known = true;
			s->pages_min.lo = s->pages_min.hi = paste->setting[SETTING_min_free_kbytes] / (s->unit >> 10);
		}
	}
	mms_meminfo_fit(paste, s);
}

static void min_free_kbytes(const struct snapshot *s, const struct paste *paste, struct mms_text *out)
{
	struct sentence say = {0};
	const char *name;
	u32 zones;
	s64 page = page_of(s, paste, &name, &zones);

	mms_json_key(out, "min_free_kbytes");
	mms_json_open(out);
	mms_json_range(out, "kib", s->pages_min.lo * page, s->pages_min.hi * page + page - 1);
	mms_json_range(out, "pages", s->pages_min.lo, s->pages_min.hi);
	mms_json_range(out, "sum", s->sum.lo, s->sum.hi);
	mms_json_string(out, "name", name ? name : "by hand");
	mms_json_number(out, "page", page << 10);
	if (name && zones)
		mms_json_number(out, "zones", zones);
	mms_json_number(out, "lowmem", s->lowmem);
	mms_json_number(out, "default", default_kib(s->lowmem, page, most_kib(paste, s, page)));
	if (paste->settings >> SETTING_min_free_kbytes & 1 && paste->machines == 1) {
		mms_json_number(out, "sysctl", paste->setting[SETTING_min_free_kbytes]);
		if (!is_set(paste, s, page))
			mms_say(&say, "the sysctl is not what these marks were computed from, or zones are missing from the text");
	}
	else if (name && *name == 'k' && !zones)
		mms_say(&say, "or set by hand: it lies where a twentieth of memory was, by how much of it was above high then");
	else if (!name && !s->total_fits)
		mms_say(&say, "or a node is missing from the text: the sysctl, or MemTotal, would tell");
	mms_json_string(out, "reason", mms_said(&say));
	mms_json_close(out);
}

static void moments(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "moments");
	for (u32 i = 0; i < paste->snapshots; i++) {
		const struct snapshot *s = &paste->snapshot[i];

		if (!s->zones)
			continue;
		mms_json_open(out);
		mms_json_number(out, "moment", i + 1);
		mms_json_number(out, "machine", s->machine);
		mms_json_string(out, "from", s->kind == SNAPSHOT_REPORT ? "report" : "zoneinfo");
		mms_json_range(out, "lines", s->first, s->last);
		mms_json_number(out, "page", s->unit);
		if (s->has_pages_min)
			min_free_kbytes(s, paste, out);
		mms_json_bool(out, "old_gaps", s->old_gaps);
		if (s->percent.hi < PAGES_MOST && !s->old_gaps)
			mms_json_range(out, "watermark_scale_factor", s->percent.lo, s->percent.hi);
		mms_json_close(out);
	}
	end_array(out);
}

/* ---- pieces, and what is missing ------------------------------------------------------------------------------- */

static void pieces(const struct paste *paste, struct mms_text *out)
{
	static const char *const kinds[PIECES] = {"zoneinfo", "report", "swaps", "sysctl", "meminfo", "buddyinfo", "nodes", "command",
		"pagetypeinfo", "numastat", "vmstat", "sar"};

	mms_json_array(out, "pieces");
	for (u32 i = 0; i < paste->pieces; i++) {
		mms_json_open(out);
		mms_json_string(out, "kind", kinds[paste->piece[i].kind]);
		mms_json_range(out, "lines", paste->piece[i].first, paste->piece[i].last);
		mms_json_close(out);
	}
	end_array(out);
}

static void lacks(struct mms_text *out, const char *what, const char *source)
{
	mms_json_open(out);
	mms_json_string(out, "what", what);
	mms_json_string(out, "tells", source);
	mms_json_close(out);
}

static bool has(const struct paste *paste, enum piece_kind kind)
{
	for (u32 i = 0; i < paste->pieces; i++)
		if (paste->piece[i].kind == kind)
			return true;
	return false;
}

static void lacks_at(struct mms_text *out, const char *what, u32 line, const char *source)
{
	struct sentence say = {0};

	mms_say(&say, what);
	mms_say_number(&say, line);
	lacks(out, mms_said(&say), source);
}

/* Of nodes that have zones. */
static bool lacks_distances(const struct paste *paste)
{
	u64 nodes = 0;

	for (u32 i = 0; i < paste->zones; i++)
		if (paste->zone[i].node < NUMA_NODES)
			nodes |= 1ull << paste->zone[i].node;
	return nodes & (nodes - 1) && nodes & ~paste->distances;
}

static void missing(const struct paste *paste, struct mms_text *out)
{
	bool zoneinfo = has(paste, PIECE_ZONEINFO);

	mms_json_array(out, "missing");
	for (u32 i = 0; i < paste->snapshots; i++)
		if (paste->snapshot[i].cut)
			lacks_at(out, "the head of a zone before line ", paste->snapshot[i].cut, "which zone the numbers there are of");
	for (u32 i = 0; i < paste->zones; i++)
		if (!paste->zone[i].known && !paste->zone[i].reserves)
			lacks_at(out, "numbers of the zone at line ", paste->zone[i].first, "a zone that is cut off there");
	if (paste->reversed)
		lacks(out, "the lines with the oldest first", "which numbers are of which zone: these zones come in another order than the kernel's");
	if (!zoneinfo)
		lacks(out, "/proc/zoneinfo", "every zone with its marks, and how far each is from them");
	if (paste->settings_again || paste->ratios_again)
		lacks(out, "one value of each sysctl", "which of the two is of which moment: both are in the text, and neither is taken");
	if (!(paste->settings >> SETTING_min_free_kbytes & 1))
		lacks(out, "sysctl vm.min_free_kbytes", "whether the marks were set by hand, and whether they are still the rule's");
	if (!(paste->settings >> SETTING_watermark_scale_factor & 1))
		lacks(out, "sysctl vm.watermark_scale_factor", "how the gaps between the marks come about");
	for (u32 i = 0; i < paste->lists; i++)
		if (paste->list[i].headless)
			lacks_at(out, "the line of names above the swap devices at line ", paste->list[i].first, "whether these are all of them");
	if (!paste->lists)
		lacks(out, "/proc/swaps", "which swap device is next");
	if (mms_swaps_lack_nvme(paste))
		lacks(out, "grep -H . /sys/class/nvme/nvme*/numa_node", "which node each NVMe disk sits on: there it comes before other automatic devices");
	if (!paste->free_lists && zoneinfo)
		lacks(out, "/proc/buddyinfo", "whether a request of more than one page finds a block");
	if (zoneinfo && lacks_distances(paste))
		lacks(out, "numactl -H", "how far the nodes are from each other: without it they are asked in the order of their numbers");
	if (!paste->series_count)
		lacks(out, "vmstat 1, or sar -B", "how fast memory is taken, and when the kernel reclaimed");
	end_array(out);
}

static void sysctls(const struct paste *paste, struct mms_text *out)
{
	static const char *const names[SETTING_COUNT] = {
#define S(name) #name,
		SETTINGS(S)
#undef S
	};

	mms_json_key(out, "sysctls");
	mms_json_open(out);
	for (u32 i = 0; i < SETTING_COUNT; i++)
		if (paste->settings >> i & 1)
			mms_json_number(out, names[i], paste->setting[i]);
	if (paste->ratios) {
		mms_json_array(out, "lowmem_reserve_ratio");
		for (u32 i = 0; i < paste->ratios; i++) {
			if (i)
				mms_put_char(out, ',');
			mms_put_s64(out, paste->ratio[i]);
		}
		mms_put_char(out, ']');
	}
	mms_json_close(out);
}

void mms_paste_write(struct paste *paste, struct mms_text *out)
{
	struct sentence say = {0};
	bool nothing = !paste->snapshots && !paste->lists && !paste->pieces;

	mms_put_char(out, '{');
	mms_json_string(out, "notice", paste->full ? "the text says more than there is room for" :
		nothing ? mms_notice(paste, &say) : "");
	mms_json_number(out, "machines", paste->machines);
	pieces(paste, out);
	moments(paste, out);
	zones(paste, out);
	mms_reports_write(paste, out);
	mms_swaps_write(paste, out);
	mms_series_write(paste, out);
	sysctls(paste, out);
	mms_numa_write(paste, out);
	mms_distances_write(paste, out);
	mms_notes_write(paste, out);
	missing(paste, out);
	mms_put_char(out, '}');
}
