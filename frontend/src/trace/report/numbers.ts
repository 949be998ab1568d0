/** Numbers of a capture by name, for what compares two: docs/numbers.md defines each, docs/compare.md lists the names. */
import { notAwake } from './clauses';
import type { CaptureReport } from './capture-report';
import { countPhrase } from './phrases';
import type { TraceKindName } from '../gen/tables';
import { THROTTLED, WAITS, type Held, type WaitName } from '../statistics/waits';

/** `time`: ns, or what the clock counts. */
type NumberUnit = 'time' | '%' | 'pages' | 'bytes' | '';

interface Definition {
  name: string;
  doc: string;
  unit: NumberUnit;
  better: 'less' | 'more' | 'neither';
  /** Kinds of event; without any of them nothing is known. */
  by: readonly TraceKindName[];
}

/** Its value, or one for each node; a sentence's end says why there is none. */
export type TraceNumber = Definition &
  (
    | { part: 'all'; of: (made: CaptureReport) => number | string }
    | { part: 'node'; of: (made: CaptureReport) => readonly (readonly [nid: number, number | string])[] }
  );

const AT = [
  { at: 'p50', word: 'median' },
  { at: 'p99', word: '99th percentile' },
  { at: 'longest', word: 'longest' },
] as const satisfies readonly { at: keyof Held; word: string }[];

const held = (of: Held | null | undefined, at: keyof Held, what: string) =>
  of ? of[at] : `no ${what} has both beginning and end`;

function waitNumbers(name: WaitName, by: readonly TraceKindName[], pages: boolean): TraceNumber[] {
  const key = name.split(' ')[0] ?? name;
  const found = ({ derived }: CaptureReport) => derived.waits.find((wait) => wait.name === name);
  const own = { by, part: 'all' } as const;
  return [
    {
      ...own,
      ...{ name: `${key}_count`, doc: `${name}: times`, unit: '', better: 'less' },
      of: (made) => held(found(made)?.held, 'n', name),
    },
    ...AT.map(({ at, word }): TraceNumber => ({
      ...own,
      ...{ name: `${key}_${at}`, doc: `${name}: ${word}`, unit: 'time', better: 'less' },
      of: (made) => held(found(made)?.held, at, name),
    })),
    ...(pages
      ? [
          {
            ...own,
            ...{ name: `${key}_pages`, doc: `${name}: pages that it got`, unit: 'pages', better: 'neither' },
            of: (made: CaptureReport) => found(made)?.got ?? `no ${name} says how many pages it got`,
          } satisfies TraceNumber,
        ]
      : []),
  ];
}

const SHRINK = { by: ['mm_vmscan_lru_shrink_inactive'], part: 'all' } as const;

function reclaimNumbers(by: 'kswapd' | 'tasks'): TraceNumber[] {
  const sum = (what: 'scanned' | 'reclaimed') => (made: CaptureReport) =>
    made.derived.efficiency.reduce((all, e) => all + (e.by === by ? e[what] : 0), 0);
  const pages = (what: 'scanned' | 'reclaimed'): TraceNumber => ({
    ...SHRINK,
    ...{ name: `${by}_${what}`, doc: `pages ${what} by ${by}`, unit: 'pages', better: 'neither' },
    of: sum(what),
  });
  return [
    pages('scanned'),
    pages('reclaimed'),
    {
      ...SHRINK,
      ...{ name: `${by}_share`, doc: `reclaimed of what ${by} scanned`, unit: '%', better: 'more' },
      of: (made) => {
        const scanned = sum('scanned')(made);
        return scanned > 0 ? (100 * sum('reclaimed')(made)) / scanned : `${by} scanned nothing`;
      },
    },
  ];
}

const ISSUE = { by: ['block_rq_issue'], part: 'all' } as const;

const diskNumber = (
  name: string,
  doc: string,
  unit: NumberUnit,
  what: 'reads' | 'read' | 'writes' | 'written',
): TraceNumber => ({
  ...ISSUE,
  ...{ name, doc, unit, better: 'neither' },
  of: ({ derived }) => derived.disks.reduce((sum, disk) => sum + disk[what], 0),
});

