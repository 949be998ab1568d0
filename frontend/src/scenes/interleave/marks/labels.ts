/**
 * The words in the drawing, each as wordings from the longest to the shortest; the drawing takes the first
 * that fits. Pure.
 */
import { denialLabels, ifComplete } from '../../../core/coverage';
import { grouped as n } from '../../../core/number';
import type { SourceInfo } from '../../scene';
import { count, rangePhrase } from '../../phrases';
import type { Facts } from '../facts/facts';
import type { Group } from '../facts/page-frames';
import { balancePhrase as leadNumber, perSegment } from '../facts/phrases';
import { NO_SEGMENTS, segmentsOf } from '../facts/requests';

type Wordings = readonly string[];

/** What the row is a row of. */
export function rowTitle({ policy, framesKnown, event }: Facts): Wordings {
  if (framesKnown || event === null) return ['pages of the file, in order', 'pages of the file'];
  if (event.kind === 'block_rq')
    return ['requests, in order; as high as they are long', 'requests, in order'];
  if (policy.by === 'place') return ['pages of mappings, as they are touched', 'pages, as they are touched'];
  return ['pages the task is given, in order', 'pages, in order'];
}

/** From which to which. */
export function rowRange({ first, places, row, framesKnown }: Facts, info: SourceInfo): string {
  const at = row.find((s) => s.page !== null);
  const shift = framesKnown && at?.page ? at.page.page - at.k : 0;
  const range = `${n(first + shift)} to ${n(first + shift + Math.max(places, 1) - 1)}`;
  return framesKnown ? range : `${info.noun ? 'requests' : 'decisions'} ${range}`;
}

export function groupLabel(group: Group, { policy, framesKnown, groups }: Facts): Wordings {
  if (group.node < 0) return [`${count(group.nodes, 'more node')} together`, `+${group.nodes} nodes`, '+'];
  const name = `node ${group.node}`;
  const weight = policy.weights?.get(group.node);
  const weighs = weight === undefined ? [] : [`weight ${weight}`];
  const base = framesKnown ? `frames of ${name}` : groups.length > 2 ? name : `given by ${name}`;
  return [[base, ...weighs].join(', '), [name, ...weighs].join(', '), name, String(group.node)];
}

/** Where requests alone can be seen, and whether a policy decides is not known. */
export const NO_DECISIONS: Wordings = [
  'policy: not recorded; requests are what can be seen',
  'policy: not recorded; requests alone',
  'policy: not recorded',
];

/** What a capture lacks, and what would add it. */
export const NO_FRAMES: Wordings = [
  'which frames: not in this capture; the probe zones would add them',
  'frames: not drawn from captures',
  'frames: not in this capture',
];

/** Only reads are counted: a model, which has words of its own, makes no other requests. */
export const noRequest = (coverage: Facts['coverage'], inModel: string): Wordings =>
  coverage.by === 'model'
    ? [inModel]
    : denialLabels(coverage, ['block_rq'], ['no read in this capture so far', 'no read so far'], 'requests');

/** The list's use: the number, and what it is of. */
export function listUse({ open, requests, event, requestsKnown, ranges, coverage, passedBy }: Facts): {
  value: string;
  of: Wordings;
  full: boolean;
} {
  const limit = requests?.maxSegments ?? null;
  const last = requests?.past[0];
  const used = open?.used ?? (last ? segmentsOf(last) : null);
  const which = open
    ? ''
    : passedBy
      ? ', last read'
      : event?.kind === 'block_rq'
        ? ', this request'
        : ', last request';
  if (!requestsKnown) return { value: '', of: ['requests are not known'], full: false };
  if (used === null)
    return {
      value: '',
      of: last ? [NO_SEGMENTS] : noRequest(coverage, 'no request is seen yet'),
      full: false,
    };
  const of = limit === null ? 'segments used, limit not known' : `of ${n(limit)} segments used`;
  return {
    value: ranges.segments && !open ? rangePhrase(ranges.segments, n) : n(used),
    of: [of + which, of],
    full: limit !== null && used >= limit,
  };
}

/** What the page under the cursor did to the list. */
export function listNote({ open }: Facts): Wordings {
  const last = open?.segments.at(-1);
  if (!open || !last) return [];
  if (open.grew && last.pages > 1) {
    const pages = `${n(last.pages)} neighbours`;
    return [`${pages} make one segment`, pages];
  }
  if (open.why !== 'joined') return ['a new list begins', 'new list'];
  const strangers = open.earlier === 0 && open.segments.every((s) => s.pages === 1 && !s.cut);
  return strangers && open.used > 2
    ? [`${n(open.used)} strangers, ${n(open.used)} segments`, `${n(open.used)} strangers`]
    : ['no neighbour: a new segment', 'a new segment'];
}

/** What the bars of a request stand for whose frames are not known. */
export function meanNote(mean: number): Wordings {
  return [
    `${perSegment(mean)} ${mean === 1 ? 'page' : 'pages'} to a segment on average`,
    `${perSegment(mean)} pages to a segment`,
    `${perSegment(mean)} pages each`,
  ];
}

const BEGAN = {
  first: ['the first request', 'first'],
  segments: ['new: the list before was full', 'list was full'],
  sectors: ['new: the one before had its length', 'new request'],
  window: ['new: a window begins', 'new window'],
  gap: ['new: not the next sector', 'new request'],
} as const;

/** How it is with the request the page joined. */
export function requestState({ open, requests }: Facts): Wordings {
  if (!open) return [];
  if (open.sent) return ['sent', 'sent'];
  if (open.why !== 'joined') return BEGAN[open.why];
  const { maxSectors, maxSegments } = requests ?? { maxSectors: null, maxSegments: null };
  if (maxSectors !== null && open.sectors >= maxSectors) return ['closed: request limit', 'at its limit'];
  if (maxSegments !== null && open.used >= maxSegments) return ['closed: list full', 'list full'];
  return ['open, grows on', 'open'];
}

export function balanceTitle({ lead }: Facts): Wordings {
  if (!lead) return ['lead of a node, in pages', 'lead of a node'];
  if (lead.kind === 'pair') return [`lead of node ${lead.node}, in pages`, `lead of node ${lead.node}`];
  if (lead.kind === 'share')
    return [`node ${lead.node} above its share by weight, in pages`, `node ${lead.node} above its share`];
  return ['fullest node above the emptiest, in pages', 'fullest above emptiest'];
}

/** The lead now, and what comes with it. */
export function balanceUse({ lead, event, coverage }: Facts): { value: string; rest: Wordings } {
  const now = lead?.values.at(-1);
  if (!lead || now === undefined) return { value: '', rest: event ? ['nodes are not known'] : [''] };
  if (lead.most === null) return { value: leadNumber(now), rest: [''] };
  const most = [`, most ${n(lead.most)}`];
  // By the counter or by place: the frame's event says which.
  const kind = event?.kind === 'interleave_vma' ? 'interleave_vma' : 'interleave';
  return {
    value: leadNumber(now),
    rest: ifComplete(coverage, [kind], [`, never more than ${n(lead.most)}`, ...most], most),
  };
}
