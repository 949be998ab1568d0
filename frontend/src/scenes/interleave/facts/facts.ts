/**
 * What the drawing, the sentences and the text twin all read: one frame, sorted out. Pure; no geometry.
 */
import { countWhile } from '../../../core/search';
import type { Coverage } from '../../../core/coverage';
import { widthOf } from '../../../core/asif/band';
import { drawn, type EventRecord } from '../../../core/types';
import type { StateTables } from '../../../core/gen/tables';
import type { Frame, SourceInfo } from '../../scene';
import { frameCache } from '../../frame-cache';
import { bits } from '../../phrases';
import { groupsOf, type Group } from './page-frames';
import { balanceOf, type Balance } from './balance';
import { firstOf, PAGE } from './page';
import { policyOf, type Policy } from './policy';
import { publishedFor, type PublishedRequest } from './published';
import { requestsOf, type Requests } from './requests';
import { segmentListOf, type SegmentList } from './segments';
import { isRead, stepsOf, type Step } from './steps';
import { LAST_SECTORS, LAST_SEGMENTS, MEAN } from './variation';

type Range = readonly [least: number, most: number];

export interface Facts {
  k: number;
  event: EventRecord | null;
  /** What has been stepped to; null before the first. */
  step: Step | null;
  /** Steps around the cursor up to it, in order. */
  steps: readonly Step[];
  /** The row the cursor is in: its first decision, and its steps, those behind the cursor too. */
  first: number;
  row: readonly Step[];
  /** Places of the row: fewer than a whole row at the end of the run. */
  places: number;
  policy: Policy;
  /** What the source has all of. */
  coverage: Coverage;
  groups: readonly Group[];
  /** Page frame numbers are known. */
  framesKnown: boolean;
  /** The request the page joined; null where the source does not tell. */
  open: SegmentList | null;
  requests: Requests | null;
  /** The step is a request that requests are not counted of, since it reads nothing. */
  passedBy: boolean;
  /** False as if of a capture without queue limits and frames: which requests another node would have made nothing tells. */
  requestsKnown: boolean;
  /** As if: requests hang on the frames that are assumed. */
  assumed: boolean;
  /** As if: from the least to the most that those come to, where they differ. */
  ranges: Readonly<Record<'mean' | 'sectors' | 'segments', Range | null>>;
  /** Asked for by text only, which few frames have. */
  requestsBefore: () => Requests | null;
  lead: Balance | null;
  /** The task that decides, before and after. */
  task: { before: StateTables['task'][number] | null; after: StateTables['task'][number] | null };
  /** What the document printed for the same policy, disks and limit. */
  published: PublishedRequest | null;
}

function taskOf(rows: StateTables['task'], pid: number | undefined) {
  return rows.find((t) => t.present === 1 && t.pid === pid) ?? null;
}

/** Of a page of steps those of one row, and where all of them landed: the same as long as the row is. */
const rowOf = frameCache((near: readonly Step[], first: number, places: number) =>
  near.filter((s) => s.k >= first && s.k < first + places),
);
const landedOf = frameCache((row: readonly Step[], nodes: number) => groupsOf(row, bits(nodes)));
const maskOf = (nodes: readonly number[]) => nodes.reduce((mask, n) => mask + 2 ** n, 0);

/** Steps are in order. */
const upTo = (steps: readonly Step[], k: number) =>
  steps.slice(
    0,
    countWhile(steps, (s) => s.k <= k),
  );

function make(frame: Frame, info: SourceInfo, places: number): Facts {
  const near = stepsOf(frame);
  const steps = upTo(near, frame.k);
  const step = steps.at(-1) ?? null;
  const first = firstOf(frame.k, places);
  const row = rowOf(near, first, places);
  const policy = policyOf(frame, info, steps);
  const requests = requestsOf(frame, info, step);
  return {
    k: frame.k,
    event: frame.event && drawn(frame.event),
    step,
    steps,
    first,
    row,
    places: Math.min(places, Math.max(0, info.decisions - first + 1)),
    policy,
    coverage: info.coverage,
    groups: landedOf(row, maskOf(policy.nodes)),
    framesKnown: near.some((s) => s.page !== null),
    passedBy: frame.event?.kind === 'block_rq' && !isRead(frame.event),
    requestsKnown: info.provenance !== 'asif' || (requests?.maxSectors ?? null) !== null,
    assumed: info.provenance === 'asif',
    ranges: {
      mean: widthOf(frame.ranges?.[MEAN]),
      sectors: widthOf(frame.ranges?.[LAST_SECTORS]),
      segments: widthOf(frame.ranges?.[LAST_SEGMENTS]),
    },
    open: segmentListOf(steps),
    requests,
    requestsBefore: () => requestsOf(frame, info, step, false),
    lead: balanceOf(frame, upTo(row, frame.k), policy.nodes, policy.weights),
    task: {
      before: taskOf(frame.before.task, frame.event?.pid),
      after: taskOf(frame.after.task, frame.event?.pid),
    },
    published: publishedFor(info, policy, requests?.maxSegments ?? null),
  };
}

const read = frameCache(make);

/** What was known before the decision: of its page, its list and its request nothing yet. */
export const factsBefore = frameCache((frame: Frame, info: SourceInfo, places: number): Facts => {
  const k = frame.k - 1;
  const event = frame.neighbours.find((near) => near.k === k)?.event ?? null;
  return make({ ...frame, k, event, after: frame.before, trail: [] }, info, places);
});

/** `places`: pages in a row of the drawing, 64 or half of it. */
export function factsOf(frame: Frame, info: SourceInfo, places: number = PAGE): Facts {
  return read(frame, info, places);
}
