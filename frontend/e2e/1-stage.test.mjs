// The main job: two panes, one transport, the first difference, the URL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  captureText,
  captureUnder,
  choose,
  cursor,
  decided,
  openPage,
  pane,
  reached,
  ready,
  testBrowser,
  twin,
} from './browser.mjs';

const browser = await testBrowser();

/** How many walks along a swap list a capture has, as the page writes it. @param {string} id */
const walks = async (id) =>
  ((await captureText(id)).match(/^swap_select /gm) ?? []).length.toLocaleString('en');

const TWO_RULES = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=1';

test('opens with a model beside a kernel, both drawn, each number tagged', async () => {
  const { page, problems } = await openPage(browser);
  assert.equal(await pane(page, 'A').locator('.source .tag').innerText(), 'model');
  assert.equal(await pane(page, 'B').locator('.source .tag').innerText(), 'kernel');
  for (const id of /** @type {const} */ (['A', 'B']))
    await pane(page, id).locator('.drawing svg').first().waitFor();
  await pane(page, 'B').getByText('same, all').waitFor();
  assert.deepEqual(problems, []);
});

test('a round robin model beside a round robin capture, stepped forward and back', async () => {
  const { page, problems } = await openPage(browser);
  const capture = await captureUnder('roundrobin');
  await choose(page, 'B', capture.title);
  await choose(page, 'A', 'Two nodes, one device each');
  await pane(page, 'A').getByRole('radio', { name: 'round robin' }).check();
  await page.waitForURL(/a\.rule=roundrobin/);
  await ready(page);
  await page.keyboard.press('Home');
  await reached(page, 0);
  for (let k = 1; k <= 5; k++) {
    await page.getByRole('button', { name: 'Step forward' }).click();
    await reached(page, k);
  }
  const there = [await twin(page, 'A'), await twin(page, 'B')];
  await page.getByRole('button', { name: 'Step forward' }).click();
  await reached(page, 6);
  assert.notDeepEqual([await twin(page, 'A'), await twin(page, 'B')], there);
  await page.getByRole('button', { name: 'Step back' }).click();
  await reached(page, 5);
  assert.deepEqual([await twin(page, 'A'), await twin(page, 'B')], there);
  assert.deepEqual(problems, []);
});

test('while a model runs anew, what stood there steps back, and is itself again when it is done', async () => {
  const { page } = await openPage(browser, '#v1/swap-devices?a=model:published-roundrobin&b=none&k=9');
  // The most that the old drawing steps back while there is a message over it.
  await page.evaluate(() => {
    const found = /** @type {{ least?: number }} */ (globalThis);
    found.least = 1;
    const look = () => {
      const drawing = document.querySelector('.pane-body:has(> .loading) > .drawing');
      if (drawing) found.least = Math.min(found.least ?? 1, Number(getComputedStyle(drawing).opacity));
      requestAnimationFrame(look);
    };
    look();
  });
  await pane(page, 'A').getByRole('radio', { name: 'global' }).check();
  await page.waitForURL(/a\.rule=global/);
  await page.waitForFunction(() => Number(Reflect.get(globalThis, 'least')) < 0.3);
  await ready(page);
  await page.waitForFunction(() => {
    const drawing = document.querySelector('.drawing');
    return drawing && getComputedStyle(drawing).opacity === '1';
  });
});

test('under round robin, the model and the kernel that ran it take every device in the same order', async () => {
  const view = '#v1/swap-devices?a=model:four-nodes&a.rule=roundrobin&b=capture:one-each-roundrobin&k=500';
  const { page } = await openPage(browser, view);
  await page.getByText('Both panes decide the same in all').waitFor();
  await page.keyboard.press('f');
  assert.equal(await cursor(page), 500);
});

