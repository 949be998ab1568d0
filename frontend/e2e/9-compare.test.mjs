// The page Compare: a preset, its runs, a picture for each measure, two panes from it; a question that cannot be asked.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { captureText, drop, file, openAt, openPage, ready, testBrowser } from './browser.mjs';

const browser = await testBrowser();

/** Of the slots given in a capture, how many in a hundred are on the node that asked: from its lines alone. @param {string} id */
async function home(id) {
  const lines = (await captureText(id)).split('\n');
  const number = (/** @type {string} */ line, /** @type {string} */ field) =>
    Number(new RegExp(` ${field}=(-?\\d+)`).exec(line)?.[1]);
  const nodes = new Map(
    lines
      .filter((line) => line.startsWith('swap_list '))
      .map((line) => [number(line, 'type'), number(line, 'node_id')]),
  );
  const given = lines.filter((line) => line.startsWith('swap_select ') && number(line, 'ret') > 0);
  const slots = (/** @type {string[]} */ some) => some.reduce((sum, line) => sum + number(line, 'ret'), 0);
  const near = given.filter((line) => nodes.get(number(line, 'type')) === number(line, 'nid'));
  return Math.round((100 * slots(near)) / slots(given));
}

/** What differs between one list of each node and one list for all, in the cells of a row. */
const APART = await home('two-nodes-global').then((share) => [
  '100',
  `${share}`,
  `−${100 - share} points`,
  '',
  'worse',
]);
const APART_TEXT = new RegExp(APART.filter(Boolean).join('\\s+'));

const GRANULARITY = '#v1/compare?of=model:interleave-1&x=granularity:1,2,4,8,16&m=sectors,segments';

test('a preset is asked, drawn and given in numbers, and opens in two panes', async () => {
  const { page, problems } = await openPage(browser);
  await page.locator('header nav a', { hasText: 'Compare' }).click();
  await page.getByRole('link', { name: /^Granularity 1 to 16/ }).click();
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  await page
    .getByRole('slider', {
      name: /sectors per request by granularity\. sectors per request: 320 at granularity 1; 2 is within 5 %/,
    })
    .waitFor();
  await page
    .getByText(
      'Document 004: none: 530 (528 to 534); interleave, 1: 317 (315 to 317); interleave, 8: 535 (535 to 537) sectors',
    )
    .waitFor();
  await page
    .getByRole('heading', {
      name: 'Granularity 2 is enough: sectors per request 532, 533 at best.',
    })
    .waitFor();
  // Captures of the same experiment, and what was printed, stand in the columns of their values.
  const sectors = page.locator('[data-name=sectors] .cmp-hanging tbody');
  await sectors.getByRole('row', { name: 'kernel 301 526 – 526 –' }).waitFor();
  await sectors.getByRole('row', { name: 'published 317 – – 535 –' }).waitFor();
  await page.getByText('2 of 2 within 2 %').waitFor();
  assert.equal(await page.locator('.cmp-strip .cmp-run.open').count(), 0);
  assert.equal(await page.locator('.cmp-strip .cmp-run').count(), 5);
  const cells = await page.locator('.cmp-numbers tbody tr').allInnerTexts();
  assert.deepEqual(
    cells.map((row) => row.split(/\s+/)),
    [
      ['1', '320', '40', '1280'],
      ['2', '532', '33.4', '770'],
      ['4', '533', '16.9', '768'],
      ['8', '533', '8.67', '768'],
      ['16', '533', '4.54', '768'],
    ],
  );
  await page.locator('.cmp-numbers').getByRole('button', { name: '8', exact: true }).click();
  await page.getByRole('link', { name: 'Open beside granularity 1' }).click();
  await page.waitForURL(
    /#v1\/interleave\?a=model:published-iostat-interleave-1&a\.granularity=1&b=model:published-iostat-interleave-1&b\.granularity=8/,
  );
  await ready(page);
  await page.goBack();
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  assert.deepEqual(problems, []);
});

test('another value in the sentence is another link, and Back undoes it', async () => {
  const { page, problems } = await openAt(browser, GRANULARITY, {});
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'to' }).fill('1..3');
  await page.getByRole('button', { name: 'Run 3' }).click();
  await page.getByRole('status').getByText('3 runs', { exact: true }).waitFor();
  assert.match(page.url(), /x=granularity:1\.\.3/);
  await page.goBack();
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'to' }).inputValue(), '1,2,4,8,16');
  assert.deepEqual(problems, []);
});

