import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, widthsOf } from '../../../scripts/style-rules.mjs';

const WIDTHS = new Set([640, 940, 1240]);

test('the tokens name the three widths', async () => {
  expect(widthsOf(await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8'))).toEqual(WIDTHS);
});

test.each([
  'font-size: 13px',
  'font: 600 12px/18px var(--sans)',
  'padding: 0 8px',
  'margin-top: -4px',
  'gap: 0.5rem',
  'margin: calc(var(--s-8) + 2px)',
])('%s is no token', (decl) => {
  expect(faultsOf('ui/a.css', `.a { ${decl}; }`, WIDTHS)).toHaveLength(1);
});

test.each([
  'padding: 0 var(--s-8)',
  'font: 600 var(--t-micro)/18px var(--sans)',
  'margin: 0px',
  'gap: 0.5em',
  'width: 12px',
])('%s is well', (decl) => {
  expect(faultsOf('ui/a.css', `.a { ${decl}; }`, WIDTHS)).toEqual([]);
});

test('drawings have lengths of their own', () => {
  expect(faultsOf('scenes/zones/zones.css', '.a { font-size: 13px; }', WIDTHS)).toEqual([]);
});

test('a layout changes at the three widths alone', () => {
  expect(faultsOf('ui/a.css', '@media (max-width: 640px) {} @media (min-width: 641px) {}', WIDTHS)).toEqual(
    [],
  );
  expect(
    faultsOf('ui/a.css', '@media (max-width: 760px) {} @media (min-width: 640px) {}', WIDTHS),
  ).toHaveLength(2);
});
