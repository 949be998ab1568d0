/**
 * Two sides, of a source or several, and what differs: pure. The text stands behind `compare?` in a link, as a stage's
 * does, where each `a=` or `b=` begins another source of that side:
 *   a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global
 * The command line's `mmscope compare` asks this module (engine.ts); datasets/compare/examples.json holds it to numbers
 * that were made without it.
 */
import { csvFormatRows } from 'd3-dsv';
import Fraction from 'fraction.js';
import { MEASURES, QUANTILES, SPREADS } from '../../core/gen/measures';
import type { ParamValue, ParamValues } from '../../core/params';
import type { Measured, MeasureName, Spread } from '../../core/session';
import { asifParamsOf, SWITCHES } from '../../capture/sources/asif';
import { formatSpec, parseSpec, sameSpec, type SourceSpec } from '../../capture/sources/spec';
import { beyond, MOST, pValue } from './permutation';
import { parseTunable } from '../../capture/sources/tunable';
import { decimal, mean } from './rational';
import { chosen, type Phase, type Whole } from './run';
import { partWords, type Measure } from './table';

export type Side = 'a' | 'b';
export type PairSource = Exclude<SourceSpec, { kind: 'none' }>;
export type Pair = Readonly<Record<Side, readonly PairSource[]>>;
export const SIDES: readonly Side[] = ['a', 'b'];

/** What a number is of: a measure, or a percentile of the values behind one. */
type About = Pick<Measure, 'machine' | 'unit' | 'better' | 'part'> & {
  name: string;
  words: string;
  at: string;
  doc: string;
};

/** A measure, or a part of one, that all sources tell. Values as the core writes them. */
export interface Difference {
  measure: About;
  /** In words: which device, zone or node; '' where there is one number. */
  who: string;
  part: number;
  /** Whether there is one for each part. */
  parts: boolean;
  a: readonly Fraction[];
  b: readonly Fraction[];
  /** Of means, B - A. */
  difference: Fraction;
  /** In hundredths of A; null where A is 0 and B is not. */
  percent: Fraction | null;
  verdict: 'better' | 'worse' | 'more' | 'less' | 'same';
  /** Null where a side has one source. */
  p: Fraction | null;
  /** Whether it is more than the captures of a side differ; null where so few cannot say. */
  beyond: boolean | null;
}

/** Throws an Error whose sentence says what cannot be compared. */
export function parsePair(text: string): Pair {
  const found: Record<Side, { spec: string; values: Record<string, ParamValue> }[]> = { a: [], b: [] };
  for (const pair of text.split('&')) {
    const [, side, name, value] = /^([ab])(?:\.([^=]*))?=(.*)$/.exec(pair) ?? [];
    if (side !== 'a' && side !== 'b') continue;
    if (name === undefined) {
      if (value !== '') found[side].push({ spec: value ?? '', values: {} });
      continue;
    }
    const [tunable, set] = parseTunable(name, value ?? '');
    const last = found[side].at(-1);
    if (last) last.values[tunable] = set;
  }
  const of = (side: Side): PairSource[] => {
    if (found[side].length === 0)
      throw new Error(`${side.toUpperCase()} has no source: say ${side}=capture:two-nodes-node`);
    return found[side].map(({ spec, values }) => known(side, parseSpec(spec, values), values));
  };
  const pair = { a: of('a'), b: of('b') };
  refuseUnfit(pair);
  return pair;
}

function known(side: Side, spec: SourceSpec, values: ParamValues): PairSource {
  if (spec.kind === 'none') throw new Error(`${side.toUpperCase()} names no source`);
  if (spec.kind !== 'model' && spec.asif && !asifParamsOf(spec.asif))
    throw new Error(`a capture can be asked about ${SWITCHES}, not about ${Object.keys(values).join(', ')}`);
  return spec;
}

