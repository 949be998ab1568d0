// Drawings under the hand: what one points at is outlined wherever it is shown, and what a model is set to can be moved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, openPage, pane, reached, ready, testBrowser } from './browser.mjs';
import { PHONE, small } from './targets.mjs';
import { isShort } from './tiers.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const SWAP = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=50';

/** What is outlined, by pane: the key, or the number of a step; and how many cells of the strip. @param {Page} page */
const outlined = (page) =>
  page.evaluate(() => {
    const all = [
      .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-of], [data-n]')),
    ];
    const marked = all.filter((e) => {
      const { outlineStyle, boxShadow, strokeWidth } = getComputedStyle(e);
      return (
        outlineStyle === 'solid' ||
        (e.matches('li') && boxShadow !== 'none') ||
        (e.closest('.strip') && strokeWidth === '2.5px')
      );
    });
    return marked.map((e) => {
      const place = e.closest('.strip')
        ? 'strip'
        : (e.closest('[data-pane]')?.getAttribute('data-pane') ?? '');
      return `${place} ${e.tagName} ${e.dataset['n'] ?? e.dataset['of'] ?? ''}`;
    });
  });

/** @param {Page} page @param {string} what */
const marked = (page, what) =>
  page.waitForFunction((selector) => {
    const e = document.querySelector(selector);
    return e && getComputedStyle(e).outlineStyle === 'solid';
  }, what);

test('pointing at a device outlines it in lists, tanks, tables, sentences and strip of both panes', async () => {
  const { page, problems } = await openPage(browser, SWAP);
  const tank = '[data-device="2"]';
  const bar = pane(page, 'A').locator(`${tank} > rect`).first();
  await listening(page);
  await bar.hover();
  await marked(page, `#pane-B ${tank}`);
  const found = await outlined(page);
  const count = (/** @type {string} */ of) => found.filter((one) => one === of).length;
  // Four lists in A and one in B, and a tank each.
  assert.deepEqual([count('A g device:2'), count('B g device:2')], [5, 2]);
  assert.deepEqual([count('A TR device:2'), count('B TR device:2')], [1, 1]);
  // Decision 50 takes it, in three steps.
  assert.deepEqual(
    [2, 3, 4].map((n) => count(`A LI ${n}`)),
    [1, 1, 1],
  );
  assert.ok(count('strip path device:2') >= 2);
  assert.ok(
    found.every((one) => /device:2$|^A LI [234]$/.test(one)),
    found.join('\n'),
  );

  // A press keeps it, wherever the pointer goes; Esc lets go.
  await bar.click();
  await pane(page, 'B').locator('[data-device="0"] > rect').first().hover();
  assert.deepEqual(await outlined(page), found);
  await page.keyboard.press('Escape');
  assert.deepEqual(await outlined(page), []);
  assert.deepEqual(problems, []);
});

test('a step of Why by key: its disc, what it is about, and no other step', async () => {
  const { page, problems } = await openPage(browser, SWAP);
  await listening(page);
  await pane(page, 'A').locator('ol.why li').first().focus();
  await marked(page, '#pane-A g[data-n="1"]');
  await page.keyboard.press('ArrowDown');
  await marked(page, '#pane-A g[data-n="2"]');
  const found = await outlined(page);
  assert.ok(found.includes('A LI 2') && found.includes('B TR device:2'), found.join('\n'));
  assert.ok(!found.some((one) => / [134]$/.test(one)), found.join('\n'));
  // Tab leaves the sentences, and the outline goes with the focus.
  await page.locator('.transport button').first().focus();
  assert.deepEqual(await outlined(page), []);
  assert.deepEqual(problems, []);
});

/** It does when its drawings are there. @param {Page} page */
function listening(page) {
  return page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
}

/** The stage shows what it was asked to, with grips on it. @param {Page} page @param {string} id */
async function grip(page, id) {
  await ready(page);
  return pane(page, 'A').locator(`[data-grip="${id}"]`);
}

/** @param {Page} page @param {string} text in the link, or not */
const linked = (page, text, is = true) =>
  page.waitForFunction(
    ([t, there]) => location.hash.includes(String(t)) === there,
    /** @type {const} */ ([text, is]),
  );

/** @param {Page} page @param {string} id @param {number} dx @param {number} dy */
async function drag(page, id, dx, dy) {
  const box = await (await grip(page, id)).boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
}

const ZONES = 'zones?a=model:zones-preferred&b=none&k=200';
const DEVICES = 'swap-devices?a=model:four-nodes&b=none&k=50';
const INTERLEAVE = 'interleave?a=model:interleave-1&b=none&k=100';
const WEIGHTED = 'interleave?a=model:interleave-weighted&b=none&k=100';
const SWAP_IN = 'swap-in?a=model:swap-in-hybrid&b=none&k=300';

