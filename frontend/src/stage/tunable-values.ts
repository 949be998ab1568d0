/** Values of tunables as text in a field, and back. */
import type { ParamRow, ParamsInForce, ParamValue } from '../core/params';
import type { ParamName } from '../core/gen/tables';

/** The parameter that says how many elements of a vector count. */
const LENGTH: Partial<Record<ParamName, ParamName>> = {
  demand: 'nodes',
  dev_pages: 'devices',
  dev_node: 'devices',
  dev_prio: 'devices',
  dev_name: 'devices',
};

export function vectorOf(name: string, params: ParamsInForce): readonly (number | string)[] {
  const value = params[name];
  if (typeof value !== 'object') return [];
  const length = params[LENGTH[name as ParamName] ?? ''];
  return typeof length === 'number' ? value.slice(0, length) : value;
}

export function listText(values: readonly (number | string)[]): string {
  return values.join(' : ');
}

type Parsed = { value: ParamValue } | { wrong: string };

function check(param: ParamRow, text: string): number | null {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  return value >= param.min && value <= param.max ? value : null;
}

const range = (param: ParamRow) => `${param.min.toLocaleString('en')} to ${param.max.toLocaleString('en')}`;

export function parseNumber(param: ParamRow, text: string): Parsed {
  const value = check(param, text.trim().replaceAll(',', ''));
  return value === null ? { wrong: range(param) } : { value };
}

/** Numbers between spaces, colons or commas; exactly `length` of them. */
export function parseList(param: ParamRow, text: string, length: number): Parsed {
  const values = text
    .split(/[\s:,]+/)
    .filter(Boolean)
    .map((item) => check(param, item));
  const good = values.filter((v) => v !== null);
  if (good.length !== values.length || good.length !== length) {
    return { wrong: `${length} numbers, ${range(param)}` };
  }
  return { value: good };
}
