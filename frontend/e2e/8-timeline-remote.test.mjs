// A capture of the server's on the timeline: drawn from windows it shows what reading it shows, and it stays when the
// server goes. Run where there is one: make test-e2e brings it, and this file starts one of its own to stop it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { base, eventually, openPage, pane, testBrowser } from './browser.mjs';
import { MMSCOPE, ownServer } from './server.mjs';
import { axe } from './axe.mjs';
import { count, inMargin, LINES, SAMPLE, shown, start, complete } from './timeline.mjs';

const api = process.env['MMS_NO_API'] === undefined;

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** The id of the sample on a server. @param {string} server */
async function sent(server) {
  const answer = await fetch(`${server}/api/captures?filename=sample.txt.gz`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: await readFile(SAMPLE),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return /** @type {{id: string}} */ (await answer.json()).id;
}

/** More presses of Tab than there are things to reach before the rows. */
const STOPS = 60;
const focusedRow = (/** @type {Page} */ page) =>
  page.evaluate(() => document.activeElement?.matches('.tl-row') ?? false);

/** Drawn as fine as its pixels, of what was asked for last. @param {Page} page */
const sharp = (page) =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.tl-canvas')];
    return (
      all.length > 0 &&
      all.every(
        (c) =>
          c instanceof HTMLElement &&
          c.dataset['asked'] === c.dataset['drawn'] &&
          c.dataset['rough'] === 'no',
      )
    );
  });

/** What the table of tracks says of each kind: in all, and in view. @param {Page} page */
async function kinds(page) {
  await page.getByRole('tab', { name: 'Tracks' }).click();
  const every = page.locator('.tl-row.every > [aria-expanded=false]');
  if ((await every.count()) > 0) await every.first().click();
  const more = page.locator('.tl-row').getByText(/^\d+ more$/);
  while ((await more.count()) > 0) await more.first().click();
  const table = page.getByRole('region', { name: 'Tracks' });
  await table.getByText('Events by kind').first().waitFor();
  const rows = await table
    .locator('tbody tr', { hasText: 'Events by kind' })
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    );
  return rows.map((cells) => cells.join(' ')).sort();
}

/** Waits until the counts are those of the view. @param {Page} page @param {string} capture */
async function counted(page, capture) {
  await page.goto(`${page.url().split('#')[0]}#v1/timeline?a=${capture}&t=2500000000&u=3500000000`);
  await page.locator('.tl-lane').waitFor();
  await sharp(page);
  await page.getByRole('tab', { name: 'Tracks' }).click();
  await page.locator('.tl-row .tl-values', { hasText: /\d/ }).first().waitFor();
  return kinds(page);
}

