// What a figure on somebody else's page cannot show: a sentence in its place, the page's own picture, never a broken page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site, STRICT, visitor } from './site.mjs';

const VIEW = 'zones?a=model:zones-fair&k=16000';
/** Longer than any message or attribute may be. */
const LONG = `zones?a=model:${'x'.repeat(20_000)}`;

const browser = visitor();

const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * A page with figures of these views, each with a picture of its own.
 * @param {readonly string[]} views
 * @param {{ missing?: RegExp, script?: () => void, context?: import('playwright-core').BrowserContextOptions }} [wrong]
 */
async function page(views, { missing, script, context: options } = {}) {
  const host = await site(
    {
      '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title>
        <link rel="stylesheet" href="/notes.css"><script type="module" src="/mm/embed/mm-scope.js"></script></head>
        <body><p>Before.</p>${views.map((view, i) => `<mm-scope id="f${i}" view="${escaped(view)}"><p>Picture ${i}.</p></mm-scope>`).join('')}<p>Behind.</p></body></html>`,
      '/notes.css': '.tiny { width: 10px; height: 10px }',
    },
    { 'content-security-policy': STRICT },
  );
  const context = await browser().newContext({ viewport: { width: 900, height: 1200 }, ...options });
  const tab = await context.newPage();
  /** @type {string[]} */
  const thrown = [];
  tab.on('pageerror', (error) => thrown.push(error.message));
  if (script) await tab.addInitScript(script);
  if (missing) await context.route(missing, (route) => route.abort());
  await tab.goto(host.at('/'));
  return { tab, host, thrown, context };
}

/** @param {import('playwright-core').Page} tab @param {string} id @param {RegExp} words */
async function says(tab, id, words) {
  await tab.waitForFunction(
    ([of, source]) => {
      const root = document.getElementById(of ?? '')?.shadowRoot;
      const alerts = [...(root?.querySelectorAll('[role="alert"]') ?? [])];
      return alerts.some((e) => new RegExp(source ?? '').test(e.textContent ?? ''));
    },
    [id, words.source],
  );
}

test('views that do not parse, and captures that are not there, are each named in a sentence', async () => {
  const { tab, thrown, context } = await page([
    'nonsense',
    'zones?a=',
    'zones?a=model:zones-fair&k=-1e9&<script>',
    'zones?a=capture:none-such',
    'zones?a=file:mine.gz',
    LONG,
    'zones?a=server:0123456789abcdef',
  ]);
  await says(tab, 'f0', /There is no scene “nonsense”/);
  await says(tab, 'f1', /cannot be shown/);
  await says(tab, 'f2', /cannot be shown/);
  await says(tab, 'f3', /cannot be shown: There is no bundled capture “none-such”/);
  await says(tab, 'f4', /cannot be shown: The file “mine.gz” was read on your machine only/);
  await says(tab, 'f5', /cannot be shown/);
  await says(tab, 'f6', /cannot be shown: The capture cannot be fetched/);
  for (const words of ['Before.', 'Behind.', ...[0, 1, 2, 3, 4, 5, 6].map((i) => `Picture ${i}.`)])
    assert.ok(await tab.getByText(words, { exact: true }).isVisible(), words);
  assert.deepEqual(thrown, []);
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 900, `the page is ${wide} px wide`);
  await context.close();
});

test('a figure that was wrong is shown when it is put right', async () => {
  const { tab, context } = await page(['zones?a=capture:none-such', 'nonsense']);
  for (const id of ['f0', 'f1']) {
    await says(tab, id, /cannot be shown/);
    await tab.evaluate(
      ([of = '', view = '']) => document.getElementById(of)?.setAttribute('view', view),
      [id, VIEW],
    );
    await tab.locator(`#${id} svg.zones`).waitFor();
    assert.equal(await tab.locator(`#${id}`).getByRole('alert').count(), 0);
  }
  await context.close();
});

test('without WebAssembly the page’s own picture stays, with a sentence', async () => {
  const { tab, thrown, context } = await page([VIEW], {
    script: () => {
      delete (/** @type {any} */ (globalThis).WebAssembly);
    },
  });
  await says(tab, 'f0', /This browser has no WebAssembly/);
  assert.ok(await tab.getByText('Picture 0.').isVisible());
  assert.deepEqual(thrown, []);
  await context.close();
});

