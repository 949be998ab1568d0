// What is opened on the timeline: bundled captures, a file in the place of another, one that cannot be read, and
// what a link brings back.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { axe } from './axe.mjs';
import { bundled, captureText, drop, file, gzipSync, launch, testBrowser } from './browser.mjs';
import {
  count,
  drawn,
  LINES,
  NAME,
  open,
  openRaw,
  SAMPLE,
  shown,
  span,
  spanIn,
  start,
  urlBecomes,
} from './timeline.mjs';

const browser = await testBrowser();

const lane = (/** @type {import('playwright-core').Page} */ page) => page.locator('.tl-lane[data-pane=A]');

test('every bundled capture opens from the chooser, with the events of its text', async () => {
  const all = await bundled();
  const smallest = all.toSorted((a, b) => a.bytes - b.bytes).slice(0, 2);
  const patched = all.filter(({ id }) => ['swap-in-readahead', 'interleave-8'].includes(id));
  const { page, problems } = await start(browser);
  for (const { id, title } of [...smallest, ...patched]) {
    await page.locator('.tl-chooser').getByRole('button', { name: title, exact: true }).click();
    await lane(page).waitFor();
    // Two lines before the events, one behind them.
    const events = (await captureText(id)).trimEnd().split('\n').length - 3;
    await page.locator('.tl-facts', { hasText: `${shown(events)} events` }).waitFor();
    await drawn(page);
    await urlBecomes(page, (hash) => hash.includes(`a=capture:${id}`));
    await page.getByRole('button', { name: 'Close A' }).click();
    await page.locator('.tl-chooser').waitFor();
  }
  assert.equal(patched.length, 2);
  assert.deepEqual(problems, []);
});

test('a long file is drawn while it is read, and whoever has not moved sees all of it in the end', async () => {
  const { page, problems } = await start(browser);
  const lines = 2_000_000;
  await page.evaluate((n) => {
    // It may be over before anybody looks.
    const seen = new Set();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('.tl-lane .tl-wait')?.textContent.includes('below is what has been read'))
        seen.add('reading');
      if (document.querySelector('.tl-facts')?.textContent.includes('so far')) seen.add('so far');
    }).observe(document, { subtree: true, childList: true, characterData: true });
    const parts = [new Blob(['# tracer: nop\n#\n'])];
    for (let from = 0; from < n; from += 100_000) {
      const some = Array.from({ length: 100_000 }, (_, i) => {
        const time = (100 + (from + i) * 1e-5).toFixed(6);
        return `         kswapd0-57      [00${i % 4}] .....   ${time}: mm_vmscan_kswapd_sleep: nid=0\n`;
      });
      parts.push(new Blob(some));
    }
    const input = document.querySelector('.tl-chooser input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('no input');
    const chosen = new DataTransfer();
    chosen.items.add(new File(parts, 'long.txt'));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, lines);
  // The page itself says when it is done; how long that takes is the machine's affair.
  await page.locator('.tl-facts', { hasText: `${shown(lines)} events` }).waitFor({ timeout: 300_000 });
  await page.locator('.tl-wait').waitFor({ state: 'detached' });
  assert.deepEqual(await page.evaluate(() => [...Reflect.get(window, 'seen')].sort()), ['reading', 'so far']);
  await drawn(page);
  await urlBecomes(page, (hash) => hash.includes('a=file:long.txt'));
  const { width } = span(page);
  const whole = (lines - 1) * 1e4;
  assert.ok(width >= whole && width < 1.05 * whole, `${width} of ${whole} ns are in view`);
  assert.deepEqual(problems, []);
});

