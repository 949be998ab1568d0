import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkedLines,
  codeOf,
  digitsOf,
  lineOf,
  MARKS,
  marksOf,
  nameOf,
  versionOf,
  type HandedIn,
} from './homework';

const handed: fc.Arbitrary<HandedIn> = fc.record({
  version: fc.string({ maxLength: 200 }).map(versionOf),
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((name) => nameOf(name) !== ''),
  marks: fc.array(fc.constantFrom(...MARKS), { maxLength: 40 }),
});
const RUNS = { numRuns: 40 };
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('a code', () => {
  it('is right, typed in any way', () => {
    fc.assert(
      fc.property(handed, (one) => {
        const code = codeOf(one);
        for (const typed of [code, code.toLowerCase(), code.replaceAll(' ', '-'), code.replaceAll('0', 'O')])
          expect(marksOf(typed, one, one.marks.length)).toEqual(one.marks);
      }),
      RUNS,
    );
  });

  it('is refused with any digit changed', () => {
    fc.assert(
      fc.property(handed, (one) => {
        const code = codeOf(one).replaceAll(' ', '');
        for (let i = 0; i < code.length; i++)
          for (const digit of DIGITS.replace(code.charAt(i), '')) {
            const typed = code.slice(0, i) + digit + code.slice(i + 1);
            expect(marksOf(typed, one, one.marks.length)).toBeNull();
          }
      }),
      { numRuns: 40 },
    );
  });

  it('is refused under another name, of another lesson and with other answers', () => {
    fc.assert(
      fc.property(handed, handed, (one, other) => {
        const code = codeOf(one);
        const n = one.marks.length;
        if (nameOf(one.name) !== nameOf(other.name))
          expect(marksOf(code, { ...one, name: other.name }, n)).toBeNull();
        if (one.version !== other.version)
          expect(marksOf(code, { ...one, version: other.version }, n)).toBeNull();
        if (other.marks.join() !== one.marks.join()) expect(marksOf(code, one, n)).not.toEqual(other.marks);
        if (digitsOf(n) !== digitsOf(other.marks.length))
          expect(marksOf(code, one, other.marks.length)).toBeNull();
      }),
      RUNS,
    );
  });
});

it('a version is that of the text, however its lines end', () => {
  expect(versionOf('a\r\nb')).toBe(versionOf('a\nb'));
  expect(versionOf('a\nb')).not.toBe(versionOf('a\nc'));
});

/** A class of forty: of a lesson with eight questions, each with answers of their own. */
describe('forty lines of a class', () => {
  const version = versionOf('# a lesson');
  const n = 8;
  const students = Array.from({ length: 40 }, (_, i): HandedIn => ({
    version,
    name: `Student ${i + 1}`,
    marks: Array.from({ length: n }, (_, q) => MARKS[(i * 7 + q * (i + 3)) % MARKS.length] ?? 'none'),
  }));
  const lines = students.map(lineOf);
  const right = (text: readonly string[], of = version) =>
    checkedLines(text.join('\n'), of, n).filter(({ marks }) => marks !== null).length;

  it('are right, 40 of 40, with the answers that were given', () => {
    expect(checkedLines(lines.join('\n'), version, n)).toEqual(
      students.map(({ name, marks }) => ({ name, marks })),
    );
  });

  it.each<[string, (line: string, i: number) => string]>([
    ['a digit', (line, i) => line.replace(/.(?=[^]{0,13}$)/, (d) => DIGITS.replace(d, '').charAt(i % 31))],
    ['the last digit', (line, i) => line.replace(/.$/, (d) => DIGITS.replace(d, '').charAt(i % 31))],
    ['a name', (line) => line.replace('Student', 'Studemt')],
    ['another’s name', (line, i) => line.replace(/^[^,]*/, `Student ${((i + 1) % 40) + 1}`)],
    ['a score', (line) => line.replace(/(\d+)(?= of 8)/, (score) => String((Number(score) + 1) % (n + 1)))],
    ['how many there are', (line) => line.replace(' of 8', ' of 9')],
    ['two digits that stand beside each other', (line) => line.replace(/([^ ])([^ ])$/, '$2$1')],
  ])('with %s changed: refused, 40 of 40', (what, how) => {
    const changed = lines.map(how);
    // Two digits may be the same: then nothing was changed.
    const same = changed.filter((line, i) => line === lines[i]).length;
    expect(same).toBeLessThanOrEqual(what.startsWith('two') ? 5 : 0);
    expect(right(changed)).toBe(same);
  });

  it('of another version of the lesson: refused, 40 of 40', () => {
    expect(right(lines, versionOf('# a lesson.'))).toBe(0);
  });
});

describe('lines that are handed in', () => {
  const version = versionOf('# a lesson');
  const ada: HandedIn = {
    version,
    name: 'Ada Lovelace',
    marks: ['right', 'right', 'other', 'none', 'right', 'right'],
  };
  const line = lineOf(ada);

  it('as they are copied', () => {
    expect(line).toMatch(/^Ada Lovelace, 4 of 6, (?:[0-9A-Z]{4} ){2}[0-9A-Z]{4}$/);
    expect(checkedLines(`\n${line}\n\n`, version, 6)).toEqual([{ name: 'Ada Lovelace', marks: ada.marks }]);
  });

  it.each([
    ['no score', `Ada Lovelace ${codeOf(ada)}`],
    ['a tab', `Ada Lovelace\t${codeOf(ada).replaceAll(' ', '')}`],
    ['more spaces', `  Ada   Lovelace ; 4 of 6 ; ${codeOf(ada)} `],
  ])('with %s', (_, text) => {
    expect(checkedLines(text, version, 6)).toEqual([{ name: 'Ada Lovelace', marks: ada.marks }]);
  });

  it.each([
    ['another score', line.replace('4 of 6', '5 of 6')],
    ['another name', line.replace('Ada', 'Eve')],
    ['no name', codeOf(ada)],
    ['no code', 'Ada Lovelace'],
  ])('%s is refused', (_, text) => {
    expect(checkedLines(text, version, 6)[0]?.marks).toBeNull();
  });

  it('a name of letters that could be a code', () => {
    const odd = { ...ada, name: 'ADAM BABE' };
    expect(checkedLines(lineOf(odd), version, 6)).toEqual([{ name: 'ADAM BABE', marks: ada.marks }]);
    expect(checkedLines(`ADAM BABE ${codeOf(odd)}`, version, 6)[0]?.marks).toEqual(ada.marks);
  });
});
