/**
 * The scatter-gather list of the request that is being gathered, segment by segment, as the pages before
 * the cursor built it. Pure.
 */
import type { RqWhyName } from '../../../core/gen/tables';
import type { BlockRq, RqPage, Step } from './steps';

/** Sectors of 512 bytes in a page. */
const PAGE_SECTORS = 8;

export interface Segment {
  node: number;
  pages: number;
  /** True where pages of it came before those the frame holds. */
  cut: boolean;
}

export interface SegmentList {
  dev: number;
  /** Segments in order; the last is that of the page under the cursor. */
  segments: Segment[];
  /** Segments before those, of which only the number is known. */
  earlier: number;
  /** Segments and length together with this page. */
  used: number;
  sectors: number;
  /** First page of the request; null where it came before those the frame holds. */
  first: number | null;
  /** This page: joined, or why it began the request. */
  why: RqWhyName;
  /** This page's frame follows that of the page before, and its segment grew. */
  grew: boolean;
  /** It has gone to the disk already. */
  sent: boolean;
}

/** The request on its way is the one this page is the end of, not one that waited. */
function ends(rq: BlockRq, { page }: RqPage): boolean {
  return rq.sector + rq.sectors === (page + 1) * PAGE_SECTORS;
}

/** `steps` up to the cursor, which stands on the last; null where pages' frames are not known. */
export function segmentListOf(steps: readonly Step[]): SegmentList | null {
  const last = steps.at(-1)?.page;
  if (!last) return null;
  const mine = steps.filter((s) => s.page?.dev === last.dev);
  let from = mine.length - 1;
  while (from > 0 && mine[from]?.page?.why === 'joined') from--;
  const segments: Segment[] = [];
  let first: number | null = null;
  let earlier = 0;
  for (const { page } of mine.slice(from)) {
    if (!page) continue;
    const tail = segments.at(-1);
    if (segments.length === 0 && page.why === 'joined') earlier = page.segments - 1;
    if (page.why !== 'joined') first = page.page;
    if (tail && page.grew === 1) tail.pages++;
    else segments.push({ node: page.nid, pages: 1, cut: page.why === 'joined' && page.grew === 1 });
  }
  return {
    dev: last.dev,
    segments,
    earlier,
    used: last.segments,
    sectors: last.sectors,
    first,
    why: last.why,
    grew: last.grew === 1,
    sent: (steps.at(-1)?.sent.after ?? []).some((rq) => rq.dev === last.dev && ends(rq, last)),
  };
}