test('a long file is read to its end however often memory is collected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'long-'));
  const collecting = await launch('--js-flags=--expose-gc');
  try {
    const path = join(folder, 'long.txt');
    const lines = 400_000;
    const line = (/** @type {number} */ i) =>
      `         kswapd0-57      [000] .....   ${(100 + i * 1e-5).toFixed(6)}: mm_vmscan_kswapd_sleep: nid=0\n`;
    await writeFile(
      path,
      ['# tracer: nop\n#\n', ...Array.from({ length: lines }, (_, i) => line(i))].join(''),
    );
    const { page, problems } = await start(collecting);
    await Promise.all(
      page.workers().map((worker) =>
        worker.evaluate(() => {
          setInterval(() => globalThis.gc?.(), 1);
        }),
      ),
    );
    await page.locator('.tl-chooser input[type=file]').setInputFiles(path);
    await page.locator('.tl-facts', { hasText: `${shown(lines)} events` }).waitFor();
    await page.locator('.tl-wait').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  } finally {
    await collecting.close();
    await rm(folder, { recursive: true });
  }
});

test('a file that cannot be read leaves the capture that is there, and one that can takes its place', async () => {
  const { page, problems } = await start(browser);
  await open(page, 'A');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('.');
  await page.keyboard.press('m');
  const where = await page.locator('.tl-where').innerText();
  await urlBecomes(page, (hash) => hash.includes('marks=A'));
  const link = page.url();

  await drop(page, '.tl-lane', [file('notes.txt', 'nothing that any tool wrote\n'.repeat(50))]);
  const failure = page.locator('.tl-failure', { hasText: 'notes.txt cannot be shown' });
  await failure.getByText('The previous content is still shown below.').waitFor();
  await drop(page, '.tl-lane', [
    file('damaged.txt.gz', gzipSync('# tracer: nop\n'.repeat(500)).subarray(0, 40)),
  ]);
  await page.locator('.tl-failure', { hasText: 'damaged.txt.gz cannot be shown' }).waitFor();
  assert.equal(await page.locator('.tl-failure').count(), 1);
  assert.equal(await page.locator('.tl-name').innerText(), NAME);
  assert.equal(await page.locator('.tl-where').innerText(), where);
  assert.equal(page.url(), link);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await failure.waitFor({ state: 'detached' });
  await page.keyboard.press('.');
  await page.waitForFunction((text) => document.querySelector('.tl-where')?.textContent !== text, where);

  const text = '           cc-7       [000] .....   100.000000: mm_vmscan_kswapd_sleep: nid=0\n';
  await drop(page, '.tl-lane', [file('other.txt', `# tracer: nop\n#\n${text}`)]);
  await page.locator('.tl-name', { hasText: 'other.txt' }).waitFor();
  await page.locator('.tl-facts', { hasText: /^1 event in/ }).waitFor();
  assert.equal(await page.locator('.tl-where').count(), 0);
  assert.equal(await page.getByRole('tab', { name: /^Marks/ }).innerText(), 'Marks');
  assert.deepEqual(problems, []);
});

test('a link to the timeline alone leaves open what is open', async () => {
  const { page } = await start(browser);
  await open(page, 'A');
  await page.getByRole('link', { name: 'Published tables' }).click();
  await page.getByRole('heading', { name: 'Published', exact: false }).first().waitFor();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await lane(page).waitFor();
  await urlBecomes(page, (hash) => hash.includes(NAME));
  await drawn(page);
});

test('marks and view are in the link: of a capture at once, of a file when it is opened again', async () => {
  const [small] = (await bundled()).toSorted((a, b) => a.bytes - b.bytes);
  const link = `?a=capture:${small?.id}&t=1000&u=2000000&marks=A5:swap_list,A1500000,A7000000000000`;
  const { page: linked } = await start(browser, link);
  await linked.getByRole('tab', { name: 'Marks (2)' }).click();
  await linked.locator('.tl-marks li', { hasText: '5 ns, swap_list' }).waitFor();
  await linked.locator('.tl-marks li', { hasText: '1.5 ms' }).waitFor();

  const { page } = await start(browser);
  await open(page, 'A');
  await page.keyboard.press('w');
  await page.keyboard.press('m');
  await urlBecomes(page, (hash) => hash.includes('marks=A'));
  const before = page.url();
  await page.reload();
  await page.locator('.tl-failure', { hasText: 'Open the file again' }).waitFor();
  assert.equal(page.url(), before);
  await drop(page, '.tl-failure', [file(NAME, await readFile(SAMPLE))]);
  await lane(page).waitFor();
  await page.getByRole('tab', { name: 'Marks (1)' }).waitFor();
  await drawn(page);
  assert.deepEqual(span(page), spanIn(before));
});

