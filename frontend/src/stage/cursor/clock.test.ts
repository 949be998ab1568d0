import { describe, expect, it } from 'vitest';
import { nextSpeed, PlaybackClock, SPEEDS, stepTime } from './clock';

function play(speed: number, frames: number[]): number {
  const clock = new PlaybackClock();
  return frames.reduce((sum, now) => sum + clock.steps(now, speed), 0);
}

/** Frames every 16.7 ms for so many seconds. */
const smooth = (seconds: number) => Array.from({ length: seconds * 60 + 1 }, (_, i) => (i * 1000) / 60);

describe('the playback clock', () => {
  it.each([2, 4, 8, 64])('owes %d steps a second', (speed) => {
    expect(play(speed, smooth(10))).toBe(10 * speed);
  });

  it.each([0.5, 1])('gives each step the time that its parts take, at speed %d', (speed) => {
    expect(play(speed, smooth(12))).toBe(10 * speed);
  });

  it('has narrated a step before the next is due', () => {
    for (const speed of SPEEDS) {
      const steps = play(speed, smooth(24)) / 24;
      expect(stepTime(true, speed), String(speed)).toBeLessThanOrEqual(1000 / steps + 1e-6);
    }
    expect(stepTime(false, 64)).toBe(stepTime(true, 1));
  });

  it('does not leap after a long frame', () => {
    expect(play(64, [0, 60000])).toBe(16);
  });

  it('owes nothing for the time before it was started, nor when time goes back', () => {
    expect(play(1, [50000])).toBe(0);
    expect(play(64, [1000, 10])).toBe(0);
  });

  it('forgets what it owed when reset', () => {
    const clock = new PlaybackClock();
    clock.steps(0, 4);
    clock.steps(249, 4);
    clock.reset();
    expect(clock.steps(250, 4)).toBe(0);
    expect(clock.steps(499, 4)).toBe(0);
  });
});

it('speeds go up and down the list and stop at its ends', () => {
  expect(nextSpeed(1, 1)).toBe(2);
  expect(nextSpeed(0.5, -1)).toBe(0.5);
  expect(nextSpeed(64, 1)).toBe(64);
});
