/**
 * Why this node, and what it means for the request: one sentence per disc of the drawing, spelled from the
 * numbers of the event and of what was seen after it.
 */
import { grouped as n } from '../../core/number';
import type { SourceInfo } from '../scene';
import { count, ordinal } from '../text';
import type { Facts } from './facts';
import { perSegment, sectors } from './numbers';
import { average, NO_SEGMENTS, segmentsOf } from './requests';
import type { Gathered } from './segments';
import type { TermName } from './terms';
import { turnSentence } from './turn-words';

export interface Sentence {
  /** Number of the disc in the drawing. */
  n: number;
  text: string;
  /** What the source cannot tell: shown in grey. */
  off: boolean;
  terms: TermName[];
}

/** Where the frame lies: behind which page's. */
function frameSentence({ step, steps }: Facts): Omit<Sentence, 'n'> {
  const page = step?.page;
  if (!page) {
    return {
      text: 'Its frame is not in this capture (probe zones).',
      off: true,
      terms: [],
    };
  }
  const before = steps.findLast((s) => s.page && s !== step && s.page.pfn === page.pfn - 1)?.page;
  const expected = n(page.page - 1);
  const terms: TermName[] = ['per-CPU list'];
  const frame = 'Its frame';
  if (!before) return { text: `${frame} follows no frame of a page here.`, off: false, terms };
  const follows = `${frame} follows page ${n(before.page)}’s`;
  return {
    text: before.page === page.page - 1 ? `${follows}.` : `${follows}, not ${expected}’s.`,
    off: false,
    terms,
  };
}

const NEW = {
  first: 'The first page: a request begins.',
  segments: 'No room in the list before: a new request begins.',
  sectors: 'The request before was as long as it may be: a new one begins.',
  window: 'A window begins, and nothing waits that it could join: a new request.',
  gap: 'Its sector does not follow: a new request begins.',
} as const;

function segmentSentence(open: Gathered, limit: number | null): string {
  const last = open.segments.at(-1);
  if (open.why !== 'joined') return NEW[open.why];
  const of = limit === null ? '' : ` of ${n(limit)}`;
  if (open.grew && last) {
    return last.cut
      ? `Adjacent: segment ${n(open.used)} grows.`
      : `Adjacent: segment ${n(open.used)} grows to ${count(last.pages, 'page')}.`;
  }
  return `Not adjacent: a new segment, the ${ordinal(open.used)}${of}.`;
}

function requestSentence({ requests }: Facts, open: Gathered): string {
  const { maxSectors, maxSegments } = requests ?? { maxSectors: null, maxSegments: null };
  const long = count(open.sectors, 'sector');
  if (open.sent) return `The window ends: sent with ${long} in ${count(open.used, 'segment')}.`;
  if (maxSectors !== null && open.sectors >= maxSectors) return `As long as it may be: closed at ${long}.`;
  if (maxSegments !== null && open.used >= maxSegments) {
    return open.grew
      ? `Full at ${long}: only a neighbour can join.`
      : `Full at ${long}: only a neighbour can join.`;
  }
  const of = maxSegments === null ? '' : ` of ${n(maxSegments)}`;
  const until = maxSectors === null ? '' : ` until ${count(maxSectors, 'sector')}`;
  return `${n(open.used)}${of} used: open${until}.`;
}

/** Requests as a kernel tells them: once they are sent. */
function lastSentences({ requests, event }: Facts): Omit<Sentence, 'n'>[] {
  const last = requests?.past[0];
  if (!requests || !last) {
    return [{ text: 'No request has gone to a disk yet.', off: true, terms: [] }];
  }
  const which = event?.kind === 'block_rq' ? 'This one' : 'The last';
  const mean = average(requests);
  const all: Omit<Sentence, 'n'> = {
    text: `${n(requests.count)} so far, ${mean === null ? '–' : sectors(mean)} sectors on average.`,
    off: false,
    terms: ['request limit'],
  };
  if (segmentsOf(last) === null) {
    const text = `${which}: ${count(last.sectors, 'sector')}; ${NO_SEGMENTS}.`;
    return [{ text, off: true, terms: ['segment'] }, all];
  }
  const pages = last.segments > 0 ? `, ${perSegment(last.sectors / 8 / last.segments)} pages each` : '';
  const { maxSegments } = requests;
  const full = maxSegments !== null && last.segments >= maxSegments ? ', full' : '';
  const of = maxSegments === null ? '' : ` of ${n(maxSegments)}`;
  return [
    {
      text: `${which}: ${n(last.segments)}${of} segments${full}${pages}.`,
      off: false,
      terms: ['segment'],
    },
    all,
  ];
}

function turnTerms({ policy }: Facts): TermName[] {
  if (policy.weights) return ['weight'];
  return policy.granularity !== null && policy.granularity > 1 ? ['granularity'] : [];
}

/** The sentences, in the order of the discs. */
export function whySentences(facts: Facts, info: SourceInfo): Sentence[] {
  const { event, open, requests } = facts;
  if (!event) return [];
  const turn = turnSentence(event) || noPolicy(info);
  const list: Sentence[] = [{ n: 1, text: turn, off: turn === noPolicy(info), terms: turnTerms(facts) }];
  if (event.kind === 'block_rq') {
    const text = 'Nodes and frames are not in this capture (probe zones).';
    list.push({ n: 2, text, off: true, terms: [] });
  } else list.push({ n: 2, ...frameSentence(facts) });
  if (open) {
    const segment = segmentSentence(open, requests?.maxSegments ?? null);
    list.push({ n: 3, text: segment, off: false, terms: ['segment'] });
    list.push({
      n: 4,
      text: requestSentence(facts, open),
      off: false,
      terms: ['request limit', 'readahead window'],
    });
  } else lastSentences(facts).forEach((s, i) => list.push({ n: 3 + i, ...s }));
  return list;
}

function noPolicy({ provenance }: SourceInfo): string {
  return provenance === 'kernel'
    ? 'No policy: nothing is decided; requests are what can be seen.'
    : 'No policy: pages come from the node of the CPU that reads, and nothing is decided.';
}

/** Heading of the panel. */
export function whyTitle({ event, open, requests, step }: Facts): string {
  if (!event) return 'Nothing decided yet';
  if (event.kind === 'block_rq') return 'Why so long?';
  const before = event.kind === 'interleave' && event.prev === event.nid;
  const node = `Why node ${step?.node ?? '–'}${before ? ' again' : ''}`;
  const limit = requests?.maxSegments ?? null;
  return open && limit !== null && open.used >= limit && !open.grew ? `${node} and stop?` : `${node}?`;
}