function refuseUnfit(pair: Pair): void {
  const number = pair.a.length + pair.b.length;
  if (number > MOST)
    throw new Error(`${number} captures are too many: compare at most ${MOST}, both sides together`);
  for (const side of SIDES) {
    const twice = pair[side].find((spec, i) => pair[side].findIndex((other) => sameSpec(spec, other)) < i);
    if (twice)
      throw new Error(
        `“${specText('', twice)}” stands twice on side ${side.toUpperCase()}, which hides how captures differ: leave one out`,
      );
  }
}

/** As in a link; `key` stands before each part. */
export const specText = (key: string, spec: PairSource): string =>
  formatSpec(key, spec)
    .map(([name, value]) => (name === '' ? value : `${name}=${value}`))
    .join('&');

export const formatPair = (pair: Pair): string =>
  SIDES.flatMap((side) => pair[side].map((spec) => specText(side, spec))).join('&');

/** As a question, where there are two. */
export function questionOfPanes(a: SourceSpec, b: SourceSpec): string | null {
  return a.kind !== 'none' && b.kind !== 'none' ? formatPair({ a: [a], b: [b] }) : null;
}

/** With the files that are held: a link has their names alone. */
export function withFiles(pair: Pair, held: readonly SourceSpec[]): Pair {
  const filled = (spec: PairSource): PairSource => {
    if (spec.kind !== 'file' || spec.blob) return spec;
    const own = held.find((p) => p.kind === 'file' && p.name === spec.name && p.blob);
    return own?.kind === 'file' ? { ...spec, blob: own.blob } : spec;
  };
  return { a: pair.a.map(filled), b: pair.b.map(filled) };
}

/** What is of the machine of a model, or of a capture as if; of a capture as it is, all. */
export const ownOf = (rows: readonly Measured[], params: ParamValues | null): readonly Measured[] =>
  params ? chosen(rows, String(params.machine ?? 'swap'), []) : rows;

/** The same of spreads. */
export const ownSpreads = (rows: readonly Spread[], params: ParamValues | null): readonly Spread[] =>
  rows.filter(
    ({ spread }) =>
      !params || SPREADS.find(({ name }) => name === spread)?.machine === (params.machine ?? 'swap'),
  );

/** Sides as lists of what each source tells. Throws an Error where they have no policy in common. */
export function differences(a: readonly SourceMeasures[], b: readonly SourceMeasures[]): Difference[] {
  const all = measureDifferences(a, b);
  if (all.length === 0)
    throw new Error(
      `A is about ${machines(a)}, B about ${machines(b)}, and they share no measure: compare sources of the same policy`,
    );
  return all;
}

/** The same; none where nothing is shared. */
export const measureDifferences = (
  a: readonly SourceMeasures[],
  b: readonly SourceMeasures[],
): Difference[] =>
  MEASURES.flatMap(({ name, ...about }) =>
    partsOf(name, [...a, ...b]).map((part) =>
      differenceOf({ ...about, name, at: '' }, part, textsOf(a, name, part), textsOf(b, name, part)),
    ),
  );

/** What one source tells: measures, or spreads. */
export type SourceMeasures = readonly Measured[];

const textsOf = (side: readonly SourceMeasures[], name: string, part: number): string[] =>
  side.flatMap((rows) => rows.find((row) => row.measure === name && row.part === part)?.text ?? []);

/** Parts of a measure that every source tells. */
function partsOf(name: string, all: readonly SourceMeasures[]): number[] {
  const [first = [], ...others] = all;
  const has = (rows: SourceMeasures, part: number) =>
    rows.some((row) => row.measure === name && row.part === part);
  const parts = first.filter((row) => row.measure === name).map((row) => row.part);
  return parts.filter((part) => others.every((rows) => has(rows, part))).sort((x, y) => x - y);
}

/** Measures that some sources tell and others do not, with the numbers of the latter, A's first. */
export function missingMeasures(all: readonly SourceMeasures[]): { measure: string; without: number[] }[] {
  return MEASURES.flatMap(({ name }) => {
    const without = all.flatMap((rows, i) => (rows.some((row) => row.measure === name) ? [] : [i]));
    return without.length > 0 && without.length < all.length ? [{ measure: name, without }] : [];
  });
}