if (api) {
  test('a capture on the server says by itself that it was read here, and shows the same by windows', async () => {
    const id = await sent(base());
    const { page, problems } = await start(browser, `?a=server:${id}&t=2500000000&u=3500000000`);
    const facts = page.locator('.tl-facts').first();
    await facts.getByText('read here').waitFor();
    const here = await counted(page, `server:${id}`);
    assert.ok(here.length > 25, here.join('\n'));
    await page.getByRole('button', { name: 'Load from server' }).click();
    await facts.getByText('loaded from the server: kinds only').waitFor();
    await page.waitForURL(/a=server:[^&]*\/windows.*t=2500000000&u=3500000000/);
    await page.getByText('Read in the page it also tells when kswapd was awake').waitFor();
    await sharp(page);
    await page.waitForFunction(() => document.querySelectorAll('.tl-row .tl-values').length > 20);
    assert.deepEqual(await kinds(page), here);
    assert.match(await facts.innerText(), new RegExp(`^${shown(LINES.length)} events`));
    await page.getByRole('button', { name: /Read it here/ }).click();
    await facts.getByText('read here').waitFor();
    assert.deepEqual(problems, []);
  });

  test('by windows events are found, stepped along, shown in full, measured and selected', async () => {
    const id = await sent(base());
    const { page, problems } = await start(
      browser,
      `?a=server:${id}/windows&q=kind:kswapd_wake&m=nr_scanned`,
    );
    await sharp(page);
    await page.locator('.tl-facts', { hasText: '4 found' }).waitFor();
    await page.getByRole('button', { name: 'Next event found' }).click();
    const panel = page.locator('.tl-panel');
    await panel.getByText('mm_vmscan_kswapd_wake').first().waitFor();
    await panel.getByText('nid').first().waitFor();
    await page.getByRole('tab', { name: 'Events in view' }).click();
    await panel.getByText(`${shown(LINES.length)} in view`).waitFor();
    await page.locator('.tl-page').press('r');
    await panel.getByText(`${shown(LINES.length)} events`).waitFor();
    await panel.getByText('p99').waitFor();
    await page.getByLabel('Find').fill('cpu:3');
    await page.getByLabel('Find').press('Enter');
    const third = count(/ \[003\] /);
    assert.ok(third > 0);
    await page.locator('.tl-facts', { hasText: `${shown(third)} found` }).waitFor();
    await page.locator('#tl-search-says', { hasText: `${shown(third)} found` }).waitFor();
    await page.getByRole('button', { name: 'Next event found' }).click();
    await panel.getByText(/CPU 3/).first().waitFor();
    await page.getByLabel('Find').fill('no_such_field=1');
    await page.getByLabel('Find').press('Enter');
    await page.getByText('No kind of this capture has a field “no_such_field”.').waitFor();
    assert.deepEqual(problems, []);
  });

  test('two captures by windows, without a mouse: searched, stepped along, compared, and said', async () => {
    const id = await sent(base());
    const { page, problems } = await start(browser, `?a=server:${id}/windows&b=server:${id}/windows`);
    await sharp(page);
    await complete(page);
    const said = page.locator('#tl-said');
    const row = page.locator('.tl-row[aria-selected=true]');
    // The list of rows is one stop of Tab.
    for (let i = 0; i < STOPS && !(await focusedRow(page)); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.locator('.tl-row:focus').waitFor();
    const name = await row.getByRole('rowheader').innerText();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      (before) =>
        document.querySelector('.tl-row[aria-selected=true] [role=rowheader]')?.textContent !== before,
      name,
    );
    const whole = await said.innerText();
    await page.keyboard.press('w');
    await page.waitForFunction((text) => document.getElementById('tl-said')?.textContent !== text, whole);
    await page.keyboard.press('/');
    await page.keyboard.type('cpu:3');
    await page.keyboard.press('Enter');
    const found = count(/ \[003\] /);
    assert.ok(found > 0);
    for (const slot of ['A', 'B'])
      await page.locator(`[data-pane=${slot}] .tl-facts`, { hasText: `${shown(found)} found` }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tl-panel').getByText(/CPU 3/).first().waitFor();
    // A stretch of the view: each side is said, and that they are the same.
    while (!(await focusedRow(page))) await page.keyboard.press('Tab');
    await page.keyboard.press('0');
    await page.keyboard.press('r');
    await page.waitForFunction(() =>
      document.getElementById('tl-said')?.textContent.startsWith('Selected of A: '),
    );
    // Each side's values of the stretch come when its server has them.
    await complete(page);
    await eventually(async () => {
      const cells = await inMargin(page, /kswapd/);
      assert.equal(cells.length, 3);
      assert.notEqual(cells[0], '');
      assert.equal(cells[0], cells[1]);
    });
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(problems, []);
  });

  test('what this browser sent to the server is opened from its list', async () => {
    const { page, problems } = await openPage(browser, '#v1/swap-devices?a=model:two-nodes&b=none');
    await pane(page, 'B').locator('.source-name').click();
    await page.getByTestId('upload-file').setInputFiles(SAMPLE);
    await page.getByRole('button', { name: 'Send it to the server' }).click();
    await page.waitForURL(/server:/);
    const [, id] = /server:([^&/]+)/.exec(page.url()) ?? [];
    // As whoever sent the file first called it.
    const { title } = await (await fetch(`${base()}/api/captures/${id}`)).json();
    await page.goto(`${base()}/#v1/timeline`);
    await page.getByRole('button', { name: 'Show what it keeps' }).click();
    await page.getByRole('button', { name: title, exact: true }).first().click();
    await page.locator('.tl-name', { hasText: title }).waitFor();
    assert.deepEqual(problems, []);
  });

  test('a link to a capture that the server does not have says so', async () => {
    const { page } = await start(browser, '?a=server:nothing/windows');
    await page.getByText('The server does not have this capture any more.').waitFor();
  });
}

if (api && existsSync(MMSCOPE)) {
  test('the server is killed while one pans: what is drawn stays, and sharpens when it is back', async () => {
    const own = await ownServer();
    try {
      const id = await sent(own.url);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${own.url}/#v1/timeline?a=server:${id}/windows&t=2500000000&u=2600000000`);
      await page.locator('.tl-lane').waitFor();
      await sharp(page);
      await page.keyboard.down('d');
      await own.kill();
      await page.getByText(/The server does not answer\. The drawing stays/).waitFor();
      await page.keyboard.up('d');
      // Frames go on, from what there is.
      await page.keyboard.press('a');
      await page.waitForFunction(() => {
        const canvas = document.querySelector('.tl-canvas');
        return canvas instanceof HTMLElement && canvas.dataset['asked'] === canvas.dataset['drawn'];
      });
      assert.ok((await page.locator('.tl-row.track').count()) > 5);
      // What was counted elsewhere is not said of what is in view.
      await page.waitForFunction(
        () =>
          ![...document.querySelectorAll('.tl-row .tl-values')].some((p) => /\d/.test(p.textContent ?? '')),
      );
      await own.start();
      await page.getByRole('button', { name: 'Ask now' }).click();
      await sharp(page);
      await page.locator('.tl-silent').waitFor({ state: 'detached' });
      await context.close();
    } finally {
      await own.close();
    }
  });
}
