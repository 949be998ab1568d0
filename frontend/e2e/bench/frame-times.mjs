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

/** What the thread that set the first `mark` did, in order of time. @param {TraceEvent[]} events @param {string} mark */
export function threadOf(events, mark) {
  const begin = events.find((e) => e.name === mark);
  if (!begin) throw new Error(`no ${mark} in the trace`);
  return events.filter((e) => e.pid === begin.pid && e.tid === begin.tid).sort((a, b) => a.ts - b.ts);
}

/** When animation frames were called back. @param {TraceEvent[]} own */
export const callbacks = (own) => own.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.ts);

/** ms of each task. @param {TraceEvent[]} own */
export const tasksOf = (own) =>
  own.filter((e) => e.ph === 'X' && /RunTask$/.test(e.name)).map((e) => (e.tdur ?? e.dur ?? 0) / 1000);

/** Which frame a time belongs to; -1: none. @param {number[]} starts @param {number} ts */
export const frameOf = (starts, ts) => starts.findLastIndex((start) => start <= ts);

/**
 * `times`: ms of script from each start to the next; `thread`: whether it is the thread's own time.
 * @param {TraceEvent[]} own @param {number[]} starts
 */
export function scriptByFrame(own, starts) {
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
  return { times, thread: scripts.some((e) => e.tdur !== undefined) };
}

/**
 * Of every frame since `mark`. `times`: ms, in order of size; `longest`: ms of the longest task; `long`: tasks above
 * 50 ms.
 * @param {TraceEvent[]} events @param {string} mark
 */
export function scriptTimes(events, mark) {
  const thread = threadOf(events, mark);
  const since = thread.find((e) => e.name === mark)?.ts ?? Infinity;
  const own = thread.filter((e) => e.ts >= since);
  const frames = callbacks(own);
  // Several callbacks of one animation frame follow each other at once.
  const starts = frames.filter((ts, i) => i === 0 || ts - (frames[i - 1] ?? 0) > 4000);
  const { times, ...rest } = scriptByFrame(own, starts);
  const tasks = tasksOf(own);
  return {
    ...rest,
    times: [...times].sort((a, b) => a - b),
    longest: Math.max(0, ...tasks),
    long: tasks.filter((t) => t > LONG_MS).length,
  };
}

/** Layouts that a script in an animation frame's callback had to wait for. @param {TraceEvent[]} own */
export function forcedLayouts(own) {
  const frames = own.filter((e) => e.name === 'FireAnimationFrame');
  const layouts = own.filter((e) => e.name === 'Layout');
  return layouts.filter(({ ts }) => frames.some((f) => f.ts <= ts && ts < f.ts + (f.dur ?? 0))).length;
}

/** By nearest rank (docs/numbers.md). @param {number[]} sorted @param {number} share */
export const quantile = (sorted, share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
