import { expect, test } from 'vitest';
import { shortfall } from './phrases';

const run = (n: number, noun?: readonly [string, string]) => ({
  info: noun ? { noun } : {},
  run: { ts: new Float64Array(n), span: 5e9 },
});

test('a position behind the end is said, with where that is', () => {
  const shown = [run(1000), run(0)];
  expect(shortfall({ align: 'decision', k: 1001, t: 0 }, shown)).toBe(
    'There is no decision 1,001: the last one is 1,000.',
  );
  expect(shortfall({ align: 'time', k: 0, t: 6e9 }, shown)).toBe(
    'There is nothing at 6.00 s: the end is at 5.00 s.',
  );
  expect(shortfall({ align: 'decision', k: 1000, t: 0 }, shown)).toBe('');
});

test('it is said in what the steps are called, and not of what has none', () => {
  expect(shortfall({ align: 'decision', k: 9, t: 0 }, [run(3, ['request', 'requests'])])).toBe(
    'There is no request 9: the last one is 3.',
  );
  expect(shortfall({ align: 'decision', k: 9, t: 0 }, [run(0)])).toBe('');
});
