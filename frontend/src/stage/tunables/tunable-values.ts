/** Values of tunables as text in a field, and back. */
import type { Catalogue } from '../../capture/sources/catalogue';
import type { SourceSpec } from '../../capture/sources/spec';
import {
  enumValues,
  numberOf,
  paramNamed,
  type ParamRow,
  type ParamsInForce,
  type ParamValue,
  type ParamValues,
} from '../../core/params';
import type { ParamName } from '../../core/gen/tables';
import { grouped } from '../../core/number';

/** The parameter that says how many elements of a vector count. */
const LENGTH: Partial<Record<ParamName, ParamName>> = {
  demand: 'nodes',
  node_pages: 'nodes',
  weight: 'nodes',
  dev_pages: 'devices',
  dev_node: 'devices',
  dev_prio: 'devices',
  dev_name: 'devices',
};
/** Vectors that say themselves how many count: those up to the last load there is. */
const LOADS: ReadonlySet<string> = new Set<ParamName>([
  'load',
  'load_node',
  'load_pages',
  'load_rate',
  'load_hot',
]);
/** Shorter vectors are shown whole. */
const SHORT = 4;
/** Masks of nodes, written as lists: 0-1, 3. */
const MASKS: ReadonlySet<string> = new Set<ParamName>(['policy_nodes']);

export function isMask(name: string): boolean {
  return MASKS.has(name);
}

/** How many elements of a vector count; null where any number of them may be given. */
export function lengthOf({ name, count }: ParamRow, params: ParamsInForce): number | null {
  const length = params[LENGTH[name] ?? ''];
  if (typeof length === 'number') return length;
  return count <= SHORT ? count : null;
}

export function vectorOf(param: ParamRow, params: ParamsInForce): readonly (number | string)[] {
  const value = params[param.name];
  if (typeof value !== 'object') return [];
  const counts = LOADS.has(param.name) ? params['load'] : value;
  const last =
    typeof counts === 'object'
      ? counts.findLastIndex((v) => v !== (counts === value ? param.default : 0))
      : 0;
  return value.slice(0, lengthOf(param, params) ?? Math.max(1, last + 1));
}

export function listText(param: ParamRow, values: readonly (number | string)[]): string {
  const names = new Map(param.enum === null ? [] : enumValues(param.enum));
  return values.map((v) => (typeof v === 'number' ? (names.get(v) ?? v) : v)).join(' : ');
}

type Parsed = { value: ParamValue } | { wrong: string };

/** One element of a value; null where the tunable cannot be that. */
export function elementOf(param: ParamRow, text: string): number | null {
  const named = param.enum === null ? undefined : enumValues(param.enum).find(([, name]) => name === text);
  const value = named?.[0] ?? (/^-?\d{1,15}$/.test(text) ? Number(text) : NaN);
  return value >= param.min && value <= param.max ? value : null;
}

/** What may be entered, e.g. "0 to 100". */
export function rangeOf(param: ParamRow): string {
  if (param.enum !== null)
    return enumValues(param.enum)
      .map(([, name]) => name)
      .join(', ');
  return `${grouped(param.min)} to ${grouped(param.max)}`;
}

export function parseNumber(param: ParamRow, text: string): Parsed {
  const value = elementOf(param, text.trim().replaceAll(',', ''));
  return value === null ? { wrong: rangeOf(param) } : { value };
}

/** Numbers or names between spaces, colons or commas; exactly `length` of them, where that is known. */
export function parseList(param: ParamRow, text: string, length: number | null): Parsed {
  const values = text
    .split(/[\s:,]+/)
    .filter(Boolean)
    .map((item) => elementOf(param, item));
  const good = values.filter((v) => v !== null);
  const enough = length === null ? good.length >= 1 && good.length <= param.count : good.length === length;
  if (good.length !== values.length || !enough) {
    return { wrong: `${length ?? `1 to ${param.count}`} values, ${rangeOf(param)}` };
  }
  return { value: good };
}

/** Nodes of a mask: "0-1, 3". */
export function nodesText(mask: number): string {
  const nodes = Array.from({ length: 32 }, (_, n) => n).filter((n) => Math.floor(mask / 2 ** n) % 2 === 1);
  const runs: [number, number][] = [];
  for (const n of nodes) {
    const run = runs.at(-1);
    if (run?.[1] === n - 1) run[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

/** The mask of "0-1, 3", or of "all" the `nodes` there are. */
export function parseNodes(param: ParamRow, text: string, nodes: number): Parsed {
  const wrong = {
    wrong: `Node numbers from 0 to ${nodes - 1}, for example ${nodes > 2 ? '0-1 or 0,2' : '0-1 or 1'}.`,
  };
  const items = text.trim() === 'all' ? [`0-${nodes - 1}`] : text.split(/[\s,:]+/).filter(Boolean);
  const chosen = new Set<number>();
  for (const item of items) {
    const [, from = '', to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(item) ?? [];
    if (from === '' || Number(from) > Number(to) || Number(to) >= nodes) return wrong;
    for (let n = Number(from); n <= Number(to); n++) chosen.add(n);
  }
  const value = [...chosen].reduce((sum, n) => sum + 2 ** n, 0);
  return value >= param.min && value <= param.max ? { value } : wrong;
}

/** What was asked for, where the run that answers is still on its way. */
export function asked(params: ParamsInForce, spec: SourceSpec): ParamsInForce {
  if (spec.kind !== 'model') return params;
  const numbers = Object.entries(spec.overrides).flatMap(([name, value]) => {
    const param = paramNamed(name);
    if (!param) return [];
    const lanes = [value].flat().map((v) => numberOf(param, v));
    return [[name, param.count > 1 ? lanes : (lanes[0] ?? 0)] as const];
  });
  return { ...params, ...Object.fromEntries<number | number[]>(numbers) };
}

/** Sets a value, or forgets it where the scenario itself says the same. */
function override(
  scenario: ParamValues,
  overrides: ParamValues,
  name: ParamName,
  value: ParamValue,
): ParamValues {
  const others = Object.fromEntries(Object.entries(overrides).filter(([other]) => other !== name));
  const same = String(scenario[name]) === String(value);
  return same ? others : { ...others, [name]: value };
}

type ModelSpec = Extract<SourceSpec, { kind: 'model' }>;

/** The model with another value of a tunable. */
export function withTunable(
  spec: ModelSpec,
  { scenarios }: Pick<Catalogue, 'scenarios'>,
  name: ParamName,
  value: ParamValue,
): ModelSpec {
  const scenario = scenarios.find((s) => s.id === spec.id);
  return { ...spec, overrides: override(scenario?.params ?? {}, spec.overrides, name, value) };
}

/** A value of a tunable with one of its elements changed; of a plain number: the number. */
export function withElement(
  param: ParamRow,
  params: ParamsInForce,
  lane: number | null,
  value: number,
): ParamValue {
  return lane === null ? value : vectorOf(param, params).map((v, i) => (i === lane ? value : v));
}
