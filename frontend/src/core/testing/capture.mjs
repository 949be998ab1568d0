/**
 * For tests, those of the browser too: the text of a capture, line by line, from the event table itself
 * (wasm-core/include/mms/events.def). Nothing here knows a field: a line has all fields of its kind, and
 * those not given are 0, or all ones in lanes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{name: string, type: string, lanes: number}} Field */
/** @typedef {Readonly<Record<string, number | string | readonly number[]>>} Values */

const table = readFileSync(join(import.meta.dirname, '../../../../wasm-core/include/mms/events.def'), 'utf8');

/** Bits of a lane, by the end of its type's name. @param {string} type */
const bitsOf = (type) => Number(/\d+$/.exec(type)?.[0] ?? 64);

/** @param {string} list @returns {Field[]} */
function fieldsOf(list) {
  const body = new RegExp(`#define MMS_FIELDS_${list}\\(F\\)((?:.*\\\\\\n)*.*)`).exec(table)?.[1];
  if (body === undefined) throw new Error(`the event table has no ${list}`);
  return [...body.matchAll(/\bF\((\w+),\s*(\w+),\s*(\d+),/g)].map(([, name = '', type = '', lanes]) => ({
    name,
    type,
    lanes: Number(lanes),
  }));
}

const common = fieldsOf('common');

/** Kinds numbered below this leave out the common fields that mean nothing for them. */
const FIRST_OF_KERNEL = 16;

/** @param {string} kind */
function isBare(kind) {
  const number = new RegExp(`\\bE\\(${kind},\\s*(\\d+),`).exec(table)?.[1];
  return Number(number) < FIRST_OF_KERNEL;
}

/** Lanes packed into 64-bit words, unused ones all ones. @param {readonly number[]} values @param {Field} field */
function vector(values, { type, lanes }) {
  const bits = bitsOf(type);
  const perWord = 64 / bits;
  const words = Array.from({ length: Math.ceil(lanes / perWord) }, (_, w) => {
    let word = 0n;
    for (let i = 0; i < perWord; i++) {
      word |= BigInt.asUintN(bits, BigInt(values[w * perWord + i] ?? -1)) << BigInt(i * bits);
    }
    return word.toString(16);
  });
  return words.join(',');
}

/** @param {Field} field @param {Values} values */
function shown(field, values) {
  const value = values[field.name] ?? (field.lanes > 1 && field.type !== 'text' ? [] : 0);
  if (typeof value === 'object') return vector(value, field);
  return field.type === 'x64' && typeof value === 'number' ? value.toString(16) : String(value);
}

/**
 * One line of a capture. Throws when a value is given for a field that the kind has not.
 * @param {string} kind @param {Values} values
 */
export function line(kind, values) {
  const own = fieldsOf(kind);
  const names = new Set([...common, ...own].map((f) => f.name));
  const unknown = Object.keys(values).find((name) => !names.has(name));
  if (unknown !== undefined) throw new Error(`${kind} has no field ${unknown}`);
  const given = isBare(kind) ? common.filter((f) => f.name in values) : common;
  const all = [...given.filter((f) => f.type !== 'text'), ...own, ...given.filter((f) => f.type === 'text')];
  return [kind, ...all.map((f) => `${f.name}=${shown(f, { comm: 'test', ...values })}`)].join(' ');
}

/**
 * A whole capture of these lines, with the settings of its manifest.
 * @param {readonly string[]} lines @param {Readonly<Record<string, string>>} [sysctls]
 */
export function capture(lines, sysctls = {}) {
  const manifest = JSON.stringify({ kernel: { release: '6.12.0-test' }, sysctls });
  const events = lines.filter((l) => !isBare(l.slice(0, l.indexOf(' ')))).length;
  const end = `end events=${events} lost=0 manifest={}`;
  return ['mmscope-capture 1', `manifest ${manifest}`, ...lines, end, ''].join('\n');
}
