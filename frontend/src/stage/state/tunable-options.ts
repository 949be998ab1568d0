/** Tunables that are chosen rather than typed: few values, each with a word. */
import type { MpolName, ParamName } from '../../core/gen/tables';
import { enumValues, type ParamRow } from '../../core/params';
import { valuePhrase } from '../../capture/sources/phrases';

export type TunableOption = readonly [value: number, words: string];

/** Values of a longer list that the machine takes. */
const POLICIES: ReadonlySet<string> = new Set<MpolName>(['default', 'interleave', 'weighted_interleave']);
/** Numbers of which a few say it all; others can be given in a link. */
const NUMBERS: Partial<Record<ParamName, readonly number[]>> = { granularity: [1, 2, 4, 8, 16] };

/** Null for what is typed. `value`: the one in force, offered whatever it is. */
export function optionsOf(
  param: ParamRow,
  value: number,
  words: (list: string, value: string) => string = valuePhrase,
): readonly TunableOption[] | null {
  const numbers = NUMBERS[param.name];
  if (numbers) return [...new Set([...numbers, value])].sort((a, b) => a - b).map((n) => [n, String(n)]);
  if (param.enum !== null) {
    const list = param.enum;
    return enumValues(list)
      .filter(([v, name]) => v === value || param.name !== 'mempolicy' || POLICIES.has(name))
      .map(([v, name]) => [v, words(list, name)]);
  }
  return param.min === 0 && param.max === 1
    ? [
        [1, 'on'],
        [0, 'off'],
      ]
    : null;
}

/** Letters beyond which options become a list that opens. */
const LETTERS = 36;

export function isLong(options: readonly TunableOption[]): boolean {
  return options.reduce((sum, [, words]) => sum + words.length + 2, 0) > LETTERS;
}
