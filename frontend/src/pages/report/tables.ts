/**
 * State derived from the events: kswapd, reclaim, waits, disks, zones. What is not known is said, not left out. As plain
 * data: the page and `mmscope report` show the same.
 */
import type { CaptureReport } from '../../trace/report/capture-report';
import { countedPhrase, notAwake } from '../../trace/report/clauses';
import { countPhrase, durationPhraseOf, sharePhrase } from '../../trace/report/phrases';
import { pagesOf, type Placement } from '../../trace/statistics/allocations';
import type { Held, Wait } from '../../trace/statistics/waits';
import { readPhrase } from '../../trace/statistics/swap-reads';
import { titleOf } from '../../trace/statistics/zones';
import { UNKNOWN_PID } from '../../trace/store/lookup';
import { bytesPhrase } from './phrases';

export interface Section {
  caption: string;
  /** Names of columns; those of numbers begin with '#', which is not shown. */
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** Lengths of a bar behind each row, from 0 to 1. */
  bars?: readonly number[];
}

/** Bytes; /proc/swaps and the lists count in pages of x86. */
const PAGE = 4096;
/** Tasks of each wait that are named. */
const TASKS = 5;
/** Of a list, most often first: tasks that kswapd was woken for, reasons to pass over a zone. */
const LEADING = 3;

type Input = Pick<CaptureReport, 'derived'> & { report: Pick<CaptureReport['report'], 'clock'> };

/** Tables, and sentences where there is none. */
export function tablesOf({ derived, report }: Input): (Section | string)[] {
  const {
    duty,
    wakes,
    slots,
    walks,
    shares,
    reads,
    efficiency,
    waits,
    disks,
    zones,
    swaps,
    placement,
    counted,
  } = derived;
  const time = durationPhraseOf(report.clock);
  const held = (of: Held | null) => (of ? [of.p50, of.p99, of.longest].map(time) : ['–', '–', '–']);
  const why = notAwake(duty);
  const tableOr = (section: Section, none: string) => (section.rows.length > 0 ? section : none);
  const halves = waits.flatMap(halvesOf);
  return [
    tableOr(
      {
        caption: 'How long kswapd was awake, of the time in which that is known',
        heads: ['node', '#awake', '#of known', '#share', '#unknown', '#woken'],
        rows: duty.nodes.map((d) => [
          String(d.nid),
          ...(d.share === null ? ['–', '–', '–'] : [time(d.awake), time(d.known), sharePhrase(d.share)]),
          ...[time(d.unknown), countPhrase(d.wakes)],
        ]),
      },
      why === null ? 'Nothing is known of kswapd.' : `It is not known how long kswapd was awake: ${why}.`,
    ),
    ...tellable({
      caption: 'Calls to wake kswapd, and their results',
      heads: ['node', '#calls', '#woken', '#awake already', '#not needed', '#hopeless', 'woken for'],
      rows: wakes.map((w) => [
        ...[String(w.nid), ...[w.asked, w.woken, w.awake, w.balanced, w.hopeless].map(countPhrase)],
        leadingOf(w.by.map(({ comm, n }) => [comm, n])),
      ]),
    }),
    ...tellable({
      caption: 'Results of walks along zonelists',
      heads: ['zone', '#pages given', 'walks that passed it over', '#batch resets'],
      rows: walks.map((w) => [
        ...[titleOf(w), w.gave === null ? '–' : countPhrase(w.gave)],
        w.gave === null ? '–' : leadingOf(w.passed.map(({ why, n }) => [why, n])),
        countPhrase(w.resets),
      ]),
    }),
    ...tellable({
      caption: 'Interleaved pages by node',
      heads: ['node', '#dealt', '#landed there'],
      rows: shares.map((s) => [String(s.nid), countPhrase(s.dealt), countPhrase(s.landed)]),
    }),
    ...tellable({
      caption: 'Slots of swap devices',
      heads: ['device', '#size', '#given', '#got back', '#in use, at most', '#at last'],
      rows: slots.map((s) => [
        s.name,
        ...[s.size, s.taken, s.freed, s.most, s.last].map((n) => (n === null ? '–' : countPhrase(n))),
      ]),
    }),
    ...tellable({
      caption: 'Reads from swap devices, from the decision to the completion',
      heads: ['device', 'how', '#times', '#median', '#p99', '#longest'],
      rows: reads.devices.map((r) => [r.name, readPhrase(r.how), countPhrase(r.n), ...held(r.times)]),
    }),
    tableOr(
      {
        caption: 'What reclaim got of what it scanned on inactive lists',
        heads: ['node', 'by', '#scanned pages', '#reclaimed', '#share'],
        rows: efficiency.map((e) => [
          ...[String(e.nid), e.by, countPhrase(e.scanned), countPhrase(e.reclaimed)],
          sharePhrase(e.share),
        ]),
      },
      'Nothing is known of what reclaim scanned.',
    ),
    tableOr(
      {
        caption: `How long tasks waited, from a beginning to its end; of each the ${TASKS} that waited longest in all`,
        heads: ['for', 'task', '#times', '#median', '#p99', '#longest', '#pages'],
        rows: waits.flatMap(({ name, held: all, got, tasks }) =>
          all
            ? [
                [name, 'all', countPhrase(all.n), ...held(all), got === null ? '–' : countPhrase(got)],
                ...tasks
                  .slice(0, TASKS)
                  .map((task) => [name, `${task.comm} ${task.pid}`, countPhrase(task.n), ...held(task), '']),
              ]
            : [],
        ),
      },
      halves.length > 0
        ? 'How long tasks waited is not known.'
        : 'Nothing is known of what tasks waited for.',
    ),
    ...(counted.directReclaims === null
      ? []
      : [
          `Between the two files ${countedPhrase(
            counted.directReclaims,
            waits.find(({ name }) => name === 'direct reclaim'),
          )}.`,
        ]),
    ...(halves.length > 0 ? [`How long others took is not known: ${halves.join('; ')}.`] : []),
    ...placedOf(placement),
    tableOr(
      {
        caption: 'Requests to disks',
        heads: [
          ...['disk', '#reads', '#read', '#writes', '#written', '#median size', '#largest'],
          ...['#median time', '#p99', '#longest'],
        ],
        rows: disks.map((d) => [
          ...[
            d.name,
            countPhrase(d.reads),
            bytesPhrase(d.read),
            countPhrase(d.writes),
            bytesPhrase(d.written),
          ],
          ...(d.sizes ? [bytesPhrase(d.sizes.p50), bytesPhrase(d.sizes.largest)] : ['–', '–']),
          ...held(d.times),
        ]),
      },
      'Nothing is known of requests to disks.',
    ),
    tableOr(
      {
        caption: 'Free pages and watermarks, from /proc/zoneinfo',
        heads: ['zone', '#free', '#min', '#low', '#high', '#managed'],
        rows: zones.map((z) => [titleOf(z), ...[z.free, z.min, z.low, z.high, z.managed].map(countPhrase)]),
      },
      'Nothing is known of free pages and watermarks: add /proc/zoneinfo.',
    ),
    tableOr(
      {
        caption: 'Swap devices, from /proc/swaps or the kernel’s lists',
        heads: ['device', '#priority', '#size', '#in use'],
        rows: swaps.map((s) => [
          ...[s.name, String(s.priority), bytesPhrase(s.pages * PAGE), bytesPhrase(s.used * PAGE)],
        ]),
      },
      'Nothing is known of swap devices: add /proc/swaps.',
    ),
  ];
}

