// npm run bench-timeline: two captures of 10 million events beneath each other, panned and zoomed, beside
// Perfetto's UI with a tenth of the events; and the time to any place of them.
//
// Method. A real tracefs text is repeated with shifted times (tools/lib/trace_text.mjs) and opened as a file, as a
// person would. Then W, A, S and D are held in turn, for the same times in both programs, while Chromium traces
// itself. A frame is the time from one animation frame of the page to the next; its script time is what the main
// thread's scripts took in it, in the thread's own time, so that other processes do not count. Layout and painting
// are not script, and what workers do is none of the main thread's: how many frames they really drew is counted by
// what they say they have drawn. Tasks are those of the main thread while it is driven, after everything is loaded.
// A seek is a press on the band of the whole capture: from the event to both captures drawn and the next frame.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSample, SAMPLE, writeSlices, writeText } from '../../../tools/lib/trace_text.mjs';
import { launch } from '../browser.mjs';
import { drive, HELD_MS, KEYS, WARM_KEYS } from './keyboard.mjs';
import { quantile } from './frame-times.mjs';
import { startPreview } from '../vite.mjs';

const LIMITS = { p50: 0.6, p99: 1, task: 50, seek: 100, tracks: 20 };
const EVENTS = Number(process.env['EVENTS'] ?? 10_000_000);
/** Animation frames in a row without a sign of work, until which Perfetto's UI goes on with its tracks. */
const IDLE_FRAMES = 60;
const SEEKS = 40;
const LOAD_MS = 900_000;

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** @typedef {import('playwright-core').Page} Page */

/** Resident memory of the page's process, in MB; 0 where the system does not tell. @param {import('playwright-core').Browser} browser */
async function memory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter((p) => p.type === 'renderer')
    .map(({ id }) => {
      const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : '';
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    });
  return Math.max(0, ...sizes);
}

