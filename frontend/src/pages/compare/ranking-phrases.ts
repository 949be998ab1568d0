/** What is said of a ranking: pure. */
import { listed, plain, textOf } from '../../core/message';
import { grouped } from '../../core/number';
import { formatSpec, type SourceSpec } from '../../capture/sources/spec';
import { SLIGHT, type Bar, type Pair, type Ranking, type Variation } from './ranking';
import { measureNamed, nameOf, short, space } from './table';

/** So wide as this share of the widest is among those that matter most; at most so many are named. */
const WIDE = 0.5;
const NAMED = 3;

export interface Sorted {
  /** Those with a bar. */
  drawn: readonly Bar[];
  /** Those that change it so little that a bar would not be seen, or not at all. */
  slight: readonly Bar[];
}

export function sorted(bars: readonly Bar[]): Sorted {
  const widest = bars[0]?.width ?? 0;
  const isDrawn = (bar: Bar) => bar.width > 0 && bar.width >= SLIGHT * widest;
  return { drawn: bars.filter(isDrawn), slight: bars.filter((bar) => !isDrawn(bar)) };
}

/** "disk time and swap_poll matter most. Half of the 20 hardly matter." */
export function headline(varied: readonly Variation[], bars: readonly Bar[]): string {
  const { drawn, slight } = sorted(bars);
  const [widest] = drawn;
  if (!widest) return bars.length > 0 ? `None of ${bars.length} tunables changes it.` : '';
  const wide = drawn.filter(({ width }) => width >= WIDE * widest.width).slice(0, NAMED);
  const names = wide.map(({ variation }) => varied[variation]?.label ?? '');
  const most = `${textOf(listed(names.map(plain)))} ${names.length === 1 ? 'matters' : 'matter'} most.`;
  const rest =
    slight.length === 0
      ? ''
      : ` ${slight.length} of ${bars.length} ${slight.length === 1 ? 'hardly matters' : 'hardly matter'}.`;
  return `${most.charAt(0).toUpperCase()}${most.slice(1)}${rest}`;
}

/** "Each alone, from half to double or through all its values; as it is, CPU time of a fault is 8.1 µs." */
export function lead(ranking: Ranking, bars: readonly Bar[]): string {
  const base = bars[0]?.base ?? null;
  const range = ranking.by === 2 ? 'from half to double' : 'from a quarter to four times as much';
  const now = base === null ? '' : `; as it is, ${amountOf(ranking, base)}`;
  return `Each alone, ${range} or through all its values${now}.`;
}

const amountOf = (ranking: Ranking, value: number): string =>
  `${measureName(ranking)} is ${short(value)}${space(measureNamed(ranking.measure).unit)}`;

export const measureName = ({ measure, part }: Pick<Ranking, 'measure' | 'part'>): string =>
  nameOf(measureNamed(measure), part);

/** "less is better" */
export function betterWords({ measure }: Ranking): string {
  const { better } = measureNamed(measure);
  return better === 'neither' ? '' : `${better} is better`;
}

/** "disk time 20 µs", "swap poll: poll" */
export function endWords(varied: readonly Variation[], { variation, value }: Pair['a']): string {
  const own = varied[variation];
  const text = own?.values[value]?.text ?? '';
  return own ? `${own.label}${/^[\d−-]/.test(text) ? '' : ':'} ${text}` : '';
}

/** "10 that change it by less than 0.2 µs: spread of the disk 0.17, …; exactly nothing: CPUs, queues." */
export function slightWords(varied: readonly Variation[], slight: readonly Bar[]): string[] {
  const name = (bar: Bar) => varied[bar.variation]?.label ?? '';
  const known = slight.filter((bar) => bar.base !== null && bar.ends.some(({ median }) => median !== null));
  const some = known.filter(({ width }) => width > 0);
  const none = known.filter(({ width }) => width === 0);
  return [
    ...(some.length > 0
      ? [
          `A little: ${some.map((bar) => `${name(bar)} ${short(bar.width) === '0' ? 'less than 0.01' : short(bar.width)}`).join(', ')}.`,
        ]
      : []),
    ...(none.length > 0 ? [`Exactly nothing: ${none.map(name).join(', ')}.`] : []),
  ];
}

/** "138 runs" or "75 of 138 runs". */
export const runWords = (done: number, all: number): string =>
  done < all ? `${grouped(done)} of ${grouped(all)} runs` : `${grouped(all)} ${all === 1 ? 'run' : 'runs'}`;

/** The sweep of one tunable, as a question; null where several numbers change at once. */
export function sweepOf({ of, measure, seeds }: Ranking, variation: Variation): string | null {
  if (variation.axis === null) return null;
  const overrides = Object.fromEntries(
    Object.entries(of.overrides).filter(([name]) => name !== variation.name),
  );
  const source: SourceSpec = { ...of, overrides };
  return [
    ...formatSpec('of', source).map((pair) => pair.join('=')),
    `x=${variation.axis}`,
    ...(seeds.length === 1 && seeds[0] === 1 ? [] : [`seeds=${seeds.join(',')}`]),
    `m=${measure}`,
  ].join('&');
}

/** The run as it is, and the one with a value of the tunable. */
export function panesOf(
  { of, seeds }: Ranking,
  variation: Variation,
  value: number,
): [SourceSpec, SourceSpec] {
  const seed = seeds[0] ?? 1;
  const own = { ...of.overrides, ...(seed === 1 ? {} : { seed }) };
  return [
    { ...of, overrides: own },
    { ...of, overrides: { ...own, ...variation.values[value]?.set } },
  ];
}
