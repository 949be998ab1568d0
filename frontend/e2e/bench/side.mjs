// npm run bench-side: script time of each frame while six small scenes play together, and of each value that is scrubbed.
//
// Frames as in bench/scenes.mjs: Chromium traces itself, and frames that drew no step are left out. A value scrubbed is
// timed from its key to the end of the layout that follows, with the run of every value kept.
import { launch, openAt } from '../browser.mjs';
import { startPreview } from '../vite.mjs';
import { callbacks, frameOf, quantile, scriptByFrame, threadOf } from './frame-times.mjs';

/** ms of a frame at the 99th percentile, and of a value. */
const LIMITS = { frame: 8, value: 16 };
const STEP = 'mms-step';
const [WARM, MEASURED] = [250, 250];

const VIEWS = /** @type {const} */ ([
  ['interleave', 'of=model:interleave-1&x=granularity:1,2,4,8,16,32'],
  ['swap, as if', 'of=model:four-nodes&x=rule:node,global,roundrobin'],
]);
const SCRUBBED = 'of=model:interleave-1&of.file_pages=20000&x=granularity:1..16&m=sectors,segments';

/** So many more frames that draw a step, each marked; the page says when they are drawn. @param {import('playwright-core').Page} page @param {number} frames */
const drawn = (page, frames) =>
  page.evaluate(
    ({ step, left }) =>
      new Promise((resolve) => {
        const count = document.querySelector('.side-count');
        if (!count) throw new Error('there is no count');
        let frames = left;
        const changes = new MutationObserver(() => {
          performance.mark(step);
          if (--frames > 0) return;
          changes.disconnect();
          resolve(null);
        });
        changes.observe(count, { subtree: true, childList: true, characterData: true });
      }),
    { step: STEP, left: frames },
  );

/** @param {import('playwright-core').Browser} browser @param {string} question */
async function played(browser, question) {
  const { page, context } = await openAt(browser, `#v1/compare?${question}&look=side`, {});
  await page.getByText(/^They part|decide alike/).waitFor({ timeout: 120_000 });
  await page.getByLabel('Speed').selectOption('64');
  await page.getByRole('button', { name: 'Play' }).click();
  await drawn(page, WARM);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  await drawn(page, MEASURED);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  const own = threadOf(traceEvents, STEP);
  const starts = callbacks(own);
  const { times } = scriptByFrame(own, starts);
  const drew = new Set(
    traceEvents
      .filter((/** @type {{name: string}} */ e) => e.name === STEP)
      .map((/** @type {{ts: number}} */ { ts }) => frameOf(starts, ts)),
  );
  return [...times].filter((_, i) => drew.has(i)).sort((a, b) => a - b);
}

/** @param {import('playwright-core').Browser} browser */
async function scrubbed(browser) {
  const { page, context } = await openAt(browser, `#v1/compare?${SCRUBBED}&look=scrub`, {});
  await page.getByText('16 of 16 runs kept').waitFor({ timeout: 300_000 });
  await page.getByRole('status').getByText('16 runs', { exact: true }).waitFor({ timeout: 300_000 });
  for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowRight');
  const handle = page.getByRole('slider', { name: 'granularity', exact: true });
  await handle.press('Home');
  const times = await page.evaluate(async () => {
    const all = [];
    for (const key of [...']'.repeat(15), ...'['.repeat(15), ...']'.repeat(15)]) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const from = performance.now();
      dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
      await Promise.resolve();
      document.body.getBoundingClientRect();
      all.push(performance.now() - from);
    }
    return all;
  });
  await context.close();
  // The first way there compiles.
  return times.slice(15).sort((a, b) => a - b);
}

const server = await startPreview();
const browser = await launch();
let worst = 0;
for (const [name, question] of VIEWS) {
  const times = await played(browser, question);
  const p99 = quantile(times, 0.99);
  worst = Math.max(worst, p99);
  console.log(
    `${name}: ${times.length} frames, script ${quantile(times, 0.5).toFixed(2)} ms median, ${p99.toFixed(2)} ms p99`,
  );
}
const values = await scrubbed(browser);
const most = values.at(-1) ?? Infinity;
console.log(
  `scrub: ${values.length} values, ${quantile(values, 0.5).toFixed(2)} ms median, ${most.toFixed(2)} ms at most`,
);
await browser.close();
await server.close();
console.log(`bench-side frames_p99_ms=${worst.toFixed(2)} value_max_ms=${most.toFixed(2)}`);
process.exitCode = worst <= LIMITS.frame && most <= LIMITS.value ? 0 : 1;
