// A lesson as homework: read and answered by one person, kept over a reload, handed in, and checked by a teacher who has no
// network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeEverywhere } from './axe.mjs';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { launch, openAt } from './browser.mjs';

const LESSON = '#v1/lessons/which-swap-device';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** @param {import('playwright-core').Page} page @param {string} hash */
const go = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** What a button saves. @param {import('playwright-core').Page} page @param {string} name */
async function saved(page, name) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of await (await download).createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

/** Files of a zip archive, as texts. @param {Buffer} bytes */
async function zipped(bytes) {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const entry of await reader.getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  return files;
}

test('homework from the first step to a checked code', async () => {
  const { page, problems, context } = await openAt(browser, `${LESSON}/homework`, {});
  await page.getByRole('heading', { name: 'Homework: Which swap device' }).waitFor();
  await page.getByLabel('Your name, as your teacher knows it').fill('Ada Lovelace');
  await page.getByText('0 of 8 steps').waitFor();
  let asked = 0;
  for (let step = 1; step <= 8; step++) {
    await go(page, `${LESSON}?step=${step}`);
    await page.getByText(`step ${step} of 8`).waitFor();
    const without = page.getByRole('button', { name: 'Show without an answer' });
    const more = page.getByRole('button', { name: 'Next question' });
    for (let on = (await page.locator('.lesson-question').count()) > 0; on; on = (await more.count()) > 0) {
      if ((await more.count()) > 0) await more.click();
      asked++;
      await without.click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
    }
  }
  await page.getByRole('link', { name: 'As homework: a code to hand in' }).click();
  await page.getByRole('heading', { name: 'Done: Which swap device' }).waitFor();
  await page.reload();
  const code = page.locator('.homework-code');
  await code.waitFor();
  const digits = await code.innerText();
  assert.match(digits, /^(?:[0-9A-Z]{4} ?){3,}$/);
  assert.equal((await page.locator('.homework-steps').innerText()).split('passed over').length - 1, asked);
  assert.deepEqual(await axeEverywhere(page), []);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/homework.png` });

  // The teacher needs the lesson, and no server.
  await context.setOffline(true);
  await page.getByText('For teachers: check codes').click();
  const lines = [`Ada Lovelace ${digits}`, `Eve, ${digits}`, `Ada Lovelace, 6 of 6, ${digits}`];
  await page.getByLabel('Names and codes').fill(lines.join('\n'));
  await page.getByText('1 of 3 codes right.').waitFor();
  await page.getByRole('row', { name: `Ada Lovelace 0 of ${asked} right` }).waitFor();
  assert.equal(await page.getByRole('cell', { name: 'refused' }).count(), 2);
  assert.deepEqual(await axeEverywhere(page), []);
  await page.getByText('For teachers: into a learning platform').click();
  const gift = String(await saved(page, 'Save the questions as GIFT'));
  assert.equal(gift.match(/^::/gm)?.length, asked);
  const qti = await zipped(await saved(page, 'Save the questions as QTI 2.1'));
  assert.equal([...qti.keys()].filter((name) => /^items\/.*\.xml$/.test(name)).length, asked);
  await context.setOffline(false);

  // The page of the package by itself, as from a folder: its pictures are there, and it counts.
  const scorm = await zipped(await saved(page, 'Save the lesson as SCORM 1.2'));
  await page.getByText('which-swap-device-scorm.zip is saved.').waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  const alone = await context.newPage();
  await alone.route('https://lms.example/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const kind = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
    const ending = /** @type {keyof typeof kind} */ (name.replace(/.*\./, ''));
    const body = scorm.get(name);
    return route.fulfill(body === undefined ? { status: 404 } : { body, contentType: kind[ending] });
  });
  await alone.goto('https://lms.example/index.html');
  const broken = await alone
    .locator('img')
    .evaluateAll((all) =>
      all.filter((img) => !(/** @type {HTMLImageElement} */ (img).naturalWidth)).map((img) => img.outerHTML),
    );
  assert.deepEqual(broken, []);
  assert.ok((await alone.locator('img').count()) >= 6);
  for (const form of await alone.locator('form').all()) {
    await form.getByRole('radio').first().check();
    await form.getByRole('button', { name: 'Answer' }).click();
    await form.getByText(/^(Right|It was something else)\./).waitFor();
  }
  await alone.getByText(`${asked} of ${asked} questions answered`).waitFor();
  assert.deepEqual(await axeEverywhere(alone), []);
  if (process.env['SHOTS'])
    await alone.screenshot({ path: `${process.env['SHOTS']}/scorm.png`, fullPage: true });
  assert.deepEqual(problems, []);
});