for (const [what, missing, words] of /** @type {const} */ ([
  ['the figure itself', /shadow-stage-.*\.js/, /cannot be shown/],
  ['the list', /datasets\/(scenarios\/|index)/, /cannot be shown/],
  ['the core', /\.wasm$/, /cannot be shown: mmscope.wasm cannot be fetched/],
  ['the worker', /pane\.worker/, /cannot be shown/],
  ['the drawing', /Drawing-.*\.js/, /could not be fetched/],
]))
  test(`without a network when ${what} is asked for, a sentence says so`, async () => {
    const { tab, thrown, context } = await page([VIEW], { missing });
    await says(tab, 'f0', words);
    assert.ok(await tab.getByText('Behind.').isVisible());
    assert.deepEqual(thrown, []);
    await context.close();
  });

test('the drawing stands without its faces and its words', async () => {
  const { tab, thrown, context } = await page([VIEW], { missing: /\.woff2$|narration-.*\.js/ });
  await tab.locator('svg.zones').waitFor();
  assert.deepEqual(thrown, []);
  await context.close();
});

test('a room of 10 px holds a link or nothing, and pushes nothing aside', async () => {
  const { tab, thrown, context } = await page([VIEW]);
  await tab.locator('svg.zones').waitFor();
  await tab.evaluate(() => document.querySelector('mm-scope')?.classList.add('tiny'));
  await tab.waitForFunction(
    () => !document.querySelector('mm-scope')?.shadowRoot?.querySelector('svg.zones'),
  );
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 900, `the page is ${wide} px wide`);
  await tab.evaluate(() => document.querySelector('mm-scope')?.classList.remove('tiny'));
  await tab.locator('svg.zones').waitFor();
  assert.deepEqual(thrown, []);
  await context.close();
});

test('the frame: rubbish in its address and in messages is a sentence, or passed over', async () => {
  const host = await site({}, {});
  const context = await browser().newContext();
  const tab = await context.newPage();
  /** @type {string[]} */
  const thrown = [];
  tab.on('pageerror', (error) => thrown.push(error.message));
  for (const query of [
    '',
    '?v=',
    '?v=%E0%A4%A',
    `?v=${'x'.repeat(3000)}`,
    '?v=zones%3Fa%3Dcapture%3Anone-such',
  ]) {
    await tab.goto(host.at(`/mm/embed/${query}`));
    await tab.getByRole('alert').first().waitFor();
  }
  const outer = await site(
    {
      '/': `<!doctype html><title>Slides</title><iframe title="figure" width="700" height="500"
        src="${host.at(`/mm/embed/?v=${encodeURIComponent(VIEW)}`, 'localhost')}"></iframe>`,
    },
    {},
  );
  await tab.goto(outer.at('/'));
  const inner = tab.frameLocator('iframe');
  await inner.locator('svg.zones').waitFor();
  await tab.evaluate((long) => {
    const frame = document.querySelector('iframe')?.contentWindow;
    for (const said of [
      undefined,
      7,
      [],
      { mmscope: 1 },
      { mmscope: 2, type: 'step', by: 1 },
      { mmscope: 1, type: 'step', by: 'x' },
      { mmscope: 1, type: 'step', by: 1e300 },
      { mmscope: 1, type: 'seek', k: NaN },
      { mmscope: 1, type: 'view', view: long },
      { mmscope: 1, type: 'view', view: { toString: 1 } },
      new Map([[1, 2]]),
    ])
      frame?.postMessage(said, '*');
  }, LONG);
  await tab.evaluate(() =>
    document.querySelector('iframe')?.contentWindow?.postMessage({ mmscope: 1, type: 'step', by: 1 }, '*'),
  );
  await inner.getByText('16,001', { exact: true }).waitFor();
  assert.deepEqual(thrown, []);
  await context.close();
});

test('the frame without JavaScript says what it needs', async () => {
  const host = await site({}, {});
  const context = await browser().newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(host.at(`/mm/embed/?v=${encodeURIComponent(VIEW)}`));
  const words = tab.locator('noscript');
  assert.ok(await words.isVisible());
  assert.match((await words.textContent()) ?? '', /drawn with JavaScript and WebAssembly/);
  await context.close();
});
