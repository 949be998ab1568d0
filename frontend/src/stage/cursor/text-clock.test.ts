import { expect, test } from 'vitest';
import { emptyPane, type StageState } from '../state/store';
import { READING_SPEED, TEXT_EVERY_MS, TextClock } from './text-clock';

const panes = (): StageState['panes'] => ({ A: emptyPane(), B: emptyPane() });
const fast = { playing: true, speed: 64, panes: panes() };

/** Of frames every 16 ms, the times at which text is due. */
function narrated(state: Parameters<TextClock['due']>[1], frames: number): number[] {
  const telling = new TextClock();
  return Array.from({ length: frames }, (_, i) => 16 * i).filter((now) => telling.due(now, state, 'A'));
}

test.each([
  { playing: false, speed: 64 },
  { playing: true, speed: READING_SPEED },
])('text follows every frame at rest and played slowly: %o', (state) => {
  expect(narrated({ ...fast, ...state }, 100)).toHaveLength(100);
});

test('played fast, text follows a few times a second, the first frame at once', () => {
  const times = narrated(fast, 100);
  expect(times.slice(0, 2)).toEqual([0, 160]);
  const apart = times.slice(1).map((t, i) => t - (times[i] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(TEXT_EVERY_MS);
  expect(times).toHaveLength(10);
});

test('text never lags behind into another source', () => {
  const telling = new TextClock();
  expect(telling.due(0, fast, 'A')).toBe(true);
  expect(telling.due(16, fast, 'A')).toBe(false);
  expect(telling.due(32, { ...fast, panes: panes() }, 'A')).toBe(true);
});

test('each pane has a time of its own', () => {
  const telling = new TextClock();
  expect(telling.due(0, fast, 'A')).toBe(true);
  expect(telling.due(16, fast, 'B')).toBe(true);
  expect(telling.due(32, fast, 'A')).toBe(false);
});
