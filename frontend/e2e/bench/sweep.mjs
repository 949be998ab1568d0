// npm run bench-sweep: a sweep of 200 runs in the page, with a worker for each core and with one alone.
//
// Method. Compare is opened at a question of 200 seeds of a scenario of some 30,000 decisions; what counts is the time
// from there to the last run, as one waits for it. `efficiency` is the rate of all workers over that of one alone, for
// each core. By what navigator says, the page has one core. Long tasks are those of the main thread of more
// than 50 ms while runs finish. `asif_s`: of the largest bundled capture of each policy that can be asked, fetched, read
// and decided anew, the slowest. The rest of the last line is that of tools/bench/measures.mjs.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { launch, openAt } from '../browser.mjs';
import { startPreview } from '../vite.mjs';

const LIMITS = { efficiency: 0.9, asifSeconds: 2, withoutEvents: 1.5, wasmNative: 0.8 };
const MEASURES = new URL('../../../tools/bench/measures.mjs', import.meta.url).pathname;
const RUNS = 200;
const SCENARIO = 'published-usemem-node';
const DECISIONS = 20_000;
/** By document: what its captures are asked. */
const SWITCHES = { '000': 'rule:global', '002': 'zone_alloc_policy:fair', '004': 'granularity:4' };

/** Waits for the last run of a sweep; seconds since the page was asked, and long tasks. @param {string} question @param {number} runs @param {number} cores */
async function timed(question, runs, cores) {
  const { page, context } = await openAt(browser, '', {}, /Failed to load resource/);
  await page.addInitScript((n) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => n });
  }, cores);
  await page.reload();
  await page.locator('header nav a', { hasText: 'Compare' }).click();
  await page.getByRole('heading', { name: 'To begin with' }).waitFor();
  const found = await page.evaluate(
    async ({ hash, words }) => {
      /** @type {string[]} */
      const long = [];
      const began = performance.now();
      const observer = new PerformanceObserver((list) => {
        for (const { duration, startTime } of list.getEntries())
          long.push(`${duration.toFixed(0)} ms at ${((startTime - began) / 1000).toFixed(2)} s`);
      });
      observer.observe({ type: 'longtask' });
      location.hash = hash;
      await new Promise((resolve) => {
        const look = () => {
          if (document.querySelector('.cmp-progress')?.textContent.trim() !== words) return;
          changes.disconnect();
          resolve(null);
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      });
      const seconds = (performance.now() - began) / 1000;
      observer.disconnect();
      return { seconds, long };
    },
    { hash: `v1/compare?${question}`, words: runs === 1 ? '1 run' : `${runs} runs` },
  );
  const failed = await page.locator('.cmp-error').allInnerTexts();
  if (failed.length > 0) throw new Error(failed.join(' '));
  const numbers = await page.locator('.cmp-numbers tbody tr').first().innerText();
  await context.close();
  return { ...found, numbers };
}

const server = await startPreview();
const browser = await launch();
const cores = cpus().length;
const question = `of=model:${SCENARIO}&x=rule:node&seeds=1..${RUNS}&m=decisions`;
const all = await timed(question, RUNS, cores);
const one = await timed(question, RUNS, 1);
const decisions = Number(/^\S+\s+(\d+)/.exec(all.numbers)?.[1]);
if (!(decisions >= DECISIONS)) throw new Error(`the runs are too short: ${all.numbers}`);
const efficiency = one.seconds / all.seconds / cores;
console.log(
  `sweep: ${RUNS} runs of ${decisions} decisions, ${cores} workers ${all.seconds.toFixed(1)} s, one ${one.seconds.toFixed(1)} s, long tasks ${all.long.join(', ') || 'none'}`,
);
/** @type {{ captures: { id: string; seeds?: string[]; bytes: number }[] }} */
const { captures } = await (await fetch(`${server.url}/datasets/index.json`)).json();
let slowest = 0;
for (const [document, x] of Object.entries(SWITCHES)) {
  const [largest] = captures
    .filter(({ seeds }) => seeds?.includes(document))
    .sort((a, b) => b.bytes - a.bytes);
  if (!largest) throw new Error(`there is no capture of document ${document}`);
  const { seconds } = await timed(`of=capture:${largest.id}&x=${x}`, 1, cores);
  console.log(`as if: ${largest.id}, ${largest.bytes} bytes, ${x}: ${seconds.toFixed(2)} s`);
  slowest = Math.max(slowest, seconds);
}
await browser.close();
await server.close();
const runs = execFileSync('node', [MEASURES], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
}).trim();
console.log(runs.split('\n').slice(0, -1).join('\n'));
const last = runs.split('\n').at(-1)?.replace(/^\S+ /, '') ?? '';
const of = (/** @type {string} */ key) => Number(new RegExp(`${key}=([0-9.]+)`).exec(last)?.[1]);
console.log(
  `bench-sweep efficiency=${efficiency.toFixed(2)} longtasks=${all.long.length} asif_s=${slowest.toFixed(2)} ${last}`,
);
const good = [
  efficiency >= LIMITS.efficiency,
  all.long.length === 0,
  slowest <= LIMITS.asifSeconds,
  of('without_events') >= LIMITS.withoutEvents,
  of('wasm_native') >= LIMITS.wasmNative,
];
if (!good.every(Boolean)) process.exitCode = 1;
