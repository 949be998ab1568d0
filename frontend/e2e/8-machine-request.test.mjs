// The page of one's own machine: a request of a task that has a memory policy and a cpuset, by keyboard and on a phone; a link opens
// with what was set. The numbers are worked by hand from the zones in machine.mjs and docs/your-machine.md, "Distances".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, openAt, testBrowser } from './browser.mjs';
import {
  draw,
  KUBE,
  lead,
  openMachine,
  shared,
  SWAPS,
  SYSCTLS,
  title,
  VMSTAT,
  ZONEINFO,
} from './machine.mjs';
import { PHONE, PRESSED, small } from './targets.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

/** What the walk looks at, in order. @param {Page} page */
const walk = (page) =>
  page.getByRole('region', { name: 'How the request walks' }).getByRole('listitem').allInnerTexts();

/** @param {Page} page @param {string} first */
const walks = (page, first) =>
  page
    .getByRole('region', { name: 'How the request walks' })
    .getByRole('listitem')
    .first()
    .getByText(first)
    .waitFor();

/**
 * 210,048 - 15,497 pages are 760 MiB; from low to min node 1 gives 15,497 - 11,370 = 4,127 pages, 16.1 MiB. Node 0 is at low; down
 * to min its Normal gives 12,390 - 9,100 and its DMA32 15,688 - 2,046 - 12,904 pages: 4,028, 15.7 MiB, and 31.9 MiB with node 1.
 */
const OF_NODE_1 = 'kswapd wakes after another 760 MiB. 16.1 MiB later, a task must reclaim for itself.';
const OF_NODE_0 =
  'No zone is above low and reserve: kswapd is woken. After another 15.7 MiB, a task must reclaim for itself.';
const OF_BOTH = 'kswapd wakes after another 760 MiB. 31.9 MiB later, a task must reclaim for itself.';
const TAKEN = 'node 1 Normal: 210,048 free is above low 15,497: take.';

test('by keyboard: bound to a node, the walk has no zone of another', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, ZONEINFO + SYSCTLS);
  await title(page, OF_BOTH);
  await page.getByLabel('drop a request').focus();
  // Order, node, policy.
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab');
  await page.keyboard.type('bind');
  const nodes = page.getByLabel('nodes', { exact: true });
  await nodes.waitFor();
  await title(page, OF_NODE_0);
  assert.ok((await walk(page)).every((look) => look.startsWith('node 0 ')));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await title(page, OF_NODE_1);
  await walks(page, TAKEN);
  assert.deepEqual(await walk(page), [TAKEN]);

  // What is no list of nodes is marked, and the answer stays.
  await page.keyboard.type('-0');
  await page.locator('[aria-invalid="true"]').waitFor();
  await title(page, OF_NODE_1);
  await nodes.fill('7');
  await page.locator('.machine-head', { hasText: 'No node of the text is left to this request' }).waitFor();

  await page.getByLabel('policy').selectOption('interleave');
  await nodes.fill('0-1');
  await title(page, OF_BOTH);
  await page.getByText('Requests begin at one node after another.').waitFor();
  await page.getByLabel('policy').selectOption('preferred');
  await page.getByLabel('node', { exact: true }).fill('1');
  await walks(page, TAKEN);
  await title(page, OF_BOTH);
  await page.getByLabel('policy').selectOption('');
  await page.getByLabel('cpuset').fill('1');
  await title(page, OF_NODE_1);
  // Without __GFP_HARDWALL a task that reclaims may leave its cpuset: a band, up to what all nodes give.
  await page.getByLabel('drop a request').fill('GFP_KERNEL');
  await title(page, /^kswapd wakes after another 760 MiB\. 16\.1 to 31\.9 MiB later/);
  assert.deepEqual(problems, []);
});

test('on a phone: the fields of a task fit and are large enough, and answer', async () => {
  const { page, problems } = await openMachine(browser, PHONE);
  await draw(page, ZONEINFO);
  await title(page, OF_BOTH);
  await page.getByLabel('policy').selectOption('bind');
  await page.getByLabel('nodes', { exact: true }).fill('1');
  await title(page, OF_NODE_1);
  await fits(page);
  assert.deepEqual(
    await page.evaluate(small, /** @type {[string, string]} */ ([PRESSED, '.machine-ask'])),
    [],
  );
  assert.deepEqual(problems, []);
});