test('what a capture assumes varies beside its switch, or alone under one that is chosen', async () => {
  const { page, problems } = await openAt(browser, '#v1/compare', {});
  await page.getByLabel('Take').selectOption('capture:two-nodes-node');
  await page.getByRole('combobox', { name: 'set', exact: true }).selectOption('slots_back');
  await page.getByRole('combobox', { name: 'under rule' }).selectOption('roundrobin');
  await page.getByRole('button', { name: 'Run 3' }).click();
  await page.getByRole('status').getByText('3 runs', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Stays at home: 50.8 % whatever is assumed.' }).waitFor();
  assert.match(page.url(), /of\.rule=roundrobin&x=slots_back:random,oldest,newest$/);
  await page.getByRole('combobox', { name: 'and', exact: true }).selectOption('rule');
  await page.getByRole('textbox', { name: 'to' }).last().fill('node,global');
  await page.getByRole('button', { name: 'Run 6' }).click();
  await page.getByRole('status').getByText('6 runs', { exact: true }).waitFor();
  await page.locator('.cmp-numbers').getByRole('button', { name: 'newest' }).last().click();
  await page.getByRole('link', { name: 'Open beside slots_back random' }).click();
  await page.waitForURL(/a\.rule=global&a\.slots_back=random&b=.*&b\.rule=global&b\.slots_back=newest/);
  await ready(page);
  assert.deepEqual(problems, []);
});

test('a figure is saved as a drawing and as a picture, and keys choose a value', async () => {
  const { page, problems } = await openAt(browser, GRANULARITY, {});
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  const saved = async (/** @type {string} */ kind) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save sectors per request as ${kind}` }).click(),
    ]);
    return readFile(await download.path());
  };
  const svg = String(await saved('SVG'));
  assert.match(svg, /^<svg xmlns/);
  assert.match(svg, />granularity<\/text>/);
  assert.match(svg, /of=model:interleave-1/);
  assert.doesNotMatch(svg, /Save as|var\(|color-mix/);
  assert.ok(svg.length < 40_000, `${svg.length} bytes`);
  assert.deepEqual([...(await saved('PNG')).subarray(1, 4)], [...Buffer.from('PNG')]);
  const plot = page.getByRole('slider', { name: /^sectors per request by granularity/ });
  await plot.press('ArrowRight');
  await plot.press('End');
  assert.equal(await plot.getAttribute('aria-valuetext'), 'granularity 16: 512 sectors');
  await page.getByRole('heading', { name: 'granularity 16' }).waitFor();
  assert.deepEqual(problems, []);
});

test('what cannot be asked is said, and what was shown stays', async () => {
  const { page } = await openAt(browser, GRANULARITY, {});
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  const rows = page.locator('.cmp-numbers tbody tr');
  await rows.nth(4).waitFor();
  const before = await rows.allInnerTexts();
  assert.equal(before.length, 5);
  const said = async (/** @type {string} */ words) => {
    await page.getByRole('alert').getByText(words).waitFor();
    assert.deepEqual(await rows.allInnerTexts(), before);
    assert.equal(await page.locator('.cmp-plot').count(), 2);
  };
  await page.getByRole('textbox', { name: 'to' }).fill('0,2000');
  await said('granularity is 1 to 1024, not 0');
  assert.equal(await page.getByRole('button', { name: 'Run' }).isDisabled(), true);
  await page.getByRole('textbox', { name: 'to' }).fill('1..600');
  await page.getByRole('textbox', { name: 'with seeds' }).fill('1..20');
  await said('20 seeds of 600 values are 12,000 runs, at most 10,000 are made: take fewer seeds or values');
  assert.equal(await page.getByRole('button', { name: 'Run' }).isDisabled(), true);
  // So it is with links.
  const good = page.url();
  for (const [from, to, words] of /** @type {const} */ ([
    ['granularity:1,2,4,8,16', 'granularity:1,5000', 'granularity is 1 to 1024, not 5000'],
    ['model:interleave-1', 'model:nowhere', 'there is no scenario “nowhere”'],
    ['m=sectors,segments', 'm=sectors,speed', 'there is no measure “speed”: there is decisions,'],
    [
      'model:interleave-1&x=granularity:1,2,4,8,16&m=sectors,segments',
      'capture:interleave-1&x=rule:node,global',
      'rule node: This capture has no walk along a swap list, so there is nothing to decide otherwise. It takes the event swap_select: vary granularity of this one, or choose a capture that has it.',
    ],
  ])) {
    await page.goto(good.replace(from, to));
    await said(words);
    await page.getByText('The previous question is still shown below').waitFor();
  }
  await page.goto(good);
  await page.getByRole('status').getByText('5 runs', { exact: true }).waitFor();
  assert.equal(await page.getByText('The previous question is still shown below').count(), 0);
});

test('a capture is swept as if; of a link that asks what it does not tell, presets are left', async () => {
  const { page, problems } = await openAt(
    browser,
    '#v1/compare?of=capture:two-nodes-node&x=rule:node,global&seeds=1..2&m=home',
    {},
  );
  await page.getByRole('status').getByText('4 runs', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Stays at home: most under node, 100 %.' }).waitFor();
  await page.locator('.cmp-numbers .tag', { hasText: 'as if' }).waitFor();
  const other = await openAt(browser, `#v1/compare?of=capture:interleave-1&x=rule:node,global`, {});
  await other.page.getByText('rule node: This capture has no walk along a swap list').waitFor();
  await other.page.getByRole('heading', { name: 'To begin with' }).waitFor();
  assert.deepEqual([...problems, ...other.problems], []);
});

test('two sources are set side by side, in a table and in the link, and open in two panes', async () => {
  const { page, problems } = await openAt(browser, '#v1/compare', {});
  const preset = page.getByRole('link', { name: /^Swap by node beside one list/ });
  await preset.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#v1\/compare\?a=capture:two-nodes-node&b=capture:two-nodes-global/);
  await page.getByRole('status').getByText('6 numbers, 4 differ').waitFor();
  const row = page.getByRole('row', { name: /^stays at home/ });
  assert.deepEqual((await row.getByRole('cell').allInnerTexts()).slice(0, 5), APART);
  await page.goto(page.url().replace('two-nodes-global', 'swap-in-poll'));
  await page.getByRole('alert').getByText('A is about swap, B about swap_in').waitFor();
  // What was compared stays.
  await page.getByText('The previous comparison is still shown below: a=capture:two-nodes-node&').waitFor();
  assert.match(await row.innerText(), new RegExp(APART.slice(0, 2).join('\\s+')));
  await page.goBack();
  await page.getByRole('status').getByText('6 numbers, 4 differ').waitFor();
  assert.equal(await page.getByText('The previous comparison is still shown below').count(), 0);
  await page.getByRole('link', { name: 'Open both panes' }).click();
  await page.waitForURL(/#v1\/swap-devices\?a=capture:two-nodes-node&b=capture:two-nodes-global/);
  await ready(page);
  assert.deepEqual(problems, []);
});

test('the panes’ own files are set side by side; a link that has their names alone says so', async () => {
  const { page, problems } = await openPage(browser, '#v1/swap-devices?a=none&b=none');
  const gzip = async (/** @type {string} */ id) =>
    file(`${id}.gz`, await readFile(new URL(`../../datasets/captures/${id}.mmscope.gz`, import.meta.url)));
  await drop(page, '[data-pane=A]', [await gzip('two-nodes-node')]);
  await page.waitForURL(/a=file:two-nodes-node\.gz/);
  await drop(page, '[data-pane=B]', [await gzip('two-nodes-global')]);
  await page.waitForURL(/b=file:two-nodes-global\.gz/);
  await page.locator('header nav a', { hasText: 'Compare' }).click();
  await page.getByRole('link', { name: 'The sources of the two panes' }).click();
  const row = page
    .getByRole('region', { name: 'What differs' })
    .locator('tbody tr', { hasText: /^stays at home / });
  assert.match(await row.innerText(), APART_TEXT);
  assert.match(page.url(), /compare\?a=file:two-nodes-node\.gz&b=file:two-nodes-global\.gz$/);
  assert.deepEqual(problems, []);
  await page.reload();
  await page.getByRole('alert').getByText('read on your machine only').waitFor();
  await page.getByRole('alert').getByText('Open the file again.').waitFor();
});

test('two sources differ in a table, open in two panes, and come back from there', async () => {
  const { page, problems } = await openAt(browser, '#v1/compare', {});
  await page.getByRole('link', { name: 'Swap by node beside one list: who swaps at home' }).click();
  await page
    .getByRole('status')
    .getByText(/ numbers, \d+ differ$/)
    .waitFor();
  const question = new URL(page.url()).hash;
  const row = page
    .getByRole('region', { name: 'What differs' })
    .locator('tbody tr', { hasText: /^stays at home / });
  assert.match(await row.innerText(), APART_TEXT);
  await page.getByRole('link', { name: 'Open both panes' }).click();
  await ready(page);
  await page.locator('header nav a', { hasText: 'Compare' }).click();
  await page.getByRole('link', { name: 'The sources of the two panes' }).click();
  await row.waitFor();
  assert.equal(new URL(page.url()).hash, question);
  await page.goto(
    `${new URL(page.url()).origin}/#v1/compare?a=capture:two-nodes-node&b=capture:swap-in-poll`,
  );
  await page.getByRole('alert').getByText('compare sources of the same policy').waitFor();
  assert.deepEqual(problems, []);
});

test('several a side are tested against their spread, and a side can have one more', async () => {
  const side = (/** @type {string} */ name, /** @type {string} */ rule, /** @type {number} */ n) =>
    Array.from({ length: n }, (_, i) => `${name}=model:two-nodes${rule}&${name}.seed=${i + 1}`).join('&');
  const { page, problems } = await openAt(
    browser,
    `#v1/compare?${side('a', '', 4)}&${side('b', '&b.rule=global', 4)}`,
    {},
  );
  const rows = page.getByRole('region', { name: 'What differs' }).locator('tbody tr');
  const row = rows.filter({ hasText: /^stays at home / });
  assert.match(await row.innerText(), /−50 points\s+0\.0286\s+yes\s+worse/);
  assert.match(await rows.filter({ hasText: /^devices tried / }).innerText(), /\s1\s+no\s+same/);
  await page.getByText('4 and 4 captures give 0.0286 at least.').waitFor();
  await page
    .getByRole('button', { name: /Leave out .*seed 4$/ })
    .first()
    .click();
  await page.getByText('3 and 4 captures give 0.0286 at least.').waitFor();
  await page
    .getByRole('button', { name: /Leave out .*seed 4$/ })
    .first()
    .click();
  await page.getByText('3 and 3 captures give 0.1 at least, never 0.05 or less, so it cannot say.').waitFor();
  assert.match(await row.innerText(), /0\.1\s+cannot say\s+worse/);
  await page.getByLabel('Add to A').selectOption('capture:two-nodes-node');
  await page.waitForURL(/a=capture:two-nodes-node&b=model/);
  await page
    .getByRole('status')
    .getByText(/ numbers, \d+ differ$/)
    .waitFor();
  await page.goBack();
  await page.waitForURL((url) => !url.hash.includes('capture'));
  await page.getByRole('button', { name: 'Copy the comparison as text' }).waitFor();
  assert.deepEqual(problems, []);
});

test('marks that both have part a comparison into phases', async () => {
  const { page, problems } = await openAt(
    browser,
    '#v1/compare?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global',
    {},
  );
  const phase = page.locator('details', { hasText: /From mark “a writer on each/ });
  await phase.locator('summary').click();
  assert.match(await phase.locator('tbody tr', { hasText: /^stays at home / }).innerText(), /100/);
  assert.deepEqual(problems, []);
});

test('which tunable matters: the widest bar first, the runs behind one, its sweep and its panes', async () => {
  const { page, problems } = await openAt(browser, '#v1/compare', {});
  await page.getByRole('link', { name: /^What a fault costs the CPU/ }).click();
  await page.waitForURL(/#v1\/compare\?of=model:swap-in-hybrid&rank=cpu&seeds=1\.\.3/);
  await page.getByRole('status').getByText('192 runs, none left', { exact: true }).waitFor();
  await page
    .getByRole('heading', { name: /^Disk time, .* matter most\. \d+ of 25 hardly matter\.$/ })
    .waitFor();
  const bars = page.locator('.rank-table tbody tr');
  const widths = await bars.locator('.rank-width b').allInnerTexts();
  assert.deepEqual(
    widths.map(Number),
    widths.map(Number).toSorted((a, b) => b - a),
  );
  await bars.getByRole('button', { name: /^swap poll/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The runs behind swap poll' }).waitFor();
  await page.getByRole('link', { name: 'Sweep it' }).click();
  await page.waitForURL(/x=swap_poll:interrupt,poll,hybrid&seeds=1,2,3&m=cpu/);
  await page.getByRole('status').getByText('9 runs', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('status').getByText('192 runs, none left', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Open 10 µs beside 20 µs' }).click();
  await page.waitForURL(/#v1\/swap-in\?a=model:swap-in-hybrid&b=model:swap-in-hybrid&b\.dev_ns=20000/);
  await ready(page);
  await page.goto(page.url().replace(/#.*/, '#v1/compare?of=model:swap-in-hybrid&rank=home'));
  await page.getByRole('alert').getByText('home is measured in a model of swap').waitFor();
  assert.deepEqual(problems, []);
});