/** Scene, grip, how it is dragged, whether its value grows by that, what the link then holds, the line beside it. */
const GRIPS = /** @type {const} */ ([
  [ZONES, 'low', [0, -30], 'more', 'a.watermark_scale_factor=', /^vm\.watermark_scale_factor = \d{3}$/],
  [ZONES, 'high', [0, -12], 'more', 'a.watermark_scale_factor=', /^vm\.watermark_scale_factor = \d{3}$/],
  [ZONES, 'min', [0, -20], 'more', 'a.min_free_kbytes=', /^vm\.min_free_kbytes = \d+$/],
  [DEVICES, 'device:2 node', [0, -150], 'less', 'a.dev_node=0,1,', /^device on node 0 : 1 : 0 : 3$/],
  [DEVICES, 'device:2 size', [-60, 0], 'less', 'a.dev_pages=', /^device size 65535 : 65535 : \d{5} : 65535$/],
  [DEVICES, 'demand 1', [24, 0], 'more', 'a.demand=1,', /^demand by node 1 : 4 : 5 : 1$/],
  [INTERLEAVE, 'granularity', [120, 0], 'more', 'a.granularity=', /^vm\.numa_interleave_granularity = \d+$/],
  [
    WEIGHTED,
    'weight 1',
    [60, 0],
    'more',
    'a.weight=3,',
    /^echo \d+ > \/sys\/kernel\/mm\/mempolicy\/weighted_interleave\/node1$/,
  ],
  [`${INTERLEAVE}&large=list`, 'segments limit', [-200, 0], 'less', 'a.max_segments=', /^segments limit \d+/],
  [
    `${INTERLEAVE}&large=requests`,
    'request limit',
    [-200, 0],
    'less',
    'a.max_sectors=',
    /^echo \d+ > \/sys\/block\/sdc\/queue\/max_sectors_kb$/,
  ],
  [SWAP_IN, 'mode', [0, -150], 'less', 'a.swap_poll=', /^vm\.swap_poll = 0$/],
  [SWAP_IN, 'disk time', [90, 0], 'more', 'a.dev_ns=', /^disk time [\d.]+ µs$/],
  [SWAP_IN, 'poll delay', [-60, 0], 'more', 'a.swap_poll_delay=', /^vm\.swap_poll_delay_ns = \d{4}$/],
  [
    `${SWAP_IN}&large=windows`,
    'page cluster',
    [0, 60],
    'less',
    'a.page_cluster=',
    /^vm\.page-cluster = [012]$/,
  ],
]);

const sceneOf = (/** @type {string} */ view) => view.split('?')[0] ?? '';

/** One of each scene in short. */
const TRIED = isShort()
  ? GRIPS.filter(([view], i) => sceneOf(view) !== sceneOf(GRIPS[i - 1]?.[0] ?? ''))
  : GRIPS;

/** To another view, from whatever is shown. @param {Page} page @param {string} view */
async function go(page, view) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#v1/${view}`);
  await linked(page, view);
}

/**
 * The link has the grip's value no more, and the grip says what it said `before`: of the run that comes.
 * @param {Page} page @param {string} link @param {string} id @param {string | null} before
 */
async function undone(page, link, id, before) {
  await linked(page, link, false);
  await ready(page);
  const handle = await grip(page, id);
  await eventually(async () => {
    assert.equal(await handle.getAttribute('aria-valuetext'), before, id);
  });
}

test('every grip by pointer, with what a real machine calls it; Esc, Ctrl Z and the link take it back', async () => {
  const { page, problems } = await openPage(browser, `#v1/${GRIPS[0][0]}`);
  for (const [view, id, [dx, dy], , link, line] of TRIED) {
    await go(page, view);
    const handle = await grip(page, id);
    const before = await handle.getAttribute('aria-valuetext');
    const code = pane(page, 'A').locator('.hand code');

    // Let go of by key, while it is held.
    await drag(page, id, dx, dy);
    assert.notEqual(await handle.getAttribute('aria-valuetext'), before, id);
    assert.match((await code.textContent()) ?? '', line);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.equal(await handle.getAttribute('aria-valuetext'), before, id);
    assert.ok(!page.url().includes(link), page.url());

    await drag(page, id, dx, dy);
    await page.mouse.up();
    await linked(page, link);
    await ready(page);
    assert.match((await code.textContent()) ?? '', line);
    await pane(page, 'A').getByText(/ was /).waitFor();
    await page.keyboard.press('Control+z');
    await undone(page, link, id, before);
  }
  assert.deepEqual(problems, []);
});

