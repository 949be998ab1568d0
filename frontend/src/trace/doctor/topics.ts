/**
 * What each scene is about, as questions that a capture can answer when it has certain kinds of event, and how
 * to record what a capture lacks. Decisions are recorded by the patched kernel, and some by the scripts for unpatched ones
 * that the report offers; their results, by any.
 */
import type { CommandLine } from '../../core/diagnosis';
import { tracerCommand, recorderCommands, snapshotCommand } from './command-lines';
import type { TraceFormatName, TraceKindName } from '../gen/tables';

/** The five questions of the documents, what their decisions are on, and the scene that each is about. */
export const TOPICS = [
  { ask: 'device', of: 'swap devices', asks: 'Which swap device?', scene: 'swap-devices' },
  { ask: 'zone', of: 'zones', asks: 'Which zone?', scene: 'zones' },
  { ask: 'kswapd', of: 'waking kswapd', asks: 'When does kswapd wake?', scene: 'zones' },
  { ask: 'node', of: 'interleaving', asks: 'Which node, interleaved?', scene: 'interleave' },
  { ask: 'back', of: 'swap-ins', asks: 'How is a page read back?', scene: 'swap-in' },
] as const;

export type Topic = (typeof TOPICS)[number];

export interface Aspect {
  /** Which of the five it is a part of. */
  ask: Topic['ask'];
  /** What one wants to know, as the end of "This capture shows …". */
  what: string;
  /** Answered when the capture has events of all of these kinds … */
  kinds: readonly TraceKindName[];
  /** … or of all of those. */
  or?: readonly TraceKindName[];
  /** Events of these tell a part of the answer, too. */
  also?: readonly TraceKindName[];
  /** Its events are the decisions themselves, with all that the rule reads. */
  decides?: true;
  /** Files of /proc that answer it as well, by their format. */
  snapshot?: TraceFormatName;
  /** What the answer leaves open, or why no stock kernel can give one. */
  limit?: string;
  add: (format: TraceFormatName) => CommandLine[];
}

/** A question that the stock tracepoints answer. */
const stock = (ask: Topic['ask'], what: string, ...kinds: readonly TraceKindName[]): Aspect => ({
  ask,
  what,
  kinds,
  add: (format) => recorderCommands(kinds, format),
});

/** One that only the patched kernel answers. */
const patched = (
  ask: Topic['ask'],
  what: string,
  probe: string,
  ...kinds: readonly TraceKindName[]
): Aspect => ({
  ask,
  what,
  kinds,
  add: () => [tracerCommand(probe)],
});

/** And of these, the decisions. */
const decided = (...args: Parameters<typeof patched>): Aspect => ({ ...patched(...args), decides: true });

export const ASPECTS: readonly Aspect[] = [
  {
    ...decided('device', 'which swap device each page went to, and why', 'swap', 'swap_select'),
    or: ['mms_slot'],
  },
  stock('device', 'requests to each disk, and their sizes', 'block_rq_issue'),
  stock('device', 'how long requests took', 'block_rq_issue', 'block_rq_complete'),
  stock('device', 'pages that reclaim wrote out', 'mm_vmscan_write_folio'),
  {
    ask: 'device',
    what: 'which disks are swap devices, with their priorities',
    kinds: ['swap_list'],
    snapshot: 'swaps',
    add: () => [snapshotCommand('swaps')],
  },
  decided('zone', 'which zone each page came from, and which zones were passed over', 'zones', 'zone_select'),
  {
    ...decided('kswapd', 'when kswapd is to wake, and what each zone had free then', 'zones', 'kswapd_wake'),
    or: ['mms_kswapd'],
  },
  {
    ...stock(
      'kswapd',
      'when kswapd of each node was awake',
      'mm_vmscan_kswapd_wake',
      'mm_vmscan_kswapd_sleep',
    ),
    also: ['mm_vmscan_balance_pgdat_begin'],
  },
  stock('kswapd', 'who woke kswapd', 'mm_vmscan_wakeup_kswapd'),
  stock('zone', 'how much of what reclaim looked at it got', 'mm_vmscan_lru_shrink_inactive'),
  stock(
    'kswapd',
    'which tasks had to reclaim by themselves, and for how long',
    'mm_vmscan_direct_reclaim_begin',
    'mm_vmscan_direct_reclaim_end',
  ),
  stock('zone', 'pages allocated and freed', 'mm_page_alloc', 'mm_page_free'),
  {
    ask: 'zone',
    what: 'free pages beside the watermarks',
    kinds: ['zone'],
    also: ['mm_setup_per_zone_wmarks'],
    snapshot: 'zoneinfo',
    limit:
      'as they were when the file was read; the timeline counts back from there by mm_page_alloc and mm_page_free',
    add: () => [snapshotCommand('zoneinfo')],
  },
  {
    ...decided('node', 'which node each page was dealt to', 'interleave', 'interleave'),
    or: ['interleave_vma', 'mms_il'],
  },
  stock('node', 'the frames that pages landed in', 'mm_page_alloc'),
  stock('node', 'the lengths of requests', 'block_rq_issue'),
  {
    ...patched('node', 'the segments of requests', 'block', 'block_rq'),
    limit: 'block_rq_issue has a request’s length (nr_sector), but not its number of segments',
  },
  stock('node', 'requests that were joined or cut', 'block_bio_backmerge', 'block_split'),
  decided('back', 'how each page came back from swap, and who polled', 'swapin', 'swap_in'),
  { ...decided('back', 'how many pages were read ahead', 'swapin', 'swap_ra'), or: ['mms_ra'] },
  stock('back', 'page faults', 'page_fault_user'),
  stock('back', 'how long reads took', 'block_rq_issue', 'block_rq_complete'),
  stock('back', 'commands at the NVMe controller', 'nvme_setup_cmd', 'nvme_complete_rq'),
];

export const sceneOf = ({ ask }: Pick<Aspect, 'ask'>): string =>
  TOPICS.find((a) => a.ask === ask)?.scene ?? '';
