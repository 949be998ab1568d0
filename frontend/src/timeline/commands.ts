/** Everything one can do on the timeline, once: keys, toolbar, tooltips and the keys dialog read this list. */
import type { TimelineController } from './controller';

export interface TimelineCommand {
  /** By which the toolbar finds it. */
  id?: string;
  /** As `KeyboardEvent.key`, with `Shift+` before a name where it counts. */
  keys: readonly string[];
  /** As shown in the dialog. */
  shown: string;
  words: string;
  /** A key that is no character: works even when single-key shortcuts are off. */
  always?: boolean;
  /** Only while a row of the tracks has the focus; elsewhere its keys may mean something else. */
  onRow?: boolean;
  /** Goes on for as long as the key is held down, by so much time. */
  hold?: (timeline: TimelineController, ms: number) => void;
  run: (timeline: TimelineController) => void;
}

/** Share of the view that a press of a button or a key moves it by, and B against A. */
const STEP = 0.15;
const SHIFT = 0.02;
/** Of its width that is left after zooming in. */
const CLOSER = 0.7;
/** The same while a key is held, for each ms. */
const HELD = { step: 0.0007, closer: 0.997 };

type Move = Pick<TimelineCommand, 'run' | 'hold'>;

const zoom = (direction: 1 | -1): Move => ({
  run: (t) => {
    t.axis.zoom(CLOSER ** direction);
  },
  hold: (t, ms) => {
    t.axis.zoom(HELD.closer ** (direction * ms));
  },
});

const pan = (direction: 1 | -1): Move => ({
  run: (t) => {
    t.axis.pan(direction * STEP);
  },
  hold: (t, ms) => {
    t.axis.pan(direction * HELD.step * ms);
  },
});

const shift = (direction: 1 | -1): Move => ({
  run: (t) => {
    t.axis.shift(direction * SHIFT);
  },
});

/** Share of the view by which an end of the stretch moves. */
const END = 0.005;

const stepSpan = (key: string, by: 1 | -1, words: string): TimelineCommand => ({
  keys: [`Arrow${key}`],
  shown: `${key} on a track`,
  words,
  always: true,
  onRow: true,
  run: (t) => void t.events.stepSpan(by),
});

const moveEnd = (key: string, end: 'from' | 'to', direction: 1 | -1, words: string): TimelineCommand => ({
  keys: [`Shift+Arrow${key}`],
  shown: `Shift+${key}`,
  words,
  always: true,
  onRow: true,
  run: (t) => {
    t.events.moveEnd(end, direction * END);
  },
});

export const TIMELINE_COMMANDS: readonly TimelineCommand[] = [
  stepSpan('Left', -1, 'Previous activity, or previous event'),
  stepSpan('Right', 1, 'Next activity, or next event'),
  {
    keys: ['Enter', ' '],
    shown: 'Enter on a track',
    words: 'What is chosen on it as the selected stretch; on a heading: fold or unfold',
    always: true,
    onRow: true,
    run: (t) => {
      const { row } = t.store.getState();
      if (t.tracks.isTrack(row)) t.events.spanAsRange();
      else t.tracks.press(row);
    },
  },
  moveEnd('Left', 'to', -1, 'End of the stretch earlier'),
  moveEnd('Right', 'to', 1, 'End of the stretch later'),
  moveEnd('Up', 'from', -1, 'Beginning of the stretch earlier'),
  moveEnd('Down', 'from', 1, 'Beginning of the stretch later'),
  { id: 'in', keys: ['w', 'W', '+', '='], shown: 'W  +', words: 'Zoom in', ...zoom(1) },
  { id: 'out', keys: ['s', 'S', '-'], shown: 'S  -', words: 'Zoom out', ...zoom(-1) },
  {
    id: 'earlier',
    keys: ['a', 'A', 'ArrowLeft'],
    shown: 'A  Left',
    words: 'Earlier',
    always: true,
    ...pan(-1),
  },
  { id: 'later', keys: ['d', 'D', 'ArrowRight'], shown: 'D  Right', words: 'Later', always: true, ...pan(1) },
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
  {
    id: 'next-found',
    keys: ['n'],
    shown: 'N',
    words: 'Next event found',
    run: (t) => void t.events.step(1, 'found'),
  },
  {
    id: 'previous-found',
    keys: ['N'],
    shown: 'Shift+N',
    words: 'Previous event found',
    run: (t) => void t.events.step(-1, 'found'),
  },
  { keys: ['/'], shown: '/', words: 'Search', run: () => document.getElementById('tl-search')?.focus() },
  {
    id: 'fit',
    keys: ['f', 'F', 'z', 'Z'],
    shown: 'F  Z',
    words: 'Zoom to the selection, or the event',
    run: (t) => {
      t.axis.fit();
    },
  },
  {
    id: 'all',
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
    id: 'align',
    keys: ['k', 'K'],
    shown: 'K',
    words: 'The first marks of A and B above each other',
    run: (t) => {
      t.marks.align();
    },
  },
  { id: 'shift-earlier', keys: ['['], shown: '[', words: 'Move B earlier', ...shift(-1) },
  { id: 'shift-later', keys: [']'], shown: ']', words: 'Move B later', ...shift(1) },
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
    keys: ['e', 'E'],
    shown: 'E',
    words: 'Every event by kind, CPU and so on: show or fold',
    run: (t) => {
      t.tracks.foldRaw();
    },
  },
  {
    keys: ['v', 'V'],
    shown: 'V',
    words: 'Scale of this view, or of the whole capture',
    run: (t) => {
      t.scales.next();
    },
  },
  {
    id: 'copy',
    keys: ['c', 'C'],
    shown: 'C',
    words: 'Copy the table of tracks',
    run: (t) => void t.copyTable(),
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

export function timelineCommand(id: string): TimelineCommand {
  const found = TIMELINE_COMMANDS.find((c) => c.id === id);
  if (!found) throw new Error(`The timeline has no command “${id}”.`);
  return found;
}

/** The command of a key; `single`: whether single characters are keys; `onRow`: a row of the tracks has the focus. */
export const commandOf = (key: string, single: boolean, onRow: boolean): TimelineCommand | undefined =>
  TIMELINE_COMMANDS.find(
    (c) => c.keys.includes(key) && (single || (c.always && key.length > 1)) && (onRow || !c.onRow),
  );
