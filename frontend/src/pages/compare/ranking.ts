/**
 * Which tunable matters? Each of a model alone, from half to double or through all its names, and the widest in pairs: what
 * runs there are, and what they came to. Pure. As text, behind `compare?` and for `mmscope sweep --all`:
 *   of=model:swap-in-hybrid&rank=cpu&by=2&seeds=1..3
 */
import { ENUMS, type ParamName } from '../../core/gen/tables';
import { MACHINE_PARAMS } from '../../core/gen/machine-params';
import { grouped } from '../../core/number';
import { enumValues, numberOf, paramNamed, type ParamRow, type ParamValues } from '../../core/params';
import { percentile } from '../../core/percentile';
import { csvFormatRows } from 'd3-dsv';
import type { Measured, MeasureName } from '../../core/session';
import { formatSpec, tunablesOf, type SourceSpec } from '../../capture/sources/spec';
import { elementLabel, tunableLabel, tunableValue } from '../../capture/sources/tunable-phrases';
import { measureOf, partsOf, ranges, refuse, seedsOf, sourceOf, RUNS_MAX } from './question';
import { measureNamed } from './table';

export interface Ranking {
  of: Extract<SourceSpec, { kind: 'model' }>;
  measure: MeasureName;
  /** Which device, zone or node; 0 where there is one number for all. */
  part: number;
  /** Numbers go from their `by`th part to `by` times as much. */
  by: number;
  seeds: readonly number[];
}

/** A tunable, what it is, and the other values that it takes. */
export interface Variation {
  name: ParamName;
  label: string;
  own: string;
  values: readonly { text: string; set: ParamValues }[];
  /** Its values as the axis of a sweep, its own among them; null where several numbers change at once. */
  axis: string | null;
}

/** Tunables that are not varied, and why. */
export interface Omission {
  why: string;
  names: readonly string[];
}

/** The run as it is where `variation` is -1; else that variation with its value of this number. */
export interface SingleRun {
  variation: number;
  value: number;
  seed: number;
  set: ParamValues;
}

/** What a tunable's values came to. */
export interface Bar {
  variation: number;
  /** Of the runs as it is; null where none is known. */
  base: number | null;
  /** By value: the median of the seeds, and each of them. */
  ends: readonly { text: string; median: number | null; values: readonly number[] }[];
  least: number;
  most: number;
  /** From the least to the most, the run as it is among them. */
  width: number;
}

/** Two tunables, each at the value that changes most. */
export interface Pair {
  a: { variation: number; value: number };
  b: { variation: number; value: number };
}

export interface PairRun extends Pair {
  seed: number;
  set: ParamValues;
}

export interface PairResult extends Pair {
  /** The run as it is, and what each of both changes alone. */
  added: number;
  /** Both at once. */
  found: number;
}

const BY: readonly number[] = [2, 4];
/** So many of the widest are paired: 21 pairs. */
const PAIRED = 7;
/** A change below this share of the widest is listed without a bar. */
export const SLIGHT = 0.03;

/** What says how long a run is, and how much of all runs together a minute on two cores makes; with some to spare. */
const LENGTH: Readonly<Record<string, { param: ParamName; most: number; unlimited: number }>> = {
  swap: { param: 'stop_decisions', most: 3_000_000, unlimited: 10_000 },
  zones: { param: 'run_ms', most: 30_000_000, unlimited: 0 },
  swap_in: { param: 'faults', most: 6_000_000, unlimited: 0 },
  interleave: { param: 'file_pages', most: 12_000_000, unlimited: 0 },
};

/** How long a run is, and what of it is recorded. */
const NOT_POLICY: readonly ParamName[] = [
  'seed',
  'stop_used',
  'stop_decisions',
  'run_ms',
  'faults',
  'warm_faults',
  'file_pages',
  'frees',
  'record_every',
  'level_ms',
];
/** One after the other as the script has it, or a place: half of it is no smaller. */
const NOT_A_SIZE: readonly ParamName[] = [
  'step_at',
  'step_do',
  'step_arg',
  'dev_node',
  'dev_prio',
  'load',
  'load_node',
  'load_start',
  'load_end',
  'policy_nodes',
];
/** Shares among nodes: of these the first one is varied, of other lists all at once. */
const SHARES: readonly ParamName[] = ['demand', 'weight'];
/** Not looked at without `timing`. */
const TIMES = MACHINE_PARAMS.swap.slice(MACHINE_PARAMS.swap.indexOf('timing') + 1);

