// npm run bench-guest: the kernel in a page, from the press to the first decision, and how fast its events are read.
//
// Method. A fresh Chromium opens the page twice: first with nothing kept (cold), then with the files in its cache. A task
// that eats memory runs while events are counted for ten seconds, from the page's own words. Frames are asked for all
// the while: the longest time between two is the longest task. Bytes are those of a server that packs by gzip -9.
import { loadavg } from 'node:os';
import { launch } from '../browser.mjs';
import { wire } from './bytes.mjs';
import { startPreview } from '../vite.mjs';

const LIMITS = { first: 1.5, cold: 10, wire: 4, events: 20_000, longtask: 50, memory: 400 };
const COUNTED_MS = 10_000;
const LONG = { timeout: 180_000 };
const GUEST_FILE = /guest|v86|state-|record\.worker|mmzstd|mmscope/;

const server = await startPreview();
const browser = await launch('--enable-precise-memory-info');
const context = await browser.newContext();

/** Seconds from the press to the first news, as the page says. @param {import('playwright-core').Page} page */
async function boot(page) {
  await page.goto(`${server.url}/#v1/kernel`);
  await page.getByRole('button', { name: 'Fetch and boot' }).click(LONG);
  const words = page.getByText(/^first decision after/);
  await words.waitFor(LONG);
  return Number(/([\d.]+) s/.exec((await words.textContent()) ?? '')?.[1]);
}

const first = await context.newPage();
const asked = wire(first);
const cold = await boot(first);
const fetched = await asked.before(Infinity);
let bytes = 0;
for (const [path, size] of fetched) if (GUEST_FILE.test(path)) bytes += size;
await first.close();

const page = await context.newPage();
const warm = await boot(page);
await page.getByRole('button', { name: 'Swap on, a disk on each node' }).click(LONG);
await page.getByRole('row', { name: /^zram3/ }).waitFor(LONG);
await page.getByRole('button', { name: 'A task writes to 175 MiB' }).click(LONG);
await page.getByText(/^Recomputed up to event/).waitFor(LONG);
const run = await page.evaluate(async (most) => {
  const events = () => {
    const words = [...document.querySelectorAll('.guest-main .note')].map((e) => e.textContent).join(' ');
    const [, upTo = '0', of = '0'] = /event ([\d,]+) of ([\d,]+)/.exec(words) ?? [];
    return { upTo: Number(upTo.replaceAll(',', '')), of: Number(of.replaceAll(',', '')) };
  };
  const begin = { at: performance.now(), ...events() };
  let [longest, last] = [0, performance.now()];
  while (performance.now() - begin.at < most) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  const end = events();
  const seconds = (performance.now() - begin.at) / 1000;
  return { read: (end.of - begin.of) / seconds, checked: (end.upTo - begin.upTo) / seconds, longest };
}, COUNTED_MS);
const memory = await page
  .evaluate(async () => {
    const measure = /** @type {{ measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> }} */ (
      performance
    );
    return (await measure.measureUserAgentSpecificMemory?.())?.bytes ?? NaN;
  })
  .catch(() => NaN);
await browser.close();
await server.close();

const mb = bytes / 1e6;
console.log(
  `bench-guest first_s=${warm.toFixed(2)} cold_s=${cold.toFixed(2)} wire_mb=${mb.toFixed(2)} events_s=${Math.round(run.read)} ` +
    `checked_s=${Math.round(run.checked)} longtask_ms=${Math.round(run.longest)} ` +
    `memory_mb=${Number.isNaN(memory) ? 'unknown' : Math.round(memory / 1e6)} load=${(loadavg()[0] ?? 0).toFixed(2)}`,
);
const missed = [
  warm <= LIMITS.first,
  cold <= LIMITS.cold,
  mb <= LIMITS.wire,
  run.read >= LIMITS.events,
  run.longest <= LIMITS.longtask,
  !(memory / 1e6 > LIMITS.memory),
].filter((good) => !good).length;
process.exitCode = missed ? 1 : 0;
