/** mm/swap_state.c and mm/page_io.c: how much a fault reads in from swap, and who waits for it how. */
import { ERAS } from '../../core/gen/eras';
import { ENUMS, type SwapHowName } from '../../core/gen/tables';
import { amount, capital, msg, plain, type Message } from '../../core/message';
import { count, time } from '../phrases';
import type { Sentence } from '../narration';
import type { Names } from './names';
import type { EventOf, Voice } from './voice';

export type SwapRa = EventOf<'swap_ra'>;
export type SwapIn = EventOf<'swap_in'>;

const numbered = (words: readonly Message[]): Sentence[] => words.map((w, i) => ({ n: i + 1, words: w }));

/** Pages of the largest window by address (SWAP_RA_ORDER_CEILING). */
const MOST_BY_ADDRESS = 32;

/** What `cur`, `prev`, `start` and `end` of a window number. */
const unit = ({ ra }: SwapRa) => (ra === 'vma' ? msg`page` : msg`slot`);

/** Pages that a window names: its ends may cut it short. 0 where it is not recorded. */
export function pagesOf({ win, start, end }: SwapRa): number {
  return win > 1 && end > start ? end - start : Math.min(win, 1);
}

/** What the rule looks at. The window itself is the event's: no rule is computed here. */
function lookedAt({ max_win, hits, prev, cur, prev_win }: SwapRa): Message {
  if (max_win === 1) return msg`vm.page-cluster is 0`;
  const used = hits === 0 ? msg`no hits` : amount(hits, 'hit');
  const next = Math.abs(cur - prev) === 1 ? msg`adjacent` : msg`not adjacent`;
  return msg`${used}, ${next}, last window ${prev_win}`;
}

function windowWords(window: SwapRa): Message {
  const { win, max_win } = window;
  const [seen, pages] = [lookedAt(window), amount(win, 'page')];
  if (max_win === 1) return msg`${seen}: ${pages}, always.`;
  return capital(win === max_win ? msg`${seen}: ${pages}, the most.` : msg`${seen}: ${pages}.`);
}

export const swapRa: Voice<'swap_ra'> = {
  subject: 'Read-ahead',
  place: ({ ra }) =>
    ra === 'vma' ? 'mm/swap_state.c:swap_vma_ra_win()' : 'mm/swap_state.c:swap_cluster_readahead()',
  say: (event, names) => {
    const { win, start, end, cur, max_win, type } = event;
    const from = msg`${unit(event)} ${cur}`;
    const seen = max_win === 1 ? lookedAt(event) : msg`${lookedAt(event)}, at most ${max_win}`;
    return win === 1
      ? { lead: msg`one page`, rest: msg`${from} on ${names.device(type).name}: ${seen}` }
      : { lead: amount(win, 'page'), rest: msg`${start} to ${end - 1} for ${from}: ${seen}` };
  },
  heading: ({ win }) => (win === 1 ? msg`Why one page?` : msg`Why ${win} pages?`),
  sentences: (event) => numbered([windowWords(event)]),
  terms: ({ max_win }) => (max_win === 1 ? [] : ['hit']),
  cell: ({ win }) => ({ letter: String(win), node: -1, name: win === 1 ? 'one page' : count(win, 'page') }),
  era: ({ ra }) => ERAS.ra_kind[ra],
  expected: ({ ra, win, max_win }, { value: pages }) => {
    if (ra === 'vma' && max_win > MOST_BY_ADDRESS) return msg`at most ${amount(pages, 'page')}`;
    // As many, from another place: the number says nothing.
    return pages === win ? null : amount(pages, 'page');
  },
};

interface Way {
  letter: string;
  /** What polls looks like spinning, what sleeps like the disk it waits for. */
  node: number;
  /** Follows what is read: "one page polls". */
  does: string;
}

export const WAYS: Readonly<Record<SwapHowName, Way>> = {
  zero: { letter: '0', node: -1, does: 'is filled with zeros' },
  zswap: { letter: 'Z', node: -1, does: 'is decompressed from zswap' },
  fs: { letter: 'F', node: -1, does: 'is left to the file system' },
  sync: { letter: 'S', node: -1, does: 'is read on the spot' },
  interrupt: { letter: 'I', node: 0, does: 'sleeps until the interrupt' },
  poll: { letter: 'P', node: 1, does: 'polls' },
  hybrid: { letter: 'H', node: 1, does: 'sleeps, then polls' },
};

