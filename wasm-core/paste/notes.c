/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where parts of a text do not agree. Each may be of another moment, so no part is called wrong: both numbers are said.
 */
#include "base/json.h"
#include "request.h"

#define BLOCK_PAGES 512 /* one that is isolated is on the lists and not counted as free */
#define KERNEL_PRINTS ": one of the two is not as a kernel printed it"

static void begin(struct sentence *say, const struct zone *z, const char *what, s64 number)
{
	mms_say(say, "node ");
	mms_say_number(say, z->node);
	mms_say(say, " ");
	mms_say(say, mms_zone_name[z->name]);
	mms_say(say, what);
	mms_say_number(say, number);
}

static void note(struct mms_text *out, u32 line, struct sentence *say)
{
	mms_json_open(out);
	mms_json_number(out, "line", line);
	mms_json_string(out, "said", mms_said(say));
	mms_json_close(out);
}

/*
 * What a zone keeps back is a part of the pages above it as they were when that was computed: at boot, when memory came or went by
 * hotplug, and whenever vm.lowmem_reserve_ratio was read or written. Those were never more than are present. They may have been
 * fewer, as memory is given back after boot: the next ratio that people set is twice this one, so what is nearer to that is said.
 */
static bool ratios(const struct paste *paste, const struct snapshot *s, const struct zone *z, struct mms_text *out)
{
	const struct zone *zones = &paste->zone[s->zone];
	u32 own = s->column[z->name];
	s64 now = 0, most = 0, pages, r = paste->ratio[own];

	for (u32 i = 0; own < paste->ratios && s->columns_known && i < s->zones; i++) {
		const struct zone *upper = &zones[i];
		u32 column = s->column[upper->name];
		struct sentence say = {0};
		s64 kept;

		if (upper->node != z->node || upper->name <= z->name || upper->judged.empty || column >= z->reserves)
			continue;
		if (!mms_zone_pages(s, zones, upper, &pages) || pages > PAGES_MOST || !mms_known(upper, FIELD_present))
			break;
		now += pages;
		most += upper->value[FIELD_present];
		kept = z->reserve[column];
		if (r ? kept <= most / r && kept >= now / r * 3 / 4 : !kept) {
			if (column < paste->ratios && !paste->ratio[column])
				break; /* 5.8 to 5.13 do not count its pages for the zones below it */
			continue;
		}
		begin(&say, z, " keeps back ", kept);
		mms_say(&say, " pages, and by a vm.lowmem_reserve_ratio of ");
		mms_say_number(&say, r);
		mms_say(&say, " would keep ");
		mms_say_number(&say, r ? now / r : 0);
		mms_say(&say, ": the ratio was another one when that was computed, or memory has come or gone since");
		note(out, z->first, &say);
		return true;
	}
	return false;
}

/* Two files are of two moments. Less than from min to low hardly moves a distance; counters lag by what each CPU keeps to itself. */
static void free_lists(const struct zone *z, struct mms_text *out)
{
	s64 lag = (s64)z->pagesets.cpus * MMS_MIN(z->pagesets.threshold, (s64)INT8_MAX); /* an s8 there */
	s64 band = BLOCK_PAGES + lag + MMS_MIN(z->value[FIELD_low], PAGES_MOST) - MMS_MIN(z->value[FIELD_min], PAGES_MOST);
	s64 sum = 0, free = z->value[FIELD_free];
	struct sentence say = {0};

	for (u32 o = 0; o < z->lists; o++)
		sum += z->blocks[o] << o;
	if (!z->lists || !mms_known(z, FIELD_free) || MMS_MAX(free - sum, sum - free) <= band)
		return;
	begin(&say, z, " has ", free);
	mms_say(&say, " free pages by zoneinfo, and ");
	mms_say_number(&say, sum);
	mms_say(&say, " by buddyinfo: a request of more than one page is held against the latter");
	note(out, z->first, &say);
}

