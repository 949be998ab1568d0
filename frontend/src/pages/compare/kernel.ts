/**
 * What bundled captures of the same experiment come to, at the values of a sweep that they were made with; and where that,
 * and what was printed, agrees with the model. Pure.
 */
import type { ParamValues } from '../../core/params';
import type { Measured } from '../../core/session';
import { tunablesOf } from '../../capture/sources/spec';
import type { BundledCapture, Catalogue } from '../../capture/sources/catalogue';
import { seriesName } from './phrases';
import { firstOf, type PublishedMark } from './published';
import type { Question } from './question';
import { measureNamed, short, type Series } from './table';

/** A capture, and the value of x that it was made with. */
export interface KernelSource {
  capture: BundledCapture;
  at: number | string;
}

export interface KernelMark extends Omit<KernelSource, 'capture'> {
  capture: string;
  measures: readonly Measured[];
}

const valueOf = (params: ParamValues, name: string) => (params as Record<string, unknown>)[name];

/**
 * Captures that the sweep's scenario names, where they differ from it in x alone; not where the question sets what they do
 * not have.
 */
export function kernelSources({ of, x, y }: Question, { scenarios, captures }: Catalogue): KernelSource[] {
  const base = of.kind === 'model' ? scenarios.find(({ id }) => id === of.id) : undefined;
  if (!base?.captures || y || x.lane !== null) return [];
  const set = tunablesOf(of) as Record<string, unknown>;
  return Object.entries(base.captures).flatMap(([id, own]) => {
    const capture = captures.find((one) => one.id === id);
    const params = { ...base.params, ...own };
    const names = [...Object.keys(own), ...Object.keys(set)].filter(
      (name) => name !== x.name && name !== 'seed',
    );
    const alike = names.every(
      (name) => String(valueOf({ ...base.params, ...set }, name)) === String(valueOf(params, name)),
    );
    const at = valueOf(params, x.name);
    return capture && alike && (typeof at === 'number' || typeof at === 'string') && x.values.includes(at)
      ? [{ capture, at }]
      : [];
  });
}

/** An emulated machine's times say nothing of speed, and what is counted grows with what was recorded. */
const COMPARED = ['%', 'sectors', 'pages'];
const COUNTED = ['refaults'];

/** The mark's number of a measure's part; null where it has none that can be set beside a model's. */
export function kernelValue(mark: KernelMark, measure: Measured['measure'], part: number): number | null {
  const { unit, name } = measureNamed(measure);
  const mean = name === 'segments' || name === 'tries';
  if (!mean && (!COMPARED.includes(unit) || COUNTED.includes(name))) return null;
  const row = mark.measures.find((m) => m.measure === measure && m.part === part);
  return row ? Number(row.text) : null;
}

/** So far from the model, a number agrees with it still, in hundredths. */
export const AGREES = 10;

export interface Agreement {
  whose: 'published' | 'kernel';
  agrees: string;
  /** One for each number that does not. */
  not: readonly string[];
}

interface Pair {
  name: string;
  at: number | string;
  kernel: number;
  model: number;
  off: number;
}

function pairOf(series: Series, at: number | string, kernel: number): Pair | null {
  const model = series.rows[0]?.find((p) => p.x === at)?.median;
  if (model === undefined || model === null) return null;
  const off =
    kernel === model ? 0 : (100 * Math.abs(kernel - model)) / Math.max(Math.abs(kernel), Number.EPSILON);
  return { name: seriesName(series), at, kernel, model, off };
}

/** One for each side that tells anything. */
export function agreementsOf(
  series: readonly Series[],
  printed: readonly PublishedMark[],
  kernel: readonly KernelMark[],
): Agreement[] {
  const ofPrinted = series.flatMap((s) =>
    printed.flatMap((mark) =>
      mark.measure === s.measure && mark.at !== null ? (pairOf(s, mark.at, firstOf(mark)) ?? []) : [],
    ),
  );
  const ofKernel = series.flatMap((s) =>
    kernel.flatMap((mark) => {
      const value = kernelValue(mark, s.measure, s.part);
      return value === null ? [] : (pairOf(s, mark.at, value) ?? []);
    }),
  );
  return [said('published', ofPrinted), said('kernel', ofKernel)].flatMap((one) => one ?? []);
}

function said(whose: Agreement['whose'], pairs: readonly Pair[]): Agreement | null {
  if (pairs.length === 0) return null;
  const near = pairs.filter(({ off }) => off <= AGREES);
  const far = pairs.filter(({ off }) => off > AGREES);
  const furthest = Math.ceil(Math.max(0, ...near.map(({ off }) => off)));
  return {
    whose,
    agrees:
      near.length === 0
        ? `none of ${pairs.length} within ${AGREES} %`
        : `${near.length} of ${pairs.length} ${furthest === 0 ? 'exactly' : `within ${furthest} %`}`,
    not: far.map(
      ({ name, at, kernel, model }) =>
        `${name} at ${String(at).replaceAll('_', ' ')}: ${short(kernel)}, model ${short(model)}`,
    ),
  };
}
