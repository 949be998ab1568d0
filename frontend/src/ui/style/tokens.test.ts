import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';
let tokens: Record<Theme, Map<string, string>>;

beforeAll(async () => {
  const css = await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8');
  tokens = { light: new Map(), dark: new Map() };
  for (const [, name = '', value = ''] of css.matchAll(/^\s+(--[\w-]+):\s*([^;]+);/gm)) {
    const pair = /^light-dark\((#\w+),\s*(#\w+)\)$/.exec(value);
    if (tokens.light.has(name)) continue; // what a media query changes comes later
    tokens.light.set(name, pair?.[1] ?? value);
    tokens.dark.set(name, pair?.[2] ?? value);
  }
});

function colour(theme: Theme, name: string): string {
  const value = tokens[theme].get(name) ?? '';
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return other ? colour(theme, other) : value;
}

/** Relative luminance, WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Theme, a: string, b: string): number {
  const [low = 0, high = 0] = [colour(theme, a), colour(theme, b)].map(luminance).sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const nodes = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7'];
const TEXT: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3', 'now', 'model', 'published'].map((t): [string, string] => [
    `--${t}`,
    '--paper',
  ]),
  ...['ink', 'ink-2', 'ink-3', 'now'].map((t): [string, string] => [`--${t}`, '--wash']),
  ...nodes.flatMap((n): [string, string][] => [
    [`--${n}-ink`, '--paper'],
    [`--${n}-on`, `--${n}`],
  ]),
  ['--on-kernel', '--kernel'],
  ['--n-none-ink', '--paper'],
];
const MARKS: [string, string][] = [
  ...nodes.map((n): [string, string] => [`--${n}`, '--paper']),
  ['--n-none', '--paper'],
  ['--control', '--paper'],
  ['--control', '--wash'],
];

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(TEXT)('text %s on %s has a contrast of 4.5', (a, b) => {
    expect(contrast(theme, a, b)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(MARKS)('mark %s on %s has a contrast of 3', (a, b) => {
    expect(contrast(theme, a, b)).toBeGreaterThanOrEqual(3);
  });
});

test('reduced motion leaves no duration', async () => {
  const css = await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8');
  const reduced = css.slice(css.indexOf('prefers-reduced-motion'));
  for (const name of tokens.light.keys()) {
    if (name.startsWith('--m-')) expect(reduced).toMatch(new RegExp(`${name}:\\s*0ms`));
  }
});