/** Pages by task and node; or what is missing to say it. */
function placedOf(placement: Placement | null): (Section | string)[] {
  if (!placement) return ['Nothing is known of which tasks were given pages.'];
  const { nodes, tasks } = placement;
  const known = tasks.some(({ home }) => home !== null);
  if (nodes.length === 0)
    return [
      'On which node allocated pages are is not known: add /proc/zoneinfo, which has the pages of zones.',
    ];
  const sum = (of: (task: (typeof tasks)[number]) => number) =>
    tasks.reduce((all, task) => all + of(task), 0);
  const cells = (numbers: readonly number[]) => numbers.map(countPhrase);
  const homes = (home: number, away: number) => (known ? cells([home, away]) : []);
  return [
    {
      caption: `Where allocated pages are, by the page frames of zones; the ${TASKS} tasks that were given most`,
      heads: [
        'task',
        '#allocations',
        '#failed',
        '#pages',
        ...nodes.map((nid) => `#on node ${nid}`),
        '#unknown',
        ...(known ? ['#at home', '#away'] : []),
      ],
      rows: [
        [
          'all',
          ...cells([sum((task) => task.allocations), sum((task) => task.failed), sum(pagesOf)]),
          ...cells(nodes.map((_, i) => sum((task) => task.pages[i] ?? 0))),
          countPhrase(sum((task) => task.unknown)),
          ...homes(
            sum((task) => task.home ?? 0),
            sum((task) => task.away ?? 0),
          ),
        ],
        ...tasks
          .slice(0, TASKS)
          .map((task) => [
            task.pid === UNKNOWN_PID ? task.comm || 'not known' : `${task.comm} ${task.pid}`,
            ...cells([task.allocations, task.failed, pagesOf(task), ...task.pages, task.unknown]),
            ...homes(task.home ?? 0, task.away ?? 0),
          ]),
      ],
    },
    known
      ? 'A page is at home if its node is that of the CPU on which it was allocated.'
      : 'Whether these pages are at home or away is not known: add what numactl -H prints, which has the CPUs of each node.',
  ];
}

/** Only a patched kernel tells it: of other captures nothing is said. */
const tellable = (section: Section): Section[] => (section.rows.length > 0 ? [section] : []);

/** "reader 380, sh 12, 4 others". */
function leadingOf(by: readonly (readonly [name: string, n: number])[]): string {
  const left = by.length - LEADING;
  const leading = by.slice(0, LEADING).map(([name, n]) => `${name} ${countPhrase(n)}`);
  return [...leading, ...(left > 0 ? [`${countPhrase(left)} others`] : [])].join(', ');
}

/** "direct reclaim: 4 without a beginning, which got 301 pages". */
export function halvesOf({ name, unended, unbegun, gotUnbegun }: Wait): string[] {
  const got =
    gotUnbegun === null
      ? ''
      : `, which got ${countPhrase(gotUnbegun)} ${gotUnbegun === 1 ? 'page' : 'pages'}`;
  const halves = [
    ...(unended > 0 ? [`${countPhrase(unended)} without an end`] : []),
    ...(unbegun > 0 ? [`${countPhrase(unbegun)} without a beginning${got}`] : []),
  ];
  return halves.length > 0 ? [`${name}: ${halves.join(', ')}`] : [];
}
