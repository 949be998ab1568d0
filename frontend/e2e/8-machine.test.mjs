// The page of one's own machine: a text in by keyboard, answers out; nothing of it leaves the page or stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testBrowser } from './browser.mjs';
import { BOX, draw, lead, openMachine, paste, SWAPS, SYSCTLS, title, ZONEINFO } from './machine.mjs';

const browser = await testBrowser();

test('by keyboard from a text to how far kswapd is, and what a sysctl would change', async () => {
  const { page, problems } = await openMachine(browser);
  const box = page.getByLabel(BOX);
  await box.focus();
  await page.keyboard.insertText(`$ cat /proc/zoneinfo\n${ZONEINFO}${SYSCTLS}`);
  await page.getByRole('list', { name: 'What was read' }).getByText('4 zones, 2 nodes').waitFor();
  await page.keyboard.press('Control+Enter');
  await title(page, 'kswapd wakes after another 760 MiB. 31.9 MiB later, a task must reclaim for itself.');
  await page.getByText('recomputed: 4 of 4 zones exact').waitFor();
  const row = page
    .getByRole('table', { name: 'Zones, in pages' })
    .getByRole('row', { name: /^node 0 DMA32/ });
  assert.match(await row.innerText(), /15,688\s+2,046\s+2,788\s+3,530\s+12,904\s+exact/);
  await page.getByText('11 page blocks for each of 4 zones').waitFor();

  await page.getByLabel('vm.watermark_scale_factor, as a number').fill('100');
  await lead(page, 'As if: kswapd wakes after another 615 MiB.').waitFor();
  await page.getByText('sysctl -w vm.watermark_scale_factor=100', { exact: true }).waitFor();
  await page.locator('.machine-arithmetic .low', { hasText: '42,134' }).waitFor();
  await page.getByLabel('vm.watermark_scale_factor', { exact: true }).press('ArrowLeft');
  await page.locator('.machine-head', { hasText: '615 MiB' }).waitFor({ state: 'detached' });
  // Ten steps at a time, and not beyond the end.
  const field = page.getByLabel('vm.watermark_scale_factor, as a number');
  const before = Number(await field.inputValue());
  await page.getByLabel('vm.watermark_scale_factor', { exact: true }).press('Shift+ArrowRight');
  assert.ok(Number(await field.inputValue()) > 1.2 * before);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.equal(Number(await field.inputValue()), before);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await lead(page, 'As if:').waitFor({ state: 'detached' });

  await page.getByLabel('drop a request').fill('0x2cc4');
  await page.getByText('node 0 DMA32: 15,688 free is').waitFor();
  await page.getByLabel('drop a request').fill('GFP_NOTHING');
  await page.getByText('A request is the names of its flags').waitFor();
  assert.deepEqual(problems, []);
});

test('who is next of the swap devices, and what puts it right', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, SWAPS);
  await title(page, /^nvme0n1p3 is next/);
  await page.getByText('swapoff /dev/zram0 && swapon -p 100 /dev/zram0').waitFor();
  // In the order in which they fill: what is free of each, and of both.
  const fill = page.getByRole('region', { name: 'And when the first is full?' });
  assert.deepEqual(
    (await fill.getByRole('listitem').allInnerTexts()).map((words) => words.replace(/\s+/g, ' ').trim()),
    ['A nvme0n1p3, 7 GiB', 'B zram0, 7.75 GiB'],
  );
  await fill.getByText('After 14.7 GiB no swap is left').waitFor();
  await page.getByText('4.14 to 6.18').first().waitFor();
  assert.deepEqual(problems, []);
});

test('what tells nothing is named, stays in the box, and goes nowhere', async () => {
  const { page, problems, context } = await openMachine(browser);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) =>
    asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  );
  await paste(page, 'root:hunter2-correct-horse');
  await page.locator('.machine-wrong', { hasText: 'Nothing in this text is of a machine' }).waitFor();
  assert.equal(await page.getByLabel(BOX).inputValue(), 'root:hunter2-correct-horse');
  assert.ok(await page.getByRole('button', { name: 'Draw this machine' }).isDisabled());
  assert.equal(new URL(page.url()).hash, '#v1/machine');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  assert.doesNotMatch(kept, /hunter2/);
  assert.deepEqual(
    asked.filter((one) => /hunter2|^(POST|PUT)/.test(one)),
    [],
  );
  assert.doesNotMatch(JSON.stringify(await context.storageState({ indexedDB: true })), /hunter2/);
  // Going away and back leaves it; loading the page anew does not.
  await page.evaluate(() => void (location.hash = '#v1/check/node'));
  await page.locator('.check-body').waitFor();
  await page.goBack();
  await page.getByLabel(BOX).waitFor();
  assert.match(await page.getByLabel(BOX).inputValue(), /hunter2/);
  await page.reload();
  assert.equal(await page.getByLabel(BOX).inputValue(), '');
  assert.deepEqual(problems, []);
});
