// Script time of a page's main thread by frame, out of Chromium's own trace.

const SCRIPT = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'HandlePostMessage',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);
const LONG_MS = 50;

/** @typedef {{name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number}} TraceEvent */

/**
 * The thread is the one that set `mark`; what was before it does not count. `times`: ms, in order of size, of each
 * frame; `longest`: ms of the longest task; `long`: tasks above 50 ms; `thread`: whether it is the thread's own time.
 * @param {TraceEvent[]} events @param {string} mark
 */
export function scriptTimes(events, mark) {
  const begin = events.find((e) => e.name === mark);
  if (!begin) throw new Error(`no ${mark} in the trace`);
  const own = events
    .filter((e) => e.pid === begin.pid && e.tid === begin.tid && e.ts >= begin.ts)
    .sort((a, b) => a.ts - b.ts);
  const frames = own.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.ts);
  // Several callbacks of one animation frame follow each other at once.
  const starts = frames.filter((ts, i) => i === 0 || ts - (frames[i - 1] ?? 0) > 4000);
  const scripts = own.filter((e) => e.ph === 'X' && SCRIPT.has(e.name));
  const times = new Float64Array(starts.length);
  let frame = -1;
  let end = -1;
  for (const { ts, dur = 0, tdur } of scripts) {
    // What lies in another one is counted with that.
    if (ts < end) continue;
    end = ts + dur;
    while ((starts[frame + 1] ?? Infinity) <= ts) frame++;
    if (frame >= 0) times[frame] = (times[frame] ?? 0) + (tdur ?? dur) / 1000;
  }
  const tasks = own
    .filter((e) => e.ph === 'X' && /RunTask$/.test(e.name))
    .map((e) => (e.tdur ?? e.dur ?? 0) / 1000);
  return {
    times: [...times].sort((a, b) => a - b),
    longest: Math.max(0, ...tasks),
    long: tasks.filter((t) => t > LONG_MS).length,
    thread: scripts.some((e) => e.tdur !== undefined),
  };
}

/** @param {number[]} sorted @param {number} share */
export const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
