// The page Compare: the same bytes of CSV as Node and Python write; runs that this browser keeps, and forgets.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openAt, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const run = promisify(execFile);
const root = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const browser = await testBrowser();

/** Waits until all runs are there. @param {Page} page @param {number} n */
const runs = (page, n) => page.getByRole('status').getByText(`${n} runs`, { exact: true }).waitFor();

/** @param {Page} page */
async function csvOf(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

for (const [question, n] of /** @type {const} */ ([
  ['of=model:two-nodes&x=rule:node,global,roundrobin&seeds=1..4', 12],
  ['of=model:interleave-1&x=granularity:1,2,4..8&y=max_segments:8,40&m=sectors,segments', 14],
  ['of=capture:two-nodes-node&x=rule:node,global&y=slots_back:random,oldest,newest&seeds=1..2', 12],
  ['of=capture:interleave-1&of.granularity=8&x=frames_next:record,endless,sixteen', 3],
]))
  test(`page, Node and command line write the same bytes: ${question}`, async () => {
    const { page, problems } = await openAt(browser, `#v1/compare?${question}`, {});
    await runs(page, n);
    const csv = await csvOf(page);
    const [node, python] = await Promise.all([
      run('node', [root('tools/check/sweep.mjs'), question]),
      run(root('backend/.venv/bin/mmscope'), ['sweep', question, '--csv', '--no-cache', '--jobs', '1']),
    ]);
    assert.ok(csv.split('\n').length > n, csv);
    assert.equal(node.stdout, csv);
    assert.equal(python.stdout, csv);
    assert.deepEqual(problems, []);
  });

const QUESTION = 'of=model:two-nodes&x=rule:node,global&seeds=1..3&m=home,tries';

/** @param {import('playwright-core').Browser} of */
async function asked(of) {
  const opened = await openAt(of, `#v1/compare?${QUESTION}`, {});
  await runs(opened.page, 6);
  return { ...opened, csv: await csvOf(opened.page) };
}

/** Another visit by the same person. @param {import('playwright-core').BrowserContext} context */
async function visit(context, { workers = true } = {}) {
  const page = await context.newPage();
  // A run that is made anyway fails, and says so.
  if (!workers) await page.route(/compare\.worker/, (route) => route.abort());
  await page.goto(`${process.env['BASE_URL'] ?? 'http://127.0.0.1:4173'}/#v1/compare?${QUESTION}`);
  await runs(page, 6);
  return page;
}

/**
 * What is kept, changed.
 * @param {Page} page @param {'damage' | 'fill' | 'unsum' | 'empty'} how
 */
const change = (page, how) =>
  page.evaluate(async (what) => {
    /** @type {(request: IDBRequest) => Promise<any>} */
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('mmscope.sweeps'));
    const both = db.transaction(['runs', 'sums'], 'readwrite');
    const [kept, sums] = [both.objectStore('runs'), both.objectStore('sums')];
    const all = await done(kept.getAll());
    if (what === 'damage')
      for (const [i, one] of all.entries()) kept.put({ ...one, text: ['', '{', '[[1]]'][i % 3] });
    if (what === 'unsum') sums.put('many', 0);
    if (what === 'fill') {
      // Older than what is there, and as much as may be kept.
      for (let i = 0; i < 512; i++) kept.put({ key: `old ${i}`, text: ' '.repeat(65_536), at: i });
      sums.put((await done(sums.get(0))) + 512 * 65_536, 0);
    }
    const left = await done(kept.getAllKeys());
    const sum = await done(sums.get(0));
    await new Promise((resolve) => {
      both.oncomplete = resolve;
    });
    db.close();
    return {
      runs: all.length,
      old: left.filter((/** @type {string} */ key) => key.startsWith('old')).length,
      sum,
    };
  }, how);

test('what was computed on one visit is not computed on the next, until it is forgotten', async () => {
  const { page, csv, context, problems } = await asked(browser);
  await page.getByText('6 runs are kept in this browser').waitFor();
  await page.close();
  const next = await visit(context, { workers: false });
  await next.getByText('6 of them kept from another visit.').waitFor();
  assert.equal(await csvOf(next), csv);
  await next.getByRole('button', { name: 'Forget them' }).click();
  await next.getByText('Forgotten. From now on runs are computed again.').waitFor();
  assert.deepEqual((await change(next, 'empty')).runs, 0);
  await next.close();
  const last = await visit(context);
  assert.equal(await last.getByText('kept from another visit').count(), 0);
  assert.equal(await csvOf(last), csv);
  assert.deepEqual(problems, []);
});

test('what is damaged is computed anew, and kept again', async () => {
  const { page, csv, context } = await asked(browser);
  await page.getByText('6 runs are kept in this browser').waitFor();
  assert.equal((await change(page, 'damage')).runs, 6);
  await page.close();
  const next = await visit(context);
  assert.equal(await next.getByText('kept from another visit').count(), 0);
  assert.equal(await csvOf(next), csv);
  await next.getByText('6 runs are kept in this browser').waitFor();
  // Nor is a sum that is none a reason to keep nothing, or everything.
  await change(next, 'unsum');
  await next.close();
  const last = await visit(context, { workers: false });
  await last.getByText('6 of them kept from another visit.').waitFor();
});

test('of another core nothing is taken', async () => {
  const { page, context } = await asked(browser);
  await page.getByText('6 runs are kept in this browser').waitFor();
  await page.close();
  const other = await context.newPage();
  // The same module with a section of no meaning behind it: 0, its length, its name.
  await other.route(/\/mmscope-[^/]*\.wasm$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: Buffer.concat([await answer.body(), Buffer.from([0, 2, 1, 120])]),
    });
  });
  await other.goto(page.url());
  await runs(other, 6);
  await other.getByText('12 runs are kept in this browser').waitFor();
  assert.equal(await other.getByText('kept from another visit').count(), 0);
});

test('what is kept has a bound: what was asked for longest ago goes', async () => {
  const { page, context } = await asked(browser);
  await page.getByText('6 runs are kept in this browser').waitFor();
  await change(page, 'fill');
  await page.getByRole('textbox', { name: 'with seeds' }).fill('1..40');
  await page.getByRole('button', { name: 'Run 80' }).click();
  await runs(page, 80);
  await page.getByText(/^5\d\d runs are kept in this browser/).waitFor();
  const { old, sum } = await change(page, 'empty');
  assert.ok(old > 500 && old < 512, `${old} old ones are left`);
  assert.ok(sum <= 32 * 2 ** 20, `${sum} characters`);
  const next = await visit(context, { workers: false });
  await next.getByText('6 of them kept from another visit.').waitFor();
});

for (const [name, how] of /** @type {[string, () => void][]} */ ([
  ['is none', () => Reflect.deleteProperty(globalThis, 'indexedDB')],
  [
    'is refused',
    () =>
      Object.defineProperty(indexedDB, 'open', {
        value: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
  ],
  ['never answers', () => Object.defineProperty(indexedDB, 'open', { value: () => ({}) })],
]))
  test(`where a place to keep runs ${name}, they are made all the same`, async () => {
    const { page, problems, context } = await openAt(browser, '', {});
    await context.addInitScript(how);
    await page.goto(`${new URL(page.url()).origin}/?again#v1/compare?${QUESTION}`);
    await runs(page, 6);
    assert.equal((await csvOf(page)).split('\n').length, 1 + 6 * 2 + 1);
    assert.equal(await page.getByText('kept in this browser').count(), 0);
    assert.deepEqual(problems, []);
  });
