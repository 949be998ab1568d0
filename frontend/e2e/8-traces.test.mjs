// Traces of other tools: opened anywhere, shown on the timeline, described in a report.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { drop, file, fits, gzipSync, openPage, pane, ready, testBrowser } from './browser.mjs';
import { unfold } from './timeline.mjs';

const FOREIGN = new URL('../../datasets/foreign/ftrace/', import.meta.url);
const NAME = 'debian-6.1-default';
/** @type {{counts: {lines: number, events: number, kinds: Record<string, number>}, file: string}} */
const MANIFEST = JSON.parse(await readFile(new URL(`${NAME}.json`, FOREIGN), 'utf8'));
const SAMPLE = await readFile(new URL(MANIFEST.file, FOREIGN));

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';

/** Drops the sample on the stage, and goes on to its report. */
async function report() {
  const opened = await openPage(browser, VIEW, { bypassCSP: true });
  const { page } = opened;
  await drop(page, '[data-pane=A]', [file(MANIFEST.file, SAMPLE)]);
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('heading', { name: 'Capture report' }).waitFor();
  await page.getByRole('heading', { name: 'What was read' }).waitFor();
  await unfold(page);
  return opened;
}

/** @param {import('playwright-core').Page} page @param {string} label */
const fact = (page, label) =>
  page
    .locator('.report-facts div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .innerText();

test('a trace dropped on a pane opens on the timeline, and the pane keeps what it shows', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const before = await pane(page, 'A').locator('.twin').innerText();
  await drop(page, '[data-pane=A]', [file(MANIFEST.file, SAMPLE)]);
  await page.getByRole('link', { name: 'Report' }).waitFor();
  await page.goBack();
  await ready(page);
  assert.equal(await pane(page, 'A').locator('.twin').innerText(), before);
  assert.deepEqual(problems, []);
});

test('its report has the counts that another tool has', async () => {
  const { page, problems } = await report();
  assert.equal(await fact(page, 'lines'), MANIFEST.counts.lines.toLocaleString('en'));
  assert.equal(await fact(page, 'unreadable lines'), '0');
  for (const [kind, count] of Object.entries(MANIFEST.counts.kinds)) {
    const row = page.locator('tr', { has: page.locator('th', { hasText: new RegExp(`^${kind}$`) }) });
    assert.match(await row.innerText(), new RegExp(`\\t${count.toLocaleString('en')}(\\t|$)`));
  }
  assert.deepEqual(problems, []);
});

test('capture doctor says what is missing, with a command to record it', async () => {
  const { page } = await report();
  const scene = page.getByRole('region', { name: 'Swap devices' });
  await scene.getByText('It cannot show').waitFor();
  await scene.getByText('How to record which swap device').click();
  await scene.getByText('mmscope-trace -o run.mmscope.gz --probe swap').waitFor();
});

test('the report can be read by everyone, in light and dark, on a phone', async () => {
  const { page } = await report();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), []);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
});

test('two traces lie beneath each other; three have no place', async () => {
  const { page } = await openPage(browser, VIEW);
  const other = file(
    'other.txt.gz',
    gzipSync(
      '# tracer: nop\n#\n' +
        ' '.repeat(8) +
        'kswapd0-50      [000] ..... 100.000000: mm_vmscan_kswapd_sleep: nid=0\n',
    ),
  );
  await drop(page, '.caption', [file(MANIFEST.file, SAMPLE), other]);
  await page.getByRole('link', { name: 'Report of B' }).click();
  await page.locator('.report-head b', { hasText: 'other.txt.gz' }).waitFor();
  await drop(page, '.report-page', [other, other, other]);
  await page.getByText('There are two panes').waitFor();
});

test('events of a script count as the tracepoint whose fields they have, when one says so and until one takes it back', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const script = await readFile(new URL('../bpftrace/debian-6.1-keyvalue.txt.gz', FOREIGN));
  await drop(page, '[data-pane=A]', [file('script.txt.gz', script)]);
  await page.getByRole('link', { name: 'Report' }).click();
  const asked = page.getByText('582 events rq_issue have fields of block_rq_issue.');
  await asked.waitFor();
  const row = page.locator('tr', { has: page.getByRole('rowheader', { name: /Which swap device\?/ }) });
  assert.doesNotMatch(await row.innerText(), /582 requests/);
  await page.getByRole('button', { name: 'Count them as block_rq_issue' }).click();
  await page.getByText('582 events rq_issue are counted as block_rq_issue.').waitFor();
  await row.getByText(/block_rq_issue/).waitFor();
  assert.equal(await asked.count(), 0);
  await page.getByRole('link', { name: 'See it on the timeline' }).click();
  const says = page.getByRole('status', { name: /^What script\.txt\.gz says/ });
  await says.getByText('582 requests went to disks').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Count them as rq_issue again' }).click();
  await asked.waitFor();
  assert.deepEqual(problems, []);
});
