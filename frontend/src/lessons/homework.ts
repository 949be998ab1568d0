/**
 * Homework: the code that a student hands in, and that a teacher checks without a server and without accounts. A code is bound to the lesson's text, to the chosen name and to which answers were right.
 * It stops a slip and a changed digit, not somebody who reads this: the key is in the page.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The result of a question; `none`: it was passed over. */
export const MARKS = ['none', 'other', 'right'] as const;
export type Mark = (typeof MARKS)[number];

export interface HandedIn {
  /** Of the lesson's text: versionOf(). */
  version: string;
  name: string;
  /** One for each question of the lesson, in order. */
  marks: readonly Mark[];
}

const KEY = utf8ToBytes('mmscope homework 1');
/** Crockford's: no I, L, O and U, so that a code can be read aloud and typed. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGIT_BITS = 5;
const GROUP = 4;
/** Bits of a code's check at least: one in 10^12 codes made up is right. */
const CHECK_BITS = 40;
const NAME = 60;

/** Of a lesson's text; how its lines end makes no difference. */
export const versionOf = (text: string): string =>
  bytesToHex(sha256(utf8ToBytes(text.replace(/\r\n?/g, '\n'))));

/** As it is bound: spaces at the ends, and how many there are between words, are nobody's name. */
export const nameOf = (typed: string): string =>
  typed.normalize('NFC').split(/\s+/u).filter(Boolean).join(' ').slice(0, NAME);

const combinations = (questions: number): bigint => BigInt(MARKS.length) ** BigInt(questions);

/** Digits of a code of so many questions: whole groups. */
export function digitsOf(questions: number): number {
  const bits = combinations(questions).toString(2).length + CHECK_BITS;
  return Math.ceil(bits / DIGIT_BITS / GROUP) * GROUP;
}

/** Bits that are left for the check, and the check. */
function checkOf({ version, name, marks }: HandedIn): { bits: bigint; check: bigint } {
  const digits = digitsOf(marks.length);
  const bits = BigInt(digits * DIGIT_BITS - combinations(marks.length).toString(2).length);
  const said = JSON.stringify([version, nameOf(name), marks]);
  return {
    bits,
    check: BigInt.asUintN(Number(bits), BigInt(`0x${bytesToHex(hmac(sha256, KEY, utf8ToBytes(said)))}`)),
  };
}

/** `7K4F 92QD L3MB` */
export function codeOf(handed: HandedIn): string {
  const { bits, check } = checkOf(handed);
  const marks = handed.marks.reduce((n, mark) => n * BigInt(MARKS.length) + BigInt(MARKS.indexOf(mark)), 0n);
  let left = (marks << bits) | check;
  let code = '';
  for (let i = 0; i < digitsOf(handed.marks.length); i++) {
    code = DIGITS.charAt(Number(left % 32n)) + code;
    left /= 32n;
  }
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

/** What a code says came of each question; null: it is of another lesson, version or name, or none. */
export function marksOf(
  code: string,
  { version, name }: Omit<HandedIn, 'marks'>,
  questions: number,
): Mark[] | null {
  const digits = plainDigits(code);
  if (digits.length !== digitsOf(questions)) return null;
  let value = 0n;
  for (const digit of digits) value = value * 32n + BigInt(DIGITS.indexOf(digit));
  const bits = BigInt(digits.length * DIGIT_BITS - combinations(questions).toString(2).length);
  let left = value >> bits;
  if (left >= combinations(questions)) return null;
  const marks: Mark[] = [];
  for (let i = 0; i < questions; i++) {
    marks.unshift(MARKS[Number(left % BigInt(MARKS.length))] ?? 'none');
    left /= BigInt(MARKS.length);
  }
  return plainDigits(codeOf({ version, name, marks })) === digits ? marks : null;
}

/** What is easily taken for another digit counts as that. */
const plainDigits = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** What a student hands in: `Ada Lovelace, 5 of 6, 7K4F 92QD L3MB`. */
export const lineOf = (handed: HandedIn): string =>
  `${nameOf(handed.name)}, ${rightOf(handed.marks)} of ${handed.marks.length}, ${codeOf(handed)}`;

export const rightOf = (marks: readonly Mark[]): number => marks.filter((mark) => mark === 'right').length;

interface CheckedLine {
  name: string;
  /** Null: refused. */
  marks: Mark[] | null;
}

/** Lines as students hand them in, with the score or without it; empty ones are left out. */
export function checkedLines(text: string, version: string, questions: number): CheckedLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => checkedLine(line, version, questions));
}

function checkedLine(line: string, version: string, questions: number): CheckedLine {
  const digits = digitsOf(questions);
  const [, before = line, code = ''] =
    new RegExp(`^(.*?)((?:[0-9a-z][\\s-]*){${digits}})$`, 'isu').exec(line.trim()) ?? [];
  const [, words = before, right, of] = /^(.*?)[\s,;:]+(\d{1,3}) of (\d{1,3})[\s,;:]*$/su.exec(before) ?? [];
  const name = nameOf(words.replace(/[\s,;:]+$/u, ''));
  const marks = marksOf(code, { version, name }, questions);
  const claimed = right === undefined ? null : [Number(right), Number(of)];
  const fits = marks && (!claimed || (claimed[0] === rightOf(marks) && claimed[1] === marks.length));
  return { name, marks: fits ? marks : null };
}
