/* SPDX-License-Identifier: Apache-2.0 */
#include "request.h"

#include "base/bytes.h"

#include "policy/zone_watermark.h"

#define OLD_WAIT 0x10u          /* __GFP_WAIT, to 4.3 */
#define OLD_NOMEMALLOC 0x10000u
#define OLD_MEMALLOC 0x2000u
#define MIDDLE_DIRECT 0x400000u /* 4.4 until names were printed */
#define MIDDLE_KSWAPD 0x2000000u
#define MIDDLE_ATOMIC 0x80000u  /* to 4.20 */
#define TODAY_ATOMIC 0x200u     /* 5.0 to 6.2 */
#define TODAY_KSWAPD 0x800u     /* from 5.0 */
#define NEW_MEMALLOC 0x20000u
#define ASKS_BOTH (ASKS_RECLAIM | ASKS_KSWAPD) /* __GFP_RECLAIM */
#define ASKS_USER (ASKS_BOTH | ASKS_HARDWALL)
#define ASKS_BITS (ZONE_BITS | ASKS_HIGH | ASKS_BOTH | ASKS_NOMEMALLOC | ASKS_HARDWALL) /* the same since 5.0 */

static const struct {
	const char *name;
	u32 flags;
} gfp_names[] = {
	{"GFP_KERNEL", ASKS_BOTH}, {"GFP_KERNEL_ACCOUNT", ASKS_BOTH}, {"GFP_TEMPORARY", ASKS_BOTH}, {"GFP_NOIO", ASKS_BOTH},
	{"GFP_NOFS", ASKS_BOTH}, {"GFP_USER", ASKS_USER}, {"GFP_HIGHUSER", ASKS_USER | ASKS_HIGHMEM},
	{"GFP_HIGHUSER_MOVABLE", ASKS_USER | ASKS_HIGHMEM | ASKS_MOVABLE}, {"GFP_ATOMIC", ASKS_HIGH | ASKS_ATOMIC | ASKS_KSWAPD},
	{"GFP_NOWAIT", ASKS_KSWAPD}, {"GFP_TRANSHUGE", ASKS_RECLAIM | ASKS_HARDWALL | ASKS_HIGHMEM | ASKS_MOVABLE | ASKS_NOMEMALLOC},
	{"GFP_TRANSHUGE_LIGHT", ASKS_HARDWALL | ASKS_HIGHMEM | ASKS_MOVABLE | ASKS_NOMEMALLOC}, {"GFP_DMA", ASKS_DMA}, {"GFP_DMA32", ASKS_DMA32},
	{"__GFP_DMA", ASKS_DMA}, {"__GFP_HIGHMEM", ASKS_HIGHMEM}, {"__GFP_DMA32", ASKS_DMA32}, {"__GFP_MOVABLE", ASKS_MOVABLE},
	{"__GFP_HIGH", ASKS_HIGH}, {"__GFP_DIRECT_RECLAIM", ASKS_RECLAIM}, {"__GFP_RECLAIM", ASKS_BOTH},
	{"__GFP_KSWAPD_RECLAIM", ASKS_KSWAPD},
	{"__GFP_HARDWALL", ASKS_HARDWALL}, {"__GFP_NOMEMALLOC", ASKS_NOMEMALLOC}, {"__GFP_MEMALLOC", ASKS_MEMALLOC},
	{"__GFP_ATOMIC", ASKS_ATOMIC}, {"__GFP_THISNODE", ASKS_THISNODE},
	/* of which no zone is asked another thing */
	{"__GFP_NORETRY", 0}, {"__GFP_RETRY_MAYFAIL", 0}, {"__GFP_REPEAT", 0}, {"__GFP_NOFAIL", 0}, {"__GFP_NOWARN", 0}, {"__GFP_COMP", 0},
	{"__GFP_ZERO", 0}, {"__GFP_IO", 0}, {"__GFP_FS", 0}, {"__GFP_WRITE", 0}, {"__GFP_RECLAIMABLE", 0}, {"__GFP_ACCOUNT", 0},
};

/* The next of the names between `at` and `end`, with `|` between them and blanks around those; false: there is none. */
static bool next_name(const char **at, const char *end, struct word *name)
{
	const char *till = *at;

	if (*at >= end)
		return false;
	while (till < end && *till != '|')
		till++;
	*name = (struct word){.at = mms_skip_space(*at, till), .end = till};
	while (name->end > name->at && name->end[-1] == ' ')
		name->end--;
	*at = till + 1;
	return true;
}

static struct asked by_names(const struct request *r)
{
	struct asked asked = {.era = ERA_NEW};
	const char *at = r->names, *end = at + r->names_len;
	struct word name;
	bool atomic;

	while (next_name(&at, end, &name))
		for (u32 i = 0; i < MMS_COUNT(gfp_names); i++)
			if (mms_word_is(&name, gfp_names[i].name))
				asked.flags |= gfp_names[i].flags;
	/* the bit of __GFP_ATOMIC to 4.20 is that of __GFP_NOMEMALLOC today, which had another one then */
	atomic = r->gfp & MIDDLE_ATOMIC && !(asked.flags & ASKS_NOMEMALLOC && !(r->gfp & OLD_NOMEMALLOC));
	/* without __GFP_ATOMIC: since 6.3, __GFP_HIGH that does not reclaim is GFP_ATOMIC by name */
	if (r->gfp & TODAY_ATOMIC || atomic || r->gfp > 0xffffffu ||
	    (asked.flags & ASKS_HIGH && !(asked.flags & (ASKS_RECLAIM | ASKS_ATOMIC))) ||
	    (r->gfp && !(asked.flags & ASKS_RECLAIM) && !(r->gfp & TODAY_KSWAPD)))
		asked.era = ERA_MIDDLE;
	return asked;
}