test('a link opens with the request, the task, the sysctls and the zone that were set', async () => {
  const { page, problems, context } = await openMachine(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await draw(page, ZONEINFO + SYSCTLS + SWAPS);
  await page.getByLabel('from a CPU of node').selectOption('1');
  await page.getByLabel('policy').selectOption('bind');
  await page.getByLabel('nodes', { exact: true }).fill('1');
  await page.getByLabel('cpuset').fill('0-1');
  await page.getByLabel('vm.watermark_scale_factor, as a number').fill('100');
  await page.locator('.machine-pick select').selectOption('node 0 DMA32');
  await title(page, OF_NODE_1);
  // Another view and back: what was set stays.
  await page.getByRole('button', { name: 'Swap', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Zones', exact: true }).press('Enter');
  await title(page, OF_NODE_1);
  // With 100, low of node 1 is 52,647: 157,401 pages are 615 MiB, and the 41,277 down to min 161.
  const asIf = /As if: kswapd wakes after another 615 MiB\. 161 MiB later/;
  await lead(page, asIf).waitFor();
  await page.getByRole('button', { name: 'Copy a link with these numbers' }).press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /&node=1&bind=1&cpuset=0-1&watermark_scale_factor=100&zone=0:1$/);
  assert.doesNotMatch(link, /nvme|zram/);
  const { page: there, problems: others } = await openAt(
    browser,
    new URL(link).hash,
    {},
    /Failed to load resource/,
  );
  await title(there, OF_NODE_1);
  await lead(there, asIf).waitFor();
  const fields = there.locator('.machine-ask :is(input, select)');
  assert.deepEqual(
    await fields.evaluateAll((all) => all.map((field) => /** @type {HTMLInputElement} */ (field).value)),
    ['GFP_HIGHUSER_MOVABLE', '0', '1', 'bind', '1', '0-1'],
  );
  assert.equal(await there.getByLabel('vm.watermark_scale_factor, as a number').inputValue(), '100');
  assert.equal(await there.locator('.machine-pick option:checked').innerText(), 'node 0 DMA32');
  assert.deepEqual([...problems, ...others], []);
});

test('a link opens with what is set of kubelet, in that view', async () => {
  const { page, problems, context } = await openMachine(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await draw(page, KUBE + VMSTAT);
  await page.getByRole('button', { name: 'Kubernetes' }).press('Enter');
  await title(page, /^Kubelet’s 100Mi comes too late/);
  await page.getByLabel('kubelet counts a node').selectOption({ index: 1 });
  // The rows of vmstat are in no link, but their rate is: 559,040 − 20,000 KiB in one.
  assert.match(await shared(page), /&rate=526Mi&counts=MemTotal-MemFree$/);
  await page.getByLabel('memory is taken at, MiB/s, as a number').fill('10');
  await page.getByLabel('evictionHard, Mi, as a number').fill('800');
  await title(page, /^Kubelet evicts first/);
  const first = await page.getByRole('heading', { level: 1 }).innerText();
  const link = await shared(page);
  assert.match(link, /&evictionHard=800Mi&rate=10Mi&counts=MemTotal-MemFree$/);
  // Another view, and back.
  await page.getByRole('button', { name: 'Zones', exact: true }).press('Enter');
  await title(page, /^kswapd wakes/);
  await page.getByRole('button', { name: 'Kubernetes' }).press('Enter');
  await title(page, first);
  const opened = await openAt(browser, new URL(link).hash, {}, /Failed to load resource/);
  await title(opened.page, first);
  assert.equal(await opened.page.getByLabel('evictionHard, Mi, as a number').inputValue(), '800');
  assert.equal(await opened.page.getByLabel('memory is taken at, MiB/s, as a number').inputValue(), '10');
  assert.deepEqual([...problems, ...opened.problems], []);
});

test('a link with anything wrong in it shows no machine, and says why', async () => {
  const { page, problems } = await openMachine(browser);
  for (const [query, why] of /** @type {const} */ ([
    ['numbers=4096;x', 'This link has no numbers of a machine'],
    ['text=x', 'This link has no numbers of a machine'],
    ['numbers=4096;0:2,1s&order=11', 'In this link order is not a number from 0 to 10.'],
    ['numbers=4096;0:2,1s&node=1', 'In this link node is not one of its nodes.'],
    ['numbers=4096;0:2,1s&cpuset=<b>', 'In this link cpuset is not a list of nodes, such as 0-1,4.'],
    ['numbers=4096;0:2,1s&run=1', 'This link has a word that is not known here'],
  ])) {
    await page.evaluate((hash) => void (location.hash = hash), `#v1/machine?${query}`);
    await page.locator('.machine-wrong', { hasText: why }).waitFor();
    assert.equal(await page.getByLabel('What your kernel printed').inputValue(), '');
  }
  assert.deepEqual(problems, []);
});
