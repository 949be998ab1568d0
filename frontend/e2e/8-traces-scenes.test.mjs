// From the report of another tool's trace into the scenes: what is known is shown, what is not is said; files of
// /proc add to it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import {
  bundled,
  captureText,
  drop,
  file,
  fits,
  openDetails,
  openPage,
  pane,
  ready,
  testBrowser,
  twin,
} from './browser.mjs';
import { start, unfold } from './timeline.mjs';

const FOREIGN = new URL('../../datasets/foreign/ftrace/', import.meta.url);
const NAME = 'debian-6.1-default';
const read = (/** @type {string} */ name) => readFile(new URL(name, FOREIGN));
const proc = async (/** @type {string} */ name) => file(name, await read(`${NAME}/${name}`));

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** The report of a trace. @param {string} name @param {Uint8Array} bytes */
async function report(name, bytes) {
  const opened = await openPage(browser, '#v1/swap-devices?a=model:two-nodes&b=none&k=5', {
    bypassCSP: true,
  });
  await drop(opened.page, '[data-pane=A]', [file(name, bytes)]);
  await opened.page.getByRole('link', { name: 'Report' }).click();
  await opened.page.getByRole('heading', { name: 'What was read' }).waitFor();
  await unfold(opened.page);
  return opened;
}

const sample = async () => report(`${NAME}.txt.gz`, await read(`${NAME}.txt.gz`));

/** @param {Page} page @param {string} title */
async function openIn(page, title) {
  await page.getByRole('button', { name: `Open in ${title}` }).click();
  await page.locator('.source-name b', { hasText: 'derived from ftrace' }).waitFor();
  await ready(page);
}

/** What is listed under one of the two headings. @param {import('playwright-core').Locator} where @param {string} lead */
const listed = (where, lead) => where.getByRole('list', { name: lead }).getByRole('listitem').allInnerTexts();

/** Without the counts and commands behind it. */
const first = (/** @type {string[]} */ texts) => texts.map((t) => t.split(/\n| \d|;/)[0]?.trim());

