/** How many pages does a fault read? And one alone: asleep, spinning, or both? */
import type { EventOf } from '../../core/types';
import { ENUMS } from '../../core/gen/tables';
import { msg, NOTHING } from '../../core/message';
import { maskDecision } from '../mask';
import { frameCache } from '../frame-cache';
import type { Choice, ChoiceQuestion, Task } from '../question';
import type { SceneQuestions, Frame, SourceInfo, Forecast } from '../scene';
import { count, time } from '../phrases';
import { voiceOf } from '../voices';
import { namesOf } from '../voices/names';
import { factsOf } from './facts/facts';

type Read = EventOf<'swap_in'>;
type Window = EventOf<'swap_ra'>;

const HOWS: readonly (readonly [how: Read['how'], words: string])[] = [
  ['interrupt', 'asleep, until the interrupt'],
  ['poll', 'spinning, until the read is done'],
  ['hybrid', 'both: asleep at first, then spinning'],
];

const taskOf = ({ comm, cpu }: Read | Window): Task => ({ comm, cpu, node: -1 });

function waits(event: Read, frame: Frame, { provenance }: SourceInfo): ChoiceQuestion | null {
  if (!HOWS.some(([how]) => how === event.how)) return null;
  const names = namesOf(frame.before);
  const voice = voiceOf(event);
  const reason = voice.sentences(event, names).at(-1)?.words ?? NOTHING;
  return {
    ...{ form: 'choice', kind: 'how', from: provenance, k: frame.k, hides: null },
    task: taskOf(event),
    title: msg`How does the task wait for this page?`,
    lead: msg`${event.comm}, on CPU ${event.cpu}, needs one page from ${names.device(event.type).name}; swap_poll is ${event.mode}.`,
    choices: HOWS.map(([how, words]): Choice => ({
      key: how,
      words,
      note: '',
      cell: { ...voice.cell({ ...event, how }, names), key: how },
      reason,
    })),
    solution: [event.how],
    hint: msg`A task may spin only where the switch allows it, the device has queues that can be polled, and somebody waits for this very page. Hybrid sleeps for half of the mean time of the reads before.`,
  };
}

function window(event: Window, frame: Frame, { provenance }: SourceInfo): ChoiceQuestion | null {
  const sizes = [1, 2, 4, 8, 16, 32].filter((n) => n <= event.max_win);
  if (sizes.length < 2 || !sizes.includes(event.win)) return null;
  const names = namesOf(frame.before);
  const reason = voiceOf(event).sentences(event, names)[0]?.words ?? NOTHING;
  return {
    ...{ form: 'choice', kind: 'pages', from: provenance, k: frame.k, hides: null },
    task: taskOf(event),
    title: msg`How many pages does this fault read?`,
    lead: msg`${event.comm}, on CPU ${event.cpu}, misses a page on ${names.device(event.type).name}. At most ${event.max_win} are read at once.`,
    choices: sizes.map((n): Choice => ({
      key: String(n),
      words: count(n, 'page'),
      note: '',
      cell: { letter: String(n), node: -1, name: count(n, 'page') },
      reason,
    })),
    solution: [String(event.win)],
    hint: msg`Readahead grows with the pages of the last windows that were used, and shrinks by half at a time where they were not.`,
  };
}

function question(...[frame, info]: Parameters<SceneQuestions['question']>): ChoiceQuestion | null {
  const { event, trail } = frame;
  if (event?.kind === 'swap_in') return waits(event, frame, info);
  if (event?.kind !== 'swap_ra') return null;
  // Where windows have shrunk to one page for good, how the page is waited for is the better question.
  if (event.max_win > 1 && (event.win > 1 || event.prev_win > 1)) return window(event, frame, info);
  const read = trail.find((e): e is Read => e.kind === 'swap_in' && e.pid === event.pid);
  return read ? waits(read, frame, info) : null;
}

/** How long the next fault waits, and how windows go on. */
function forecasts({ event, after }: Frame, info: SourceInfo): Forecast[] {
  if (event?.kind !== 'swap_in' && event?.kind !== 'swap_ra') return [];
  const waiting: Forecast = {
    kind: 'number',
    value: 'wait',
    of: '',
    within: NEAR,
    steps: 1,
    fresh: true,
    title: () => msg`How long does the next fault wait for its page?`,
    hint: msg`The disk’s own time, and what comes on top: two switches and an interrupt asleep, none of them spinning. The curves in the drawing tell of the reads so far.`,
    because: (_, frame) => {
      const { fault } = factsOf({ frame, info });
      const done = fault?.reads[0]?.done;
      const mean = meanOf(after, done?.how ?? '');
      if (!done) return NOTHING;
      const slept = done.slept > 0 ? msg`, asleep for ${time(done.slept)} of it` : '';
      const usual = mean === null ? '' : msg`; the reads before took ${time(mean)} in the mean`;
      return msg`It was read with ${done.how} from ${namesOf(after).device(done.type).name}${slept}${usual}.`;
    },
  };
  if (event.kind !== 'swap_ra' || event.max_win < 2) return [waiting];
  return [
    waiting,
    {
      kind: 'curve',
      value: 'window',
      of: '',
      steps: WINDOWS,
      title: () => msg`How many pages do the next ${WINDOWS} faults read?`,
      hint: msg`Readahead grows with the pages of the last windows that were used, and shrinks by half at a time where they were not.`,
      because: (from, to) => {
        const [was, is] = [from, to].map((f) => f.after.ra.reduce((sum, row) => sum + row.pages, 0));
        return msg`They read ${count((is ?? 0) - (was ?? 0), 'page')} in all.`;
      },
    },
  ];
}

/** Of the answer: reads of one disk differ by more. */
const NEAR = 0.25;
const WINDOWS = 16;

function meanOf(after: Frame['after'], how: string): number | null {
  const lane = Object.entries(ENUMS.swap_how).find(([, name]) => name === how)?.[0];
  const row = after.read[Number(lane ?? -1)];
  return row && row.done > 0 ? row.lat / row.done : null;
}

/** Windows of the faults to come stand beside those of the ones before: not until they are shown. */
const mask = frameCache((frame: Frame): Frame => ({
  ...maskDecision(frame),
  neighbours: frame.neighbours.filter(({ k }) => k <= frame.k),
}));

export const questions: SceneQuestions = { question, forecasts, mask };