/** Why this read is not polled for, by the first thing that stands against it; null where nothing does. */
export function obstacleOf({ zero, how, fs, sync, order, single, can_poll, mode }: SwapIn): Message | null {
  if (zero === 1) return msg`the page was all zeros`;
  if (how === 'zswap') return msg`zswap has it`;
  if (fs === 1) return msg`swap is a file that its file system reads`;
  if (sync === 1) return msg`the device is as fast as memory`;
  if (mode === 'interrupt') return msg`swap_poll is 0`;
  if (order > 0) return msg`a folio of ${amount(2 ** order, 'page')}`;
  if (single === 0) return msg`read ahead with others`;
  if (can_poll === 0) return msg`the device has no queue to poll`;
  return null;
}

function eligible(read: SwapIn): Message {
  const reason = obstacleOf(read);
  if (!reason) return msg`One page, and the device can poll: may poll.`;
  if (read.order > 0 || read.single === 0) return msg`More than one page takes longer: it does not poll.`;
  return msg`One page, but ${reason}: does not poll.`;
}

function sleepRule({ delay, sleep, mean }: SwapIn): Message {
  if (delay > 0) return msg`Sleep ${time(sleep)}: the delay that is set.`;
  if (mean === 0) return msg`No sleep: no delay is set, and there is no mean yet.`;
  return msg`Sleep half the mean: ${time(sleep)} of ${time(mean)}.`;
}

function waits(read: SwapIn): Message[] {
  switch (read.how) {
    case 'interrupt':
      return [msg`Submit, switch away, sleep until the interrupt says that the read is complete.`];
    case 'poll':
      return [msg`Spin until it is read: no switch, no interrupt.`];
    case 'hybrid':
      return [sleepRule(read), msg`Then spin until it is read.`];
    default:
      return [msg`The page ${plain(WAYS[read.how].does)}.`];
  }
}

/** What led to this way, shortly. */
function because(read: SwapIn): Message {
  const { how, sleep, delay, mean } = read;
  if (how !== 'hybrid') return obstacleOf(read) ?? msg`one page, alone`;
  return delay > 0 ? msg`sleep ${time(sleep)}, as set` : msg`sleep ${time(sleep)}, mean ${time(mean)}`;
}

function question({ how, sleep }: SwapIn): Message {
  switch (how) {
    case 'interrupt':
      return msg`Why sleep?`;
    case 'poll':
      return msg`Why spin?`;
    case 'hybrid':
      return sleep > 0 ? msg`Why sleep, then spin?` : msg`Why spin at once?`;
    default:
      return msg`Why not wait?`;
  }
}

const where = ({ offset, type }: SwapIn, names: Names) => msg`slot ${offset} of ${names.device(type).name}`;

export const swapIn: Voice<'swap_in'> = {
  subject: 'Swap-in',
  say: (event, names) => ({
    lead: plain(WAYS[event.how].does.replace(/^is /, '')),
    rest: msg`${where(event, names)}: ${because(event)}`,
  }),
  heading: question,
  sentences: (event) => numbered([eligible(event), ...waits(event)]),
  terms: () => ['swap_poll'],
  cell: ({ how, order }) => {
    const { letter, node, does } = WAYS[how];
    return { letter, node, name: `${order > 0 ? count(2 ** order, 'page') : 'one page'}, ${does}`, key: how };
  },
  era: ({ how }) => ERAS.swap_how[how],
  otherwise: (_, { choice, value, why }) => {
    const how = ENUMS.swap_how[choice] ?? 'interrupt';
    if (how !== 'hybrid') return plain(WAYS[how].does);
    return why === 'ok' ? msg`sleep ${time(value)}, then spin` : msg`sleep, then spin; how long is not known`;
  },
  // Where the sleep is another, what was expected is the way, which is the same.
  expected: (_, { why, value: how }) => (why === 'how' ? plain(ENUMS.swap_how[how] ?? '') : null),
};