const machines = (side: readonly SourceMeasures[]): string =>
  [...new Set(side.flatMap((rows) => rows.map(({ measure }) => named(measure).machine)))].join(' and ') ||
  'nothing';

function named(name: MeasureName): Measure {
  const found = MEASURES.find((m) => m.name === name);
  if (!found) throw new Error(`there is no measure ${name}`);
  return found;
}

/** Percentiles of the values behind measures, where all sources tell them. */
export function spreadDifferences(
  a: readonly (readonly Spread[])[],
  b: readonly (readonly Spread[])[],
): Difference[] {
  const [first = []] = a;
  const of = (side: readonly (readonly Spread[])[], one: Spread) =>
    side.flatMap((rows) => rows.find(({ spread, part }) => spread === one.spread && part === one.part) ?? []);
  return first.flatMap((one) => {
    const [mine, theirs] = [of(a, one), of(b, one)];
    const about = SPREADS.find(({ name }) => name === one.spread);
    if (mine.length < a.length || theirs.length < b.length || !about) return [];
    return QUANTILES.map((q) =>
      differenceOf(
        { ...about, at: q },
        one.part,
        mine.map((s) => s[q]),
        theirs.map((s) => s[q]),
      ),
    );
  });
}

export function differenceOf(
  measure: About,
  part: number,
  textsA: readonly string[],
  textsB: readonly string[],
): Difference {
  const [a, b] = [textsA, textsB].map((texts) => texts.map((text) => new Fraction(text))) as [
    Fraction[],
    Fraction[],
  ];
  const was = mean(a);
  const by = mean(b).sub(was);
  const more = by.gt(0);
  const judged = measure.better === 'neither' ? null : more === (measure.better === 'more');
  const word = judged === null ? (more ? 'more' : 'less') : judged ? 'better' : 'worse';
  const p = Math.min(a.length, b.length) > 1 ? pValue(a, b) : null;
  return {
    measure,
    who: partWords(measure.part, part),
    part,
    parts: measure.part !== 'all',
    a,
    b,
    difference: by,
    percent: by.equals(0) ? by : was.equals(0) ? null : by.div(was.abs()).mul(100),
    verdict: by.equals(0) ? 'same' : word,
    p,
    beyond: beyond(p, a.length, b.length),
  };
}

/** Marks that all sources have, in the order of the first. */
export function phasesOf(all: readonly Whole[]): { text: string; number: number; of: Phase[] }[] {
  const [first, ...others] = all;
  return (first?.phases ?? []).flatMap((phase) => {
    const rest = others.map(({ phases }) =>
      phases.find(({ text, number }) => text === phase.text && number === phase.number),
    );
    const found = rest.flatMap((own) => own ?? []);
    return found.length < rest.length
      ? []
      : [{ text: phase.text, number: phase.number, of: [phase, ...found] }];
  });
}

/** "yes", "no", "cannot say": whether it is more than the spread. */
export const beyondWord = ({ beyond: word }: Pick<Difference, 'beyond'>): string =>
  word === null ? 'cannot say' : word ? 'yes' : 'no';

/** As `mmscope compare --csv` writes it. */
export function csvOf(
  parts: readonly { text: string; number: number | null; rows: readonly Difference[] }[],
): string {
  const head = 'phase,number,measure,at,part,unit,better,a,b,difference,percent,p'.split(',');
  const lines = parts.flatMap(({ text, number, rows }) =>
    rows.map((d) => [
      text,
      number === null ? '' : String(number),
      d.measure.name,
      d.measure.at,
      d.parts ? String(d.part) : '',
      d.measure.unit,
      d.measure.better,
      ...[mean(d.a), mean(d.b), d.difference].map(decimal),
      d.percent === null ? '' : decimal(d.percent),
      d.p === null ? '' : decimal(d.p),
    ]),
  );
  return `${csvFormatRows([head, ...lines])}\n`;
}
