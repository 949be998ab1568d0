// The timeline: a file of somebody else's kernel, moved about by keys, searched, selected, read as tables; two of
// them beneath each other; what cannot be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { axeEverywhere } from './axe.mjs';
import { drop, file, testBrowser } from './browser.mjs';
import {
  count,
  inMargin,
  LINES,
  NAME,
  open,
  openRaw,
  openTwo,
  shown,
  span,
  start as begin,
  complete,
  urlBecomes,
} from './timeline.mjs';

const browser = await testBrowser();

/** @param {string} [view] @param {import('playwright-core').BrowserContextOptions} [options] */
const start = (view, options) => begin(browser, view, options);

test('a file: its tracks have as many events as its text, and keys move, step, select and mark', async () => {
  const { page, problems } = await start();
  await open(page, 'A');
  await page.getByText(`${shown(LINES.length)} events`).waitFor();
  // Kinds, CPUs and so on are folded: what the events mean comes first.
  assert.equal(await page.locator('.tl-row.track', { hasText: 'CPU 0' }).count(), 0);
  const pressed = page.locator('.tl-row[aria-selected=true]');
  await page.keyboard.press('ArrowDown');
  assert.match(await pressed.innerText(), /^kswapd0 awake/);
  await openRaw(page);
  for (const cpu of [0, 1]) {
    const events = count(new RegExp(`\\[00${cpu}\\]`));
    await complete(page);
    assert.deepEqual(await inMargin(page, new RegExp(`^CPU ${cpu}$`)), [shown(events)]);
  }
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = span(page);
  await page.keyboard.press('w');
  await urlBecomes(page, (hash) => !hash.includes(`t=${all.t0}&`));
  const nearer = span(page);
  assert.ok(nearer.width < all.width * 0.95, `${nearer.width} of ${all.width}`);
  await page.keyboard.press('0');
  await urlBecomes(page, (hash) => hash.includes(`t=${all.t0}&`));

  while (!(await pressed.innerText()).startsWith('CPU')) await page.keyboard.press('ArrowDown');
  assert.match(await pressed.innerText(), /^CPU 0\n/);
  await page.keyboard.press('.');
  const where = page.locator('.tl-where');
  await where.waitFor();
  const first = LINES.find((line) => line.includes('[000]')) ?? '';
  const kind = /\d: (\w+):/.exec(first)?.[1] ?? '';
  assert.match(await page.locator('.tl-why h2').innerText(), new RegExp(`^${kind}`));
  const before = await where.innerText();
  await page.keyboard.press('.');
  await page.waitForFunction((text) => document.querySelector('.tl-where')?.textContent !== text, before);
  await page.keyboard.press(',');
  await page.waitForFunction((text) => document.querySelector('.tl-where')?.textContent === text, before);

  await page.keyboard.press('m');
  await page.getByRole('tab', { name: 'Marks (1)' }).click();
  await page.locator('.tl-marks li', { hasText: kind }).waitFor();
  await page.keyboard.press('r');
  await page.locator('.tl-range', { hasText: `${shown(count(/\[000\]/))} events` }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.tl-range').waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});

test('the sentence tells how long kswapd was awake of what is known, and so does the margin', async () => {
  for (const [sample, sentence, margin] of /** @type {const} */ ([
    [
      'ftrace/debian-6.1-default',
      'kswapd was awake 14.7 % of the capture on node 0, 13.3 % of 1.1 s known on node 1; ',
      ['14.7 %', '13.3 %'],
    ],
    [
      'trace-cmd/debian-6.12-default',
      'kswapd was awake 21.5 % of the capture on node 0, 29.1 % on node 1; ',
      ['21.5 %', '29.1 %'],
    ],
    [
      'perf-script/debian-6.12-chains',
      'kswapd was awake for an unknown time: no sleep is recorded; 365 requests went to disks.',
      [],
    ],
  ])) {
    const { page, problems } = await start();
    const path = fileURLToPath(new URL(`../../datasets/foreign/${sample}.txt.gz`, import.meta.url));
    await page.locator('.tl-chooser input[type=file]').setInputFiles(path);
    await page.locator('.tl-says', { hasText: sentence }).waitFor();
    await complete(page);
    for (const [nid, share] of margin.entries())
      assert.deepEqual(await inMargin(page, new RegExp(`^kswapd${nid} awake$`)), [share]);
    assert.equal(await page.locator('.tl-row.track', { hasText: 'awake' }).count(), margin.length);
    assert.deepEqual(problems, []);
  }
});

test('the search marks what it finds and steps through it; the table holds the same events', async () => {
  const { page, problems } = await start();
  await open(page, 'A');
  await page.keyboard.press('/');
  await page.keyboard.type('kind:mm_page_alloc cpu:1');
  await page.keyboard.press('Enter');
  const found =
    count(/\[001\].*: mm_page_alloc(?!_zone_locked|_extfrag)\w*:/) +
    count(/\[001\].*: mm_page_alloc_(zone_locked|extfrag):/);
  await page.locator('.tl-facts', { hasText: `${shown(found)} found` }).waitFor();
  await page.locator('.tl-plot').click({ position: { x: 400, y: 4 } });
  await page.keyboard.press('n');
  await page.locator('.tl-where', { hasText: 'on CPU 1' }).waitFor();
  await page.keyboard.press('0');
  await page.getByRole('tab', { name: 'Events in view' }).click();
  await page.locator('.tl-of select').last().selectOption('found');
  await page.locator('.tl-of', { hasText: `${shown(found)} in view` }).waitFor();
  const kinds = await page.locator('.tl-events tbody th').allInnerTexts();
  assert.ok(kinds.length > 0 && kinds.every((k) => k.startsWith('mm_page_alloc')), kinds.join());
  await page.locator('.tl-events tbody button').first().click();
  await page.locator('.tl-where').waitFor();
  await page.locator('#tl-search').fill('cpu:many');
  await page.keyboard.press('Enter');
  await page.locator('.tl-complaint', { hasText: '“many” is not the number of a CPU' }).waitFor();
  assert.deepEqual(problems, []);
});

test('wheel and drag: nearer at the pointer, along, and a stretch with its statistics', async () => {
  const { page } = await start();
  await open(page, 'A');
  await urlBecomes(page, (hash) => hash.includes('t='));
  const all = span(page);
  const box = await page.locator('.tl-canvas').boundingBox();
  assert.ok(box);
  const at = { x: box.x + box.width * 0.25, y: box.y + 200 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -500);
  await urlBecomes(page, (hash) => !hash.includes(`t=${all.t0}&`));
  const near = span(page);
  const kept = (/** @type {{t0: number, width: number}} */ v) => v.t0 + v.width * 0.25;
  assert.ok(Math.abs(kept(near) - kept(all)) < all.width * 0.002, 'the time under the pointer stays');
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(at.x + 300, at.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.locator('.tl-range tbody tr').first().waitFor();
  await page.mouse.down();
  await page.mouse.move(at.x + 100, at.y, { steps: 4 });
  await page.mouse.up();
  await urlBecomes(page, (hash) => !hash.includes(`t=${near.t0}&`));
  const along = span(page);
  assert.ok(along.t0 > near.t0 && Math.abs(along.width - near.width) < 2);
});

test('two captures: one axis, B moved by keys, then an axis for each', async () => {
  const { page, problems } = await start();
  await openTwo(page);
  // The same track of both is one row, with what each comes to at its end.
  const names = await page.locator('.tl-row.track .tl-track-name').allInnerTexts();
  assert.equal(new Set(names).size, names.length);
  await complete(page);
  const [a1, b1, apart] = await inMargin(page, /^kswapd0 awake$/);
  assert.ok(a1 && a1 === b1 && apart === '0.0 points', `${a1} ${b1} ${apart}`);
  await page.keyboard.press(']');
  await page.getByRole('button', { name: /B moved by/ }).waitFor();
  await urlBecomes(
    page,
    (hash) => hash.includes('bt=') && /[&]t=(-?\d+)/.exec(hash)?.[1] !== /[&]bt=(-?\d+)/.exec(hash)?.[1],
  );
  const [a, b] = [span(page), span(page, ['bt', 'bu'])];
  assert.ok(b.t0 < a.t0, 'B is later: its view begins earlier');
  await page.keyboard.press('l');
  await urlBecomes(page, (hash) => hash.includes('link=free'));
  await page.keyboard.press('1');
  await page.keyboard.press('w');
  await urlBecomes(page, (hash) => !hash.includes(`?a=file:${NAME}&b=file:${NAME}&t=${a.t0}&`));
  assert.deepEqual(span(page, ['bt', 'bu']), b);
  assert.deepEqual(problems, []);
});

test('two captures: their first marks above each other', async () => {
  const { page, problems } = await start();
  await openTwo(page);
  const align = page.getByRole('button', { name: 'Align marks' });
  await page.keyboard.press('1');
  await page.keyboard.press('m');
  await page.keyboard.press('2');
  assert.equal(await align.count(), 0, 'B has no mark yet');
  for (let i = 0; i < 3; i++) await page.keyboard.press('w');
  for (let i = 0; i < 3; i++) await page.keyboard.press('d');
  await page.keyboard.press('m');
  await align.click();
  await urlBecomes(page, (hash) => {
    const [, a = NaN, b = NaN] = (/marks=A(\d+)[^,]*,B(\d+)/.exec(hash) ?? []).map(Number);
    const [t, bt] = [/[?&]t=(-?\d+)/, /&bt=(-?\d+)/].map((of) => Number(of.exec(hash)?.[1] ?? NaN));
    return b > a && Math.abs((t ?? 0) - (bt ?? 0) - (a - b)) <= 1;
  });
  await align.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});

test('what cannot be read says so, and what a link cannot bring back too', async () => {
  const { page } = await start();
  await drop(page, '.tl-chooser', [file('notes.txt', 'nothing that any tool wrote\n'.repeat(50))]);
  await page.locator('.tl-failure', { hasText: 'notes.txt cannot be shown' }).waitFor();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.locator('.tl-chooser').waitFor();
  const { page: linked } = await start('?a=file:mine.txt&t=0&u=1000');
  await linked.locator('.tl-failure', { hasText: 'Open the file again' }).waitFor();
});

test('axe finds nothing in the timeline, empty, in use and in its tabs, light and dark', async () => {
  const { page } = await start('', { bypassCSP: true });
  const found = /** @type {string[]} */ ([]);
  const look = async (/** @type {string} */ what) => {
    found.push(...(await axeEverywhere(page)).map((words) => `${what}, ${words}`));
  };
  await look('empty');
  await open(page, 'A');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('.');
  await page.locator('.tl-where').waitFor();
  await look('an event');
  for (const tab of ['Selection', 'Events in view', 'Tracks', 'Marks']) {
    await page.getByRole('tab', { name: tab }).click();
    await look(tab);
  }
  assert.deepEqual(found, []);
});

test('without a mouse: rows, what goes on in a lane, a stretch and its ends, the table as text', async () => {
  const { page, problems } = await start('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await open(page, 'A');
  await complete(page);
  // One tab stop: the grid's row, and beyond it the panel.
  await page.getByRole('button', { name: 'Close A' }).focus();
  await page.keyboard.press('Tab');
  const row = page.locator('.tl-row:focus');
  assert.match(await row.innerText(), /^kswapd0 awake/);
  await page.keyboard.press('Tab');
  assert.equal(await row.count(), 0);
  await page.keyboard.press('Shift+Tab');
  const said = page.locator('#tl-said');
  await page.keyboard.press('ArrowRight');
  await said.getByText(/^kswapd0 was awake from .* to /).waitFor();
  const first = await said.innerText();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((text) => document.getElementById('tl-said')?.textContent !== text, first);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((text) => document.getElementById('tl-said')?.textContent === text, first);

  await page.keyboard.press('Enter');
  await page.locator('.tl-range').waitFor();
  const range = page.locator('.tl-range .tl-of b').first();
  const long = await range.innerText();
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForFunction(
    (text) => document.querySelector('.tl-range .tl-of b')?.textContent !== text,
    long,
  );
  // What is read of a row is its name and what it comes to.
  const read = /^kswapd0 awake, stretch (\S+ %), this view (\S+ %)$/;
  await page.waitForFunction(
    (pattern) =>
      new RegExp(pattern).test(
        (document.querySelector('.tl-row:focus')?.textContent ?? '').replace(/ +/g, ' ').trim(),
      ),
    read.source,
  );
  const width = span(page).width;
  await page.keyboard.press('z');
  await urlBecomes(page, () => span(page).width < width);

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.match(await row.innerText(), /Nodes/);
  await page.keyboard.press('Enter');
  await page.locator('.tl-row.track', { hasText: 'kswapd0 awake' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.locator('.tl-row.track', { hasText: 'kswapd0 awake' }).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    text,
    new RegExp(
      `^A\\t${NAME}\\tstretch: .* to .*\\tview: .*\\n` +
        'track\\tof\\twhat\\tunit\\tA, stretch\\tA, view\\nevery event\\t\\tevents\\tevents\\t\\d+\\t\\d+\\n' +
        'kswapd0 awake\\tNodes\\tof the time known\\t%\\t[\\d.]+\\t[\\d.]+\\n',
    ),
  );
  assert.deepEqual(problems, []);
});

test('a stretch of two captures is in the link, comes back, and is in the table as text', async () => {
  const two = '?a=capture:four-nodes-node&b=capture:four-nodes-global&stretch=B1000000000-3000000000';
  const { page, problems } = await start(two, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.tl-range .tl-of', { hasText: '2 s of B, 1 s to 3 s' }).waitFor();
  await urlBecomes(page, (hash) => hash.includes('u=') && hash.includes('&stretch=B1000000000-3000000000'));
  await page.reload();
  await page.locator('.tl-range .tl-of', { hasText: '2 s of B, 1 s to 3 s' }).waitFor();
  await page.locator('.tl-row.track [data-cell=B]').first().waitFor(); // both are there
  await complete(page);
  await page.locator('.tl-row').first().focus();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const rows = (await page.evaluate(() => navigator.clipboard.readText()))
    .split('\n')
    .map((r) => r.split('\t'));
  const heads = rows[2] ?? [];
  assert.deepEqual(heads.slice(4), [
    ...['A, stretch', 'B, stretch', 'A - B, stretch'],
    ...['A, view', 'B, view', 'A - B, view'],
  ]);
  assert.deepEqual(
    rows.slice(0, 2).map(([slot, , stretch]) => [slot, stretch]),
    ['A', 'B'].map((slot) => [slot, 'stretch: 1 s to 3 s, 2 s']),
  );
  const [a, b, apart] = (rows[3] ?? []).slice(4).map(Number);
  assert.ok(a !== undefined && b !== undefined && a > 0 && b > 0 && apart === a - b, rows[3]?.join(' '));
  assert.ok(rows.slice(3).every((row) => row.length === heads.length));

  // Without it in the link, nothing is selected; with one that cannot be read, a line says so.
  await page.locator('.tl-row').first().focus();
  await page.keyboard.press('Escape');
  await urlBecomes(page, (hash) => !hash.includes('stretch='));
  await page.evaluate(() => {
    location.hash = location.hash + '&stretch=A5';
  });
  await page.getByText('is not a stretch of a capture').waitFor();
  assert.deepEqual(problems, []);
});