test('the first difference between two rules is one click away, and it is the first', async () => {
  const { page } = await openPage(browser, TWO_RULES.replace('k=1', 'k=4000'));
  const button = page.locator('.first-difference');
  const k = Number((await button.innerText()).replace(/\D/g, ''));
  await button.click();
  await reached(page, k);
  const [a, b] = await decided(page);
  assert.notEqual(a, b);
  for (let earlier = k - 1; earlier >= 1; earlier--) {
    await page.keyboard.press('ArrowLeft');
    await reached(page, earlier);
    const [x, y] = await decided(page);
    assert.equal(x, y, `decision ${earlier} differs already`);
  }
});

test('next and previous difference skip what is equal', async () => {
  const { page } = await openPage(browser, TWO_RULES.replace('k=1', 'k=100'));
  await page.keyboard.press('.');
  await page.waitForFunction(() => !document.querySelector('.count')?.textContent?.startsWith('100 '));
  const next = await cursor(page);
  assert.ok(next > 100);
  await reached(page, next);
  const [a, b] = await decided(page);
  assert.notEqual(a, b);
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  await reached(page, next);
});

test('a change of source or tunable is undone by Back', async () => {
  const { page } = await openPage(browser, TWO_RULES);
  const rule = pane(page, 'A').getByRole('radio', { name: 'global' });
  await rule.check();
  await page.waitForURL(/a\.rule=global/);
  await choose(page, 'A', 'Two nodes, one device each');
  await page.goBack();
  await pane(page, 'A').locator('.source-name b', { hasText: 'Four nodes, one device each' }).waitFor();
  await ready(page);
  assert.ok(await rule.isChecked());
  await page.goBack();
  await page.waitForURL((url) => !url.hash.includes('a.rule'));
  await ready(page);
  assert.ok(await pane(page, 'A').getByRole('radio', { name: 'node' }).isChecked());
});

test('the URL holds the whole view', async () => {
  const { page } = await openPage(
    browser,
    '#v1/swap-devices?a=model:six-devices&a.rule=global&b=none&k=777&speed=16',
  );
  await reached(page, 777);
  const before = await twin(page, 'A');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/k=778/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/k=777/);
  await page.reload();
  await ready(page);
  await reached(page, 777);
  assert.equal(await twin(page, 'A'), before);
  assert.equal(await page.getByLabel('Speed').inputValue(), '16');
});

test('plays, pauses, and stops at the end', async () => {
  const { page } = await openPage(browser, TWO_RULES + '&speed=64');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.querySelector('.count')?.firstChild?.textContent) > 20);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Space');
  await reached(page, 9600);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test('by time, each pane shows what it had reached then', async () => {
  const capture = await captureUnder('roundrobin');
  const { page } = await openPage(
    browser,
    `#v1/swap-devices?a=model:two-nodes&b=capture:${capture.id}&k=300`,
  );
  await page.getByRole('button', { name: 'time' }).click();
  await page.waitForURL(/t=\d+&align=time/);
  const reach = await page.locator('.reach').allInnerTexts();
  assert.match(reach[0] ?? '', /^A 300$/);
  const context = page.locator('.caption p');
  const said = await context.innerText();
  const before = await twin(page, 'A');
  const drawn = (/** @type {boolean} */ same) =>
    page.waitForFunction(
      ([words, equal]) => (document.querySelector('.caption p')?.textContent?.trim() === words) === equal,
      /** @type {const} */ ([said.trim(), same]),
    );
  await page.keyboard.press('ArrowRight');
  await drawn(false);
  await page.keyboard.press('ArrowLeft');
  await drawn(true);
  assert.equal(await twin(page, 'A'), before);
});

test('a model can be set up like the machine of a capture', async () => {
  const capture = await captureUnder('roundrobin');
  const { page } = await openPage(browser, `#v1/swap-devices?a=none&b=capture:${capture.id}&k=1`);
  await pane(page, 'A')
    .getByRole('button', { name: /choose another source/ })
    .click();
  await page.getByText('The machine of pane B, as a model').click();
  await pane(page, 'A').locator('.drawing svg').first().waitFor();
  await page.waitForURL(/a\.rule=roundrobin/);
  const names = (/** @type {string} */ text) => [...text.matchAll(/nvme\d+n\d+/g)].map((m) => m[0]);
  assert.deepEqual(names(await twin(page, 'A')), names(await twin(page, 'B')));
});

