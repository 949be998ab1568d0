// An unpatched kernel's decisions: from a stock trace's report to the script, and from its text to the verdict.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { axe } from './axe.mjs';
import {
  checked,
  drop,
  file,
  fits,
  openDetails,
  openPage,
  pane,
  reached,
  ready,
  testBrowser,
} from './browser.mjs';

const DATA = new URL('../../datasets/', import.meta.url);
const kept = (/** @type {string} */ name) =>
  readFile(new URL(`stock/decisions/debian-6.12-${name}.txt.gz`, DATA));
const script = (/** @type {string} */ name) =>
  readFile(new URL(`../../tracer/stock/${name}`, import.meta.url), 'utf8');

const VIEW = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';
const browser = await testBrowser();

/** Goes on until the caption has these words. @param {import('playwright-core').Page} page @param {RegExp} words */
const said = (page, words) => page.locator('.caption', { hasText: words }).waitFor();

test('a text of kswapd’s wake-ups is drawn in Zones, recomputed, with both readings', async () => {
  const { page, problems } = await openPage(browser, VIEW, { bypassCSP: true });
  await drop(page, '[data-pane=A]', [file('k.txt.gz', await kept('kswapd'))]);
  await pane(page, 'A').locator('.source-name b', { hasText: 'k.txt.gz' }).waitFor();
  await ready(page);
  await checked(page);
  await page.waitForURL(/v1\/zones\?/);
  await pane(page, 'A').getByText('same, all 489').waitFor();
  await pane(page, 'A').getByText('6.12.117+deb12-amd64').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await said(page, /Kswapd1 is woken for DMA32 of node 1\./);
  const why = pane(page, 'A').locator('.why');
  await why.getByText('4,747 free is not above high (5,852)').waitFor();
  await why.getByText('pgdat_balanced(): not balanced').waitFor();
  await why.getByText('Read again 1.6 ms later').waitFor();
  await openDetails(page);
  await pane(page, 'A').locator('.fn', { hasText: 'mm/vmscan.c:wakeup_kswapd()' }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  assert.deepEqual(problems, []);
});

test('what raced, differs or is not modelled is counted apart, each with its reason', async () => {
  const text = gunzipSync(await kept('kswapd')).toString();
  const lines = text.split('\n');
  const at = lines.flatMap((line, i) => (/ order=0 .* balanced=0 woke=1 /.test(line) ? [i] : []));
  const [raced = 0, different = 0, open = 0] = at;
  const change = (/** @type {number} */ i, /** @type {[RegExp, string][]} */ ...by) => {
    lines[i] = by.reduce((line, [from, to]) => line.replace(from, to), lines[i] ?? '');
  };
  change(raced, [/balanced=0 woke=1/, 'balanced=255 woke=0']);
  change(different, [/balanced=0 woke=1 asleep2=0/, 'balanced=255 woke=0 asleep2=1']);
  change(open, [/tiering=\d+/, 'tiering=2']);
  const { page, problems } = await openPage(browser, VIEW);
  await drop(page, '[data-pane=A]', [file('k.txt', lines.join('\n'))]);
  await pane(page, 'A').getByText('486 same, 1 raced, 1 different, 1 not modelled').waitFor();
  const whys = [
    [raced, /raced: kswapd was woken by another task.*expected woken/s],
    [different, /different: kswapd is woken, or not, against the rule.*expected woken/s],
    [open, /not modelled: memory tiering/],
  ];
  const first = lines.findIndex((line) => line.startsWith('mms_kswapd '));
  await openDetails(page);
  await page.keyboard.press('Home');
  await reached(page, 0);
  let k = 0;
  for (const [i, words] of /** @type {[number, RegExp][]} */ (whys)) {
    for (; k < i - first + 1; k++) await page.keyboard.press('ArrowRight');
    await reached(page, k);
    await pane(page, 'A').locator('.verdict', { hasText: words }).first().waitFor();
  }
  assert.deepEqual(problems, []);
});

test('slots stand in Swap devices, beside a model, under the badge of their rule', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  await drop(page, '[data-pane=B]', [file('s.txt.gz', await kept('slot'))]);
  await pane(page, 'B').getByText('same, all 161').waitFor();
  const why = pane(page, 'B').locator('.why');
  await why.getByText('own disk is first in line: swap device').waitFor();
  await why.getByText(/Read again within/).waitFor();
  await pane(page, 'B').getByText('4.14 to 6.18').first().waitFor();
  assert.deepEqual(problems, []);
});

test('a text of readahead opens in Swap-in, one of interleave in its own scene', async () => {
  const { page, problems } = await openPage(browser, VIEW, { bypassCSP: true });
  await drop(page, '[data-pane=A]', [file('ra.txt.gz', await kept('ra'))]);
  await page.waitForURL(/v1\/swap-in\?/);
  await ready(page);
  await checked(page);
  await pane(page, 'A').getByText('same, all 30').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await said(page, /The fault begins to read 2 folios of a window of 5 pages\./);
  const why = pane(page, 'A').locator('.why');
  await why.getByText('4 hits, not adjacent, last window 0: 8 pages, the most.').waitFor();
  await why.getByText('Read again 14.1 ms later').waitFor();
  await openDetails(page);
  await pane(page, 'A').locator('.fn', { hasText: 'mm/swap_state.c:swap_vma_ra_win()' }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await drop(page, '[data-pane=A]', [file('il.txt.gz', await kept('il'))]);
  await page.waitForURL(/v1\/interleave\?/);
  await pane(page, 'A').getByText('same, all 2,421').waitFor();
  await page.keyboard.press('End');
  await pane(page, 'A')
    .locator('.why')
    .getByText(/Read again/)
    .waitFor();
  assert.deepEqual(problems, []);
});

test('the report of a stock trace offers the script of its release, and the line to copy', async () => {
  const { page, problems } = await openPage(browser, VIEW, { bypassCSP: true });
  await drop(page, '[data-pane=A]', [
    file('trace.txt.gz', await readFile(new URL('foreign/perf-script/debian-6.12-flags.txt.gz', DATA))),
  ]);
  await page.getByRole('link', { name: 'Report' }).click();
  const offer = page.locator('details', { hasText: 'To see this kernel’s decisions' });
  await offer.locator('summary', { hasText: 'To see this kernel’s decisions' }).click();
  await offer.getByText('Recognised: 6.12.').waitFor();
  await offer.getByText('timeout -s INT 60 bpftrace - < kswapd.bt > kswapd.txt').waitFor();
  const saves = offer.getByRole('button', { name: /^Save/ });
  assert.deepEqual(await saves.allInnerTexts(), [
    'Save kswapd.bt',
    'Save slot-6.12.bt',
    'Save ra-6.12.bt',
    'Save il-6.12.bt',
  ]);
  const [download] = await Promise.all([page.waitForEvent('download'), saves.first().click()]);
  assert.equal(await readFile(await download.path(), 'utf8'), await script('kswapd.bt'));
  assert.deepEqual(await axe(page), []);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await offer.locator('summary', { hasText: 'Read it' }).first().click();
  await fits(page);
  await page.setViewportSize(size);
  // The third step, on the same page.
  await drop(page, 'main', [file('kswapd.txt', gunzipSync(await kept('kswapd')))]);
  await page.waitForURL(/v1\/zones\?/);
  await pane(page, 'A').getByText('same, all 489').waitFor();
  assert.deepEqual(problems, []);
});
