/**
 * Why so? One sentence per step of the fault, in the kernel's own terms and spelled from the events' own
 * numbers; the drawing carries the same numbers (mm/swap_state.c, mm/page_io.c).
 */
import { grouped } from '../../core/number';
import type { SwapIn, SwapRa } from '../swap-in-words/read';
import { against, place } from '../swap-in-words/read';
import { count } from '../text';
import { amount, unitFor, withUnit } from './amounts';
import { DOES } from './decision';
import type { Facts } from './facts';
import { pagesOf, type Fault } from './fault';
import { spent, type Span, type SpanKind, type Track } from './track';

export interface Step {
  n: number;
  text: string;
  /** A step whose numbers are not there. */
  off: boolean;
  /** Where its disc stands: at the windows, over a span of the fault, or nowhere. */
  at: 'window' | Span | null;
}

type Said = Omit<Step, 'n' | 'off'> & { off?: boolean };

/** What the rule looks at. The window itself is the event's: no rule is computed here. */
function windowStep(window: SwapRa): string {
  const { max_win, hits, prev, cur, prev_win, win } = window;
  const pages = count(win, 'page');
  if (max_win === 1) return `vm.page-cluster is 0: ${pages}, always.`;
  const next = Math.abs(cur - prev) === 1 ? 'adjacent' : 'not adjacent';
  const used = hits === 0 ? 'No hits' : count(hits, 'hit');
  return `${used}, ${next}, last window ${prev_win}: ${pages}${win === max_win ? ', the most' : ''}.`;
}

function eligibleStep(read: SwapIn | null, fault: Fault): string {
  const pages = fault.window ? pagesOf(fault.window) : 1;
  if (!read)
    return 'No read follows: the page is there after all, or its read is not on this page of faults.';
  if (pages > 1) return 'More than one page takes longer: it does not poll.';
  const reason = against(read);
  return reason === null
    ? 'One page, and the device can poll: may poll.'
    : `One page, but ${reason}: does not poll.`;
}

const span = (track: Track, kind: SpanKind, nth = 0): Span | null =>
  track.cpu.filter((s) => s.kind === kind)[nth] ?? null;

function sleepRule({ delay, sleep, mean }: SwapIn): string {
  if (delay > 0) return `Sleep ${withUnit(sleep)}: the delay that is set.`;
  if (mean === 0) return 'No sleep: no delay is set, and there is no mean yet.';
  const unit = unitFor(mean);
  return `Sleep half the mean: ${amount(sleep, unit)} of ${withUnit(mean, unit)}.`;
}

function looks(fault: Fault): string {
  const done = fault.reads[0]?.done;
  return done && done.polls > 0 ? `, ${count(done.polls, 'look')}` : '';
}

function interruptSteps(track: Track, kernel: boolean): Said[] {
  if (kernel) {
    return [{ text: 'Sleep until the interrupt says that the read is complete.', at: span(track, 'asleep') }];
  }
  const asleep = spent(track.cpu, 'asleep');
  return [
    { text: `Submit, switch away, sleep ${withUnit(asleep)}.`, at: span(track, 'asleep') },
    {
      text: `Interrupt, wake-up, switch back: the fault returns after ${withUnit(track.end)}.`,
      at: span(track, 'switch', 1),
    },
  ];
}

function pollSteps(track: Track, fault: Fault, kernel: boolean): Said[] {
  const spun = spent(track.cpu, 'spin');
  const how = kernel ? 'Spin until it is read' : `Spin ${withUnit(spun)}`;
  return [{ text: `${how}${looks(fault)}: no switch, no interrupt.`, at: span(track, 'spin') }];
}

function hybridSteps(track: Track, fault: Fault, read: SwapIn, kernel: boolean): Said[] {
  const spun = spent(track.cpu, 'spin');
  const last = kernel ? 'spin until it is read' : `spin the last ${withUnit(spun)}`;
  return [
    { text: sleepRule(read), at: span(track, 'asleep') },
    {
      text: spun > 0 ? `Then ${last}${looks(fault)}.` : 'Back on the CPU: it is read already.',
      at: span(track, 'spin') ?? span(track, 'switch', 1),
    },
  ];
}

function waitSteps(facts: Facts, fault: Fault, read: SwapIn): Said[] {
  const { kernel, how, aside } = facts;
  const track = aside ?? facts.rows.find((r) => r.taken)?.track ?? null;
  if (!track) return [{ text: 'How it ended is not in the events at hand.', at: null, off: true }];
  if (fault.reads.length > 1) {
    const text = `${count(fault.reads.length, 'read')} at once: the fault sleeps until its page is there.`;
    return [{ text, at: span(track, 'asleep') }];
  }
  switch (how) {
    case 'interrupt':
      return interruptSteps(track, kernel);
    case 'poll':
      return pollSteps(track, fault, kernel);
    case 'hybrid':
      return hybridSteps(track, fault, read, kernel);
    default:
      return [{ text: `The page ${DOES[read.how]}.`, at: null }];
  }
}

export function stepsOf(facts: Facts): Step[] {
  const { fault, read } = facts;
  if (!fault) return [];
  const said: Said[] = [
    fault.window
      ? { text: windowStep(fault.window), at: 'window' }
      : { text: `Slot ${read ? grouped(read.offset) : '–'} is read without readahead.`, at: 'window' },
    { text: eligibleStep(read, fault), at: 'window', off: read === null },
    ...(read ? waitSteps(facts, fault, read) : []),
  ];
  return said.map((step, i) => ({ n: i + 1, off: false, ...step }));
}

/** "Why sleep, then spin?" */
export function whyTitle({ fault, how, read }: Facts): string {
  if (!fault) return 'Why';
  const pages = fault.window ? pagesOf(fault.window) : 1;
  if (pages > 1) return `Why ${count(pages, 'page')}, and sleep?`;
  switch (how) {
    case 'interrupt':
      return 'Why sleep?';
    case 'poll':
      return 'Why spin?';
    case 'hybrid':
      return (read?.sleep ?? 0) > 0 ? 'Why sleep, then spin?' : 'Why spin at once?';
    case null:
      return 'Why one page?';
    default:
      return 'Why not wait?';
  }
}

/** Where a page is, for those who look it up: "page 34,344,122,636". */
export function whereWords({ fault, read }: Facts): string {
  if (fault?.window) return `${place(fault.window)} ${grouped(fault.window.cur)}`;
  return read ? `slot ${grouped(read.offset)}` : '';
}
