// Side by side and scrub: the same question in other looks, one demand for all, two of them opened at the same decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAt, ready, testBrowser } from './browser.mjs';
import { axe } from './axe.mjs';

const browser = await testBrowser();

const RULES = '#v1/compare?of=model:four-nodes&x=rule:node,global,roundrobin&seeds=39';
const CAPTURE = '#v1/compare?of=capture:two-nodes-node&x=rule:node,global,roundrobin';

/** All that can be made is there. @param {import('playwright-core').Page} page @param {number} scenes */
async function filled(page, scenes) {
  await page.waitForFunction((n) => document.querySelectorAll('.side-drawing').length === n, scenes);
  await page.getByText(/^They part|decide alike/).waitFor();
}

test('a look is a link: the question stays, and so do the runs', async () => {
  const { page, problems } = await openAt(browser, RULES, {});
  await page.getByRole('status').getByText('3 runs', { exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Looks' }).getByRole('link', { name: 'side by side' }).click();
  await page.waitForURL(/x=rule:node,global,roundrobin&seeds=39&look=side$/);
  await filled(page, 3);
  await page
    .getByText(
      /The same demand for all: fixed by the model’s run “Four nodes, one device each” with node, seed 39/,
    )
    .waitFor();
  await page
    .getByText('Alone, a run with this value is asked otherwise from decision 1,694 on.')
    .first()
    .waitFor();
  await page.getByRole('navigation', { name: 'Looks' }).getByRole('link', { name: 'sweep' }).click();
  await page.locator('.cmp-plots').waitFor();
  await page.goBack();
  await filled(page, 3);
  assert.deepEqual(problems, []);
});

test('keys step all of them, go from parting to parting, and open two at that decision', async () => {
  const { page, problems } = await openAt(browser, `${CAPTURE}&look=side`, {});
  await filled(page, 3);
  const slider = page.getByRole('slider', { name: /^Which of the/ });
  assert.equal(await slider.inputValue(), '1');
  await page.keyboard.press('ArrowRight');
  assert.equal(await slider.inputValue(), '2');
  await page.keyboard.press('.');
  const k = Number(await slider.inputValue());
  assert.ok(k > 2, `${k}`);
  await page.keyboard.press(',');
  await page.keyboard.press('.');
  assert.equal(Number(await slider.inputValue()), k);
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  const link = page.getByRole('link', { name: /^Open A beside B/ });
  // What is read aloud follows once a second.
  await page.waitForFunction(
    (decision) =>
      [...document.querySelectorAll('.side-drawing')].every((e) =>
        e.getAttribute('aria-label')?.includes(decision),
      ),
    `decision ${k}:`,
  );
  const said = await page
    .locator('.side-drawing')
    .evaluateAll((all) => all.map((e) => e.getAttribute('aria-label') ?? ''));
  await link.click();
  await page.waitForURL(
    new RegExp(
      `#v1/swap-devices\\?a=capture:two-nodes-node&b=capture:two-nodes-node&b\\.rule=roundrobin&k=${k}$`,
    ),
  );
  await ready(page);
  // What each small scene said is what its pane of the stage decided.
  const heads = await page.locator('.pane').allInnerTexts();
  for (const [i, scene] of [0, 2].entries()) {
    const device = /: (\w+)\./.exec(said[scene] ?? '')?.[1] ?? '?';
    assert.match(heads[i] ?? '', new RegExp(`Why ${device}\\?`), said[scene]);
  }
  await page.goBack();
  await filled(page, 3);
  assert.deepEqual(problems, []);
});

test('it plays, all at the same decision, and stops at the end', async () => {
  const { page, problems } = await openAt(browser, `${RULES}&look=side`, {});
  await filled(page, 3);
  await page.getByLabel('Speed').selectOption('64');
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  const slider = page.getByRole('slider', { name: /^Which of the/ });
  assert.equal(await slider.inputValue(), '9600');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await slider.inputValue(), '9600');
  assert.deepEqual(problems, []);
});

test('what has no same demand is an empty place with a reason', async () => {
  const view = '#v1/compare?of=model:zones-fair&x=load_rate.0:12000,6000&look=side';
  const { page, problems } = await openAt(browser, view, {});
  await page.getByText(/^Its run is asked otherwise from walk/).waitFor();
  assert.equal(await page.locator('.side-cell').count(), 2);
  assert.equal(await page.locator('.side-drawing').count(), 1);
  assert.deepEqual(problems, []);
});

test('four wake marks over the same zones: walk by walk, with the lane of each kswapd', async () => {
  const view = '#v1/compare?of=model:zones-fair&x=kswapd_wake_mark:high,low,zone&look=side';
  const { page, problems } = await openAt(browser, view, {});
  await filled(page, 3);
  await page.getByText(/each run was found to be asked alike, walk by walk/).waitFor();
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  const values = await page.locator('.side-value').allInnerTexts();
  const [high = 0, low = 0, zone = 0] = values.map((text) =>
    Number(/^(\d+) wake-ups of kswapd$/.exec(text)?.[1]),
  );
  assert.ok(low > 0 && low < high && zone === high, values.join());
  assert.match(
    (await page.locator('.side-say').first().innerText()) ?? '',
    /kswapd(0 and kswapd1 awake| sleeps|\d awake)\./,
  );
  assert.deepEqual(problems, []);
});

test('one question, six looks: going through all of them loses nothing', async () => {
  const view = '#v1/compare?of=model:four-nodes&x=rule:node,global,roundrobin&y=demand.0:1,4&m=home,tries';
  const { page, problems } = await openAt(browser, view, {});
  const looks = page.getByRole('navigation', { name: 'Looks' });
  const look = (/** @type {string} */ name) => looks.getByRole('link', { name, exact: true });
  await page.getByRole('status').getByText('6 runs', { exact: true }).waitFor();
  assert.equal(await look('two tunables').getAttribute('aria-current'), 'page');
  await page.locator('.cmp-numbers tbody tr').nth(5).getByRole('button').click();
  const chosen = await page.locator('.cmp-picked h2').innerText();
  assert.match(chosen, /round robin|roundrobin/);
  await look('side by side').click();
  await page.locator('.side-cell.pressed[data-value="round robin"]').waitFor();
  await look('scrub').click();
  await page.locator('.scrub-main [data-value="round robin"]').waitFor();
  await look('sweep').click();
  await page.locator('.cmp-plots').waitFor();
  assert.equal(await page.locator('.cmp-picked h2').innerText(), chosen);
  await look('which matters').click();
  await page.getByRole('heading', { name: 'Which tunable matters?' }).waitFor();
  assert.match(page.url(), /look=matters$/);
  await look('two sources').click();
  await page.getByText(/^\d+ numbers, \d+ differ$/).waitFor();
  await look('two tunables').click();
  await page.locator('.cmp-picked').waitFor();
  assert.equal(await page.locator('.cmp-picked h2').innerText(), chosen);
  assert.equal(new URL(page.url()).hash, view);
  assert.deepEqual(problems, []);
});

test('scrubbing changes the value, not the decision, and measures follow', async () => {
  const view = '#v1/compare?of=model:interleave-1&x=granularity:1,2,4,6,8&m=sectors,segments&look=scrub';
  const { page, problems } = await openAt(browser, view, {});
  await page.getByText('5 of 5 runs kept').waitFor();
  const handle = page.getByRole('slider', { name: 'granularity', exact: true });
  const cursor = page.getByRole('slider', { name: /^Which of the/ });
  for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await cursor.inputValue(), '41');
  await handle.press('End');
  assert.equal(await handle.getAttribute('aria-valuetext'), 'granularity 8; kept');
  await page.locator('[data-value="granularity 8"]').waitFor();
  await page.keyboard.press('[');
  assert.equal(await handle.getAttribute('aria-valuetext'), 'granularity 6; kept');
  assert.equal(await cursor.inputValue(), '41');
  const plot = page.getByRole('slider', { name: /^segments per request by granularity/ });
  assert.match((await plot.getAttribute('aria-valuetext')) ?? '', /^granularity 6/);
  assert.deepEqual(problems, []);
});

for (const [width, height] of /** @type {const} */ ([
  [390, 844],
  [1440, 900],
]))
  test(`nothing is wider than ${width}, and nothing is amiss for who listens`, async () => {
    for (const look of ['side', 'scrub']) {
      const { page, problems } = await openAt(browser, `${RULES}&look=${look}`, {
        viewport: { width, height },
        bypassCSP: true,
      });
      await filled(page, look === 'side' ? 3 : 1).catch(() => undefined);
      await page.locator('.side-drawing').first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(problems, []);
    }
  });
