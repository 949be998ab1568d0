/**
 * Words with values in them, kept apart until they are read: another language, or a surface that is not HTML,
 * gets the pattern and the values, not a finished string. Pure.
 */
import { grouped } from './number';

export type Value = number | string | Message;

export interface Message {
  /** English, with {0}, {1} … where the values go. A brace that is meant is doubled. */
  readonly text: string;
  /** Numbers are amounts, written with thousands apart and a real minus sign; strings stand as they are. */
  readonly values: readonly Value[];
}

/** A message as it is written: msg`${3} pages of ${name}`. */
export function msg(parts: TemplateStringsArray, ...values: readonly Value[]): Message {
  const text = parts.map((part, i) => braced(part) + (i < values.length ? `{${i}}` : '')).join('');
  return { text, values };
}

const braced = (part: string) => part.replace(/[{}]/g, '$&$&');

/** Text that comes from elsewhere, such as the tables of the core, as a message. */
export const plain = (text: string): Message => ({ text: braced(text), values: [] });

export const NOTHING: Message = plain('');

/** A number of things, as a message: "1 slot", "64 slots", "1,024 pages". */
export function amount(n: number, noun: string): Message {
  return { text: `{0} ${noun}${n === 1 ? '' : 's'}`, values: [n] };
}

/** In English; a value that is a message is written out in its place. */
export function textOf({ text, values }: Message): string {
  return text.replace(/\{\{|\}\}|\{(\d+)\}/g, (found, at: string | undefined) =>
    at === undefined ? found.slice(0, 1) : valueText(values[Number(at)]),
  );
}

function valueText(value: Value | undefined): string {
  if (typeof value === 'number') return value < 0 ? `\u2212${grouped(-value)}` : grouped(value);
  return typeof value === 'object' ? textOf(value) : (value ?? '');
}

export const isNothing = (message: Message): boolean => textOf(message) === '';

/** Do both say the same? */
export const alike = (a: Message, b: Message): boolean => textOf(a) === textOf(b);

/** One after the other; those that say nothing are left out. */
export function joined(all: readonly Message[], between = ', '): Message {
  const said = all.filter((m) => !isNothing(m));
  return { text: said.map((_, i) => `{${i}}`).join(braced(between)), values: said };
}

/** "a, b and c", "a, b or c" */
export function listed(all: readonly Message[], by: 'and' | 'or' = 'and'): Message {
  const last = all.at(-1);
  if (!last || all.length === 1) return last ?? NOTHING;
  return by === 'and'
    ? msg`${joined(all.slice(0, -1))} and ${last}`
    : msg`${joined(all.slice(0, -1))} or ${last}`;
}

/** With a capital letter at the beginning. */
export function capital(message: Message): Message {
  const { text, values } = message;
  if (!text.startsWith('{0}')) return { text: upper(text), values };
  const [first, ...rest] = values;
  if (first === undefined || typeof first === 'number') return message;
  return { text, values: [typeof first === 'string' ? upper(first) : capital(first), ...rest] };
}

const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
