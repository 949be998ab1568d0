/**
 * Why so? The sentences of a fault's two decisions, then what only their end tells, spelled from the events'
 * own numbers; the drawing carries the same discs.
 */
import { denial } from '../../../core/coverage';
import { amount, isNothing, joined, msg, NOTHING, type Message } from '../../../core/message';
import type { Sentence } from '../../narration';
import { stockRa } from '../../voices/stock-swap-in';
import { swapIn, swapRa, type SwapIn } from '../../voices/swap-in';
import { withUnit } from './phrases';
import type { Facts } from './facts';
import { timeIn, type Span, type SpanKind, type FaultSpans } from './spans';

export interface PlacedSentence extends Sentence {
  /** Where its disc stands: at the windows, over a span of the fault, or nowhere. */
  at: 'window' | Span | null;
}

type Said = Omit<PlacedSentence, 'n'>;

/** Its disc's words where a fault has no read; one may be among the lost events. */
const unread = ({ coverage }: Facts): Said => {
  const words = denial(
    coverage,
    ['swap_in'],
    msg`No read follows: the page is there after all, or its read is not on this page of faults`,
    msg`Whether a read follows`,
  );
  return { words: msg`${words}.`, at: null, off: true };
};
const unasked = (read: SwapIn | null) => ({
  words: msg`Slot ${read?.offset ?? ''} is read without readahead.`,
});

const span = (track: FaultSpans, kind: SpanKind, nth = 0): Span | null =>
  track.cpu.filter((s) => s.kind === kind)[nth] ?? null;

/** The track of the way that was taken. */
const trackOf = ({ aside, rows }: Facts) => aside ?? rows.find((r) => r.taken)?.track ?? null;

/** Where the discs of a read's sentences stand, in their order: what makes it eligible, then how it waits. */
function placesOf(facts: Facts): PlacedSentence['at'][] {
  const track = trackOf(facts);
  if (!track) return ['window'];
  switch (facts.how) {
    case 'interrupt':
      return ['window', span(track, 'asleep')];
    case 'poll':
      return ['window', span(track, 'spin')];
    case 'hybrid':
      return ['window', span(track, 'asleep'), span(track, 'spin') ?? span(track, 'switch', 1)];
    default:
      return ['window'];
  }
}

/** Only a model tells when the fault returns; of a capture there are the looks. */
function spinning(track: FaultSpans, polls: number, how: SwapIn['how']): Message {
  const spun = timeIn(track.cpu, 'spin');
  if (spun === 0 && how === 'hybrid') return msg`Back on the CPU: it is read already.`;
  const looks = polls > 0 ? amount(polls, 'look') : NOTHING;
  if (track.busy === null) return polls > 0 ? msg`${looks} at the queue.` : NOTHING;
  const spins = joined([msg`It spins ${withUnit(spun)}`, looks]);
  return msg`${spins}: back after ${withUnit(track.end)}.`;
}

function sleeping(track: FaultSpans): Said[] {
  if (track.busy === null) return [];
  const slept = msg`Asleep for ${withUnit(timeIn(track.cpu, 'asleep'))}`;
  const back = msg`then interrupt, wake-up, switch back: the fault returns after ${withUnit(track.end)}`;
  return [{ words: msg`${slept}; ${back}.`, at: span(track, 'switch', 1) }];
}

/** What the decisions could not know: how many reads there are, how long they took. */
function endSteps(facts: Facts): Said[] {
  const { fault, read } = facts;
  if (!fault || !read) return [];
  const track = trackOf(facts);
  if (!track) return [{ words: msg`How it ended is not in the events at hand.`, at: null, off: true }];
  const { length: reads } = fault.reads;
  if (reads > 1) {
    const words = msg`${amount(reads, 'read')} at once: the fault sleeps until its page is there.`;
    return [{ words, at: null }];
  }
  if (read.how === 'interrupt') return sleeping(track);
  if (read.how !== 'poll' && read.how !== 'hybrid') return [];
  const words = spinning(track, fault.reads[0]?.done?.polls ?? 0, read.how);
  return isNothing(words) ? [] : [{ words, at: null }];
}

export function sentencesOf(facts: Facts): PlacedSentence[] {
  const { fault, read, names } = facts;
  if (!fault) return [];
  const { window, probed } = fault;
  if (probed)
    return stockRa.sentences(probed, names).map((s) => ({ ...s, at: s.n === null ? null : 'window' }));
  const places = placesOf(facts);
  const first = window ? swapRa.sentences(window, names) : [unasked(read)];
  const then = read ? swapIn.sentences(read, names) : [unread(facts)];
  const said = [
    ...first.map((s): Said => ({ ...s, at: 'window' })),
    ...then.map((s, i): Said => ({ ...s, at: places[i] ?? null })),
    ...endSteps(facts),
  ];
  let n = 0;
  return said.map((step) => ({ ...step, n: step.at === null ? null : ++n }));
}
