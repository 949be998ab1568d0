/**
 * What each scene is about, as questions that a capture can answer when it has certain kinds of event, and how
 * to record what a capture lacks. Decisions are told by the patched kernel only; what came of them, by any.
 */
import type { Command } from '../core/diagnosis';
import { decisions, recording, snapshot } from './commands';
import type { TraceFormatName, TraceKindName } from './gen/tables';

export interface Question {
  scene: string;
  /** What one wants to know, as the end of "This capture shows …". */
  what: string;
  /** Answered when the capture has events of all of these kinds … */
  kinds: readonly TraceKindName[];
  /** … or of all of those. */
  or?: readonly TraceKindName[];
  /** Files of /proc that answer it as well, by their format. */
  snapshot?: TraceFormatName;
  /** What the answer leaves open, or why no stock kernel can give one. */
  limit?: string;
  add: (format: TraceFormatName) => Command[];
}

/** A question that the stock tracepoints answer. */
const stock = (scene: string, what: string, ...kinds: readonly TraceKindName[]): Question => ({
  scene,
  what,
  kinds,
  add: (format) => recording(kinds, format),
});

/** One that only the patched kernel answers. */
const patched = (
  scene: string,
  what: string,
  probe: string,
  ...kinds: readonly TraceKindName[]
): Question => ({
  scene,
  what,
  kinds,
  add: () => [decisions(probe)],
});

export const QUESTIONS: readonly Question[] = [
  patched('swap-devices', 'which swap device each page went to, and why', 'swap', 'swap_select'),
  stock('swap-devices', 'requests to each disk, and their sizes', 'block_rq_issue'),
  stock('swap-devices', 'how long requests took', 'block_rq_issue', 'block_rq_complete'),
  stock('swap-devices', 'pages that reclaim wrote out', 'mm_vmscan_write_folio'),
  {
    scene: 'swap-devices',
    what: 'which disks are swap devices, with their priorities',
    kinds: ['swap_list'],
    snapshot: 'swaps',
    add: () => [snapshot('swaps')],
  },
  patched(
    'zones',
    'which zone each page came from, and which zones were passed over',
    'zones',
    'zone_select',
  ),
  stock('zones', 'when kswapd of each node was awake', 'mm_vmscan_kswapd_wake', 'mm_vmscan_kswapd_sleep'),
  stock('zones', 'who woke kswapd', 'mm_vmscan_wakeup_kswapd'),
  stock('zones', 'how much of what reclaim looked at it got', 'mm_vmscan_lru_shrink_inactive'),
  stock(
    'zones',
    'which tasks had to reclaim by themselves, and for how long',
    'mm_vmscan_direct_reclaim_begin',
    'mm_vmscan_direct_reclaim_end',
  ),
  stock('zones', 'pages allocated and freed', 'mm_page_alloc', 'mm_page_free'),
  {
    scene: 'zones',
    what: 'free pages beside the watermarks',
    kinds: ['zone'],
    snapshot: 'zoneinfo',
    limit:
      'as they were when the file was read; the timeline counts back from there by mm_page_alloc and mm_page_free',
    add: () => [snapshot('zoneinfo')],
  },
  {
    ...patched('interleave', 'which node each page was dealt to', 'interleave', 'interleave'),
    or: ['interleave_vma'],
  },
  stock('interleave', 'the frames that pages landed in', 'mm_page_alloc'),
  stock('interleave', 'the lengths of requests', 'block_rq_issue'),
  {
    ...patched('interleave', 'the segments of requests', 'block', 'block_rq'),
    limit: 'block_rq_issue tells a request’s length (nr_sector), not how many segments it lies in',
  },
  stock('interleave', 'requests that were joined or cut', 'block_bio_backmerge', 'block_split'),
  patched('swap-in', 'how each page came back from swap, and who polled', 'swapin', 'swap_in'),
  patched('swap-in', 'how many pages were read ahead', 'swapin', 'swap_ra'),
  stock('swap-in', 'page faults', 'page_fault_user'),
  stock('swap-in', 'how long reads took', 'block_rq_issue', 'block_rq_complete'),
  stock('swap-in', 'commands at the NVMe controller', 'nvme_setup_cmd', 'nvme_complete_rq'),
];
