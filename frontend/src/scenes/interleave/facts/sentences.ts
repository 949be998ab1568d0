/**
 * What the decision means for the page's frame and the request: one sentence per disc of the drawing, spelled
 * from what was seen after it. Why this node is the voice's to say.
 */
import { amount, capital, joined, msg, NOTHING, plain, type Message } from '../../../core/message';
import { grouped } from '../../../core/number';
import { ordinal, rangePhrase } from '../../phrases';
import type { Sentence } from '../../narration';
import type { Facts } from './facts';
import { perSegment, sectors } from './phrases';
import { average, NO_SEGMENTS, segmentsOf } from './requests';
import type { SegmentList } from './segments';
import { directionPhrase } from './steps';

/** Where the frame lies: behind which page's. Disc 2. */
export function frameSentence({ step, steps, event }: Facts): Sentence {
  const page = step?.page;
  if (!page) {
    const words =
      event?.kind === 'block_rq'
        ? msg`Nodes and frames are not drawn from captures.`
        : msg`Its frame is not drawn from captures.`;
    return { n: 2, words, off: true };
  }
  const before = steps.findLast((s) => s.page && s !== step && s.page.pfn === page.pfn - 1)?.page;
  if (!before) return { n: 2, words: msg`Its frame follows no frame of a page here.` };
  const not = before.page === page.page - 1 ? NOTHING : msg`, not ${page.page - 1}’s`;
  return { n: 2, words: msg`Its frame follows page ${before.page}’s${not}.` };
}

const NEW = {
  first: msg`The first page: a request begins.`,
  segments: msg`No room in the list before: a new request begins.`,
  sectors: msg`The request before was as long as it may be: a new one begins.`,
  window: msg`A window begins, and nothing waits that it could join: a new request.`,
  gap: msg`Its sector does not follow: a new request begins.`,
} as const;

const ofLimit = (limit: number | null) => (limit === null ? NOTHING : msg` of ${limit}`);

function segmentWords(open: SegmentList, limit: number | null): Message {
  const last = open.segments.at(-1);
  if (open.why !== 'joined') return NEW[open.why];
  if (!open.grew || !last) {
    return msg`Not adjacent: a new segment, the ${ordinal(open.used)}${ofLimit(limit)}.`;
  }
  return last.cut
    ? msg`Adjacent: segment ${open.used} grows.`
    : msg`Adjacent: segment ${open.used} grows to ${amount(last.pages, 'page')}.`;
}

function requestWords({ requests }: Facts, open: SegmentList): Message {
  const { maxSectors, maxSegments } = requests ?? { maxSectors: null, maxSegments: null };
  const long = amount(open.sectors, 'sector');
  if (open.sent) return msg`The window ends: sent with ${long} in ${amount(open.used, 'segment')}.`;
  if (maxSectors !== null && open.sectors >= maxSectors) return msg`As long as it may be: closed at ${long}.`;
  if (maxSegments !== null && open.used >= maxSegments)
    return msg`Full at ${long}: only a neighbour can join.`;
  const until = maxSectors === null ? NOTHING : msg` until ${amount(maxSectors, 'sector')}`;
  return msg`${open.used}${ofLimit(maxSegments)} used: open${until}.`;
}

/** Which node is exact; which frame there, and so what joins in a request, is not known. */
function assumedSentence({ segments, mean }: Facts['ranges']): Sentence {
  const over = segments && msg`${rangePhrase(segments, grouped)} segments`;
  const average = mean && msg`${rangePhrase(mean, sectors)} sectors on average`;
  const ranges = [over, average].filter((words) => words !== null);
  const tell = ranges.length > 0 ? msg`: ${joined(ranges, ', ')} by what is assumed` : NOTHING;
  return { n: null, words: msg`The node is exact, the frame on it assumed${tell}.` };
}

/** Only reads are counted: a model, which has words of its own, makes no other requests. */
export const noRequest = ({ coverage }: Facts, inModel: Message): Message =>
  coverage.by === 'model' ? inModel : msg`no read is in this capture so far`;

/** Requests as a kernel tells them: once they are sent. */
function lastSentences(facts: Facts): Sentence[] {
  const { event, passedBy } = facts;
  if (event?.kind !== 'block_rq' || !passedBy) return readSentences(facts);
  const words = msg`This one is ${directionPhrase(event)}: ${amount(event.sectors, 'sector')}. Reads alone are counted and drawn.`;
  return [{ n: null, words }, ...readSentences(facts)];
}

function readSentences(facts: Facts): Sentence[] {
  const { requests, event, requestsKnown, assumed, ranges, passedBy } = facts;
  const last = requests?.past[0];
  if (!requestsKnown)
    return [
      {
        n: 3,
        words: msg`Frames and queue limits are not in this capture, so its requests on other nodes are not known.`,
        off: true,
      },
    ];
  if (!requests || !last)
    return [
      { n: 3, words: msg`${capital(noRequest(facts, msg`no request has gone to a disk yet`))}.`, off: true },
    ];
  const isOne = event?.kind === 'block_rq';
  const which = isOne && !passedBy ? msg`This one` : passedBy ? msg`The last read` : msg`The last`;
  const mean = average(requests);
  const all: Sentence = {
    n: 4,
    words: msg`${requests.count}${isOne ? ` read${requests.count === 1 ? '' : 's'}` : ''} so far, ${mean === null ? '–' : sectors(mean)} sectors on average.`,
  };
  if (segmentsOf(last) === null) {
    const words = msg`${which}: ${amount(last.sectors, 'sector')}; ${plain(NO_SEGMENTS)}.`;
    return [{ n: 3, words, off: true }, all];
  }
  const { maxSegments: limit } = requests;
  const full = limit !== null && last.segments >= limit ? msg`, full` : NOTHING;
  const pages =
    last.segments > 0 ? msg`, ${perSegment(last.sectors / 8 / last.segments)} pages each` : NOTHING;
  const words = msg`${which}: ${last.segments}${ofLimit(limit)} segments${full}${pages}.`;
  return [{ n: 3, words }, all, ...(assumed ? [assumedSentence(ranges)] : [])];
}

/** The list and the request it is of. Discs 3 and 4. */
export function requestSentences(facts: Facts): Sentence[] {
  const { open, requests } = facts;
  if (!open) return lastSentences(facts);
  return [
    { n: 3, words: segmentWords(open, requests?.maxSegments ?? null) },
    { n: 4, words: requestWords(facts, open) },
  ];
}