test('tasks of one name say how many processes they are; the only one says which', async () => {
  const { page } = await start(browser);
  await open(page, 'A');
  await openRaw(page);
  const pids = new Map();
  for (const line of LINES) {
    const [, comm = '', pid] = /^ *(.*)-(\d+) +\[\d{3}\]/.exec(line) ?? [];
    pids.set(comm, (pids.get(comm) ?? new Set()).add(pid));
  }
  const label = (/** @type {string} */ comm) =>
    page.locator('.tl-row.track .tl-track-name').filter({ hasText: comm }).last().innerText();
  const several = [...pids].find(([comm, of]) => comm !== '<...>' && of.size > 1);
  assert.ok(several, 'the sample has several processes of one name');
  assert.equal(await label(several[0]), `${several[0]} ${several[1].size} pids`);
  const [only] = pids.get('kswapd0');
  assert.equal(await label('kswapd0'), `kswapd0 ${only}`);
  assert.ok(count(/kswapd0-/) > 0);
});

test('an archive: its traces are a choice, and its file of /proc goes with them', async () => {
  const { page, problems } = await start(browser, '', { bypassCSP: true });
  const folder = await mkdtemp(join(tmpdir(), 'mms-e2e-'));
  const trace = gunzipSync(await readFile(SAMPLE));
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await writeFile(join(folder, name), trace);
  const numa = new URL('../../datasets/foreign/ftrace/numa-reclaim/after.zoneinfo.txt', import.meta.url);
  await writeFile(join(folder, 'zoneinfo.txt'), await readFile(numa));
  const tar = gzipSync(execFileSync('tar', ['-C', folder, '-cf', '-', '.'], { maxBuffer: 64 << 20 }));
  await rm(folder, { recursive: true });

  const link = page.url();
  const dialog = page.getByRole('dialog', { name: 'Files in run.tgz' });
  await drop(page, 'body', [file('run.tgz', tar)]);
  await dialog.waitFor();
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(page.url(), link);

  await drop(page, 'body', [file('run.tgz', tar)]);
  await dialog.waitFor();
  const open = dialog.getByRole('button', { name: /^Open/ });
  assert.ok(await open.isDisabled(), 'nothing is chosen yet');
  for (const name of ['one.txt', 'three.txt', 'zoneinfo.txt']) {
    await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
  }
  assert.ok(await dialog.getByRole('checkbox', { name: /two/ }).isDisabled(), 'there are two panes');
  await open.click();
  await page.locator('.tl-lane[data-pane=A] .tl-name', { hasText: 'one.txt' }).waitFor();
  await page.locator('.tl-lane[data-pane=B] .tl-name', { hasText: 'three.txt' }).waitFor();
  await page.getByText('zoneinfo.txt was added to one.txt').waitFor();
  assert.deepEqual(problems, []);
});

test('the text of two recordings, each named before its lines: both are opened, beneath each other', async () => {
  const { page, problems } = await start(browser, '', { bypassCSP: true });
  const text = LINES.flatMap((line) => (line.startsWith('#') ? [line] : [`a.dat:${line}`, `b.dat:${line}`]));
  await drop(page, 'body', [file('both.txt', text.join('\n'))]);
  const dialog = page.getByRole('dialog', { name: 'Files in both.txt' });
  for (const name of ['a.dat', 'b.dat']) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Open both' }).click();
  await page.locator('.tl-lane[data-pane=A] .tl-name', { hasText: 'a.dat' }).waitFor();
  await page.locator('.tl-lane[data-pane=B] .tl-name', { hasText: 'b.dat' }).waitFor();
  assert.deepEqual(problems, []);
});
