// Reduced motion, phone, screen readers: what a person sees who does not see or use it as we do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fits, openPage, pane, reached, testBrowser } from './browser.mjs';

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=918';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('on a phone: one pane, the other one tap away, nothing to scroll sideways', async () => {
  const { page } = await openPage(browser, VIEW, PHONE);
  assert.equal(await pane(page, 'B').count(), 0);
  await page.getByRole('tab', { name: /B/ }).tap();
  await pane(page, 'B').locator('.drawing svg').first().waitFor();
  assert.equal(await pane(page, 'A').count(), 0);
  await page.getByRole('button', { name: 'Step forward' }).tap();
  await reached(page, 919);
  await fits(page);
  const small = await page
    .locator('.btns button')
    .evaluateAll((all) => all.map((b) => b.getBoundingClientRect().height));
  assert.ok(
    small.every((h) => h >= 44),
    `buttons ${small.join(', ')} high`,
  );
});

test('with reduced motion nothing is tweened, and a step still arrives', async () => {
  const { page } = await openPage(browser, VIEW, { reducedMotion: 'reduce' });
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--m-move')),
    '0s',
  );
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await reached(page, 919);
  const running = await page.evaluate(
    () => document.getAnimations().filter((a) => a.playState === 'running').length,
  );
  assert.equal(running, 0);
});

test('the caption is read aloud, politely', async () => {
  const { page } = await openPage(browser, VIEW);
  const live = page.locator('[role=status]');
  assert.equal(await live.getAttribute('aria-live'), 'polite');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /919/.test(document.querySelector('[role=status]')?.textContent ?? ''));
});

test('what a tunable means can be read without a mouse, and comes with the control itself', async () => {
  const { page } = await openPage(browser, VIEW);
  const help = pane(page, 'A').getByRole('button', { name: 'What these mean' });
  const field = pane(page, 'A').getByLabel('demand by node');
  const said = await field.evaluate((e) =>
    (e.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  assert.match(said.join(' '), /\w{3}.*\(0 to 100\)/);
  const text = pane(page, 'A').locator('.knob-docs');
  assert.equal(await text.isVisible(), false);
  await help.press('Enter');
  await text.getByText(said[0] ?? '').waitFor();
  await help.press('Enter');
  await text.waitFor({ state: 'hidden' });
});

test('the strip says where the shorter run has ended, and the overview behind which decision a mark lies', async () => {
  const view = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=5000';
  const { page } = await openPage(browser, view);
  const file = new URL('../../datasets/captures/one-each-roundrobin.json', import.meta.url);
  const last = JSON.parse(readFileSync(file, 'utf8')).events.swap_select.toLocaleString('en');
  await page.locator('.strip', { hasText: `ends at ${last}` }).waitFor();
  assert.ok((await page.locator('.strip').getAttribute('aria-label'))?.endsWith(`B: ended at ${last}`));
  await page.goto(
    page
      .url()
      .replace(/b=[^&]*/, 'b=capture:switch-rule')
      .replace(/k=\d+/, 'k=9'),
  );
  await page.locator('.tick-words', { hasText: /^B, after decision [\d,]+: “.+”$/ }).waitFor();
});