/** What 0 goes to, which has no double: of the order that the documents and the machines of the lab show. */
const FROM_ZERO: Partial<Record<ParamName, readonly number[]>> = {
  migrate_every: [64],
  large_percent: [25],
  large_fail: [25],
  compress_ns: [1000],
  lru_lock_ns: [500],
  dev_read_ns: [10_000],
  dev_write_ns: [10_000],
  remote_ns: [1000],
  min_free_kbytes: [16_384, 65_536],
  fragmentation: [20],
  swap_poll_delay: [2500, 8000],
  work_ns: [1000],
  lock_ns: [1000],
  lock_fetch_ns: [500],
  reclaim_ns: [500],
  write_ns: [10_000],
  wake_ns: [2000],
  disk_request: [64],
  disk_queue: [1024],
  swap_cluster: [3],
};

/** As a sweep's question writes its measure, `m=`, which names one here. */
export const rankingOf = (text: string): Ranking => parseRanking(text.replace(/(^|&)m=/, '$1rank='));

/** Throws an Error whose sentence says what cannot be asked, and what would do. */
export function parseRanking(text: string): Ranking {
  const pairs = partsOf(text, ['of', 'rank', 'by', 'seeds']);
  const given = new Map(pairs);
  const of = sourceOf(given.get('of') ?? '', pairs);
  if (of.kind !== 'model')
    return refuse(
      'which tunable matters is asked of a model: of a capture only its switch can be decided again, as if; sweep that',
    );
  const [name = '', element = '0'] = (given.get('rank') ?? '').split('.');
  const measure = measureOf(name);
  if (!/^\d{1,3}$/.test(element)) refuse(`${name} has parts .0, .1, …, not “${element.slice(0, 40)}”`);
  const by = Number(given.get('by') ?? BY[0]);
  if (!BY.includes(by)) refuse(`by is ${BY.join(' or ')}, not “${(given.get('by') ?? '').slice(0, 40)}”`);
  return { of, measure, part: Number(element), by, seeds: seedsOf(given.get('seeds') ?? '1') };
}

export function formatRanking({ of, measure, part, by, seeds }: Ranking): string {
  const pairs = [
    ...formatSpec('of', of),
    ['rank', measureNamed(measure).part === 'all' ? measure : `${measure}.${part}`],
    ...(by === BY[0] ? [] : [['by', String(by)]]),
    ...(seeds.length === 1 && seeds[0] === 1 ? [] : [['seeds', ranges(seeds)]]),
  ];
  return pairs.map((pair) => pair.join('=')).join('&');
}

/** `scenario`: its parameters. What is varied, in the order of the table, and what is not. */
export function variationsOf(
  { of, measure, by }: Ranking,
  scenario: ParamValues,
): { params: ParamValues; varied: Variation[]; omitted: Omission[] } {
  const params: ParamValues = { ...scenario, ...tunablesOf(of) };
  const machine = machineOf(params);
  const { machine: wanted } = measureNamed(measure);
  if (wanted !== machine)
    refuse(
      `${measure} is measured in a model of ${wanted.replaceAll('_', ' ')}, and ${of.id} is one of ${machine.replaceAll('_', ' ')}`,
    );
  const varied: Variation[] = [];
  const why = new Map<string, string[]>();
  const omit = (reason: string, param: ParamRow) => {
    why.set(reason, [...(why.get(reason) ?? []), tunableLabel(param.name)]);
  };
  for (const name of MACHINE_PARAMS[machine]) {
    const param = paramNamed(name);
    if (!param || NOT_POLICY.includes(name)) continue;
    if (NOT_A_SIZE.includes(name)) omit('a place or a list, of which half is no smaller', param);
    else if (TIMES.includes(name as never) && Number(params.timing ?? 0) === 0)
      omit('not looked at while timing is off', param);
    else {
      const variation = variationOf(param, params, by);
      if (variation) varied.push(variation);
      else omit('0, which has no half and no double', param);
    }
  }
  return { params, varied, omitted: [...why].map(([reason, names]) => ({ why: reason, names })) };
}

function machineOf(params: ParamValues): keyof typeof MACHINE_PARAMS {
  const row = paramNamed('machine');
  const value = row ? numberOf(row, typeof params.machine === 'object' ? 0 : (params.machine ?? 0)) : 0;
  return ENUMS.machine[value] ?? 'swap';
}

