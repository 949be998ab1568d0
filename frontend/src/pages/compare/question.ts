/**
 * The question of a sweep, as data and as text: what stands behind `compare?` in a link and what `mmscope sweep` is given.
 *   of=model:interleave-1&of.nodes=4&x=granularity:1,2,4..8&y=policy_nodes:3,7&seeds=1..5&m=sectors,segments
 * The command line asks this module, too (engine.ts).
 */
import { MEASURES } from '../../core/gen/measures';
import type { ParamName } from '../../core/gen/tables';
import { grouped } from '../../core/number';
import { isParamName, numberOf, paramNamed, type ParamValue, type ParamValues } from '../../core/params';
import type { MeasureName } from '../../core/session';
import { asifParamsOf } from '../../capture/sources/asif';
import {
  decode,
  formatSpec,
  pairsOf,
  parseSpec,
  tunablesOf,
  type SourceSpec,
} from '../../capture/sources/spec';
import { parseTunable } from '../../capture/sources/tunable';
import { isAssumed, asifRefusal, variantsOf } from './asif';

export const RUNS_MAX = 10_000;

/** A tunable and the values it takes; `lane`: the element of a vector, from 0. */
export interface Axis {
  name: ParamName;
  lane: number | null;
  values: readonly (number | string)[];
}

export interface Question {
  of: Extract<SourceSpec, { kind: 'model' | 'capture' }>;
  x: Axis;
  y: Axis | null;
  seeds: readonly number[];
  /** None: all of the machine. */
  measures: readonly MeasureName[];
}

/** A run of it: the values of both axes, and the seed. */
export interface Run {
  x: number | string;
  y: number | string | null;
  seed: number;
}

class Refusal extends Error {}
export const refuse = (sentence: string): never => {
  throw new Refusal(sentence);
};

