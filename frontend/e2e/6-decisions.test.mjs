// Sources that the scene at hand is not made for, and the scene that shows any decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interleave, swapIn, zones } from '../src/core/testing/policies.mjs';
import { axe } from './axe.mjs';
import {
  bundled,
  cursor,
  drop,
  file,
  fromMenu,
  openPage,
  pane,
  reached,
  ready,
  testBrowser,
  twin,
} from './browser.mjs';

const browser = await testBrowser();

const MODEL = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';
const EMPTY = '#v1/decisions?a=none&b=none';

/** @param {import('playwright-core').Page} page @param {'A' | 'B'} id */
const current = (page, id) => pane(page, id).locator('.decision[aria-current]').innerText();

test('a capture of another policy opens in a scene that can show it, says so, and Undo and Back undo it', async () => {
  const { page, problems } = await openPage(browser, MODEL);
  await drop(page, '[data-pane=B]', [file('il.txt', interleave(400))]);
  const notice = page.locator('.notices');
  await notice
    .getByText('Shown in Interleave and DMA: Swap devices can show none of its 400 decisions.')
    .waitFor();
  await page.waitForURL(/#v1\/interleave\?/);
  await pane(page, 'B').getByText('same, all 400').waitFor();
  assert.match(await pane(page, 'B').locator('.facts').innerText(), /modes\s+granular 400/);
  // The other pane cannot be shown there, and keeps what it has.
  await notice.getByText('Pane A keeps “Two nodes, one device each”').waitFor();
  await pane(page, 'A').getByText('Interleave and DMA cannot show this source').waitFor();
  await page.waitForURL(/a=model:two-nodes/);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(/#v1\/swap-devices\?a=model:two-nodes&b=none&k=5/);
  await pane(page, 'A').locator('.drawing svg.swap-devices').waitFor();
  assert.equal(await notice.count(), 0);
  await page.goBack();
  await page.waitForURL(/#v1\/interleave\?/);
  await pane(page, 'B').getByText('same, all 400').waitFor();
  await page.goBack();
  await page.waitForURL(/#v1\/swap-devices\?/);
  await ready(page);
  await pane(page, 'A').locator('.drawing svg.swap-devices').waitFor();
  assert.deepEqual(problems, []);
});

for (const [what, text, said] of /** @type {const} */ ([
  ['interleave', interleave(60), /node 1\s+il_prev 0, granularity 2, 1 of 2 given/],
  ['swap-in', swapIn(30), /one page\s+page \d+ on swap device 0/],
  [
    'zones',
    zones(30),
    /DMA32 of node 0\s+52,000 free is above low 2,048 \+ reserve 256; Normal below its mark/,
  ],
])) {
  test(`${what}: step, scrub, jump, by mouse and by keys, and nothing that axe minds`, async () => {
    // The page's policy forbids what is not the page's own; axe is let in by the browser.
    const { page, problems } = await openPage(browser, EMPTY, { bypassCSP: true });
    await drop(page, '[data-pane=A]', [file('mine.txt', text)]);
    await pane(page, 'A').getByText('same, all 60').waitFor();
    await page.keyboard.press('Home');
    for (let k = 1; k <= 3; k++) {
      await page.keyboard.press('ArrowRight');
      await reached(page, k);
    }
    assert.match((await current(page, 'A')).replaceAll('\n', ' '), said);
    const there = await twin(page, 'A');
    await pane(page, 'A').locator('.decision').nth(7).click();
    await reached(page, 8);
    // The focus is in the list now: arrows move the cursor, and the focus goes with it.
    await page.keyboard.press('ArrowRight');
    await reached(page, 9);
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /^9 /);
    await page.keyboard.press('End');
    await reached(page, 60);
    await page.keyboard.press('/');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await reached(page, 3);
    assert.equal(await twin(page, 'A'), there);
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(problems, []);
  });
}

test('two captures are compared decision by decision, with both drawings in one line', async () => {
  const { page } = await openPage(browser, EMPTY);
  await drop(page, '.caption', [
    file('one', interleave(60)),
    file('two', interleave(60).replaceAll('<b>', 'b')),
  ]);
  await page.getByText('Both panes decide the same in all 60 decisions.').waitFor();
  const tops = await page
    .locator('.decisions')
    .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
  assert.equal(tops[0], tops[1]);
});

test('a scene that cannot show a source says so, and the other is one click away', async () => {
  const view = '#v1/swap-devices?a=capture:cache-fair&b=model:two-nodes&k=5';
  const { page } = await openPage(browser, view);
  await pane(page, 'A').getByText('Swap devices cannot show this source: none of its').waitFor();
  await pane(page, 'A').getByRole('button', { name: 'Show it in Zones and watermarks' }).click();
  await pane(page, 'A').locator('.drawing svg').first().waitFor();
  await page.waitForURL(/#v1\/zones\?a=capture:cache-fair/);
});

test('another scene shows the same moment of the same sources', async () => {
  const { page } = await openPage(browser, MODEL.replace('k=5', 'k=777'));
  await reached(page, 777);
  await fromMenu(page, 'Decisions');
  await pane(page, 'A').locator('.decision[aria-current]').waitFor();
  assert.equal(await cursor(page), 777);
  assert.match(await current(page, 'A'), /^777\b/);
  await page.getByRole('link', { name: 'Swap devices' }).click();
  await pane(page, 'A').locator('.drawing svg.swap-devices').waitFor();
  assert.equal(await cursor(page), 777);
});

test('a link to a scene that is not known is named, and its sources still shown', async () => {
  const { page } = await openPage(browser, '#v1/tape-drives?a=model:two-nodes&b=none&k=5');
  await page.getByText('There is no scene “tape-drives”.').waitFor();
  await pane(page, 'A').locator('.drawing svg').first().waitFor();
});

test('the picker groups models and captures by document', async () => {
  const { page } = await openPage(browser, MODEL);
  const seeds = new Set((await bundled()).map((c) => c.seeds?.[0]).filter(Boolean));
  await page.keyboard.press('o');
  for (const seed of seeds) await page.getByText(`document ${seed}`, { exact: true }).last().waitFor();
});

test('a notice of a bad file moves nothing', async () => {
  const { page } = await openPage(browser, MODEL);
  const drawing = pane(page, 'A').locator('.drawing');
  const before = await drawing.boundingBox();
  await drop(page, '[data-pane=A]', [
    file('bad.txt', 'mmscope-capture 1\nmanifest {}\nswap_list ts=1 cpu=many\n'),
  ]);
  await pane(page, 'A').locator('.failure').waitFor();
  assert.deepEqual(await drawing.boundingBox(), before);
});

test('marks beyond those that are drawn are counted', async () => {
  const { page } = await openPage(browser, EMPTY);
  const [head, ...rest] = interleave(9).split(/(?=^interleave )/m);
  const marks = Array.from({ length: 600 }, (_, i) => `mark ts=${950 + (i % 9)} text=m${i}\n`).join('');
  await drop(page, '[data-pane=A]', [file('marks.txt', [head, marks, ...rest].join(''))]);
  // One for the policy, and 600 of them; 500 are kept.
  await page.getByText('101 later marks not drawn').waitFor();
});

test('on a small screen the reason begins above the transport', async () => {
  const small = { viewport: { width: 1024, height: 768 } };
  const view = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';
  const { page } = await openPage(browser, view, small);
  const edge = await page.locator('.transport').evaluate((e) => e.getBoundingClientRect().top);
  const first = await page
    .locator('ol.why li')
    .first()
    .evaluate((e) => e.getBoundingClientRect().bottom);
  assert.ok(first <= edge, `${first} is below ${edge}`);
});

test('the scene of all decisions opens with something to see', async () => {
  const { page, problems } = await openPage(browser, '#v1/decisions');
  for (const id of /** @type {const} */ (['A', 'B'])) {
    await pane(page, id).locator('.decision[aria-current]').waitFor();
  }
  assert.deepEqual(problems, []);
});
