/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zone_flags.h: which ALLOC_ flags a walk of the zonelist can begin with.
 *
 * Follows mm/page_alloc.c of Linux 6.12: __alloc_pages_noprof() with prepare_alloc_pages() and
 * alloc_flags_nofragment() for the fast path, gfp_to_alloc_flags() and __gfp_pfmemalloc_flags() for the
 * slow one, __alloc_pages_may_oom() for the last try. Bits are alloc_flag in enums.def.
 */
#ifndef MMS_ZONE_FLAGS_H
#define MMS_ZONE_FLAGS_H

#include "mms/enums.h"
#include "mms/types.h"

/* include/linux/gfp_types.h of 6.12: those that decide a flag. */
#define MMS_GFP_DMA            0x1u
#define MMS_GFP_HIGHMEM        0x2u
#define MMS_GFP_DMA32          0x4u
#define MMS_GFP_MOVABLE        0x8u
#define MMS_GFP_HIGH           0x20u
#define MMS_GFP_DIRECT_RECLAIM 0x400u
#define MMS_GFP_KSWAPD_RECLAIM 0x800u
#define MMS_GFP_WRITE          0x1000u
#define MMS_GFP_NOMEMALLOC     0x80000u
#define MMS_GFP_HARDWALL       0x100000u
#define MMS_GFP_THISNODE       0x200000u

/* Which part of the allocator walks. */
enum mms_zone_path { MMS_ZONE_FAST, MMS_ZONE_SLOW, MMS_ZONE_LAST };

/* gfp_zone(): the highest zone index that an allocation can use. x86-64 has the zones DMA, DMA32, Normal, Movable,
 * i386 DMA, Normal, HighMem, Movable. -1: nobody may ask for these together. */
s8 mms_gfp_zone(u64 gfp, enum mms_arch_id arch);

/* From the mark that the flags compare with: low is the fast path's, high the one before the OOM killer's. */
enum mms_zone_path mms_zone_path_of(u64 flags);

/* __alloc_pages_noprof(): the flags of the fast path. `cpuset`: tasks are in cpusets and this one came with
 * a nodemask; `cma`: the pages may come from CMA areas; `split`: the preferred zone is Normal and there is
 * DMA32 below it; `policy`: enum mms_zone_policy_id. */
u32 mms_zone_fast_flags(u64 gfp, u8 policy, bool cpuset, bool cma, bool split);

/* gfp_to_alloc_flags(): the flags of the slow path. `rt`: a task of the realtime or deadline class. */
u32 mms_zone_slow_flags(u64 gfp, u8 order, bool cma, bool rt);

/* The flags of a later walk of the same call: without ALLOC_NOFRAGMENT or without ALLOC_FAIR.
 * `end`: fragment or fair of zone_walk_end. */
u64 mms_zone_flags_again(u64 flags, u8 end);

/* Can walk number `pass` of a call begin with these flags? `spread`: dirty pages are spread. */
bool mms_zone_flags_fit(u64 flags, u64 gfp, u8 policy, u8 order, u8 pass, bool spread);

#endif