function variationOf(param: ParamRow, params: ParamValues, by: number): Variation | null {
  const name = param.name as ParamName;
  const given = params[name];
  const lanes = Array.from({ length: typeof given === 'object' ? given.length : 1 }, (_, i) =>
    numberOf(param, typeof given === 'object' ? (given[i] ?? param.default) : (given ?? param.default)),
  );
  const first = lanes[0] ?? param.default;
  if (param.enum !== null || (param.min === 0 && param.max === 1)) {
    const values = param.enum === null ? [0, 1] : enumValues(param.enum).map(([value]) => value);
    const word = (value: number) => wordOf(param, value);
    return {
      name,
      label: tunableLabel(name),
      own: word(first),
      values: values.flatMap((value) =>
        value === first || value < param.min || value > param.max
          ? []
          : [{ text: word(value), set: { [name]: value } }],
      ),
      axis: `${name}:${values.map((value) => (param.enum === null ? value : (enumValues(param.enum).find(([id]) => id === value)?.[1] ?? value))).join(',')}`,
    };
  }
  const share = SHARES.includes(name);
  const moved = share ? lanes.slice(0, 1) : lanes;
  const isZero = moved.every((value) => value === 0);
  const zero = FROM_ZERO[name];
  if (isZero && !zero) return null;
  const scales = isZero ? [] : [1 / by, by];
  const clipped = (value: number) => Math.min(param.max, Math.max(param.min, Math.round(value)));
  const takes = [
    ...scales.map((scale) => moved.map((value) => clipped(value * scale))),
    ...(isZero ? (zero ?? []).map((value) => moved.map(() => value)) : []),
  ].filter((all) => all.some((value, i) => value !== moved[i]));
  const alone = [...takes.map(([value]) => value ?? 0), first].sort((a, b) => a - b);
  return {
    name,
    axis: moved.length > 1 ? null : `${name}${param.count > 1 ? '.0' : ''}:${alone.join(',')}`,
    label: share ? elementLabel(name, 0) : tunableLabel(name),
    own: listText(param, moved),
    values: takes.map((all) => ({
      text: listText(param, all),
      set: { [name]: param.count > 1 ? [...all, ...lanes.slice(all.length)] : (all[0] ?? 0) },
    })),
  };
}

const wordOf = (param: ParamRow, value: number): string => {
  if (param.enum === null) return value === 0 ? 'off' : 'on';
  const [, named = String(value)] = enumValues(param.enum).find(([id]) => id === value) ?? [];
  return tunableValue(param.enum, named);
};

/** Values with their unit: times in the unit one reads. */
function listText({ unit }: ParamRow, values: readonly number[]): string {
  const all = new Set(values);
  return [...all].map((value) => amount(value, unit)).join(' : ');
}

function amount(value: number, unit: string): string {
  if (value === 0) return '0';
  if (unit === 'ns' && value >= 1_000_000) return `${trimmed(value / 1_000_000)} ms`;
  if (unit === 'ns' && value >= 100) return `${trimmed(value / 1000)} µs`;
  if (unit === '%') return `${value} %`;
  return `${grouped(value)}${unit === '' || unit === '1/10000' ? '' : ` ${unit}`}`;
}

const trimmed = (value: number): string => String(Number(value.toFixed(2)));

/** How many runs a minute makes of this model: fixed by its length, so that asking again makes the same ones. */
export function runsWithin(params: ParamValues): number {
  const length = LENGTH[machineOf(params)];
  const row = length && paramNamed(length.param);
  if (!length || !row) return RUNS_MAX;
  const given = params[length.param];
  const own = numberOf(row, typeof given === 'object' ? row.default : (given ?? row.default));
  return Math.max(1, Math.floor(length.most / Math.max(1, own || length.unlimited)));
}

/** As it is, then each variation alone, as far as they fit; `left`: labels of what does not. */
export function singlesOf(
  { seeds }: Ranking,
  params: ParamValues,
  varied: readonly Variation[],
): { runs: SingleRun[]; left: string[] } {
  const most = Math.min(RUNS_MAX, runsWithin(params));
  const each = (variation: number, value: number, set: ParamValues): SingleRun[] =>
    seeds.map((seed) => ({ variation, value, seed, set: { ...params, ...set, seed } }));
  const runs = each(-1, 0, {});
  const left: string[] = [];
  for (const [i, { label, values }] of varied.entries()) {
    const own = values.flatMap(({ set }, value) => each(i, value, set));
    if (left.length > 0 || runs.length + own.length > most) left.push(label);
    else runs.push(...own);
  }
  return { runs, left };
}

const valueIn = (rows: readonly Measured[] | null, measure: MeasureName, part: number): number[] =>
  (rows ?? []).flatMap((row) => (row.measure === measure && row.part === part ? [Number(row.text)] : []));

const medianOf = (values: readonly number[]): number | null =>
  values.length > 0 ? percentile(Float64Array.from(values), 50) : null;