test('a scene of vmscan events: kswapd’s sleeps in turn, and the doctor’s words of what is missing', async () => {
  const { page, problems } = await sample();
  const scene = page.getByRole('region', { name: 'Zones and watermarks' });
  const said = [first(await listed(scene, 'It shows')), first(await listed(scene, 'It cannot show'))];
  await openIn(page, 'Zones and watermarks');
  const limits = pane(page, 'A').locator('.limits');
  await limits.getByText('Missing: which zone each page came from').click();
  assert.deepEqual(
    [first(await listed(limits, 'It shows')), first(await listed(limits, 'It cannot show'))],
    said,
  );
  const missing = limits.getByRole('listitem').filter({ hasText: 'which zone each page came from' });
  await missing.getByText('How to record').click();
  await missing.getByText('--probe zones').waitFor();
  // The sample's text has kswapd go to sleep four times.
  await page.locator('.count', { hasText: 'of 4 steps' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page
    .locator('.caption', {
      hasText: 'On node 0 kswapd goes to sleep after 420 ms, with 1,015 pages reclaimed.',
    })
    .waitFor();
  await pane(page, 'A').locator('.why li', { hasText: 'It looked at 1,015 pages' }).waitFor();
  await openDetails(page);
  await pane(page, 'A').getByText('kswapd, pages taken, time in memory').click();
  assert.match(await twin(page, 'A'), /kswapd0 asleep; who woke it: not known\n/);
  assert.deepEqual(await axe(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  assert.deepEqual(problems, []);
});

test('a scene of block events: lengths are known, segments are not and nothing says 0', async () => {
  const { page, problems } = await sample();
  await openIn(page, 'Interleave and DMA');
  await page.locator('.count', { hasText: 'of 127 steps' }).waitFor();
  await pane(page, 'A').getByText('Missing: which node each page was dealt to').click();
  const all = await pane(page, 'A').innerText();
  assert.match(all, /256 sectors/);
  assert.match(all, /segments are not in this capture \(probe block\)/);
  assert.doesNotMatch(all, /\b0 segments|0\/256/);
  assert.match(all, /block_rq_issue has a request’s length/);
  await page.goBack();
  await page.getByRole('heading', { name: 'What was read' }).waitFor();
  // Requests are something that the report tells about swap devices, but no choice: there is nothing to draw.
  await page.getByRole('rowheader', { name: 'in part: Which swap device?' }).waitFor();
  assert.deepEqual(await page.getByRole('button', { name: /^Open in/ }).allInnerTexts(), [
    'Open in\nZones and watermarks',
    'Open in\nInterleave and DMA',
  ]);
  assert.deepEqual(problems, []);
});

test('a file of /proc adds what it knows, to the report and to the scene; a wrong one says so', async () => {
  const { page, problems } = await sample();
  const add = (/** @type {{name: string, bytes: Uint8Array}} */ { name, bytes }) =>
    page
      .getByTestId('add-snapshot')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
  const status = page.locator('.report-head [role=status]');
  await page.getByText('Nothing is known of free pages and watermarks').waitFor();

  await add(file('notes.txt', 'nothing that any tool wrote\n'.repeat(50)));
  await status.filter({ hasText: 'notes.txt' }).waitFor();
  assert.match(await status.innerText(), /^notes\.txt was not added\. .*format/);
  await add(file('other.txt', await read(`${NAME}.txt.gz`)));
  await status
    .filter({
      hasText:
        'other.txt was not added. It is neither a file of /proc that can be added nor a list of the CPUs of nodes. Add zoneinfo',
    })
    .waitFor();
  await page.getByText('Nothing is known of free pages and watermarks').waitFor();

  const zoneinfo = (await read(`${NAME}/after.zoneinfo.txt`)).toString();
  const [, free = '', min = ''] =
    /Node 1, zone +DMA32[^]*?pages free +(\d+)[^]*?min +(\d+)/.exec(zoneinfo) ?? [];
  await add(await proc('after.zoneinfo.txt'));
  await status.filter({ hasText: 'after.zoneinfo.txt was added.' }).waitFor();
  const row = page.locator('tr', { has: page.getByRole('rowheader', { name: 'node 1 DMA32' }) });
  assert.match(await row.innerText(), new RegExp(`^node 1 DMA32\\t${free}\\t${min}\\t`));
  const shows = await listed(page.getByRole('region', { name: 'Zones and watermarks' }), 'It shows');
  assert.ok(
    shows.some((t) => /^free pages beside the watermarks from a file of \/proc; as they were/.test(t)),
  );

  await add(await proc('after.swaps.txt'));
  await page
    .getByRole('region', { name: /^Swap devices, from/ })
    .getByText('nvme1n1')
    .waitFor();
  // Dropped on the page: as good as chosen.
  await drop(page, '.report-page', [await proc('before.vmstat.txt'), await proc('after.vmstat.txt')]);
  await page.getByText('173 counters of /proc/vmstat').click();
  const counters = page.getByRole('region', { name: /^Counters/ });
  await counters.getByText('2: after.vmstat.txt').waitFor();
  const value = async (/** @type {string} */ when) =>
    Number(/^pgscan_kswapd (\d+)$/m.exec((await read(`${NAME}/${when}.vmstat.txt`)).toString())?.[1]);
  const [from, to] = [await value('before'), await value('after')];
  const scanned = counters.locator('tr', { has: page.getByRole('rowheader', { name: 'pgscan_kswapd' }) });
  const grouped = (/** @type {number} */ n) => n.toLocaleString('en');
  assert.equal(
    await scanned.innerText(),
    ['pgscan_kswapd', from, to, to - from].map((v) => (typeof v === 'number' ? grouped(v) : v)).join('\t'),
  );

  await openIn(page, 'Zones and watermarks');
  // How many pages are free is of the moment at which the file was read, of no step.
  assert.match(await twin(page, 'A'), new RegExp(`1 DMA32\\s+-\\s+${min}\\s`));
  await pane(page, 'A').locator('.drawing', { hasText: 'free pages: not recorded' }).waitFor();
  assert.deepEqual(problems, []);
});

test('a capture of our own goes into a scene as it is', async () => {
  const [small] = (await bundled()).toSorted((a, b) => a.bytes - b.bytes);
  const { page } = await start(browser);
  await drop(page, '.tl-chooser', [file('mine.mmscope', await captureText(small?.id ?? ''))]);
  await page.getByRole('link', { name: 'Report' }).click();
  const button = page.getByRole('button', { name: /^Open in/ }).first();
  await button.click();
  await page.locator('.source-name b', { hasText: /^mine\.mmscope$/ }).waitFor();
  await ready(page);
  assert.equal(await page.locator('.limits').count(), 0);
});
