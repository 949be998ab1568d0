import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glossary, piecesOf, TERM_NAMES, termNamed } from './terms';

const textOf = (pieces: ReturnType<typeof piecesOf>) =>
  pieces.map((p) => (typeof p === 'string' ? p : p.words)).join('');
const terms = (text: string) => piecesOf(text).flatMap((p) => (typeof p === 'string' ? [] : [p.term]));

test('what a beginner needs is in it', () => {
  for (const word of ['page', 'node', 'zone', 'swap', 'swap slot', 'kswapd', 'priority', 'interrupt'])
    expect(termNamed(word), word).toBe(word);
  expect(termNamed('watermark')).toBe('watermarks');
  expect(termNamed(' Plist ')).toBe('plist');
  expect(termNamed('blockchain')).toBeNull();
});

test('each form stands for one term, each explanation is one to four whole sentences', () => {
  const forms = TERM_NAMES.flatMap((name) => [name, ...glossary[name].as]).map((f) => f.toLowerCase());
  expect(forms).toEqual([...new Set(forms)]);
  for (const name of TERM_NAMES) {
    expect(glossary[name].what, name).toMatch(/[.)]$/);
    expect(glossary[name].what.length, name).toBeLessThan(280);
  }
});

test('the longest form is found, as a whole word, in any case, once', () => {
  expect(terms('CPU 5 on node 2 needs 64 swap slots. Node 3 too.')).toEqual(['node', 'swap slot']);
  expect(terms('Pages are swapped')).toEqual(['page', 'swap']);
  expect(terms('swapA, monkey, plist_requeue(), zone_reclaim, mm/swap.c, non-swap')).toEqual([]);
  expect(terms('It waits for the interrupt.')).toEqual(['interrupt']);
});

test('pieces make up the text, whatever it is', () => {
  const word = fc.oneof(fc.constantFrom(...TERM_NAMES), fc.string());
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(' ');
      expect(textOf(piecesOf(text))).toBe(text);
    }),
  );
});
