/** What differs between two traces of stock kernels: for `mmscope compare`. docs/compare.md says what is said. */
import type { CaptureReport } from '../../trace/report/capture-report';
import { clockUnitOf, countPhrase, durationPhraseOf } from '../../trace/report/phrases';
import { lossOf, NUMBERS, numbersOf, type TraceNumber, type NumberValue } from '../../trace/report/numbers';
import { bytesPhrase } from './phrases';
import { halvesOf } from './tables';

/** What is compared of one trace, as plain data. */
export interface ComparedSide {
  name: string;
  format: string;
  clock: CaptureReport['report']['clock'];
  /** ns, or what the clock counts. */
  span: number;
  events: number;
  lost: number;
  loss: string | null;
  overwritten: number;
  halves: string[];
  numbers: NumberValue[];
}

/** A number that at least one of the two tells. */
interface ComparedRow {
  name: string;
  /** Of a node. */
  part: number | null;
  unit: string;
  better: TraceNumber['better'];
  /** null: not known. */
  a: number | null;
  b: number | null;
  /** Of A, in hundredths; null where it is not known, or where A is 0 and B is not. */
  percent: number | null;
  verdict: 'better' | 'worse' | 'more' | 'less' | 'same' | 'unknown';
  /** Why they cannot be compared. */
  unknown: string | null;
  /** Name, A, B, difference, percent, verdict. */
  words: string[];
}

interface TraceComparison {
  rows: ComparedRow[];
  /** Numbers of which neither tells anything. */
  neither: string[];
  remarks: string[];
}

export function comparedSide(made: CaptureReport): ComparedSide {
  const { name, report } = made;
  return {
    name,
    ...{ format: report.format, clock: report.clock },
    span: (report.ts_last - report.ts_first) / (clockUnitOf(report.clock)?.size ?? 1),
    ...{ events: report.events, lost: report.lost, loss: lossOf(made), overwritten: report.overwritten },
    halves: made.derived.waits.flatMap(halvesOf),
    numbers: numbersOf(made),
  };
}

const SIDES = ['A', 'B'] as const;

export function comparedTraces(a: ComparedSide, b: ComparedSide): TraceComparison {
  const sides = [a, b];
  const rows = NUMBERS.flatMap((number) => {
    const found = sides.map(({ numbers }) => numbers.filter(({ name }) => name === number.name));
    const parts = found.flatMap((all) => all.flatMap(({ value, part }) => (value === null ? [] : [part])));
    return [...new Set(parts)]
      .sort((x, y) => (x ?? 0) - (y ?? 0))
      .map((part) => {
        const [of, and] = found.map((all) => all.find((one) => one.part === part) ?? all[0] ?? NO_NODE);
        return rowOf(number, part, [of ?? NO_NODE, and ?? NO_NODE], [a, b]);
      });
  });
  const known = new Set(rows.map(({ name }) => name));
  const neither = NUMBERS.flatMap(({ name }) => (known.has(name) ? [] : [name]));
  return { rows, neither, remarks: remarksOf(rows, sides) };
}

type PartValue = Pick<NumberValue, 'part' | 'value' | 'why'>;
const NO_NODE: PartValue = { part: null, value: null, why: 'has no such node' };

function rowOf(
  { name, unit, better }: TraceNumber,
  part: number | null,
  found: readonly [PartValue, PartValue],
  sides: readonly [ComparedSide, ComparedSide],
): ComparedRow {
  const clocks = sides.map(({ clock }) => clockUnitOf(clock));
  const differ = unit === 'time' && clocks[0]?.name !== clocks[1]?.name;
  const values = found.map((of, i) => {
    // Of another node than the row's.
    const value = of.part === part ? of.value : null;
    return value === null ? null : unit === 'time' ? value / (clocks[i]?.size ?? 1) : value;
  });
  const [a = null, b = null] = values;
  const whys = found.map((of) => of.why ?? (of.part === part ? null : NO_NODE.why));
  const unknown = differ
    ? 'the two clocks count different things'
    : whys.flatMap((why, i) => (why === null ? [] : [`${SIDES[i] ?? ''} ${why}`])).join('; ') || null;
  const by = a === null || b === null || unknown !== null ? null : b - a;
  const percent = by === null || a === null ? null : by === 0 ? 0 : a === 0 ? null : (100 * by) / Math.abs(a);
  const phrase = (i: number) => phraseOf(unit, sides[i]?.clock ?? 'unknown');
  const shown = (i: number) => {
    const value = found[i]?.part === part ? found[i].value : null;
    return value === null ? '–' : found[i]?.why === null ? phrase(i)(value) : `~${phrase(i)(value)}`;
  };
  const size = unit === 'time' ? (clocks[0]?.size ?? 1) : 1;
  const signed = (n: number) => `${n < 0 ? '-' : n > 0 ? '+' : ''}${phrase(0)(Math.abs(n) * size)}`;
  const verdict = verdictOf(by, better);
  return {
    ...{ name, part, better, a, b, percent, verdict, unknown },
    unit: unit === 'time' ? (clocks[0] ? `${clocks[0].name}s` : 'ns') : unit,
    words: [
      `${name}${part === null ? '' : `.${part}`}${better === 'neither' ? '' : ` (${better} is better)`}`,
      shown(0),
      shown(1),
      by === null ? '–' : signed(by),
      by === null ? '–' : percent === null ? 'from 0' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`,
      verdict,
    ],
  };
}

function verdictOf(by: number | null, better: TraceNumber['better']): ComparedRow['verdict'] {
  if (by === null) return 'unknown';
  if (by === 0) return 'same';
  const way = by > 0 ? 'more' : 'less';
  return better === 'neither' ? way : way === better ? 'better' : 'worse';
}

function phraseOf(unit: TraceNumber['unit'], clock: ComparedSide['clock']): (value: number) => string {
  switch (unit) {
    case 'time':
      return durationPhraseOf(clock);
    case '%':
      return (value) => `${value.toFixed(1)} %`;
    case 'bytes':
      return bytesPhrase;
    default:
      return countPhrase;
  }
}

function remarksOf(rows: readonly ComparedRow[], sides: readonly ComparedSide[]): string[] {
  const each = (of: (side: ComparedSide, letter: string) => string | null) =>
    sides.flatMap((side, i) => of(side, SIDES[i] ?? '') ?? []);
  const reasons = new Map<string, string[]>();
  for (const { name, unknown } of rows)
    if (unknown !== null) reasons.set(unknown, [...new Set([...(reasons.get(unknown) ?? []), name])]);
  return [
    ...Array.from(reasons, ([why, names]) => `Unknown, since ${why}: ${names.join(', ')}.`),
    ...each(({ loss }, letter) =>
      loss === null ? null : `~: of the events that ${letter} has left; it ${loss}.`,
    ),
    ...each(({ halves }, letter) =>
      halves.length > 0
        ? `Left out of ${letter}, since it is not known how long: ${halves.join('; ')}.`
        : null,
    ),
    ...each(({ overwritten }, letter) =>
      overwritten > 0
        ? `${letter} has the end of what was recorded: ${countPhrase(overwritten)} events before were overwritten.`
        : null,
    ),
    ...(sides[0]?.span === sides[1]?.span
      ? []
      : ['The stretches differ: what is counted, not shared out or a percentile, grows with them.']),
    'One capture a side does not show how much captures of the same side differ, so a difference may be chance.',
  ];
}