/* `-` and `+` before two lines that are of one number. */
static void difference(const struct paste *paste, struct mms_text *out)
{
	const struct removed *r = &paste->removed;
	const struct zone *z = paste->zone, *end = z + paste->zones;
	struct sentence say = {0};

	while (z < end && (z->node != r->node || z->name != r->zone || z->last < r->line))
		z++;
	if (!r->line || z == end || !mms_known(z, r->field) || z->value[r->field] == r->value)
		return;
	begin(&say, z, " has ", r->value);
	mms_say(&say, " as ");
	mms_say(&say, mms_field_name[r->field]);
	mms_say(&say, " in a line that a difference takes out, and ");
	mms_say_number(&say, z->value[r->field]);
	mms_say(&say, " in another, which is the one that counts");
	note(out, r->line, &say);
}

/* What the kernel takes: kernel/sysctl.c, mm/page_alloc.c:page_alloc_sysctl_table, mm/vmscan.c; to 5.7 no swappiness above 100. */
static void ranges(const struct paste *paste, struct mms_text *out)
{
	static const struct {
		enum setting setting;
		const char *name;
		s64 least, most;
		const char *takes;
	} all[] = {
		{SETTING_swappiness, "swappiness", 0, 200, ", and a kernel takes 0 to 200, to 5.7 no more than 100"},
		{SETTING_watermark_scale_factor, "watermark_scale_factor", 1, 3000, ", and a kernel takes 1 to 3000, to 5.16 no more than 1000"},
		{SETTING_zone_reclaim_mode, "zone_reclaim_mode", 0, 7, ", which has bits beyond 1, 2 and 4 that mean nothing"},
	};

	for (u32 i = 0; i < MMS_COUNT(all); i++) {
		s64 value = paste->setting[all[i].setting];
		struct sentence say = {0};

		if (!(paste->settings >> all[i].setting & 1) || (value >= all[i].least && value <= all[i].most))
			continue;
		mms_say(&say, "vm.");
		mms_say(&say, all[i].name);
		mms_say(&say, " is ");
		mms_say_number(&say, value);
		mms_say(&say, all[i].takes);
		note(out, paste->setting_line[all[i].setting], &say);
	}
}

#define DEVICES_MOST 32u /* a kernel has no more: include/linux/swap.h, MAX_SWAPFILES */

/* A device that stands in a list twice is of two moments, or of two machines. */
static void twice(const struct paste *paste, const struct swap_list *list, struct mms_text *out)
{
	const struct swap *swap = &paste->swap[list->swap];

	for (u32 i = 1; i < MMS_MIN(list->swaps, DEVICES_MOST); i++)
		for (u32 n = 0; n < i; n++) {
			struct sentence say = {0};

			if (!swap[i].name_len || !mms_same_bytes(swap[i].name, swap[i].name_len, swap[n].name, swap[n].name_len))
				continue;
			mms_say(&say, "this swap device is in line ");
			mms_say_number(&say, swap[n].line);
			mms_say(&say, " of the same list, too: lists of two moments, or of two machines, are one here");
			note(out, swap[i].line, &say);
			return;
		}
}

/* Blocks of 2^13 pages are those of arm64 with pages of 64 KiB, as a rule: arch/arm64/Kconfig:ARCH_FORCE_MAX_ORDER. x86-64 prints a
 * zone DMA32, on however little memory. */
#define ORDERS_64 14u
#define PAGES_SMALL 65536

static void page_size(const struct paste *paste, const struct snapshot *s, struct mms_text *out)
{
	struct sentence say = {0};
	bool orders = false, dma32 = false;
	s64 pages = 0;

	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &paste->zone[s->zone + i];

		orders |= z->lists >= ORDERS_64;
		dma32 |= z->name == ZONE_DMA32 || z->name == ZONE_HIGHMEM;
		pages += mms_known(z, FIELD_managed) ? MMS_MIN(z->value[FIELD_managed], PAGES_MOST) : 0;
	}
	if (s->unit_known || paste->page || s->unit != 4096 || (!orders && (dma32 || pages < PAGES_SMALL)))
		return;
	mms_say(&say, orders ? "buddyinfo has 14 orders, as with pages of 64 kB" : "no zone here is DMA32, which every x86-64 has");
	mms_say(&say, ": pages are taken for 4 kB, and getconf PAGESIZE would tell");
	note(out, s->first, &say);
}

