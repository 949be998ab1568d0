/** Everything a key does on the timeline, once: the keyboard and the keys dialog read this list. */
import type { TimelineController } from './controller';

export interface TimelineCommand {
  /** As `KeyboardEvent.key`, with `Shift+` before a name where it counts. */
  keys: readonly string[];
  /** As shown in the dialog. */
  shown: string;
  words: string;
  /** A key that is no character: works even when single-key shortcuts are off. */
  always?: boolean;
  run: (timeline: TimelineController) => void;
}

/** Share of the view that a press of a key moves it by. */
const STEP = 0.1;
/** Of its width that is left after coming nearer. */
const NEARER = 0.7;

/** Keys that move for as long as they are held down. */
export const MOVES: Readonly<Record<string, (timeline: TimelineController, ms: number) => void>> = {
  w: (t, ms) => {
    t.axis.zoom(0.997 ** ms);
  },
  s: (t, ms) => {
    t.axis.zoom(1.003 ** ms);
  },
  a: (t, ms) => {
    t.axis.pan(-0.0007 * ms);
  },
  d: (t, ms) => {
    t.axis.pan(0.0007 * ms);
  },
};

export const TIMELINE_COMMANDS: readonly TimelineCommand[] = [
  {
    keys: ['w', 'W', '+', '='],
    shown: 'W  +',
    words: 'Nearer',
    run: (t) => {
      t.axis.zoom(NEARER);
    },
  },
  {
    keys: ['s', 'S', '-'],
    shown: 'S  -',
    words: 'Farther',
    run: (t) => {
      t.axis.zoom(1 / NEARER);
    },
  },
  {
    keys: ['a', 'A'],
    shown: 'A',
    words: 'Earlier',
    run: (t) => {
      t.axis.pan(-STEP);
    },
  },
  {
    keys: ['d', 'D'],
    shown: 'D',
    words: 'Later',
    run: (t) => {
      t.axis.pan(STEP);
    },
  },
  {
    keys: ['ArrowLeft'],
    shown: 'Left',
    words: 'Earlier',
    always: true,
    run: (t) => {
      t.axis.pan(-STEP);
    },
  },
  {
    keys: ['ArrowRight'],
    shown: 'Right',
    words: 'Later',
    always: true,
    run: (t) => {
      t.axis.pan(STEP);
    },
  },
  {
    keys: ['ArrowUp'],
    shown: 'Up',
    words: 'Track above',
    always: true,
    run: (t) => {
      t.tracks.selectNext(-1);
    },
  },
  {
    keys: ['ArrowDown'],
    shown: 'Down',
    words: 'Track below',
    always: true,
    run: (t) => {
      t.tracks.selectNext(1);
    },
  },
  { keys: ['.'], shown: '.', words: 'Next event of the track', run: (t) => void t.events.step(1) },
  { keys: [','], shown: ',', words: 'Previous event of the track', run: (t) => void t.events.step(-1) },
  { keys: ['n'], shown: 'N', words: 'Next event found', run: (t) => void t.events.step(1, 'found') },
  {
    keys: ['N'],
    shown: 'Shift+N',
    words: 'Previous event found',
    run: (t) => void t.events.step(-1, 'found'),
  },
  { keys: ['/'], shown: '/', words: 'Search', run: () => document.getElementById('tl-search')?.focus() },
  {
    keys: ['f', 'F'],
    shown: 'F',
    words: 'Fit the selection, or the event',
    run: (t) => {
      t.axis.fit();
    },
  },
  {
    keys: ['0'],
    shown: '0',
    words: 'All of it',
    run: (t) => {
      t.axis.all();
    },
  },
  { keys: ['r', 'R'], shown: 'R', words: 'Select what is in view', run: (t) => void t.events.rangeView() },
  {
    keys: ['m', 'M'],
    shown: 'M',
    words: 'Set or remove a mark',
    run: (t) => {
      t.marks.toggle();
    },
  },
  {
    keys: ['l', 'L'],
    shown: 'L',
    words: 'One time axis for A and B, or two',
    run: (t) => {
      t.axis.setLinked(!t.store.getState().linked);
    },
  },
  {
    keys: ['['],
    shown: '[',
    words: 'Move B earlier',
    run: (t) => {
      t.axis.shift(-STEP / 5);
    },
  },
  {
    keys: [']'],
    shown: ']',
    words: 'Move B later',
    run: (t) => {
      t.axis.shift(STEP / 5);
    },
  },
  {
    keys: ['1'],
    shown: '1',
    words: 'Capture A',
    run: (t) => {
      t.focus('A');
    },
  },
  {
    keys: ['2'],
    shown: '2',
    words: 'Capture B',
    run: (t) => {
      t.focus('B');
    },
  },
  {
    keys: ['h', 'H'],
    shown: 'H',
    words: 'Hide or show the details',
    run: (t) => {
      t.foldPanel(!t.store.getState().panelFolded);
    },
  },
  {
    keys: ['Escape'],
    shown: 'Esc',
    words: 'Clear the selection',
    always: true,
    run: (t) => {
      t.events.clear();
    },
  },
];
