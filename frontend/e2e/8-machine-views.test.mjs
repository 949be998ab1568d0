// The page of one's own machine: six pastes to six answers, by keyboard and on a phone; its keys; a link of numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, openAt, testBrowser } from './browser.mjs';
import {
  ANSWERS,
  BOX,
  draw,
  drawn,
  KUBE,
  lead,
  openMachine,
  REPORT,
  SWAPS,
  SYSCTLS,
  title,
  VMSTAT,
  ZONEINFO,
} from './machine.mjs';
import { PHONE } from './targets.mjs';

const browser = await testBrowser();

test('by keyboard from each of six pastes to its answer', async () => {
  const { page, problems } = await openMachine(browser);
  for (const [text, view, words] of ANSWERS) {
    await page.getByRole('button', { name: 'The text' }).press('Enter');
    await page.getByLabel(BOX).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.getByRole('button', { name: 'Draw this machine' }).and(page.locator(':enabled')).waitFor();
    await page.getByLabel(BOX).press('Control+Enter');
    await drawn(page);
    await page.getByRole('button', { name: view, exact: true }).press('Enter');
    await title(page, words);
  }
  assert.deepEqual(problems, []);
});

test('on paper a request says what it asks, a report has all of its text, and what is set has its line', async () => {
  const { page, problems } = await openMachine(browser, { viewport: { width: 718, height: 1016 } });
  await draw(page, ZONEINFO + SYSCTLS);
  await page.getByLabel('vm.watermark_scale_factor, as a number').fill('100');
  await lead(page, 'As if: kswapd').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.getByLabel('from a CPU of node').isVisible());
  assert.ok(await page.getByText('sysctl -w vm.watermark_scale_factor=100').isVisible());
  assert.ok(!(await page.getByLabel('vm.watermark_scale_factor, as a number').isVisible()));
  await page.emulateMedia({ media: null });
  await draw(page, REPORT);
  await page.emulateMedia({ media: 'print' });
  const text = page.locator('.machine-source pre');
  assert.ok(await text.evaluate((box) => box.scrollWidth <= box.clientWidth), 'lines are cut');
  assert.deepEqual(problems, []);
});

test('on a phone from each of six pastes to its answer', async () => {
  const { page, problems } = await openMachine(browser, PHONE);
  for (const [text, view, words] of ANSWERS) {
    await draw(page, text);
    await page.getByRole('button', { name: view, exact: true }).tap();
    await title(page, words);
    await fits(page);
  }
  assert.deepEqual(problems, []);
});

test('kubelet’s threshold and a rate are set, and what then comes first', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, KUBE + VMSTAT);
  await page.getByRole('button', { name: 'Kubernetes' }).press('Enter');
  await title(page, /^Kubelet’s 100Mi comes too late/);
  await page.getByText('most of a row of vmstat').waitFor();
  await page.getByLabel('kubelet counts a node').selectOption({ index: 1 });
  await title(page, 'With 100Mi either may come first: kubelet may look too late.');
  await page.getByLabel('memory is taken at, MiB/s, as a number').fill('10');
  await page.getByText('a guess').waitFor();
  await page.getByLabel('evictionHard, Mi, as a number').fill('800');
  await title(page, /^Kubelet evicts first/);
  await page.getByText('memory.available: "800Mi"').waitFor();
  await page.getByRole('heading', { name: /^And with 800Mi/ }).waitFor();
  assert.deepEqual(problems, []);
});

test('keys: views, the next request and node, undo, the command; none of them while one types', async () => {
  const { page, problems, context } = await openMachine(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await draw(page, ZONEINFO + SYSCTLS + SWAPS);
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.keyboard.press('2');
  await title(page, /^nvme0n1p3 is next/);
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await copied(), 'swapoff /dev/zram0 && swapon -p 100 /dev/zram0');
  // There is no report.
  await page.keyboard.press('3');
  await page.keyboard.press('1');
  await title(page, /^kswapd wakes after another 760 MiB/);
  const gfp = page.getByLabel('drop a request');
  await page.keyboard.press('r');
  assert.equal(await gfp.inputValue(), 'GFP_KERNEL|GFP_DMA32');
  await page.getByText('node 0 DMA32: 15,688 free is above low 2,788: take.').waitFor();
  await page.keyboard.press('n');
  assert.equal(await page.getByLabel('from a CPU of node').inputValue(), '1');
  await page.keyboard.press('n');
  assert.equal(await page.getByLabel('from a CPU of node').inputValue(), '0');
  const scale = page.getByLabel('vm.watermark_scale_factor, as a number');
  await scale.fill('100');
  await scale.press('u');
  await page.getByText('sysctl -w vm.watermark_scale_factor=100', { exact: true }).waitFor();
  await scale.blur();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await copied(), 'sysctl -w vm.watermark_scale_factor=100');
  await page.keyboard.press('u');
  assert.equal(await scale.inputValue(), '10');
  // Places of the axis: now, where node 1 is at low, then at min node 0's two zones and node 1.
  const axis = page.getByRole('slider', { name: 'Pages given out from now on' });
  const said = () => axis.getAttribute('aria-valuetext');
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  assert.equal(await gfp.inputValue(), 'GFP_HIGHUSER_MOVABLE');
  await title(page, /^kswapd wakes after another 760 MiB/);
  await axis.press('ArrowRight');
  await page.getByText('760 MiB given out: node 1 Normal is down to low. kswapd wakes.').waitFor();
  await axis.press('End');
  assert.equal(await said(), '792 MiB given out: node 1 Normal is down to min. A task reclaims for itself.');
  await axis.press('ArrowRight');
  assert.match((await said()) ?? '', /^792 MiB/);
  await axis.press('ArrowLeft');
  assert.match((await said()) ?? '', /^776 MiB given out: node 0 DMA32 is down to min/);
  await axis.press('Home');
  assert.equal(await said(), 'Now: nothing has been given out.');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('A request from the next node').waitFor();
  await page.keyboard.press('6');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Zones', exact: true, pressed: true }).waitFor();
  assert.deepEqual(problems, []);
});

test('a link has numbers and no name, and opens with the same answer', async () => {
  const { page, problems, context } = await openMachine(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await draw(page, ZONEINFO + SWAPS);
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.getByRole('button', { name: 'Copy a link with these numbers' }).press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.doesNotMatch(link, /nvme|zram/);
  assert.ok(link.length < 600, link);
  const opened = await openAt(browser, new URL(link).hash, {}, /Failed to load resource/);
  await title(opened.page, /^kswapd wakes after another 760 MiB/);
  await opened.page.getByRole('button', { name: 'Swap', exact: true }).press('Enter');
  await title(opened.page, /^swap1 is next/);
  const broken = await openAt(browser, '#v1/machine?numbers=4096;x', {}, /Failed to load resource/);
  await broken.page.getByText('This link has no numbers of a machine').waitFor();
  assert.deepEqual([...problems, ...opened.problems, ...broken.problems], []);
});