test('the demand of a capture is decided as if under another rule, and back', async () => {
  const { page, problems } = await openPage(
    browser,
    '#v1/swap-devices?a=capture:two-nodes-node&b=none&k=700',
  );
  const ask = async (/** @type {string} */ question) => {
    await pane(page, 'B').locator('.source-name').click();
    await page.locator('.picker-item', { hasText: question }).click();
  };
  await ask('Pane A’s capture, as if under rule global');
  await page.waitForURL(/b=capture:two-nodes-node&b\.rule=global/);
  await pane(page, 'B').locator('.tag', { hasText: 'as if' }).waitFor();
  await ready(page);
  assert.match(await twin(page, 'B'), /0B/);
  await ask('Pane B’s capture as it was recorded');
  await pane(page, 'B').locator('.tag', { hasText: 'kernel' }).waitFor();
  await page.goBack();
  await pane(page, 'B').locator('.tag', { hasText: 'as if' }).waitFor();
  assert.deepEqual(problems, []);
});

test('what an as if assumes is varied: a band on the tanks and in the table; one can be chosen', async () => {
  const { page, problems } = await openPage(
    browser,
    '#v1/swap-devices?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global&k=1900',
  );
  await pane(page, 'B').getByText('From the least to the most of 10 runs').waitFor();
  await pane(page, 'B').locator('.band').first().waitFor();
  await pane(page, 'B')
    .getByText(`identity: same, all ${await walks('two-nodes-node')}`)
    .waitFor();
  // From the least to the most, of what each device holds.
  const held = [...(await twin(page, 'B')).matchAll(/([\d.]+)\.\.([\d.]+)M/g)].map((m) =>
    [m[1], m[2]].map(Number),
  );
  assert.equal(held.length, 2);
  for (const [least, most] of held) assert.ok(Number(least) < Number(most) && Number(most) <= 192);
  await pane(page, 'B').getByLabel('assumed: slots come back').selectOption({ label: 'oldest' });
  await page.waitForURL(/b\.rule=global&b\.slots_back=oldest/);
  await pane(page, 'B').getByText('From the least to the most').waitFor({ state: 'detached' });
  await ready(page);
  assert.equal(await pane(page, 'B').locator('.band').count(), 0);
  assert.doesNotMatch(await twin(page, 'B'), /\.\./);
  await page.reload();
  await ready(page);
  assert.equal(await pane(page, 'B').getByLabel('assumed: slots come back').inputValue(), '2');
  assert.deepEqual(problems, []);
});

for (const [name, view, words, drawn] of /** @type {const} */ ([
  [
    'zones',
    '#v1/zones?a=none&b=capture:zones-fair-local&b.zone_alloc_policy=fair&k=12502',
    /[\d.]+ to [\d.]+ %, of memory/,
    true,
  ],
  [
    'zones',
    '#v1/zones?a=none&b=capture:zones-fair-local&b.zone_alloc_policy=preferred&k=5',
    /are alike/,
    false,
  ],
  [
    'interleave',
    '#v1/interleave?a=none&b=capture:interleave-1&b.granularity=8&k=1502&large=list',
    /10 to 14/,
    false,
  ],
  [
    'swap-in',
    '#v1/swap-in?a=none&b=capture:swap-in-hybrid&b.swap_poll=poll&k=1502&large=many',
    /From the least to the most of 3 runs/,
    true,
  ],
]))
  test(`${name}: a band where something hangs on what is assumed, words where nothing does; identity beside it`, async () => {
    const { page, problems } = await openPage(browser, view);
    const it = pane(page, 'B');
    await it.getByText(words).first().waitFor();
    await it.getByText(/identity: same, all/).waitFor();
    const bands = it.locator('.drawing .band');
    // Their code comes with the first of them.
    if (drawn) await bands.first().waitFor({ state: 'attached' });
    else assert.equal(await bands.count(), 0);
    assert.deepEqual(problems, []);
  });