const counted = (name: string, doc: string, kind: TraceKindName): TraceNumber => ({
  ...{ name, doc, unit: '', better: 'neither', by: [kind], part: 'all' },
  of: ({ report }) => report.kinds.find((of) => of.name === kind)?.count ?? 0,
});

export const NUMBERS: readonly TraceNumber[] = [
  ...WAITS.flatMap((wait) => waitNumbers(wait.name, [wait.begin, wait.end], 'got' in wait)),
  ...waitNumbers(THROTTLED.name, [THROTTLED.kind], false),
  {
    ...{ name: 'kswapd_awake', doc: 'share of the known time in which kswapd was awake', unit: '%' },
    ...{ better: 'neither', by: ['mm_vmscan_kswapd_wake', 'mm_vmscan_kswapd_sleep'], part: 'node' },
    of: ({ derived: { duty } }) =>
      duty.nodes.map(({ nid, share }) => [
        nid,
        share === null ? (notAwake(duty) ?? 'events are missing') : 100 * share,
      ]),
  },
  {
    ...{ name: 'kswapd_woken', doc: 'how often kswapd was woken', unit: '', better: 'neither', part: 'node' },
    by: ['mm_vmscan_kswapd_wake', 'mm_vmscan_kswapd_sleep'],
    of: ({ derived: { duty } }) => duty.nodes.map(({ nid, wakes }) => [nid, wakes]),
  },
  ...reclaimNumbers('kswapd'),
  ...reclaimNumbers('tasks'),
  {
    ...ISSUE,
    ...{ name: 'request_count', doc: 'requests to disks', unit: '', better: 'neither' },
    of: ({ derived }) => derived.requests?.n ?? 0,
  },
  ...AT.map(({ at, word }): TraceNumber => ({
    ...{
      name: `request_${at}`,
      doc: `requests to disks: ${word}`,
      unit: 'time',
      better: 'less',
      part: 'all',
    },
    by: ['block_rq_issue', 'block_rq_complete'],
    of: ({ derived }) => held(derived.requests?.times, at, 'request'),
  })),
  diskNumber('read_count', 'reads from disks', '', 'reads'),
  diskNumber('read_bytes', 'bytes read from disks', 'bytes', 'read'),
  diskNumber('write_count', 'writes to disks', '', 'writes'),
  diskNumber('written_bytes', 'bytes written to disks', 'bytes', 'written'),
  counted('allocation_count', 'allocations', 'mm_page_alloc'),
  counted('fault_count', 'page faults of user space', 'page_fault_user'),
];

/** Of one capture: `value` null where nothing is known, `why` where not all is. */
export interface NumberValue {
  name: string;
  /** Of a node; null where there is one number. */
  part: number | null;
  value: number | null;
  why: string | null;
}

/** Where events were lost, what is left is no measure of what there was. */
export function numbersOf(made: CaptureReport): NumberValue[] {
  const kinds: ReadonlySet<string> = new Set(made.report.kinds.map(({ name }) => name));
  const lost = lossOf(made);
  return NUMBERS.flatMap((number): NumberValue[] => {
    const { name, by } = number;
    const missing = by.filter((kind) => !kinds.has(kind));
    if (missing.length > 0)
      return [{ name, part: null, value: null, why: `has no event ${missing.join(' and no ')}` }];
    const values = number.part === 'all' ? [[null, number.of(made)] as const] : number.of(made);
    return values.map(([part, value]) =>
      typeof value === 'number'
        ? { name, part, value, why: lost }
        : { name, part, value: null, why: `does not tell: ${value}` },
    );
  });
}

/** "lost 1,234 events"; null where none was. */
export function lossOf({ report }: Pick<CaptureReport, 'report'>): string | null {
  if (report.lost_lines === 0) return null;
  return report.lost > 0 ? `lost ${countPhrase(report.lost)} events` : 'lost events';
}
