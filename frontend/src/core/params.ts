/** Values for the tunables of params.def: numbers, names of an enum's values, or vectors of them. */
import { ENUMS, type EnumName } from './gen/tables';
import { PARAM_TEXTS, PARAMS, type ParamName } from './gen/params';
import { listed, plain, textOf } from './message';

export type ParamValue = number | string | readonly (number | string)[];
export type ParamValues = Readonly<Partial<Record<ParamName, ParamValue>>>;
/** Numbers only, every parameter present: what a run really used. */
export type ParamsInForce = Readonly<Record<string, number | readonly number[] | readonly string[]>>;

export type ParamRow = (typeof PARAMS)[number];
type ParamTextRow = (typeof PARAM_TEXTS)[number];

export function paramNamed(name: string): ParamRow | undefined {
  return PARAMS.find((p) => p.name === name);
}

export function paramTextNamed(name: string): ParamTextRow | undefined {
  return PARAM_TEXTS.find((p) => p.name === name);
}

export function isParamName(name: string): name is ParamName {
  return paramNamed(name) !== undefined || paramTextNamed(name) !== undefined;
}

/** [number, name] of each value of an enum. */
export function enumValues(list: EnumName): [value: number, name: string][] {
  return Object.entries(ENUMS[list]).map(([value, name]): [number, string] => [Number(value), name ?? '']);
}

/** The number behind one element of a value; throws a sentence that names the parameter. */
export function numberOf(param: ParamRow, element: number | string): number {
  if (typeof element === 'number') return element;
  const named = param.enum === null ? undefined : enumValues(param.enum).find(([, n]) => n === element)?.[0];
  if (named !== undefined) return named;
  const value = Number(element);
  if (element.trim() === '' || !Number.isSafeInteger(value)) {
    const names = param.enum === null ? [] : enumValues(param.enum).map(([, name]) => plain(name));
    const known = names.length > 0 ? textOf(listed(names, 'or')) : 'a whole number';
    throw new Error(`${param.name} cannot be “${element}”: it is ${known}`);
  }
  return value;
}
