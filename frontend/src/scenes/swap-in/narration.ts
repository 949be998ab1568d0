/** The narration of a fault: why so many pages, why it waits so, and the means of all so far. */
import { denial } from '../../core/coverage';
import { amount, msg, type Message } from '../../core/message';
import type { SourceFrame } from '../scene';
import { narratorOf } from '../voices/narrator';
import type { Era, PaneNarration, KernelFunction } from '../narration';
import { functionAt } from '../voices/verdict';
import { stockRa } from '../voices/stock-swap-in';
import { swapIn, swapRa } from '../voices/swap-in';
import { ALWAYS } from '../voices/voice';
import { caption } from './caption';
import { pagesIn } from './facts/fault';
import { factsOf, type Facts } from './facts/facts';
import { sentencesOf } from './facts/sentences';
import { twinOf } from './twin';

function headingOf({ fault, read, names }: Facts): Message {
  if (fault?.probed) return stockRa.heading(fault.probed, names);
  const window = fault?.window;
  const pages = fault ? pagesIn(fault) : 1;
  if (pages > 1) return msg`Why ${amount(pages, 'page')}, and sleep?`;
  if (read) return swapIn.heading(read, names);
  return window ? swapRa.heading(window, names) : msg`Why`;
}

/** Of one page alone, the way it is read tells kernels apart; of several, or none, their window does. */
function eraOf({ fault, read }: Facts): Era {
  const window = fault?.window;
  if (read && fault && pagesIn(fault) === 1) return swapIn.era(read);
  return window ? swapRa.era(window) : ALWAYS;
}

/** Where the two decisions of a fault are made; the read's verdict comes along with the window's. */
function placesOf({ fault, read, names }: Facts, { info, frame }: SourceFrame): KernelFunction[] {
  if (fault?.probed) return [functionAt(info, stockRa, fault.probed, frame.verdict, names)];
  const window = fault?.window;
  const along = frame.trailVerdicts[frame.trail.findIndex((e) => e.index === read?.index)] ?? null;
  return [
    ...(window ? [functionAt(info, swapRa, window, frame.verdict, names)] : []),
    ...(read ? [functionAt(info, swapIn, read, window ? along : frame.verdict, names)] : []),
  ];
}

function pane(shown: SourceFrame): PaneNarration {
  const facts = factsOf(shown);
  const { fault, read, names } = facts;
  const window = fault?.window;
  return {
    heading: headingOf(facts),
    era: eraOf(facts),
    sentences: sentencesOf(facts),
    empty:
      shown.info.decisions > 0
        ? msg`Step forward to see the first fault.`
        : msg`${denial(shown.info.coverage, ['swap_in'], msg`Nothing is read in from swap`, msg`What is read in from swap`)}.`,
    functions: placesOf(facts, shown),
    terms: [...(window ? swapRa.terms(window, names) : []), ...(read ? swapIn.terms(read, names) : [])],
    twin: twinOf(facts, shown.info),
  };
}

export { course } from './marks/parts';
export const narrate = narratorOf(caption, pane);