/** Widest first; `rows`: of every run, null where it failed or has not run. */
export function barsOf(
  { measure, part }: Ranking,
  varied: readonly Variation[],
  runs: readonly SingleRun[],
  rows: readonly (readonly Measured[] | null)[],
): Bar[] {
  const found = new Map<string, number[]>();
  for (const [i, { variation, value }] of runs.entries()) {
    const key = `${variation} ${value}`;
    found.set(key, [...(found.get(key) ?? []), ...valueIn(rows[i] ?? null, measure, part)]);
  }
  const base = medianOf(found.get('-1 0') ?? []);
  const asked = new Set(runs.map(({ variation }) => variation));
  return varied
    .flatMap(({ values }, variation): Bar[] => {
      if (!asked.has(variation)) return [];
      const ends = values.map(({ text }, value) => {
        const own = found.get(`${variation} ${value}`) ?? [];
        return { text, median: medianOf(own), values: own };
      });
      const known = [base, ...ends.map(({ median }) => median)].filter((median) => median !== null);
      const [least, most] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 0];
      return [{ variation, base, ends, least, most, width: base === null ? 0 : most - least }];
    })
    .sort((a, b) => b.width - a.width || a.variation - b.variation);
}

/** The widest bars in pairs, each at its value farthest from the run as it is; `left`: pairs that do not fit. */
export function pairsOf(
  { seeds }: Ranking,
  params: ParamValues,
  varied: readonly Variation[],
  bars: readonly Bar[],
  made: number,
): { runs: PairRun[]; left: Pair[] } {
  const widest = bars.flatMap((bar) => {
    const { base, ends, variation } = bar;
    if (base === null || bar.width === 0) return [];
    const far = ends.map(({ median }) => (median === null ? -1 : Math.abs(median - base)));
    return [{ variation, value: far.indexOf(Math.max(...far)) }];
  });
  const room = Math.min(RUNS_MAX, runsWithin(params)) - made;
  const runs: PairRun[] = [];
  const left: Pair[] = [];
  const taken = widest.slice(0, PAIRED);
  for (const [i, a] of taken.entries())
    for (const b of taken.slice(i + 1)) {
      const set = {
        ...varied[a.variation]?.values[a.value]?.set,
        ...varied[b.variation]?.values[b.value]?.set,
      };
      if (runs.length + seeds.length > room) left.push({ a, b });
      else runs.push(...seeds.map((seed) => ({ a, b, seed, set: { ...params, ...set, seed } })));
    }
  return { runs, left };
}

/** What does not simply add up comes first; pairs of which a run failed are left out. */
export function pairResults(
  { measure, part }: Ranking,
  bars: readonly Bar[],
  runs: readonly PairRun[],
  rows: readonly (readonly Measured[] | null)[],
): PairResult[] {
  const values = new Map<string, { pair: Pair; values: number[] }>();
  for (const [i, { a, b }] of runs.entries()) {
    const key = JSON.stringify([a, b]);
    const own = values.get(key) ?? { pair: { a, b }, values: [] };
    own.values.push(...valueIn(rows[i] ?? null, measure, part));
    values.set(key, own);
  }
  const alone = ({ variation, value }: Pair['a']) => {
    const bar = bars.find((one) => one.variation === variation);
    const median = bar?.ends[value]?.median ?? null;
    return bar?.base != null && median !== null ? { base: bar.base, change: median - bar.base } : null;
  };
  return [...values.values()]
    .flatMap(({ pair, values: own }) => {
      const [a, b, found] = [alone(pair.a), alone(pair.b), medianOf(own)];
      return a && b && found !== null ? [{ ...pair, added: a.base + a.change + b.change, found }] : [];
    })
    .sort((a, b) => Math.abs(b.found - b.added) - Math.abs(a.found - a.added));
}

/** Each value of each tunable, widest first, and each pair: the median, and what each seed came to. */
export function csvOf(
  { measure, seeds }: Ranking,
  varied: readonly Variation[],
  bars: readonly Bar[],
  results: readonly PairResult[],
): string {
  const { unit } = measureNamed(measure);
  const head = [
    'tunable',
    'value',
    'second',
    'second value',
    'measure',
    'unit',
    'median',
    'added up',
    ...seeds.map((seed) => `seed ${seed}`),
  ];
  const none = seeds.map(() => '');
  const [first] = bars;
  const textOf = ({ variation, value }: Pair['a']) => varied[variation]?.values[value]?.text ?? '';
  const nameOf = (variation: number) => varied[variation]?.name ?? '';
  const rows = [
    ['', 'as it is', '', '', measure, unit, first?.base ?? '', '', ...none],
    ...bars.flatMap(({ variation, ends }) =>
      ends.map(({ text, median, values }) => [
        nameOf(variation),
        text,
        '',
        '',
        measure,
        unit,
        median ?? '',
        '',
        ...(values.length === seeds.length ? values : none),
      ]),
    ),
    ...results.map(({ a, b, added, found }) => [
      nameOf(a.variation),
      textOf(a),
      nameOf(b.variation),
      textOf(b),
      measure,
      unit,
      found,
      added,
      ...none,
    ]),
  ];
  return `${csvFormatRows([head, ...rows.map((row) => row.map(String))])}\n`;
}
