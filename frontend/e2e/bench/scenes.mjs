// npm run bench: script time of the main thread in each frame while both panes play, scene by scene.
//
// Method. Chromium traces itself while a model and a capture play side by side, 64 steps a second. A frame
// is the time from one animation frame to the next; its script time is what the main thread's scripts took
// in it (callbacks, timers, messages from the panes' workers, microtasks, garbage collected meanwhile), in
// the thread's own time, so that other processes do not count. Frames that drew no step are left out: they
// would only make the median look better. Layout and painting are not script.
//
// Then the same at speed 1, where some 70 frames draw moments of each step. Those that begin a step, with a drawing
// and words of another decision, are counted apart: there are few of them, and above there are many. That a frame reads
// no layout shows in the trace: a layout that a script forces lies in its callback.
import { launch, openPage } from '../browser.mjs';
import {
  callbacks,
  forcedLayouts,
  frameOf,
  quantile,
  scriptByFrame,
  tasksOf,
  threadOf,
} from './frame-times.mjs';
import { startPreview } from '../vite.mjs';
import { SCENES } from '../scenes.mjs';

/** Milliseconds a frame may take: median, 99th percentile. */
const LIMITS = { p50: 3, p99: 8 };
/** The same of a moment of a step. */
const STEP_LIMITS = { p99: 4, layouts: 0 };
/** Steps played at speed 1, until the scripts are compiled, and measured. */
const [WARM_STEPS, STEPS] = [4, 6];
/** Frames drawn before the measurement, until the scripts are compiled, and in it. */
const [WARM, MEASURED] = [250, 250];
const LOOK_EVERY_MS = 500;
/** Set in the trace by what draws a step. */
const STEP = 'mms-step';

/** Every scene, and the one that shows any decision. */
const VIEWS = [
  ...SCENES.map(({ id, both }) => ({ id, view: both })),
  { id: 'decisions', view: 'a=model:four-nodes&b=capture:cache-preferred&k=400' },
];

/** Script time, in ms, of each frame that drew a step. @param {import('./frame-times.mjs').TraceEvent[]} events */
function drawnFrames(events) {
  const own = threadOf(events, STEP);
  const starts = callbacks(own);
  const { times, thread } = scriptByFrame(own, starts);
  const drew = new Set(events.filter((e) => e.name === STEP).map(({ ts }) => frameOf(starts, ts)));
  return {
    times: [...times].filter((_, i) => drew.has(i)).sort((a, b) => a - b),
    longest: Math.max(0, ...tasksOf(own)),
    thread,
  };
}

/** Of steps that take their time: script time of each frame that draws a moment, and of those that begin one. @param {import('./frame-times.mjs').TraceEvent[]} events */
function momentFrames(events) {
  const own = threadOf(events, STEP);
  const frames = callbacks(own);
  // Several callbacks of one animation frame follow each other at once.
  const starts = frames.filter((ts, i) => i === 0 || ts - (frames[i - 1] ?? 0) > 4000);
  const { times } = scriptByFrame(own, starts);
  const begun = new Set(events.filter((e) => e.name === STEP).map(({ ts }) => frameOf(starts, ts)));
  const sorted = (/** @type {boolean} */ begins) =>
    [...times].filter((_, i) => begun.has(i) === begins).sort((a, b) => a - b);
  return { moments: sorted(false), begins: sorted(true), layouts: forcedLayouts(own) };
}

/** Sets a mark in the trace by each step. @param {import('playwright-core').Page} page */
const markSteps = (page) =>
  page.evaluate((step) => {
    const mark = () => performance.mark(step);
    for (const e of document.querySelectorAll('.count'))
      new MutationObserver(mark).observe(e, { subtree: true, childList: true, characterData: true });
  }, STEP);

/**
 * What Chromium traces while a view plays.
 * @param {import('playwright-core').Browser} browser @param {string} view @param {number} speed
 * @param {{ warm: number, measured: number }} lengths What `play` counts.
 * @param {(page: import('playwright-core').Page, length: number) => Promise<void>} play
 */
async function traced(browser, view, speed, { warm, measured }, play) {
  const { page, context } = await openPage(browser, `#v1/${view}&speed=${speed}`);
  await markSteps(page);
  await page.keyboard.press('Space');
  await play(page, warm);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  await play(page, measured);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  return trace.traceEvents;
}

/** @param {import('playwright-core').Browser} browser @param {string} scene @param {string} view */
async function measure(browser, scene, view) {
  const lengths = { warm: WARM, measured: MEASURED };
  const events = await traced(browser, `${scene}?${view}`, 64, lengths, async (page, frames) => {
    const drawn = () => page.evaluate((step) => performance.getEntriesByName(step).length, STEP);
    const goal = (await drawn()) + frames;
    while ((await drawn()) < goal) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  });
  return drawnFrames(events);
}

/** While steps take their time. @param {import('playwright-core').Browser} browser @param {string} scene @param {string} view */
async function measureSteps(browser, scene, view) {
  const lengths = { warm: WARM_STEPS, measured: STEPS };
  const events = await traced(browser, `${scene}?${view}`, 1, lengths, async (page, steps) => {
    for (let i = 0; i < steps; i++) {
      const count = await page.locator('.count').textContent();
      await page.waitForFunction((old) => document.querySelector('.count')?.textContent !== old, count);
    }
  });
  return momentFrames(events);
}

const only = process.argv.slice(2);
const server = await startPreview();
const browser = await launch();
const worst = { p50: 0, p99: 0, moment: 0, layouts: 0 };
let task = 0;
let counted = Infinity;
for (const { id: scene, view } of VIEWS) {
  if (only.length > 0 && !only.includes(scene)) continue;
  const { times, longest, thread } = await measure(browser, scene, view);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  worst.p50 = Math.max(worst.p50, p50);
  worst.p99 = Math.max(worst.p99, p99);
  task = Math.max(task, longest);
  counted = Math.min(counted, times.length);
  const clock = thread ? "the thread's own time" : 'time that passed';
  console.log(
    `${scene}: ${times.length} frames, script ${p50.toFixed(2)} ms median, ${p99.toFixed(2)} ms p99, longest task ${longest.toFixed(1)} ms (${clock})`,
  );
  const { moments, begins, layouts } = await measureSteps(browser, scene, view);
  const moment = quantile(moments, 0.99);
  worst.moment = Math.max(worst.moment, moment);
  worst.layouts = Math.max(worst.layouts, layouts);
  counted = Math.min(counted, moments.length);
  console.log(
    `${scene}: ${moments.length} moments of ${begins.length} steps, script ${quantile(moments, 0.5).toFixed(2)} ms median, ${moment.toFixed(2)} ms p99, the longest that begins one ${quantile(begins, 1).toFixed(2)} ms, ${layouts} forced layouts`,
  );
}
await browser.close();
await server.close();
console.log(
  `bench frames=${counted} frames_p50_ms=${worst.p50.toFixed(2)} frames_p99_ms=${worst.p99.toFixed(2)} longest_task_ms=${task.toFixed(1)} moments_p99_ms=${worst.moment.toFixed(2)} forced_layouts=${worst.layouts}`,
);
const smooth = worst.moment <= STEP_LIMITS.p99 && worst.layouts <= STEP_LIMITS.layouts;
process.exitCode = worst.p50 < LIMITS.p50 && worst.p99 < LIMITS.p99 && smooth && counted >= 100 ? 0 : 1;
