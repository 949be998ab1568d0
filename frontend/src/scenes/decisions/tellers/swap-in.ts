/** mm/swap_state.c and mm/page_io.c: how much a fault reads in from swap, and who waits for it how. */
import { ENUM_DOCS, type SwapHowName } from '../../../core/gen/tables';
import { grouped as n } from '../../../core/number';
import type { Era } from '../../scene';
import { against, place, time } from '../../swap-in-words/read';
import { count } from '../../text';
import { ALWAYS, type EventOf, type Names, type Teller } from './teller';

export const swapRa: Teller<'swap_ra'> = {
  subject: 'Read-ahead',
  say: (event, names) => {
    const { win, start, end, cur, max_win, hits, prev_win, type } = event;
    const from = `${place(event)} ${n(cur)}`;
    const used = `${count(hits, 'hit')}, window before ${prev_win}, at most ${max_win}`;
    return win === 1
      ? { lead: 'One page', rest: `${from} on ${names.device(type)}: ${used}` }
      : { lead: `${win} pages`, rest: `${n(start)} to ${n(end - 1)} for ${from}: ${used}` };
  },
  why: (event, names) => {
    const { win, start, end, cur, prev, max_win, hits, prev_win, type } = event;
    const what = place(event);
    if (max_win === 1) {
      return [
        `A fault needs ${what} ${n(cur)}, which is on ${names.device(type)}.`,
        'vm.page-cluster is 0: a window is never more than one page.',
      ];
    }
    return [
      `A fault needs ${what} ${n(cur)}, which is on ${names.device(type)}. The one before was at ${n(prev)}.`,
      `Since then ${hits === 1 ? '1 page' : count(hits, 'page')} read ahead ${hits === 1 ? 'was' : 'were'} used. The window before was ${count(prev_win, 'page')}.`,
      win === 1
        ? `So the window is this one page; more would be at most ${max_win}.`
        : `So the window is ${count(win, 'page')}, of ${max_win} at most.`,
      ...(win > 1 ? [`It reads ${what}s ${n(start)} to ${n(end - 1)}.`] : []),
      ...(win > 1 ? ['Of a window larger than one page, none is polled for.'] : []),
    ];
  },
  cell: ({ win }) => ({ letter: String(win), node: -1, name: `window of ${count(win, 'page')}` }),
  era: ({ ra }) => (ra === 'vma' ? { words: 'from 4.14', from: 4.14, to: null } : ALWAYS),
};

const LETTERS: Readonly<Record<SwapHowName, string>> = {
  zero: '0',
  zswap: 'Z',
  fs: 'F',
  sync: 'S',
  interrupt: 'I',
  poll: 'P',
  hybrid: 'H',
};

const LEADS: Readonly<Record<SwapHowName, string>> = {
  zero: 'All zeros',
  zswap: 'From zswap',
  fs: 'By the file system',
  sync: 'On the spot',
  interrupt: 'Sleeps',
  poll: 'Polls',
  hybrid: 'Sleeps, then polls',
};

const polling = ({ how }: EventOf<'swap_in'>) => how === 'poll' || how === 'hybrid';

function where({ offset, type }: EventOf<'swap_in'>, names: Names): string {
  return `slot ${n(offset)} of ${names.device(type)}`;
}

function sleeping({ how, sleep, delay, mean }: EventOf<'swap_in'>): string[] {
  if (how !== 'hybrid') return [];
  if (delay > 0) return [`It sleeps ${time(sleep)} first: vm.swap_poll_delay_ns is ${n(delay)}.`];
  return mean === 0
    ? ['No read was polled for yet on this device, so there is no mean and no sleep.']
    : [
        `It sleeps ${time(sleep)} first. Polled reads of this device took ${time(mean)} on average; the rule is half of the mean.`,
      ];
}

function pollingWords({ how, sleep, delay, mean }: EventOf<'swap_in'>): string {
  if (how !== 'hybrid') return 'one page, alone';
  return delay > 0 ? `sleep ${time(sleep)}, as set` : `sleep ${time(sleep)}, mean ${time(mean)}`;
}

export const swapIn: Teller<'swap_in'> = {
  subject: 'Swap-in',
  say: (event, names) => {
    const reason = against(event);
    const because = polling(event) ? pollingWords(event) : (reason ?? '');
    return { lead: LEADS[event.how], rest: [where(event, names), because].filter(Boolean).join(': ') };
  },
  why: (event, names) => [
    `A fault reads ${where(event, names)}: ${event.order > 0 ? `a folio of ${count(2 ** event.order, 'page')}` : 'a page'}, ${event.single === 1 ? 'alone in its window' : 'not alone in its window'}.`,
    `vm.swap_poll is ${event.mode}: ${ENUM_DOCS.swap_poll[event.mode] ?? ''}.`,
    ...(polling(event)
      ? ['Nothing stands against polling: one page, read for itself, on a device with queues to poll.']
      : [`It is not polled for: ${against(event) ?? 'nothing in the event says why'}.`]),
    ...sleeping(event),
    `So: ${ENUM_DOCS.swap_how[event.how] ?? event.how}.`,
  ],
  cell: ({ how }) => ({ letter: LETTERS[how], node: -1, name: how, key: how }),
  era: ({ mode }): Era =>
    mode === 'interrupt'
      ? {
          words: 'before 4.14, and since polling went',
          from: null,
          to: 4.13,
          again: { from: 5.19, to: null },
        }
      : { words: 'came with 4.14', from: 4.14, to: 5.18 },
};