/* Every managed page is present: mm/memory_hotplug.c, mm/page_alloc.c. */
static void more_than_present(const struct zone *z, struct mms_text *out)
{
	struct sentence say = {0};

	if (!mms_known(z, FIELD_present) || !mms_known(z, FIELD_managed) || z->value[FIELD_managed] <= z->value[FIELD_present])
		return;
	begin(&say, z, " manages ", z->value[FIELD_managed]);
	mms_say(&say, " pages, and no more than ");
	mms_say_number(&say, z->value[FIELD_present]);
	mms_say(&say, " are present" KERNEL_PRINTS);
	note(out, z->first, &say);
}

/* The row of a zone's free blocks ends with their sum. mm/show_mem.c:show_free_areas() */
static s64 row_of(const struct zone *z, struct mms_text *out)
{
	struct sentence say = {0};

	if (!z->listed || z->row == z->listed)
		return z->listed ? z->lists : 0;
	begin(&say, z, " has free blocks of ", z->row);
	mms_say(&say, " kB, and their row says ");
	mms_say_number(&say, z->listed);
	mms_say(&say, KERNEL_PRINTS);
	note(out, z->first, &say);
	return 0;
}

/* What no kernel prints, or asks for. */
static void report(const struct paste *paste, const struct snapshot *s, struct mms_text *out)
{
	const struct request *r = &s->asked;
	struct sentence say = {0};
	s64 orders = 0;

	for (u32 i = 0; i < s->zones; i++) {
		s64 row = row_of(&paste->zone[s->zone + i], out);

		orders = MMS_MAX(orders, row);
	}
	if (mms_request_disagrees(r)) {
		mms_say(&say, "its flags are others by their names, which count here, than by their number" KERNEL_PRINTS);
		note(out, r->line, &say);
	} else if (r->has_order && orders && r->order >= orders) { /* mm/page_alloc.c:__alloc_frozen_pages_noprof() */
		mms_say(&say, "its order is beyond the free blocks, of which the largest have order ");
		mms_say_number(&say, orders - 1);
		mms_say(&say, ": a kernel refuses that before it looks at a zone");
		note(out, r->line, &say);
	}
	if (s->reclaims >> RECLAIM_swap_total & 1 && s->reclaim[RECLAIM_swap_free] > s->reclaim[RECLAIM_swap_total]) {
		struct sentence swap = {0};

		mms_say(&swap, "more swap is free than there is" KERNEL_PRINTS);
		note(out, s->last, &swap);
	}
}

void mms_notes_write(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "notes");
	difference(paste, out);
	ranges(paste, out);
	for (u32 i = 0; i < paste->lists; i++)
		twice(paste, &paste->list[i], out);
	for (u32 i = 0; i < paste->snapshots; i++) {
		const struct snapshot *s = &paste->snapshot[i];
		u32 said = 0; /* of zones by name: all nodes have one ratio */

		if (s->kind == SNAPSHOT_REPORT)
			report(paste, s, out);
		else
			page_size(paste, s, out);
		for (u32 n = 0; s->kind == SNAPSHOT_ZONEINFO && n < s->zones; n++) {
			const struct zone *z = &paste->zone[s->zone + n];

			if (z->judged.empty)
				continue;
			if (paste->machines == 1 && !(said >> z->name & 1) && ratios(paste, s, z, out))
				said |= 1u << z->name;
			free_lists(z, out);
			more_than_present(z, out);
		}
	}
	mms_put_char(out, ']');
}