test('every grip by key: Page Up or Page Down, Enter, and Ctrl Z', async () => {
  const { page, problems } = await openPage(browser, `#v1/${GRIPS[0][0]}`);
  for (const [view, id, , way, link] of TRIED) {
    await go(page, view);
    const handle = await grip(page, id);
    const before = await handle.getAttribute('aria-valuetext');
    await handle.focus();
    await page.keyboard.press(way === 'more' ? 'PageUp' : 'PageDown');
    await page.keyboard.press('Enter');
    await linked(page, link);
    await ready(page);
    assert.notEqual(await handle.getAttribute('aria-valuetext'), before, id);
    await page.keyboard.press('Control+z');
    await undone(page, link, id, before);
  }
  assert.deepEqual(problems, []);
});

test('every grip by thumb: a tap, plus or minus, and Undo', async () => {
  const { page, problems } = await openPage(browser, `#v1/${GRIPS[0][0]}`, PHONE);
  for (const [view, id, , way, link] of TRIED) {
    await go(page, view);
    const handle = await grip(page, id);
    await handle.tap();
    const step = pane(page, 'A')
      .locator('.hand')
      .getByRole('button', { name: new RegExp(`: ${way}$`) });
    await step.first().tap();
    await linked(page, link);
    await ready(page);
    await page.getByRole('button', { name: /^Undo/ }).tap();
    await linked(page, link, false);
    await ready(page);
  }
  assert.deepEqual(problems, []);
});

test('grips by key: arrows and Enter, Home, the priority by + and -, and the run before in B', async () => {
  const { page, problems } = await openPage(browser, SWAP);
  const node = await grip(page, 'device:2 node');
  await node.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.match((await node.getAttribute('aria-valuetext')) ?? '', /^node 0\./);
  await page.keyboard.press('Escape');
  assert.match((await node.getAttribute('aria-valuetext')) ?? '', /^node 2\./);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await linked(page, 'a.dev_node=0,1,3,3');
  await ready(page);
  await page.keyboard.press('+');
  await page.keyboard.press('Enter');
  await linked(page, 'a.dev_prio=');
  await ready(page);
  assert.equal(await pane(page, 'A').locator('.hand code').textContent(), 'swapon -p 0 /dev/swapC');
  // Two changes, undone one by one; each was a step of the history, too.
  await page.keyboard.press('Control+z');
  await linked(page, 'a.dev_prio=', false);
  await linked(page, 'a.dev_node=0,1,3,3');
  await ready(page);
  await page.getByRole('button', { name: 'Compare with the run before' }).click();
  await linked(page, 'b.rule=roundrobin', false);
  await ready(page);
  // The cursor has not moved: arrows were the grip's.
  await reached(page, 50);
  assert.deepEqual(problems, []);
});

test('a thumb: a tap takes it in hand, plus and minus change it', async () => {
  const { page, problems } = await openPage(
    browser,
    '#v1/swap-devices?a=model:four-nodes&b=none&k=50',
    PHONE,
  );
  const node = await grip(page, 'device:2 node');
  await node.tap();
  await page.getByRole('button', { name: 'node of swapC: less' }).tap();
  await linked(page, 'a.dev_node=0,1,1,3');
  await ready(page);
  await page.getByRole('button', { name: /^Undo/ }).tap();
  await linked(page, 'a.dev_node=', false);
  await ready(page);
  await node.waitFor();
  const all = await page.evaluate(
    small,
    /** @type {[string, string]} */ (['.handles [role=slider]', '#panes']),
  );
  assert.deepEqual(all, []);
  assert.deepEqual(problems, []);
});

for (const view of [
  'swap-devices?a=capture:one-each-roundrobin&b=none&k=50',
  'interleave?a=capture:interleave-1&b=none&k=100',
  'swap-in?a=capture:swap-in-hybrid&b=none&k=300',
])
  test(`a capture has no grips: who tries, and who presses Tab, is offered a model of its machine: ${sceneOf(view)}`, async () => {
    const { page, problems } = await openPage(browser, `#v1/${view}`);
    const a = pane(page, 'A');
    await a.getByRole('button', { name: 'Move something in pane A' }).focus();
    assert.equal(await a.getByRole('slider').count(), 0);
    await page.keyboard.press('Enter');
    await a.getByText('This happened, so nothing here can be moved.').waitFor();
    await page.keyboard.press('Escape');
    await a.getByText('This happened').waitFor({ state: 'detached' });
    const box = await a.locator('.drawing').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + 120];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y - 40, { steps: 3 });
    await page.mouse.up();
    await a.getByRole('button', { name: 'As if, under another rule' }).waitFor();
    await a.getByRole('button', { name: 'Make this a model' }).click();
    await linked(page, 'b=model:');
    await ready(page);
    await pane(page, 'B').locator('[data-grip]').first().waitFor();
    assert.deepEqual(problems, []);
  });
