// make bench-embed: what a page with figures waits for.
//
// Method. A fresh Chromium opens a plain page of another site with one <mm-scope> of a model. When the drawing of the
// view, at its step, is in the shadow tree, everything asked for until then is counted as a server sends it that keeps
// its files packed by gzip -9. Then a page with five of them, one for each scene and one more, is opened three times,
// each in a browser context of its own: the time is from the navigation to the last of the five drawings (the median
// counts), the long tasks are those of the page's main thread until then, as the browser itself tells them. Beside it
// five frames of Perfetto's UI on such a page, each with a small trace: until each shows its tracks.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSample, SAMPLE, writeSlices } from '../../../tools/lib/trace_text.mjs';
import { launch } from '../browser.mjs';
import { quantile } from './frame-times.mjs';
import { wire } from './bytes.mjs';
import { closeSites, site } from '../site.mjs';

/** Bytes. */
const FIRST = 250_000;
const ROUNDS = 3;
/** Of the trace in each of Perfetto's frames. */
const EVENTS = 10_000;
const LOAD_MS = 300_000;
const VIEWS = [
  'swap-devices?a=model:four-nodes&k=1800',
  'zones?a=model:zones-fair&k=16000',
  'interleave?a=model:interleave-8&k=40',
  'swap-in?a=model:swap-in-poll&k=40',
  'swap-devices?a=model:two-nodes&k=300',
];

const element = (/** @type {string} */ view) =>
  `<mm-scope view="${view.replaceAll('&', '&amp;')}" controls="none" height="420"></mm-scope>`;
const figures = (/** @type {readonly string[]} */ views) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title>
  <script type="module" src="/mm/embed/mm-scope.js"></script></head><body><h1>Notes</h1>${views.map(element).join('')}</body></html>`;

/** @param {import('playwright-core').Browser} browser @param {string} url @param {number} count */
async function shown(browser, url, count) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 3000 } });
  const page = await context.newPage();
  await page.addInitScript((wanted) => {
    /** @type {number[]} */
    const tasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push(startTime, duration);
    }).observe({ type: 'longtask', buffered: true });
    const look = () => {
      const drawn = [...document.querySelectorAll('mm-scope')].filter((figure) =>
        figure.shadowRoot?.querySelector('.figure-drawing svg *'),
      );
      if (drawn.length < wanted) requestAnimationFrame(look);
      else {
        performance.mark('drawn');
        // What comes late has come by then.
        setTimeout(() => Object.assign(globalThis, { tasks }), 500);
      }
    };
    requestAnimationFrame(look);
  }, count);
  const asked = wire(page);
  await page.goto(url);
  await page.waitForFunction(() => 'tasks' in globalThis, undefined, { timeout: LOAD_MS });
  const { ms, origin, tasks } = await page.evaluate(() => ({
    ms: performance.getEntriesByName('drawn')[0]?.startTime ?? NaN,
    origin: performance.timeOrigin,
    tasks: /** @type {number[]} */ (/** @type {any} */ (globalThis).tasks),
  }));
  const long = tasks.flatMap((start, i) => (i % 2 === 0 && start < ms ? [tasks[i + 1] ?? 0] : []));
  const fetched = await asked.before(origin + ms);
  if (process.env['SHOT']) {
    mkdirSync(process.env['SHOT'], { recursive: true });
    await page.screenshot({ path: `${process.env['SHOT']}/embed-${count}.png` });
  }
  await context.close();
  return { ms, fetched, long };
}

/** ms until five frames of Perfetto's UI show tracks. @param {import('playwright-core').Browser} browser */
async function perfetto(browser) {
  const { servePerfetto } = await import(new URL('../../../tools/lib/perfetto.mjs', import.meta.url).href);
  const file = fileURLToPath(new URL(`../../../build/bench-embed/${EVENTS}.json`, import.meta.url));
  const server = await servePerfetto({ 'trace.json': await writeSlices(readSample(SAMPLE), EVENTS, file) });
  const src = `${server.url}#!/?url=${encodeURIComponent(`${server.url}trace.json`)}&hideSidebar=true`;
  const frames = VIEWS.map(() => `<iframe src="${src}" width="960" height="420"></iframe>`).join('');
  const host = await site({ '/': `<!doctype html><title>Notes</title><h1>Notes</h1>${frames}` }, {});
  const context = await browser.newContext({ viewport: { width: 1000, height: 3000 } });
  const page = await context.newPage();
  const begun = Date.now();
  await page.goto(host.at('/'));
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  await Promise.all(
    inner.map((frame) =>
      frame.waitForFunction(
        () => location.hash.includes('viewer') && document.querySelector('.pf-track') !== null,
        undefined,
        { timeout: LOAD_MS },
      ),
    ),
  );
  const ms = Date.now() - begun;
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/perfetto-5.png` });
  await context.close();
  await server.close();
  return ms;
}

const browser = await launch();
const [view = ''] = VIEWS;
const host = await site({ '/one': figures([view]), '/five': figures(VIEWS) });
const one = await shown(browser, host.at('/one'), 1);
let first = 0;
for (const [path, bytes] of one.fetched) {
  if (path === '/one') continue;
  first += bytes;
  console.log(`${String(bytes).padStart(8)}  ${path}`);
}
console.log(`one figure drawn after ${one.ms.toFixed(0)} ms, ${one.long.length} long tasks`);
const rounds = [];
for (let i = 0; i < ROUNDS; i++) rounds.push(await shown(browser, host.at('/five'), VIEWS.length));
const times = rounds.map(({ ms }) => ms).sort((a, b) => a - b);
const five = quantile(times, 0.5);
const long = rounds.map((round) => round.long.length).sort((a, b) => a - b);
const blocked = rounds.map((round) => round.long.reduce((sum, ms) => sum + ms - 50, 0)).sort((a, b) => a - b);
console.log(
  `five figures drawn after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; long tasks ${long.join(', ')}, blocking ${quantile(blocked, 0.5).toFixed(0)} ms`,
);
const theirs = process.env['ALONE'] ? NaN : await perfetto(browser);
console.log(`five frames of Perfetto's UI: tracks after ${theirs} ms`);
await browser.close();
closeSites();
console.log(
  `bench-embed first_kb=${(first / 1000).toFixed(1)} five_ms=${five.toFixed(0)} perfetto_ms=${theirs} longtasks=${quantile(long, 0.5)}`,
);
process.exitCode = first > 0 && first <= FIRST && (Number.isNaN(theirs) || five < theirs) ? 0 : 1;
