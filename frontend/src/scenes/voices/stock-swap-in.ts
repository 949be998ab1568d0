/**
 * mm/swap_state.c:swapin_readahead() of an unpatched kernel (mms_ra): the word in the mapping that a probe read before the
 * fault's window was found, worded as any window is, and what it held afterwards.
 */
import { amount, msg, type Message } from '../../core/message';
import { note, readAgain } from './stock';
import { pagesOf, swapRa } from './swap-in';
import { functionOf, type EventOf, type Voice } from './voice';

type Stock = EventOf<'mms_ra'>;

/** What the two readings have otherwise, but the window that the fault itself leaves. */
function moves(event: Stock): Message[] {
  const { page_cluster, page_cluster2, others } = event;
  return [
    ...(page_cluster === page_cluster2 ? [] : [msg`vm.page-cluster is ${page_cluster2}`]),
    ...(others === 0 ? [] : [msg`another task had a fault in this mapping`]),
  ];
}

export const stockRa: Voice<'mms_ra'> = {
  subject: 'Read-ahead',
  place: ({ counterpart: window }) => functionOf(swapRa, window),
  say: ({ counterpart: window }, names) =>
    window.win === 0
      ? { lead: msg`a fault`, rest: msg`its window is not recorded` }
      : swapRa.say(window, names),
  heading: ({ counterpart: window }, names) =>
    window.win === 0 ? msg`Why this window?` : swapRa.heading(window, names),
  sentences: (event, names) => {
    const { counterpart: window } = event;
    const told =
      window.win === 0 ? [note(msg`Its window is not recorded.`)] : swapRa.sentences(window, names);
    const reads = msg`It began to read ${amount(event.reads, 'folio')}`;
    return [
      ...told,
      note(
        event.reads < pagesOf(window)
          ? msg`${reads}: the others are in memory, or not swapped out.`
          : msg`${reads}.`,
      ),
      readAgain(event.ns, moves(event)),
    ];
  },
  terms: ({ counterpart }, names) => swapRa.terms(counterpart, names),
  cell: ({ counterpart: window }, names) =>
    window.win === 0 ? { letter: '–', node: -1, name: 'window not recorded' } : swapRa.cell(window, names),
  era: ({ counterpart }) => swapRa.era(counterpart),
  expected: ({ counterpart }, { value: pages }) => (pages === counterpart.win ? null : amount(pages, 'page')),
};
