/** How many pages does a fault read? And one alone: asleep, spinning, or both? */
import type { EventOf } from '../../core/contract';
import { msg, NOTHING } from '../../core/message';
import type { Asking, Choice, Frame, Question } from '../scene';
import { count } from '../text';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';

type Read = EventOf<'swap_in'>;
type Window = EventOf<'swap_ra'>;

const HOWS: readonly (readonly [how: Read['how'], words: string])[] = [
  ['interrupt', 'asleep, until the interrupt'],
  ['poll', 'spinning, until the read is done'],
  ['hybrid', 'both: asleep at first, then spinning'],
];

function waits(event: Read, frame: Frame): Question | null {
  if (!HOWS.some(([how]) => how === event.how)) return null;
  const names = namesOf(frame.before);
  const voice = voiceOf(event);
  return {
    title: msg`How does the task wait for this page?`,
    lead: msg`${event.comm} needs one page from ${names.device(event.type).name}; swap_poll is ${event.mode}.`,
    choices: HOWS.map(([how, words]): Choice => ({
      key: how,
      words,
      note: '',
      cell: { ...voice.cell({ ...event, how }, names), key: how },
    })),
    answer: event.how,
    hint: msg`A task may spin only where the switch allows it, the device has queues that can be polled, and somebody waits for this very page. Hybrid sleeps for half of the mean time of the reads before.`,
    because: () => voice.sentences(event, names).at(-1)?.words ?? NOTHING,
  };
}

function window(event: Window, frame: Frame): Question | null {
  const sizes = [1, 2, 4, 8, 16, 32].filter((n) => n <= event.max_win);
  if (sizes.length < 2 || !sizes.includes(event.win)) return null;
  const names = namesOf(frame.before);
  return {
    title: msg`How many pages does this fault read?`,
    lead: msg`${event.comm} misses a page on ${names.device(event.type).name}. At most ${event.max_win} are read at once.`,
    choices: sizes.map((n): Choice => ({
      key: String(n),
      words: count(n, 'page'),
      note: '',
      cell: { letter: String(n), node: -1, name: count(n, 'page') },
    })),
    answer: String(event.win),
    hint: msg`Readahead grows with the pages of the last windows that were used, and shrinks by half at a time where they were not.`,
    because: () => voiceOf(event).sentences(event, names)[0]?.words ?? NOTHING,
  };
}

function ask(...[frame]: Parameters<Asking['ask']>): Question | null {
  const { event, trail } = frame;
  if (event?.kind === 'swap_in') return waits(event, frame);
  if (event?.kind !== 'swap_ra') return null;
  // Where windows have shrunk to one page for good, how the page is waited for is the better question.
  if (event.max_win > 1 && (event.win > 1 || event.prev_win > 1)) return window(event, frame);
  const read = trail.find((e): e is Read => e.kind === 'swap_in' && e.pid === event.pid);
  return read ? waits(read, frame) : null;
}

export const asking: Asking = { ask };
