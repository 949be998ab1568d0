/** A tunable with its value, as links, questions, lessons and published runs write it. */
import type { ParamName } from '../../core/gen/tables';
import { isParamName, paramNamed, paramTextNamed, type ParamValue } from '../../core/params';
import { parseValue } from './spec';

/** Throws an Error in a sentence where there is no such tunable. */
export function parseTunable(name: string, text: string): [ParamName, ParamValue] {
  if (!isParamName(name)) throw new Error(`there is no tunable “${name.slice(0, 40)}”`);
  const { count } = paramNamed(name) ?? paramTextNamed(name) ?? { count: 1 };
  return [name, parseValue(text, count > 1)];
}