/** The parts of a question as they stand in a link: those of these names, and tunables of its source. */
export function partsOf(text: string, known: readonly string[]): [string, string][] {
  const pairs = pairsOf(text.replace(/^[?#]/, ''));
  for (const [key] of pairs)
    if (!known.includes(key) && !key.startsWith('of.'))
      refuse(`“${key.slice(0, 40)}” is not part of a sweep`);
  return pairs;
}

/** Throws an Error whose sentence says what cannot be asked, and what would do. */
export function parseQuestion(text: string): Question {
  // How it is looked at changes no run.
  const pairs = partsOf(text, ['of', 'x', 'y', 'seeds', 'm', 'look']);
  const given = new Map(pairs);
  const x = given.get('x');
  if (x === undefined || x === '') return refuse('a sweep varies a tunable: say x=granularity:1,2,4');
  const y = given.get('y');
  const of = sourceOf(given.get('of') ?? '', pairs);
  const question: Question = {
    of,
    x: axisOf(x),
    y: y === undefined || y === '' ? null : axisOf(y),
    seeds: seedsOf(given.get('seeds') ?? '1'),
    measures: (given.get('m') ?? '').split(',').filter(Boolean).map(measureOf),
  };
  if (question.y && sameAxis(question.x, question.y)) refuse(`x and y are both ${labelOf(question.x)}`);
  if (of.kind === 'capture') refuseUnknown(question);
  else refuseAssumed(question);
  const n = countOf(question);
  const values = n / question.seeds.length;
  if (n > RUNS_MAX)
    refuse(
      `${grouped(question.seeds.length)} seeds of ${grouped(values)} values are ${grouped(n)} runs, at most ${grouped(RUNS_MAX)} are made: take fewer seeds or values`,
    );
  return question;
}

export function formatQuestion({ of, x, y, seeds, measures }: Question): string {
  const pairs = [
    ...formatSpec('of', of),
    ['x', axisText(x)],
    ...(y ? [['y', axisText(y)]] : []),
    ...(seeds.length === 1 && seeds[0] === 1 ? [] : [['seeds', ranges(seeds)]]),
    ...(measures.length > 0 ? [['m', measures.join(',')]] : []),
  ];
  return pairs.map((pair) => pair.join('=')).join('&');
}

/** Every run, x first, seeds last. */
export function runsOf({ x, y, seeds }: Question): Run[] {
  const other = y ? y.values : [null];
  return x.values.flatMap((a) => other.flatMap((b) => seeds.map((seed) => ({ x: a, y: b, seed }))));
}

/** How many that are. */
export const countOf = ({ x, y, seeds }: Question): number =>
  x.values.length * (y?.values.length ?? 1) * seeds.length;

/** What the core is given for a run. `params`: of the scenario, none for a capture. */
export function paramsOf(question: Question, run: Run, params: ParamValues): ParamValues {
  const { of, x, y } = question;
  if (of.kind === 'capture') {
    const second = y && run.y !== null ? { [y.name]: run.y } : {};
    return asifParamsOf({ ...of.asif, [x.name]: run.x, ...second, seed: run.seed }) ?? {};
  }
  let set: ParamValues = { ...params, ...tunablesOf(of), seed: run.seed };
  set = withValue(set, x, run.x);
  return y && run.y !== null ? withValue(set, y, run.y) : set;
}

/** "granularity", "demand 2": of a vector the number of its element. */
export const labelOf = ({ name, lane }: Pick<Axis, 'name' | 'lane'>): string =>
  lane === null ? name : `${name}.${lane}`;

function withValue(params: ParamValues, { name, lane }: Axis, value: number | string): ParamValues {
  if (lane === null) return { ...params, [name]: value };
  const old = params[name];
  const row = paramNamed(name);
  const lanes = Array.from(
    { length: Math.max(lane + 1, typeof old === 'object' ? old.length : 1) },
    (_, i) =>
      i === lane
        ? value
        : ((typeof old === 'object' ? old[i] : i === 0 ? old : undefined) ?? row?.default ?? 0),
  );
  return { ...params, [name]: lanes };
}

/** What it is of. Throws as parseQuestion() does. */
export function sourceOf(text: string, pairs: readonly [string, string][]): Question['of'] {
  if (text === '') refuse('a sweep is of a model or a capture: say of=model:two-nodes');
  const overrides: Record<string, ParamValue> = {};
  for (const [key, value] of pairs) {
    if (!key.startsWith('of.')) continue;
    const [name, set] = parseTunable(decode(key.slice('of.'.length)), value);
    overrides[name] = set;
  }
  const of = parseSpec(text, overrides);
  if (of.kind === 'model') return of;
  if (of.kind !== 'capture')
    return refuse(`a sweep is of a model or a bundled capture, not of “${text.slice(0, 40)}”`);
  return of;
}

function refuseUnknown({ of, x, y }: Question): void {
  const set = Object.entries(tunablesOf(of));
  const why = asifRefusal(
    (y ? [x, y] : [x]).map(labelOf),
    set.map(([name]) => name),
  );
  if (why !== null) refuse(why);
  for (const [name, value] of set)
    if (isParamName(name) && typeof value !== 'object') refuseOutside(name, value);
}

/** A model tells everything: what would be assumed of a capture changes nothing there. */
function refuseAssumed({ of, x, y }: Question): void {
  const names = [x.name, ...(y ? [y.name] : []), ...Object.keys(tunablesOf(of))];
  const assumed = names.find(isAssumed);
  if (assumed !== undefined) refuse(`a model assumes nothing: ${assumed} is of a capture, as if`);
}

const sameAxis = (a: Axis, b: Axis) => a.name === b.name && a.lane === b.lane;

function axisOf(text: string): Axis {
  const at = text.indexOf(':');
  const label = decode(at < 0 ? text : text.slice(0, at));
  const [name = '', element] = label.split('.');
  const param = paramNamed(name);
  if (!param || !isParamName(name) || name === 'seed' || name === 'machine')
    return refuse(`there is no tunable “${label.slice(0, 40)}” to vary`);
  if (at < 0 || at === text.length - 1) refuse(`${label} needs values: say ${label}:1,2,4`);
  const lane = element === undefined ? null : Number(element);
  if (lane === null && param.count > 1)
    refuse(`${name} has ${param.count} values: say ${name}.0 for the first`);
  if (lane !== null && !(/^\d{1,3}$/.test(element ?? '') && param.count > 1 && lane < param.count))
    refuse(
      `there is no ${label.slice(0, 40)}: ${name} has ${param.count === 1 ? 'one value' : `values .0 to .${param.count - 1}`}`,
    );
  const values = listOf(text.slice(at + 1), label);
  for (const value of values) refuseOutside(name, value);
  const seen = new Set<number | string>();
  for (const value of values) {
    if (seen.has(value)) refuse(`${label} has ${value} twice`);
    seen.add(value);
  }
  return { name, lane, values };
}

function refuseOutside(name: ParamName, value: number | string): void {
  const param = paramNamed(name);
  if (!param) return;
  const words = variantsOf(name);
  const known = words.length > 0;
  const refused = (given: string) =>
    refuse(`${name} is ${known ? words.join(', ') : `${param.min} to ${param.max}`}, not ${given}`);
  let number = NaN;
  try {
    number = numberOf(param, value);
  } catch {
    refused(`“${value}”`);
  }
  const isBand = isAssumed(name) && !words.some((word) => numberOf(param, word) === number);
  if (number < param.min || number > param.max || isBand) refused(known ? `“${value}”` : String(value));
}

/** "1,2,4..8": words, whole numbers, and ranges of them. */
function listOf(text: string, label: string): (number | string)[] {
  return text.split(',').flatMap((item) => {
    const range = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(item);
    if (!range) return [/^-?\d{1,15}$/.test(item) ? Number(item) : decode(item)];
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (to < from) refuse(`${label} goes up: write ${to}..${from}, not ${from}..${to}`);
    if (to - from >= RUNS_MAX)
      refuse(
        `${label} ${from}..${to} is more than ${grouped(RUNS_MAX)} values, and so many runs a sweep has at most`,
      );
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/** A list of them, with ranges. Throws an Error in a sentence. */
export const seedsOf = (text: string): number[] => listOf(text, 'seeds').map((seed) => seedOf(seed));

function seedOf(seed: number | string): number {
  const param = paramNamed('seed');
  if (typeof seed === 'number' && param && seed >= param.min && seed <= param.max) return seed;
  return refuse(`a seed is a whole number from ${param?.min ?? 0} on, not “${seed}”`);
}

/** Throws as parseQuestion() does. */
export function measureOf(name: string): MeasureName {
  const found = MEASURES.find((m) => m.name === name);
  return found
    ? found.name
    : refuse(
        `there is no measure “${name.slice(0, 40)}”: there is ${MEASURES.map((m) => m.name).join(', ')}`,
      );
}

const axisText = (axis: Axis) => `${labelOf(axis)}:${ranges(axis.values)}`;

/** Three or more in a row are written as a range. */
export function ranges(values: readonly (number | string)[]): string {
  const out: string[] = [];
  for (let i = 0; i < values.length;) {
    let n = 1;
    const first = values[i];
    while (typeof first === 'number' && values[i + n] === first + n) n++;
    if (n > 2 && typeof first === 'number') out.push(`${first}..${first + n - 1}`);
    else for (let k = 0; k < n; k++) out.push(String(values[i + k]));
    i += n;
  }
  return out.join(',');
}
