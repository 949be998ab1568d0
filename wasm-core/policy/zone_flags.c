/* SPDX-License-Identifier: Apache-2.0 */
#include "zone_flags.h"

#include "zone_watermark.h"

#define FAST_FLAGS \
	(MMS_alloc_flag_wmark_low | MMS_alloc_flag_cpuset | MMS_alloc_flag_cma | MMS_alloc_flag_nofragment | \
	 MMS_alloc_flag_fair | MMS_alloc_flag_kswapd)

s8 mms_gfp_zone(u64 gfp, enum mms_arch_id arch)
{
	bool i386 = arch == MMS_arch_i386;
	s8 normal = i386 ? 1 : 2;

	switch (gfp & (MMS_GFP_DMA | MMS_GFP_HIGHMEM | MMS_GFP_DMA32 | MMS_GFP_MOVABLE)) {
	case MMS_GFP_DMA:
	case MMS_GFP_DMA | MMS_GFP_MOVABLE: return 0;
	case MMS_GFP_DMA32:
	case MMS_GFP_DMA32 | MMS_GFP_MOVABLE: return 1; /* on i386 that is Normal: OPT_ZONE_DMA32 */
	case 0:
	case MMS_GFP_MOVABLE: return normal;
	case MMS_GFP_HIGHMEM: return i386 ? 2 : normal;
	case MMS_GFP_HIGHMEM | MMS_GFP_MOVABLE: return 3;
	default: return -1;
	}
}

enum mms_zone_path mms_zone_path_of(u64 flags)
{
	switch (flags & MMS_ALLOC_WMARK_MASK) {
	case MMS_alloc_flag_wmark_low: return MMS_ZONE_FAST;
	case MMS_alloc_flag_wmark_min: return MMS_ZONE_SLOW;
	default: return MMS_ZONE_LAST;
	}
}

u32 mms_zone_fast_flags(u64 gfp, u8 policy, bool cpuset, bool cma, bool split)
{
	u32 flags = MMS_alloc_flag_wmark_low;

	if (policy != MMS_zone_policy_preferred)
		flags |= MMS_alloc_flag_fair;
	if (cpuset)
		flags |= MMS_alloc_flag_cpuset;
	if (cma)
		flags |= MMS_alloc_flag_cma;
	if (split)
		flags |= MMS_alloc_flag_nofragment;
	return flags | (u32)(gfp & MMS_GFP_KSWAPD_RECLAIM);
}

u32 mms_zone_slow_flags(u64 gfp, u8 order, bool cma, bool rt)
{
	u32 flags = MMS_alloc_flag_wmark_min | MMS_alloc_flag_cpuset;

	flags |= (u32)(gfp & (MMS_GFP_HIGH | MMS_GFP_KSWAPD_RECLAIM));
	if (!(gfp & MMS_GFP_DIRECT_RECLAIM)) {
		if (!(gfp & MMS_GFP_NOMEMALLOC)) {
			flags |= MMS_alloc_flag_non_block;
			if (order && flags & MMS_alloc_flag_min_reserve)
				flags |= MMS_alloc_flag_highatomic;
		}
		if (flags & MMS_alloc_flag_min_reserve)
			flags &= ~(u32)MMS_alloc_flag_cpuset;
	} else if (rt) {
		flags |= MMS_alloc_flag_min_reserve;
	}
	return cma ? flags | MMS_alloc_flag_cma : flags;
}

u64 mms_zone_flags_again(u64 flags, u8 end)
{
	return flags & ~(u64)(end == MMS_zone_walk_end_fair ? MMS_alloc_flag_fair : MMS_alloc_flag_nofragment);
}

static bool has(u64 flags, u64 flag)
{
	return (flags & flag) == flag;
}

/* Walks of one call: the first, one more when the batches were set anew, which takes ALLOC_FAIR away, and one
 * more when page block types may be mixed, which takes ALLOC_NOFRAGMENT away. */
static bool fast_fits(u64 flags, u64 gfp, u8 policy, u8 pass, bool spread)
{
	bool fair = has(flags, MMS_alloc_flag_fair);
	bool set_anew = policy == MMS_zone_policy_fair_local && !fair;
	bool may_mix = !has(flags, MMS_alloc_flag_nofragment);

	if (flags & ~(u64)FAST_FLAGS || (policy == MMS_zone_policy_preferred && fair) ||
	    (policy == MMS_zone_policy_fair && !fair))
		return false;
	if (has(flags, MMS_alloc_flag_kswapd) != has(gfp, MMS_GFP_KSWAPD_RECLAIM))
		return false;
	if (spread != has(gfp, MMS_GFP_WRITE))
		return false;
	return pass == set_anew || (may_mix && pass == set_anew + 1);
}

/* Reserves without marks (__gfp_pfmemalloc_flags()), and the ways out of a dead end for __GFP_NOFAIL
 * (__alloc_pages_cpuset_fallback()). */
static bool reserve_fits(u64 flags, u64 gfp)
{
	u64 plain = flags & ~(u64)(MMS_alloc_flag_cma | MMS_alloc_flag_kswapd);
	u64 anywhere = flags & ~(u64)MMS_alloc_flag_cpuset;

	if ((plain == MMS_alloc_flag_no_watermarks || plain == MMS_alloc_flag_oom) &&
	    has(flags, MMS_alloc_flag_kswapd) == has(gfp, MMS_GFP_KSWAPD_RECLAIM))
		return true;
	return anywhere == MMS_alloc_flag_no_watermarks || anywhere == MMS_alloc_flag_min_reserve;
}

static bool slow_fits(u64 flags, u64 gfp, u8 order)
{
	bool cma = has(flags, MMS_alloc_flag_cma);

	return flags == mms_zone_slow_flags(gfp, order, cma, false) ||
	       flags == mms_zone_slow_flags(gfp, order, cma, true) || reserve_fits(flags, gfp);
}

bool mms_zone_flags_fit(u64 flags, u64 gfp, u8 policy, u8 order, u8 pass, bool spread)
{
	switch (mms_zone_path_of(flags)) {
	case MMS_ZONE_FAST: return fast_fits(flags, gfp, policy, pass, spread);
	case MMS_ZONE_SLOW: return !pass && !spread && slow_fits(flags, gfp, order);
	default: return !pass && !spread && flags == (MMS_alloc_flag_wmark_high | MMS_alloc_flag_cpuset);
	}
}