/* gfp_to_alloc_flags() of 6.3: ALLOC_MIN_RESERVE by __GFP_HIGH alone, ALLOC_NON_BLOCK without __GFP_HIGH; names or bits of
 * __GFP_ATOMIC tell the two apart. */
static bool either(const struct asked *asked)
{
	bool high = asked->flags & ASKS_HIGH, waits = asked->flags & ASKS_RECLAIM;

	return asked->era == ERA_NEW && !(asked->flags & (ASKS_ATOMIC | ASKS_MEMALLOC)) &&
		(high ? waits : !waits && !(asked->flags & ASKS_NOMEMALLOC));
}

static struct asked by_bits(const struct request *r)
{
	return (struct asked){.flags = ((u32)r->gfp & ASKS_BITS) | (r->gfp & NEW_MEMALLOC ? ASKS_MEMALLOC : 0) |
		(r->gfp & TODAY_ATOMIC ? ASKS_ATOMIC : 0), .era = r->gfp & TODAY_ATOMIC ? ERA_MIDDLE : ERA_NEW};
}

bool mms_request_disagrees(const struct request *r)
{
	u32 names = r->names_len && r->by_number ? by_names(r).flags : 0;

	return names && (names ^ by_bits(r).flags) & (ASKS_BITS | ASKS_MEMALLOC);
}

static struct asked decoded(const struct request *r)
{
	u32 flags = (u32)r->gfp & (ZONE_BITS | ASKS_HIGH);

	if (r->names_len && !(r->by_number && !by_names(r).flags)) /* of names that nobody knows the number tells */
		return by_names(r);
	if (r->by_number)
		return by_bits(r);
	flags |= (r->gfp & OLD_NOMEMALLOC ? ASKS_NOMEMALLOC : 0) | (r->gfp & OLD_MEMALLOC ? ASKS_MEMALLOC : 0);
	if (r->gfp & (MIDDLE_DIRECT | MIDDLE_KSWAPD))
		return (struct asked){.flags = flags | (r->gfp & MIDDLE_DIRECT ? ASKS_RECLAIM : 0) | (r->gfp & MIDDLE_ATOMIC ? ASKS_ATOMIC : 0),
			.era = ERA_MIDDLE, .unnamed = r->nodemask};
	return (struct asked){.flags = flags | (r->gfp & OLD_WAIT ? ASKS_RECLAIM : 0), .era = ERA_OLD, .unnamed = r->nodemask};
}

struct asked mms_request_decoded(const struct request *r)
{
	struct asked asked = decoded(r);
	bool open;

	if (r->release && r->release < 603 && asked.era == ERA_NEW)
		asked.era = ERA_MIDDLE;
	open = either(&asked);
	asked.either = open && !r->release;
	asked.takes = open && r->release;
	asked.whole = r->release && r->release < 612;
	return asked;
}

static bool seen(const struct snapshot *s, const struct zone *zones, enum zone_name name)
{
	for (u32 i = 0; i < s->zones; i++)
		if (zones[i].name == name)
			return true;
	return false;
}

enum zone_name mms_request_highest(const struct snapshot *s, const struct zone *zones, u32 flags)
{
	switch (mms_gfp_zone(flags & ZONE_BITS, MMS_arch_x86_64)) { /* HighMem is looked for below */
	case 0: return ZONE_DMA;
	case 1: return ZONE_DMA32;
	case 3: return ZONE_MOVABLE;
	default: return flags & ASKS_HIGHMEM && seen(s, zones, ZONE_HIGHMEM) ? ZONE_HIGHMEM : ZONE_NORMAL;
	}
}

bool mms_request_harder(const struct asked *asked)
{
	if (asked->flags & ASKS_NOMEMALLOC)
		return false;
	if (asked->era == ERA_MIDDLE)
		return asked->flags & ASKS_ATOMIC;
	return !(asked->flags & ASKS_RECLAIM) && (asked->flags & ASKS_HIGH || asked->era == ERA_OLD);
}

u32 mms_request_reserves(const struct asked *asked)
{
	if (asked->era == ERA_NEW && asked->flags & ASKS_HIGH)
		return MMS_alloc_flag_min_reserve;
	return mms_request_harder(asked) ? MMS_alloc_flag_non_block : 0;
}

static s64 reduced(const struct asked *asked, s64 mark)
{
	if (mms_request_harder(asked) && !(asked->flags & ASKS_HIGH))
		return mark - mark / 4;
	return mms_zone_reduced_mark(mark, (asked->flags & ASKS_HIGH ? MMS_alloc_flag_min_reserve : 0) |
		(mms_request_harder(asked) ? MMS_alloc_flag_non_block : 0u));
}

s64 mms_request_min(const struct asked *asked, const struct zone *z, u32 order)
{
	return reduced(asked, z->value[FIELD_min] - (!order && mms_request_reserves(asked) ? z->value[FIELD_boost] : 0));
}

bool mms_request_known(const char *at, const char *end)
{
	struct word name;

	while (next_name(&at, end, &name)) {
		u32 i = 0;

		while (i < MMS_COUNT(gfp_names) && !mms_word_is(&name, gfp_names[i].name))
			i++;
		if (i == MMS_COUNT(gfp_names))
			return false;
	}
	return true;
}
