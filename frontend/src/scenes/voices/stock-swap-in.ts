/**
 * mm/swap_state.c:swapin_readahead() of an unpatched kernel (mms_ra): the word in the mapping that a probe read before the
 * fault's window was found, worded as any window is, and what it held afterwards.
 */
import { amount, msg, type Message } from '../../core/message';
import { ERAS } from '../../core/gen/eras';
import { note, readAgain } from './stock';
import { swapRa, type SwapRa } from './swap-in';
import { functionOf, type EventOf, type Voice } from './voice';

type Stock = EventOf<'mms_ra'>;

/** mm/swap_state.c: SWAP_RA_ADDR(), SWAP_RA_WIN(), SWAP_RA_HITS(); SWAP_RA_ORDER_CEILING; pages of a page table. */
const PAGE = 4096;
const FIELD = 64;
const MOST_ORDER = 5;
const TABLE = 512;
/** As which no word yet counts. */
const HITS_TO_BEGIN = 4;

function wordOf(word: number) {
  const value = word === 0 ? HITS_TO_BEGIN : word;
  return {
    page: Math.floor(value / PAGE),
    win: Math.floor((value % PAGE) / FIELD),
    hits: value % FIELD,
  };
}

const byAddress = ({ by_vma, rotating }: Stock) => by_vma === 1 && rotating === 0;

/** Whose window the second reading has: another's stands there where another task had a fault later. */
const isOwn = ({ info2, addr }: Stock) => wordOf(info2).page === Math.floor(addr / PAGE);

/** The same as an event of the patched kernel; where its own window is overwritten, or by the device, that is 0. */
export function windowOf(event: Stock): SwapRa {
  const { page_cluster, addr, lo, hi, type, info, info2 } = event;
  const before = wordOf(info);
  const cur = Math.floor(addr / PAGE);
  const always = page_cluster === 0;
  const win = always ? 1 : byAddress(event) && isOwn(event) ? wordOf(info2).win : 0;
  const [first, last] = [Math.floor(lo / PAGE), Math.floor(hi / PAGE)];
  // mm/swap_state.c:swap_vma_ra_win()
  const left =
    cur === before.page + 1 ? cur : before.page === cur + 1 ? cur - win + 1 : cur - Math.floor((win - 1) / 2);
  const table = cur - (cur % TABLE);
  return {
    ...event,
    kind: 'swap_ra',
    ra: byAddress(event) ? 'vma' : 'cluster',
    type,
    max_win: 2 ** Math.min(page_cluster, MOST_ORDER),
    prev: always ? 0 : before.page,
    cur,
    hits: always ? 0 : before.hits,
    prev_win: always ? 0 : before.win,
    win,
    lo: first,
    hi: last,
    start: win > 1 ? Math.max(left, first, table) : 0,
    end: win > 1 ? Math.min(left + win, last, table + TABLE) : 0,
  };
}

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
  place: (event) => functionOf(swapRa, windowOf(event)),
  say: (event, names) => {
    const window = windowOf(event);
    return window.win === 0
      ? { lead: msg`a fault`, rest: msg`its window is not recorded` }
      : swapRa.say(window, names);
  },
  heading: (event, names) => {
    const window = windowOf(event);
    return window.win === 0 ? msg`Why this window?` : swapRa.heading(window, names);
  },
  sentences: (event, names) => {
    const window = windowOf(event);
    const told =
      window.win === 0 ? [note(msg`Its window is not recorded.`)] : swapRa.sentences(window, names);
    const reads = msg`It began to read ${amount(event.reads, 'folio')}`;
    return [
      ...told,
      note(
        event.reads < window.win
          ? msg`${reads}: the others are in memory, or not swapped out.`
          : msg`${reads}.`,
      ),
      readAgain(event.ns, moves(event)),
    ];
  },
  terms: (event, names) => swapRa.terms(windowOf(event), names),
  cell: (event, names) => {
    const window = windowOf(event);
    return window.win === 0
      ? { letter: '–', node: -1, name: 'window not recorded' }
      : swapRa.cell(window, names);
  },
  era: (event) => ERAS.ra_kind[byAddress(event) ? 'vma' : 'cluster'],
  expected: (event, { value: pages }) => (pages === windowOf(event).win ? null : amount(pages, 'page')),
};