test('on a phone an as if comes before the capture whose demand it is', async () => {
  const { page } = await openPage(
    browser,
    '#v1/swap-devices?a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global&k=1900',
    { viewport: { width: 390, height: 844 } },
  );
  const tab = (/** @type {string} */ words) => page.getByRole('tab', { name: words });
  assert.equal(await tab('as if').getAttribute('aria-selected'), 'true');
  await page.locator('.other-line', { hasText: 'kernel' }).click();
  assert.equal(await tab('kernel').getAttribute('aria-selected'), 'true');
});

test('other rules stand below why, drawn, counted over the run, and stepped to', async () => {
  const { page, problems } = await openPage(
    browser,
    '#v1/swap-devices?a=capture:two-nodes-node&b=none&k=700',
  );
  const all = await walks('two-nodes-node');
  const here = pane(page, 'A').locator('div.here');
  assert.equal(await here.count(), 0);
  await pane(page, 'A').getByRole('button', { name: 'other rules' }).click();
  await here.getByText(/global: (the same|nvme\dn1) · round robin: not known \(whose turn it is\)/).waitFor();
  await here.getByRole('button', { name: 'over the run' }).click();
  await here
    .getByText(new RegExp(`global: otherwise in [\\d,]+ of ${all} · round robin: not known`))
    .waitFor();
  const elsewhere = `elsewhere in [\\d,]+ of ${all}`;
  await here
    .getByText(new RegExp(`global ${elsewhere} · round robin ${elsewhere}; .* in 0 of ${all}`))
    .waitFor();
  const chosen = here.getByRole('button', { pressed: true });
  assert.match((await chosen.textContent()) ?? '', /^round robin: nvme\dn1$/);
  const pressed = async (/** @type {string} */ key) => {
    const before = page.url();
    await page.keyboard.press(key);
    await page.waitForFunction((url) => location.href !== url, before);
    return page.url();
  };
  const ghost = pane(page, 'A').locator('[data-ghost]');
  const next = await pressed('n');
  await ghost.waitFor();
  const other = ((await chosen.textContent()) ?? '').split(': ')[1] ?? '';
  assert.match(other, /^nvme\dn1$/);
  await pane(page, 'A').locator('.why-head', { hasNotText: other }).waitFor();
  await pressed('n');
  assert.equal(await pressed('Shift+N'), next);

  await here.getByRole('button', { name: /^global: / }).click();
  assert.match((await chosen.textContent()) ?? '', /^global: /);

  const height = async () => (await page.locator('svg.strip').boundingBox())?.height ?? 0;
  const low = await height();
  assert.match(await pressed('g'), /others=row/);
  await page.locator('.strip-other text').first().waitFor();
  assert.ok((await height()) > low);
  assert.match((await page.locator('svg.strip').getAttribute('aria-label')) ?? '', /, global: nvme\dn1/);
  await page.reload();
  await page.locator('.strip-other text').first().waitFor();
  await page.keyboard.press('g');
  await here.waitFor({ state: 'detached' });
  await ghost.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});

test('a capture that tells no such demand says so, and the pane stays', async () => {
  const { page } = await openPage(browser, '#v1/zones?a=capture:zones-fair&b=none&k=3');
  await page.goto(page.url().replace('a=capture:zones-fair', 'a=capture:zones-fair&a.rule=global'));
  await page.locator('.failure', { hasText: 'no walk along a swap list' }).waitFor();
});

test('a broken link is named, and the rest of it still shown', async () => {
  const { page } = await openPage(
    browser,
    '#v1/swap-devices?a=model:four-nodes&a.colour=red&b=capture:nowhere',
  );
  await page.getByText('There is no tunable “colour”.').waitFor();
  await pane(page, 'B').getByText('There is no bundled capture “nowhere”.').waitFor();
  await pane(page, 'A').locator('.drawing svg').first().waitFor();
});
