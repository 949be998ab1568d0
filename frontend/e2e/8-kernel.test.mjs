// A kernel in this page: from the offer to decisions that are recomputed, a switch turned while it runs, a refused write, a
// stop that opens what was recorded in a scene; a file cut off or of another hash; a browser without SIMD.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, eventually, openAt, ready, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();
const VIEW = '#v1/kernel';
const NETWORK = /Failed to load resource/;
/** What a busy machine may take for a kernel's work. */
const LONG = { timeout: 120_000 };

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click(LONG);

/** @param {Page} page */
async function boot(page) {
  await press(page, 'Fetch and boot');
  await page.getByRole('heading', { name: 'A kernel runs in this page.' }).waitFor(LONG);
}

/** The numbers that stand on the page, by their words. @param {Page} page */
const counts = (page) =>
  page
    .locator('.guest-counts > div')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.querySelector('dt')?.textContent ?? '',
          Number((one.querySelector('dd')?.textContent ?? '').replaceAll(',', '')),
        ]),
      ),
    );

/** Waits until these modes have decided something, and all that came is recomputed. @param {Page} page @param {string[]} modes */
async function decided(page, modes) {
  await page.waitForFunction(
    (names) => {
      const shown = [...document.querySelectorAll('.guest-tables th')].map((e) => e.textContent);
      return names.every((name) => shown.includes(name));
    },
    modes,
    LONG,
  );
}

/** No task is running any more. @param {Page} page */
const over = (page) => page.locator('.guest-tasks').waitFor({ state: 'detached', ...LONG });

/** Type a line, and wait until the next one may be typed. @param {Page} page @param {string} line */
async function type(page, line) {
  await page.getByLabel('A command for the kernel in this page').fill(line);
  await press(page, 'Run');
  await page.getByRole('button', { name: 'Run', exact: true }).and(page.locator(':enabled')).waitFor(LONG);
}

test('boots, decides, takes a switch while a task runs; what it recorded opens in a scene', async () => {
  const { page, problems } = await openAt(browser, VIEW, {}, NETWORK);
  await boot(page);
  await press(page, 'Swap on, a disk on each node');
  await page.getByRole('row', { name: /^zram3/ }).waitFor(LONG);
  await press(page, 'A task writes to 175 MiB');
  await page.locator('.guest-tasks').waitFor(LONG);
  const rule = page.getByLabel('vm.swap_device_select');
  await rule.and(page.locator(':enabled')).waitFor(LONG);
  await rule.selectOption('roundrobin', LONG);
  await page.getByText('# echo roundrobin > /proc/sys/vm/swap_device_select').first().waitFor(LONG);
  await page
    .locator('.guest-written')
    .getByText(/^read back: .*roundrobin/)
    .waitFor(LONG);
  await decided(page, ['roundrobin', 'preferred', 'wake_high']);
  await over(page);

  // The kernel's own words, as a sentence.
  await type(page, 'echo sideways > /proc/sys/vm/swap_device_select');
  await page.getByRole('log').getByText('Not done: Invalid argument.').waitFor(LONG);

  await press(page, 'Pause');
  await page.getByRole('heading', { name: 'The kernel waits: nothing happens in it.' }).waitFor(LONG);
  await eventually(async () => {
    const words = (await page.getByText(/^Recomputed up to event/).textContent()) ?? '';
    const [, upTo, of] = /event ([\d,]+) of ([\d,]+)/.exec(words) ?? [];
    assert.equal(upTo, of);
  });
  const found = await counts(page);
  assert.equal(found['different'], 0, JSON.stringify(found));
  assert.equal(found['incomplete'], undefined, JSON.stringify(found));
  assert.equal(found['events lost'], 0);
  assert.ok((found['decisions'] ?? 0) > 20_000, JSON.stringify(found));
  assert.equal(found['same'], found['decisions']);
  console.log(`guest browsers=1 decisions=${found['decisions']} same=${found['same']} different=0 lost=0`);

  await page.getByRole('group', { name: 'Stop and look at it in a scene' }).getByText('Swap devices').click();
  await page.waitForURL(/#v1\/swap-devices/, LONG);
  await ready(page);
  await checked(page);
  await page
    .getByText(/recomputed: same/)
    .first()
    .waitFor(LONG);
  // It is there still, and goes on.
  await page.goBack();
  await press(page, 'Go on');
  await page.getByRole('heading', { name: 'A kernel runs in this page.' }).waitFor(LONG);
  assert.deepEqual(problems, []);
});

test('a file that is cut off, and one of another hash: a sentence, and another try', async () => {
  const { page } = await openAt(browser, VIEW, {}, /./);
  /** @type {'cut' | 'other' | null} */
  let wrong = 'cut';
  await page.context().route(/state-[^/]*\.zst$/, async (route) => {
    const body = wrong === null ? null : await (await route.fetch()).body();
    if (body === null) await route.continue();
    else if (wrong === 'cut') await route.fulfill({ body: body.subarray(0, 1000) });
    else await route.fulfill({ body: Buffer.concat([body.subarray(0, -1), Buffer.of(0x55)]) });
  });
  await press(page, 'Fetch and boot');
  await page
    .getByRole('alert')
    .getByText(/^The saved state was cut off after 1000 of \d+ bytes\.$/)
    .waitFor(LONG);
  wrong = 'other';
  await press(page, 'Try again');
  await page
    .getByRole('alert')
    .getByText(/its hash is another/)
    .waitFor(LONG);
  wrong = null;
  await press(page, 'Try again');
  await page.getByRole('heading', { name: 'A kernel runs in this page.' }).waitFor(LONG);
});

test('a kernel that ends: its log stays, what was recorded can be kept, and it starts again', async () => {
  const { page } = await openAt(browser, VIEW, {}, NETWORK);
  await boot(page);
  await type(page, 'eat 4');
  await page.getByLabel('A command for the kernel in this page').fill('poweroff');
  await press(page, 'Run');
  await page.getByRole('alert').getByText('The kernel switched itself off.').waitFor(LONG);
  await press(page, 'Kernel’s log');
  await page
    .getByRole('log')
    .getByText(/reboot: /)
    .waitFor(LONG);
  const download = page.waitForEvent('download', LONG);
  await press(page, 'Keep as a capture');
  assert.equal((await download).suggestedFilename(), 'kernel-in-this-page.mmscope.gz');
  await press(page, 'Start again');
  await page.getByRole('heading', { name: 'A kernel runs in this page.' }).waitFor(LONG);
});

test('without SIMD there is a sentence, and a recorded capture', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto(`${process.env['BASE_URL'] ?? 'http://127.0.0.1:4173'}/${VIEW}`);
  await page
    .getByRole('alert')
    .getByText(/has no SIMD/)
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'Fetch and boot' }).count(), 0);
  await page.getByRole('link', { name: 'Look at a recorded one' }).click();
  await ready(page);
});
