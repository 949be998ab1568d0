/**
 * Two sources and what differs: pure. The text stands behind `compare?` in a link, as a stage's does:
 *   a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global
 * The command line's `mmscope compare` tells the same numbers.
 */
import { MEASURES, SPREADS } from '../core/gen/tables';
import { isParamName, paramNamed, type ParamValue, type ParamValues } from '../core/params';
import type { Measured, MeasureName, Spread } from '../core/session';
import { questionOf, SWITCHES } from '../sources/asif';
import { formatSpec, parseSpec, parseValue, type SourceSpec } from '../sources/spec';
import { chosen } from './run';
import { partWords, type Measure } from './table';

export type Side = 'a' | 'b';
type Known = Exclude<SourceSpec, { kind: 'none' }>;
export type Pair = Readonly<Record<Side, Known>>;
export const SIDES: readonly Side[] = ['a', 'b'];

/** What a number is of: a measure, or a percentile of the values behind one. */
type About = Pick<Measure, 'machine' | 'unit' | 'better'> & { name: string; doc: string };

/** A measure, or a part of one, that both tell. Texts are decimals, exact. */
export interface Difference {
  measure: About;
  /** In words: which device, zone or node; '' where there is one number. */
  who: string;
  part: number;
  a: string;
  b: string;
  difference: string;
  /** In hundredths of A; null where A is 0 and B is not. */
  percent: number | null;
  verdict: 'better' | 'worse' | 'more' | 'less' | 'same';
}

const QUANTILES = ['p50', 'p90', 'p99', 'max'] as const;

export const isPair = (text: string): boolean => /^(.*&)?[ab]=/.test(text);

/** Throws an Error whose sentence says what cannot be compared. */
export function parsePair(text: string): Pair {
  const pairs = text.split('&').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  const of = (side: Side): Known => {
    const spec = pairs.find(([key]) => key === side)?.[1];
    if (spec === undefined || spec === '')
      throw new Error(`${side.toUpperCase()} has no source: say ${side}=capture:two-nodes-node`);
    const values: Record<string, ParamValue> = {};
    for (const [key, value] of pairs) {
      if (!key.startsWith(`${side}.`)) continue;
      const name = key.slice(2);
      if (!isParamName(name)) throw new Error(`there is no tunable “${name.slice(0, 40)}”`);
      values[name] = parseValue(value, (paramNamed(name)?.count ?? 1) > 1);
    }
    const found = parseSpec(spec, values);
    if (found.kind === 'none') throw new Error(`${side.toUpperCase()} names no source`);
    if (found.kind !== 'model' && found.asif && !questionOf(found.asif))
      throw new Error(
        `a capture can be asked about ${SWITCHES}, not about ${Object.keys(values).join(', ')}`,
      );
    return found;
  };
  return { a: of('a'), b: of('b') };
}

export const formatPair = (pair: Pair): string =>
  SIDES.flatMap((side) => formatSpec(side, pair[side]).map((words) => words.join('='))).join('&');

/** As a question, where there are two. */
export function questionOfPanes(a: SourceSpec, b: SourceSpec): string | null {
  const known = (spec: SourceSpec): spec is Known => spec.kind !== 'none';
  return known(a) && known(b) ? formatPair({ a, b }) : null;
}

/** With the files that panes hold: a link has their names alone. */
export function withFiles(pair: Pair, panes: readonly SourceSpec[]): Pair {
  const held = (spec: Known): Known => {
    if (spec.kind !== 'file' || spec.blob) return spec;
    const own = panes.find((p) => p.kind === 'file' && p.name === spec.name && p.blob);
    return own?.kind === 'file' ? { ...spec, blob: own.blob } : spec;
  };
  return { a: held(pair.a), b: held(pair.b) };
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

/** Throws an Error where the sides have no policy in common. */
export function differences(a: readonly Measured[], b: readonly Measured[]): Difference[] {
  const other = new Map(b.map((row) => [`${row.measure} ${row.part}`, row.text]));
  const both = a.flatMap(({ measure, part, text }) => {
    const there = other.get(`${measure} ${part}`);
    return there === undefined ? [] : [differenceOf(named(measure), part, text, there)];
  });
  if (both.length === 0)
    throw new Error(`A tells of ${machines(a)}, B of ${machines(b)}: compare two of the same policy`);
  return both;
}

const machines = (rows: readonly Measured[]): string =>
  [...new Set(rows.map(({ measure }) => named(measure).machine))].join(' and ') || 'nothing';

function named(name: MeasureName): Measure {
  const found = MEASURES.find((m) => m.name === name);
  if (!found) throw new Error(`there is no measure ${name}`);
  return found;
}

/** Percentiles of the values behind measures, where both sides tell them. */
export function spreadDifferences(a: readonly Spread[], b: readonly Spread[]): Difference[] {
  return a.flatMap((one) => {
    const other = b.find(({ spread, part }) => spread === one.spread && part === one.part);
    const about = SPREADS.find(({ name }) => name === one.spread);
    if (!other || !about) return [];
    return QUANTILES.map((q) =>
      differenceOf({ ...about, name: `${about.name} ${q}` }, one.part, one[q], other[q]),
    );
  });
}

function differenceOf(
  measure: About & { part: Measure['part'] },
  part: number,
  a: string,
  b: string,
): Difference {
  const was = millionths(a);
  const by = millionths(b) - was;
  const more = by > 0n;
  const judged = measure.better === 'neither' ? null : more === (measure.better === 'more');
  const word = judged === null ? (more ? 'more' : 'less') : judged ? 'better' : 'worse';
  return {
    measure,
    who: partWords(measure.part, part),
    part,
    a,
    b,
    difference: decimal(by),
    percent: by === 0n ? 0 : was === 0n ? null : (100 * Number(by)) / Number(was),
    verdict: by === 0n ? 'same' : word,
  };
}

/** The core writes at most six decimals. */
function millionths(text: string): bigint {
  const [whole = '0', behind = ''] = text.split('.');
  return BigInt(whole + behind.padEnd(6, '0'));
}

function decimal(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return value < 0n ? `−${text}` : value > 0n ? `+${text}` : text;
}
