// The page of one's own machine: reports, files, two machines, what is cut or too long; on a phone, too.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { drop, file, fits, testBrowser } from './browser.mjs';
import { BOX, draw, lead, openMachine, paste, REPORT, SWAPS, title, ZONEINFO } from './machine.mjs';
import { PHONE } from './targets.mjs';

const browser = await testBrowser();

test('a report: each zone as a sum, and the text with what counted', async () => {
  const { page, problems } = await openMachine(browser);
  await draw(page, REPORT);
  await title(page, '44.3 MiB were free, and none of it was for this request.');
  const sums = page.getByRole('table', { name: /^Free against what was needed/ });
  assert.match(
    await sums.getByRole('row', { name: /^node 0 DMA32/ }).innerText(),
    /6,113\s+0\s+1,038\s+5,080\s+6,118\s+−5/,
  );
  await page.getByText('node 0 Normal: 1,808 free, against min 1,817: −9 left, not above 0.').waitFor();
  assert.deepEqual(
    (await page.locator('.machine-source mark').allInnerTexts()).filter((words) => words.includes('7232')),
    ['free:7232kB'],
  );
  assert.deepEqual(problems, []);
});

test('a file that is dropped or chosen is read here; one that is too long is refused in words', async () => {
  const { page, problems } = await openMachine(browser);
  await drop(page, '.machine-page', [file('a.txt', ZONEINFO), file('b.txt', SWAPS)]);
  await page.getByRole('list', { name: 'What was read' }).getByText('2 devices').waitFor();
  await page.getByText('Marks recomputed: 4 of 4 zones exact.').waitFor();
  const folder = await mkdtemp(join(tmpdir(), 'long-'));
  try {
    const path = join(folder, 'big.txt');
    await writeFile(path, Buffer.alloc(33 * 1024 * 1024, 'x'));
    await page.getByTestId('machine-file').setInputFiles(path);
    await page.getByText('big.txt has 33 MiB, and 32 MiB are read at most').waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
  assert.match(await page.getByLabel(BOX).inputValue(), /zram0/);
  assert.equal(new URL(page.url()).hash, '#v1/machine');
  assert.deepEqual(problems, []);
});

test('two machines in one text are two; a zone that is cut is named', async () => {
  const { page, problems } = await openMachine(browser);
  await paste(page, ZONEINFO + ZONEINFO.replaceAll('present  3303424', 'present  3303400'));
  await page.getByText('have 2 sizes in this text').waitFor();
  await page.getByRole('button', { name: 'Draw this machine' }).click();
  const choice = page.getByLabel('moment');
  await choice.selectOption({ index: 1 });
  await title(page, /^kswapd wakes/);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await paste(page, ZONEINFO.slice(0, ZONEINFO.lastIndexOf('        low')));
  await page.getByText('3 of 4 zones exact, 1 not from this text').waitFor();
  await page.getByRole('button', { name: 'Draw this machine' }).click();
  await title(page, 'How far it is to kswapd is not in this text.');
  assert.deepEqual(problems, []);
});

test('on a phone from a text to its zones, a sysctl and a swap list', async () => {
  const { page, problems } = await openMachine(browser, PHONE);
  await fits(page);
  await draw(page, ZONEINFO + SWAPS);
  await title(page, /^kswapd wakes after another 760 MiB/);
  await page.locator('.machine-drawing svg').waitFor();
  await fits(page);
  await page.getByLabel('vm.watermark_scale_factor, as a number').fill('100');
  await lead(page, 'As if: kswapd wakes after another 615 MiB.').waitFor();
  await page.getByRole('button', { name: 'Swap', exact: true }).tap();
  await title(page, /^nvme0n1p3 is next/);
  await fits(page);
  assert.deepEqual(problems, []);
});

test('a sample to try is fetched when it is asked for, is called one, and gives way to a text', async () => {
  const { page, problems } = await openMachine(browser);
  const box = page.getByLabel(BOX);
  await page.getByRole('button', { name: 'Two nodes with swap' }).press('Enter');
  await page.getByRole('list', { name: 'What was read' }).getByText('2 devices').waitFor();
  await page.getByText(/Not your machine: zones and swap devices of a guest/).waitFor();
  assert.equal(await page.getByText('kernel · pasted').count(), 0);
  assert.ok(!(await box.isEditable()));
  await page.getByRole('button', { name: 'Draw this machine' }).and(page.locator(':enabled')).click();
  await title(page, /^kswapd wakes after another/);
  await page.getByText('kernel · example').waitFor();
  // The reader's own text takes its place, and nothing of the sample can be put back or mixed with it.
  await paste(page, SWAPS);
  await page.getByText('kernel · pasted').waitFor();
  assert.equal(await box.inputValue(), SWAPS);
  assert.equal(await page.getByRole('button', { name: 'Put it back' }).count(), 0);
  // Beside what a text has not is the line that prints it.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the command: cat /proc/zoneinfo' }).press('Enter');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'cat /proc/zoneinfo');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'A report of the OOM killer' }).click();
  await page.getByRole('list', { name: 'What was read' }).getByText('oom').waitFor();
  assert.deepEqual(problems, []);
});
