import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PARAMS } from '../../core/gen/params';
import { COLOURS, HIDDEN, TEXT_SIZES, DEFAULT_SETTINGS, type ClassSettings } from './class-link';
import { formatClassLink, parseClassLink } from './class-link-parser';

const names = PARAMS.map((p) => p.name);
const any: fc.Arbitrary<ClassSettings> = fc.record({
  present: fc.boolean(),
  hide: fc.subarray([...HIDDEN]),
  tunables: fc.option(fc.subarray(names.slice(0, 12))),
  colours: fc.constantFrom(...COLOURS),
  text: fc.constantFrom(...TEXT_SIZES),
});

test('what is written is read back, without complaints, and others’ parameters stay', () => {
  fc.assert(
    fc.property(any, (teaching) => {
      const search = formatClassLink(teaching, '?answers=1');
      expect(search).toContain('answers=1');
      expect(parseClassLink(search)).toEqual({ teaching, complaints: [] });
    }),
  );
  expect(formatClassLink(DEFAULT_SETTINGS)).toBe('');
  expect(formatClassLink({ ...DEFAULT_SETTINGS, present: true, hide: ['why', 'strip'] })).toBe(
    '?present=1&hide=why,strip',
  );
  expect(formatClassLink(DEFAULT_SETTINGS, '?present=1&text=1.3')).toBe('');
});

test('what cannot be read is named, the rest counts', () => {
  const { teaching, complaints } = parseClassLink(
    '?present=yes&hide=why,wy&tunables=rule,rul&text=9&colours=',
  );
  expect(teaching).toEqual({ ...DEFAULT_SETTINGS, hide: ['why'], tunables: ['rule'] });
  expect(complaints).toEqual([
    '“present=yes” in the link is not 1.',
    '“hide=wy” in the link is not a list of why, twin, verdict, tunables, sources, strip, other.',
    '“tunables=rul” in the link is not a list of tunables, or none.',
    '“colours=” in the link is not usual, projector.',
    '“text=9” in the link is not 1, 1.15, 1.3, 1.5.',
  ]);
});

test('nothing in an address breaks it', () => {
  fc.assert(
    fc.property(fc.string(), (search) => {
      const { teaching } = parseClassLink(search);
      expect(parseClassLink(formatClassLink(teaching)).complaints).toEqual([]);
    }),
  );
});