/** @param {import('playwright-core').Browser} browser @param {string} base @param {string} file */
async function ours(browser, base, file) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${base}/#v1/timeline`);
  const loads = [];
  const wholes = [];
  for (const slot of ['A', 'B']) {
    if (slot === 'B') await page.getByRole('button', { name: 'Compare with' }).click();
    const begun = Date.now();
    await page.locator('.tl-chooser input[type=file]').setInputFiles(file);
    await page.locator(`[data-pane=${slot}].tl-lane`).waitFor({ timeout: LOAD_MS });
    loads.push((Date.now() - begun) / 1000);
    // The rest is read while a part is shown.
    await page
      .locator(`[data-pane=${slot}] .tl-facts`, { hasNotText: 'so far' })
      .waitFor({ timeout: LOAD_MS });
    wholes.push((Date.now() - begun) / 1000);
  }
  // Kinds and CPUs too, and room for them: details are in the panel, not drawn.
  await page.keyboard.press('e');
  await page.keyboard.press('h');
  await settled(page);
  // A track of each capture is a lane of its own.
  const tracks = await page.evaluate(() => {
    const box = document.querySelector('.tl-tracks')?.getBoundingClientRect();
    const corner = document.querySelector('.tl-corner')?.getBoundingClientRect();
    const seen = [...document.querySelectorAll('.tl-row.track')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return box && corner && top >= corner.bottom - 1 && bottom <= box.bottom + 1;
    });
    return seen.length * document.querySelectorAll('.tl-canvas').length;
  });
  const rss = await memory(browser);
  await page.evaluate(() => {
    /** @type {any} */ (window).drawn = 0;
    const count = () => /** @type {any} */ (window).drawn++;
    const [canvas] = document.querySelectorAll('.tl-canvas');
    if (canvas) new MutationObserver(count).observe(canvas, { attributeFilter: ['data-drawn'] });
  });
  const before = await page.evaluate(() => /** @type {any} */ (window).drawn);
  const found = await drive(browser, page);
  const drawn = (await page.evaluate(() => /** @type {any} */ (window).drawn)) - before;
  // Of the time in which keys were held.
  const held = ((KEYS.length + WARM_KEYS.length) * HELD_MS) / 1000;
  const seeks = await seek(page);
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/ours.png` });
  await context.close();
  return { ...found, loads, wholes, tracks, rss, drawnPerSecond: drawn / held, seeks };
}

/** @param {Page} page */
const settled = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.tl-canvas')].every(
      (c) =>
        c instanceof HTMLElement &&
        c.dataset['drawn'] !== undefined &&
        c.dataset['asked'] === c.dataset['drawn'],
    ),
  );

/** ms from a press on the band of the whole capture to both captures drawn there. @param {Page} page */
async function seek(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const times = [];
    Object.assign(window, { seeks: times });
    addEventListener(
      'pointerdown',
      (event) => {
        const canvases = [...document.querySelectorAll('.tl-canvas')];
        const done = () => {
          if (!canvases.every((c) => c instanceof HTMLElement && c.dataset['asked'] === c.dataset['drawn']))
            return;
          observer.disconnect();
          requestAnimationFrame(() => times.push(performance.now() - event.timeStamp));
        };
        const observer = new MutationObserver(done);
        for (const canvas of canvases) observer.observe(canvas, { attributeFilter: ['data-drawn'] });
      },
      { capture: true },
    );
  });
  const box = await page.locator('.tl-plot').boundingBox();
  if (!box) throw new Error('no canvas');
  for (let i = 0; i < SEEKS; i++) {
    const share = 0.03 + 0.94 * ((i * 0.6180339887) % 1);
    await page.mouse.move(box.x + share * box.width, box.y + 10);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction((n) => /** @type {any} */ (window).seeks.length > n, i);
  }
  /** @type {number[]} */
  const times = await page.evaluate(() => /** @type {any} */ (window).seeks);
  return times.sort((a, b) => a - b);
}

/** @param {import('playwright-core').Browser} browser @param {string} file */
async function perfetto(browser, file) {
  const { servePerfetto } = await import(new URL('../../../tools/lib/perfetto.mjs', import.meta.url).href);
  const server = await servePerfetto({ 'trace.json': file });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const begun = Date.now();
  await page.goto(`${server.url}#!/?url=${encodeURIComponent(`${server.url}trace.json`)}`);
  await page.waitForURL(/viewer/, { timeout: LOAD_MS });
  const load = (Date.now() - begun) / 1000;
  // It goes on building its tracks for a while: its bar moves while anything is loaded, asked or computed.
  await page.waitForFunction(
    (frames) => {
      const view = /** @type {any} */ (window);
      view.idleFrames = document.querySelector('.pf-linear-progress--anim') ? 0 : (view.idleFrames ?? 0) + 1;
      return view.idleFrames >= frames;
    },
    IDLE_FRAMES,
    { timeout: LOAD_MS },
  );
  await page.mouse.move(900, 500);
  const found = await drive(browser, page);
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/perfetto.png` });
  await context.close();
  await server.close();
  return { ...found, load };
}

const server = await startPreview();
const sample = readSample(SAMPLE);
const text = await writeText(sample, EVENTS, path(`build/bench-timeline/${EVENTS}.txt`));
const json = await writeSlices(sample, EVENTS / 10, path(`build/bench-timeline/${EVENTS / 10}.json`));
const browser = await launch();
const us = await ours(browser, server.url, text);
const them = await perfetto(browser, json);
await browser.close();
await server.close();

const line = (/** @type {string} */ who, /** @type {typeof them} */ { times, longest, long, thread }) => {
  const clock = thread ? "the thread's own time" : 'time that passed';
  console.log(
    `${who}: ${times.length} frames, script ${quantile(times, 0.5).toFixed(2)} ms median, ${quantile(times, 0.99).toFixed(2)} ms p99, longest task ${longest.toFixed(1)} ms, ${long} above ${LIMITS.task} ms (${clock})`,
  );
};
const million = (/** @type {number} */ n) => `${n / 1e6} million`;
const seconds = (/** @type {number[]} */ all) => `${all.map((s) => s.toFixed(1)).join(' and ')} s`;
console.log(
  `ours: two captures of ${million(EVENTS)} events, ${us.tracks} tracks visible, drawn after ${seconds(us.loads)}, read after ${seconds(us.wholes)}, ${us.rss.toFixed(0)} MB resident`,
);
line('ours', { ...us, load: 0 });
console.log(`ours: ${us.drawnPerSecond.toFixed(1)} frames a second drawn by a worker while keys are held`);
const seekMost = us.seeks.at(-1) ?? NaN;
console.log(
  `ours: seek ${quantile(us.seeks, 0.5).toFixed(0)} ms median, ${seekMost.toFixed(0)} ms at most of ${us.seeks.length}`,
);
console.log(`Perfetto: ${million(EVENTS / 10)} events as JSON, read in ${them.load.toFixed(0)} s`);
line('Perfetto', them);
const [p50, p99] = [quantile(us.times, 0.5), quantile(us.times, 0.99)];
const [q50, q99] = [quantile(them.times, 0.5), quantile(them.times, 0.99)];
console.log(
  `bench-timeline p50_ms=${p50.toFixed(2)} p99_ms=${p99.toFixed(2)} perfetto_p50_ms=${q50.toFixed(2)} perfetto_p99_ms=${q99.toFixed(2)} longtasks=${us.long} seek_ms=${seekMost.toFixed(0)} tracks=${us.tracks}`,
);
const met =
  p50 <= Math.min(LIMITS.p50, q50) &&
  p99 <= Math.min(LIMITS.p99, q99) &&
  us.long === 0 &&
  seekMost < LIMITS.seek &&
  us.tracks >= LIMITS.tracks &&
  us.times.length >= 100;
process.exitCode = met ? 0 : 1;
