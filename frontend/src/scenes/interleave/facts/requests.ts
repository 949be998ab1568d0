/** Requests to the disk that is read: those before, how long on average, how long at most. Pure. */
import type { StateTables } from '../../../core/gen/tables';
import type { Frame, SourceInfo } from '../../scene';
import { clean, count } from '../../phrases';
import type { BlockRq, Step } from './steps';

type RqRow = StateTables['rq'][number];

interface PastRequest {
  sectors: number;
  segments: number;
}

/** Segments of a request; null where a stock kernel reported it: no request that carries data has none. */
export const segmentsOf = ({ sectors, segments }: PastRequest): number | null =>
  sectors > 0 && segments === 0 ? null : segments;

/** What such a capture lacks, and what would add it. */
export const NO_SEGMENTS = 'its segments are not in this capture (probe block)';

/** "256 sectors in 3 segments", as far as that is known. */
export function lengthPhrase(request: PastRequest): string {
  const segments = segmentsOf(request);
  const long = count(request.sectors, 'sector');
  return segments === null ? long : `${long} in ${count(segments, 'segment')}`;
}

export interface Requests {
  dev: number;
  /** Name of the disk; '' where it is not known. */
  name: string;
  /** Limits; null where the source does not tell them. */
  maxSectors: number | null;
  maxSegments: number | null;
  /** Reads so far, their length together, and how many of them filled the scatter-gather list. */
  count: number;
  sectors: number;
  full: number;
  /** The last reads, newest first. */
  past: readonly PastRequest[];
}

/** Of two rows the one that more was read by; the disk of the experiment is read most. */
function busiest(rows: readonly RqRow[]): RqRow | undefined {
  return rows.reduce<RqRow | undefined>((a, b) => (a && a.sectors >= b.sectors ? a : b), undefined);
}

/** include/uapi/linux/major.h: SCSI_DISK0_MAJOR; 16 minors for each of sda to sdp. */
function scsiName(dev: number): string {
  const [major, minor] = [Math.floor(dev / 2 ** 20), dev % 2 ** 20];
  return major === 8 ? `sd${String.fromCharCode(97 + Math.floor(minor / 16))}` : '';
}

/** What the manifest noted of the disk's queue. */
function settled(info: SourceInfo, name: string): number | null {
  const text = info.settings?.[`/sys/block/${name}/queue/max_segments`];
  return text !== undefined && /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

const positive = (n: number) => (n > 0 ? n : null);

function pastOf(row: RqRow): PastRequest[] {
  return row.past_sectors.flatMap((sectors, i) =>
    sectors > 0 ? [{ sectors, segments: row.past_segments[i] ?? 0 }] : [],
  );
}

/** Reads after those that `row` counted. */
function withSent(
  row: RqRow,
  sent: readonly BlockRq[],
): Omit<Requests, 'name' | 'maxSectors' | 'maxSegments'> {
  const mine = sent.filter((rq) => rq.dev === row.dev);
  const full = mine.filter((rq) => row.max_segments > 0 && rq.segments >= row.max_segments).length;
  return {
    dev: row.dev,
    count: row.requests + mine.length,
    sectors: mine.reduce((sum, rq) => sum + rq.sectors, row.sectors),
    full: row.full + full,
    past: [...[...mine].reverse(), ...pastOf(row)].slice(0, row.past_sectors.length),
  };
}

/**
 * Once the step under the cursor and what followed it are done; with `done` false, as they were before it.
 * Null before anything is known of a disk.
 */
export function requestsOf(frame: Frame, info: SourceInfo, step: Step | null, done = true): Requests | null {
  const { rq } = done ? frame.after : frame.before;
  const present = rq.filter((row) => row.present === 1);
  const wanted = step?.page?.dev ?? (step?.event.kind === 'block_rq' ? step.event.dev : null);
  const row = present.find((r) => r.dev === wanted) ?? busiest(present);
  if (!row) {
    const first = done ? step?.sent.after[0] : undefined;
    return first ? fromNothing(info, first, step?.sent.after ?? []) : null;
  }
  const sent = done && step ? [...step.sent.before, ...step.sent.after] : [];
  const name = clean(row.name) || scsiName(row.dev);
  return {
    ...withSent(row, sent),
    name,
    maxSectors: positive(row.max_sectors),
    maxSegments: positive(row.max_segments) ?? settled(info, name),
  };
}

/** The first reads of all: the state does not know their disk yet. */
function fromNothing(info: SourceInfo, first: BlockRq, sent: readonly BlockRq[]): Requests {
  const mine = sent.filter((rq) => rq.dev === first.dev);
  const name = scsiName(first.dev);
  return {
    dev: first.dev,
    name,
    maxSectors: null,
    maxSegments: settled(info, name),
    count: mine.length,
    sectors: mine.reduce((sum, rq) => sum + rq.sectors, 0),
    full: 0,
    past: [...mine].reverse(),
  };
}

/** Sectors of a request on average, as iostat's avgrq-sz; null before the first. */
export function average(requests: Requests | null): number | null {
  return requests && requests.count > 0 ? requests.sectors / requests.count : null;
}
