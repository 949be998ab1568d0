/** What one may take hold of: the way to wait, how long the disk takes, how long one sleeps before one polls, the window. */
import { count } from '../phrases';
import { settingOf, type Handle, type Setting } from '../control';
import type { HandlesOf } from '../scene';
import { factsOf, type Facts } from './facts/facts';
import { withUnit } from './facts/phrases';
import { MODES, type FaultSpans } from './facts/spans';
import { place, timeAt, type Axis } from './marks/axis';
import { tallest } from './marks/columns';
import { gridOf, LARGE, type Grid, type Large } from './marks/grid';

/** A grip keeps clear of the drawing's edge, beyond which there is no room for a finger. */
const EDGE = 14;
/** ns by which a time changes in a drag, and by key. */
const TENTH = 100;

/** A time with a grip at the end of its span, which begins at `from`; `whole`: what the span is at a value. */
function spanHandle(
  axis: Axis,
  main: Setting,
  { from, whole, valueOf }: { from: number; whole: (v: number) => number; valueOf: (ns: number) => number },
  { y, height, ...own }: Pick<Handle, 'id' | 'of' | 'note'> & { y: number; height: number },
): Handle {
  const end = (v: number) => place(axis, from + whole(v));
  return {
    ...own,
    grows: 'right',
    main,
    also: [],
    place: (v) => ({ x: Math.min(axis.edge - EDGE, end(v)), y: y + height / 2 }),
    valueAt: ({ x }) => Math.round(valueOf(Math.max(0, timeAt(axis, x) - from)) / TENTH) * TENTH,
    outline: (v) =>
      `M${place(axis, from).toFixed(1)} ${y - 2}H${end(v).toFixed(1)}v${height + 4}H${place(axis, from).toFixed(1)}z`,
  };
}

const spanOf = (spans: FaultSpans[keyof Pick<FaultSpans, 'cpu' | 'disk'>], kind: string) =>
  spans.find((span) => span.kind === kind);

export const handlesOf: HandlesOf = (shown) => {
  const { info, frame, other, width, large, params } = shown;
  const facts = factsOf({ info, frame });
  const theirs = other ? factsOf(other) : null;
  const part = LARGE.find((one) => one === large);
  const grid = gridOf(facts, theirs, width, part);
  const of: Record<Large, () => Handle[]> = {
    fault: () => [
      ...modeHandle(grid, shown),
      ...diskHandle(facts, grid, shown),
      ...delayHandle(facts, grid, shown),
    ],
    many: () => [],
    windows: () => clusterHandle(grid, tallest(facts.faults, theirs?.faults ?? []), params),
  };
  return (part === undefined ? LARGE : [part]).flatMap((one) => of[one]());
};

type Shown = Parameters<HandlesOf>[0];

/** Below the name of the mode that vm.swap_poll has. */
function modeHandle({ rows, row, width }: Grid, { params }: Shown): Handle[] {
  const main = settingOf(params, 'swap_poll', null, {
    words: 'swap_poll',
    step: 1,
    leap: 1,
    text: (v) => MODES[v] ?? String(v),
  });
  if (!main) return [];
  const top = (v: number) => rows[v] ?? 0;
  return [
    {
      id: 'mode',
      of: undefined,
      grows: 'down',
      main,
      also: [],
      place: (v) => ({ x: EDGE + 8, y: top(v) + row.height * 0.7 }),
      valueAt: ({ y }) => (y - (rows[0] ?? 0) - row.height * 0.7) / row.height,
      outline: (v) => `M0 ${top(v)}h${width}v${row.height - 3}h${-width}z`,
      note: (v) => NOTES[v] ?? '',
    },
  ];
}

const NOTES: readonly string[] = [
  'The task sleeps until the disk’s interrupt: least CPU time, most latency.',
  'The CPU looks at the queue until the page is there: least latency, most CPU time.',
  'The task sleeps first, then it polls.',
];

/** At the end of the disk’s time, in the row of the mode that the page was read in. */
function diskHandle({ rows, fault }: Facts, { axis, rows: tops, row }: Grid, { params }: Shown): Handle[] {
  const main = settingOf(params, 'dev_ns', null, {
    words: 'disk time',
    step: 10 * TENTH,
    leap: 100 * TENTH,
    text: withUnit,
  });
  const i = Math.max(
    0,
    rows.findIndex((r) => r.taken),
  );
  const read = spanOf(rows[i]?.track?.disk ?? [], 'read');
  if (!main || !read || !fault?.time) return [];
  // This one took longer or shorter than the mean, which is what is set.
  const share = (read.to - read.from) / main.value;
  return [
    spanHandle(
      axis,
      main,
      { from: read.from, whole: (v) => v * share, valueOf: (ns) => ns / share },
      {
        id: 'disk time',
        of: undefined,
        y: (tops[i] ?? 0) + row.disk.y,
        height: row.disk.height,
        note: (v) =>
          `A page takes ${withUnit(v)} on average: it is the disk’s own, which no sysctl sets; a model has it as a number.`,
      },
    ),
  ];
}

/** At the end of the sleep in hybrid mode. */
function delayHandle({ rows }: Facts, { axis, rows: tops, row }: Grid, { params }: Shown): Handle[] {
  const i = MODES.indexOf('hybrid');
  const [work] = rows[i]?.track?.cpu ?? [];
  const asleep = spanOf(rows[i]?.track?.cpu ?? [], 'asleep');
  if (!work || !asleep) return [];
  // The kernel counts it from where the read was submitted.
  const slept = asleep.to - work.to;
  const main = settingOf(params, 'swap_poll_delay', null, {
    words: 'swap_poll_delay_ns',
    step: 5 * TENTH,
    leap: 50 * TENTH,
    text: (v) => (v > 0 ? withUnit(v) : 'half the mean'),
  });
  if (!main) return [];
  return [
    spanHandle(
      axis,
      main,
      { from: work.to, whole: (v) => (v > 0 ? v : slept), valueOf: (ns) => ns },
      {
        id: 'poll delay',
        of: undefined,
        y: (tops[i] ?? 0) + row.cpu.y,
        height: row.cpu.height,
        note: (v) =>
          v > 0
            ? `In hybrid mode the task sleeps for ${withUnit(v)}, then it polls.`
            : 'At 0 the kernel sleeps for half the mean time of the reads before.',
      },
    ),
  ];
}

/** How high a stack of pages may be. */
function clusterHandle(
  { windowsY, windowsHeight, left, width }: Grid,
  most: number,
  params: Shown['params'],
): Handle[] {
  const main = settingOf(params, 'page_cluster', null, {
    words: 'page-cluster',
    step: 1,
    leap: 1,
    text: (v) => `${v}: ${count(2 ** v, 'page')} at most`,
  });
  if (!main) return [];
  const top = (v: number) => windowsY - (Math.min(most, 2 ** v) * windowsHeight) / most;
  return [
    {
      id: 'page cluster',
      of: undefined,
      grows: 'up',
      main,
      also: [],
      place: (v) => ({ x: left - EDGE, y: top(v) }),
      valueAt: ({ y }) => Math.log2(Math.max(1, ((windowsY - y) / windowsHeight) * most)),
      outline: (v) => `M${left} ${top(v).toFixed(1)}H${width}`,
      note: (v) =>
        v === 0
          ? 'One page for each fault, which may be polled.'
          : `A fault reads up to ${2 ** v} pages at once; more than one is never polled.`,
    },
  ];
}
