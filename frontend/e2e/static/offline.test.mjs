// make static: below a path of a server that knows nothing, installed, then without any server.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axe } from '../axe.mjs';
import { launch, pane, reached, ready } from '../browser.mjs';
import { plainServer, stopServers } from './server.mjs';

const FOLDER = new URL('../../../build/packages/static', import.meta.url).pathname;
const VIEW = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!existsSync(FOLDER)) throw new Error('make static first');
  browser = await launch();
});
after(async () => {
  await browser.close();
  await stopServers();
});

/** @param {string} url */
async function visited(url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url);
  return { context, page, problems };
}

/**
 * Waits in the page until an answer that takes time is yes, which waitForFunction does not.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<boolean>} holds
 */
async function until(page, holds) {
  await page.evaluate(`(async () => {
    const holds = ${holds.toString()};
    while (!(await holds())) await new Promise((done) => setTimeout(done, 50));
  })()`);
}

/** Every file is kept. @param {import('playwright-core').Page} page */
const allKept = (page) =>
  until(page, async () => {
    const text = await (await fetch('sw.js')).text();
    const files = JSON.parse(/const FILES = (\{[^;]*\});/.exec(text)?.[1] ?? '');
    const wanted = Object.keys(files.first).length + Object.keys(files.rest).length;
    const [name = ''] = await caches.keys();
    return (await (await caches.open(name)).keys()).length === wanted;
  });

test('the first visit is enough: then the server goes, and all of it works', async () => {
  const server = await plainServer(FOLDER, '/notes/mm/');
  const { page, problems, context } = await visited(server.url + VIEW);
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await allKept(page);
  await server.stop();
  await page.reload();
  await ready(page);
  await pane(page, 'B').getByText('same, all').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await reached(page, 1801);
  // Another scene with another capture, lessons, tables, a figure of it: whatever was never opened before.
  for (const [view, shows] of /** @type {const} */ ([
    ['#v1/zones?a=model:zones-fair&b=capture:zones-overflow', '.drawing svg'],
    ['#v1/lessons', 'h1'],
    ['#v1/published', 'table'],
    ['#v1/compare', 'h1'],
    ['#v1/timeline', 'main'],
  ])) {
    await page.goto(server.url + view);
    await page.reload();
    await page.locator(shows).first().waitFor();
  }
  await page.goto(`${server.url}embed/?v=${encodeURIComponent(VIEW.slice(4))}`);
  await page.getByRole('figure').getByText('Round robin gives its pages to').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('it says plainly what it cannot do, and asks nobody for it', async () => {
  const server = await plainServer(FOLDER, '/mm/');
  const { page, problems, context } = await visited(`${server.url}${VIEW}`);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await ready(page);
  await pane(page, 'B')
    .getByRole('button', { name: /^Source/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('This copy of mmscope is files alone').waitFor();
  assert.equal(await page.getByRole('button', { name: /Keep a file on the server/ }).count(), 0);
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}#v1/room`);
  await page.getByRole('heading', { name: 'No rooms here' }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.goto(`${server.url}#v1/room/123456`);
  await page.getByText('a live room needs a server').waitFor();
  await page.goto(`${server.url}#v1/swap-devices?a=server:u-0123456789abcdef&b=none`);
  await pane(page, 'A').getByText('This copy of mmscope is files alone').waitFor();
  assert.deepEqual(
    asked.filter((url) => url.includes('/api/')),
    [],
  );
  assert.deepEqual(problems, []);
  await context.close();
  await server.stop();
});

test('it can be installed', async () => {
  const server = await plainServer(FOLDER, '/notes/mm/');
  const { page, context } = await visited(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A context of its own is a private window, which Chromium installs nothing from.
  assert.deepEqual(
    installabilityErrors.map((e) => e.errorId).filter((id) => id !== 'in-incognito'),
    [],
  );
  await context.close();
  await server.stop();
});

test('a newer copy takes over when the pages of the old one are closed, and fetches what is new alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mmscope-copy-'));
  await cp(FOLDER, folder, { recursive: true });
  const server = await plainServer(folder, '/mm/');
  const { page, context } = await visited(server.url + VIEW);
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await allKept(page);
  const { createHash } = await import('node:crypto');
  const sha = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const newer = html.replace('<title>mmscope', '<title>mmscope 2');
  await writeFile(join(folder, 'index.html'), newer);
  const worker = await readFile(join(folder, 'sw.js'), 'utf8');
  await writeFile(join(folder, 'sw.js'), worker.replace(sha(html), sha(newer)));
  /** @type {string[]} */
  const fetched = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname);
  });
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await until(page, async () => (await navigator.serviceWorker.ready).waiting !== null);
  const text = async (/** @type {import('playwright-core').Page} */ p) =>
    p.evaluate(async () => (await fetch('./')).text());
  assert.ok(!(await text(page)).includes('mmscope 2'), 'the old page goes on with the old files');
  await page.close();
  const next = await context.newPage();
  await next.goto(server.url);
  await until(next, async () => (await navigator.serviceWorker.ready).waiting === null);
  await until(next, async () => (await (await fetch('./')).text()).includes('mmscope 2'));
  assert.deepEqual(
    fetched.filter(
      (path) => path.startsWith('/mm/') && !['/mm/sw.js'].includes(path) && path !== '/mm/index.html',
    ),
    [],
  );
  await context.close();
  await server.stop();
  await rm(folder, { recursive: true });
});
