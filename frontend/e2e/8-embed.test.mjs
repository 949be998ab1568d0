// Figures on somebody else's page: the element under a strict policy, the frame on another origin, and what goes wrong.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { axe } from './axe.mjs';
import { openAt, openPage, ready } from './browser.mjs';
import { MACHINE } from './machine.mjs';
import { site, visitor } from './site.mjs';

const PAIR = 'swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800';
const ZONES = 'zones?a=model:zones-fair&k=16000';
const page = (/** @type {string} */ body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title><link rel="stylesheet" href="/notes.css">
  <script type="module" src="/mm/embed/mm-scope.js"></script></head><body><main><h1>Notes</h1>${body}</main></body></html>`;
const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;');

const browser = visitor();

/**
 * @param {Record<string, string>} pages
 * @param {string} [path]
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function opened(pages, path = '/', options = {}) {
  const host = await site({ ...pages, '/notes.css': '.far { height: 3000px } #tiny { width: 10px }' });
  const context = await browser().newContext({ viewport: { width: 1000, height: 900 }, ...options });
  const tab = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
  });
  tab.on('request', (request) => {
    if (!request.url().startsWith(host.at('/')) && !request.url().startsWith('data:'))
      problems.push(request.url());
  });
  await tab.goto(host.at(path));
  return { tab, host, problems, close: () => context.close() };
}

test('the element: under a strict policy, from a path below, with its picture until then', async () => {
  const { tab, problems, close } = await opened({
    '/': page(`<mm-scope view="${escaped(PAIR)}" app="/mm/"><p>A picture.</p></mm-scope>
      <p class="far">far</p><mm-scope id="far" view="${ZONES}"><p>Not yet.</p></mm-scope>`),
  });
  const figure = tab.getByRole('figure').first();
  await figure.getByText('Round robin gives its pages to').first().waitFor();
  await figure.locator('svg.swap-devices').nth(1).waitFor();
  assert.equal(await tab.getByText('A picture.').isVisible(), false);
  assert.equal(
    await tab.locator('#far figure, #far .figure').count(),
    0,
    'what is not in sight is not loaded',
  );
  await tab.locator('#far').scrollIntoViewIfNeeded();
  await tab.locator('#far svg.zones').waitFor();
  assert.deepEqual(await axe(tab), []);
  assert.deepEqual(problems, []);
  await close();
});

test('keys are the figure’s only while it has the focus; Escape gives them back', async () => {
  const { tab, close } = await opened({ '/': page(`<mm-scope view="${ZONES}"></mm-scope>`) });
  const figure = tab.getByRole('figure');
  const at = () => tab.evaluate(() => /** @type {any} */ (document.querySelector('mm-scope'))?.state);
  await tab.locator('svg.zones').waitFor();
  await tab.keyboard.press('ArrowRight');
  assert.equal(await at(), ZONES);
  await tab.locator('mm-scope').evaluate((element) => element.focus());
  assert.ok(await figure.evaluate((element) => element.matches(':focus')));
  await tab.keyboard.press('ArrowRight');
  await tab.getByText('16,001', { exact: true }).waitFor();
  assert.equal(await at(), ZONES.replace('16000', '16001'));
  await tab.keyboard.press('Escape');
  await tab.keyboard.press('ArrowRight');
  assert.equal(await at(), ZONES.replace('16000', '16001'));
  await close();
});

test('a machine from the numbers of its link: says what its page says, takes turns with a scene, or says why not', async () => {
  const { tab, problems, close } = await opened({
    '/': page(`<mm-scope view="${MACHINE}" app="/mm/"></mm-scope>`),
  });
  await tab.locator('svg.zones').waitFor();
  /** @param {Record<string, string>} attributes */
  const changed = (attributes) =>
    tab.evaluate(async (given) => {
      const figure = /** @type {any} */ (document.querySelector('mm-scope'));
      const heard = new Promise((done) => {
        for (const name of ['ready', 'error', 'step'])
          figure.addEventListener(
            name,
            (/** @type {CustomEvent} */ { type, detail }) => {
              done({ type, ...detail });
            },
            { once: true },
          );
      });
      for (const name of ['predict', 'panes']) figure.removeAttribute(name);
      for (const [name, value] of Object.entries(given)) figure.setAttribute(name, value);
      return heard;
    }, attributes);
  const again = /** @type {any} */ (await changed({ view: MACHINE }));
  assert.equal(again.type, 'ready');
  assert.equal(again.view, MACHINE);
  const own = await openAt(browser(), `#v1/${MACHINE}`, {}, /Failed to load resource/);
  await own.page
    .getByRole('heading', { name: again.sentence })
    .or(own.page.getByText(again.sentence))
    .first()
    .waitFor();
  await own.context.close();
  const figure = tab.getByRole('figure');
  await figure.getByText(again.sentence).waitFor();
  assert.equal(
    await figure.getByRole('link', { name: 'Open full' }).getAttribute('href'),
    new URL(`/mm/#v1/${MACHINE}`, tab.url()).href,
  );
  await figure.getByRole('button', { name: 'Text' }).click();
  const cells = await figure.getByRole('table').getByRole('cell').allInnerTexts();
  // 9k6, 70s, 9kj and c4a: numbers of base 36.
  for (const [name, number] of Object.entries({ free: 12390, min: 9100, low: 12403, high: 15706 }))
    assert.ok(cells.includes(number.toLocaleString('en')), `${name} in ${cells}`);
  assert.deepEqual(await axe(tab), []);

  const scene = /** @type {any} */ (await changed({ view: ZONES }));
  assert.deepEqual([scene.type, scene.view], ['ready', ZONES]);
  await tab.getByRole('button', { name: 'Step forward' }).waitFor();
  const back = /** @type {any} */ (await changed({ view: MACHINE }));
  assert.deepEqual(back, again);
  assert.equal(await tab.getByRole('button', { name: 'Step forward' }).count(), 0);
  assert.deepEqual(problems, []);
  for (const [attributes, why] of /** @type {[Record<string, string>, RegExp][]} */ ([
    [{ view: 'machine?numbers=4096;x' }, /no numbers of a machine.*Copy a link/],
    [{ view: MACHINE, predict: 'a1' }, /no decision to ask about.*Leave out the attribute predict/],
    [{ view: MACHINE, panes: 'b' }, /nothing in pane B/],
  ])) {
    const error = /** @type {any} */ (await changed(attributes));
    assert.equal(error.type, 'error');
    assert.match(error.message, why);
    await tab.getByRole('alert').getByText(error.message).waitFor();
  }
  await close();
});

test('methods in, events out', async () => {
  const { tab, close } = await opened({ '/': page(`<mm-scope view="${ZONES}" controls="none"></mm-scope>`) });
  const events = await tab.evaluate(async () => {
    const figure = /** @type {any} */ (document.querySelector('mm-scope'));
    /** @type {[string, unknown][]} */
    const heard = [];
    const next = (/** @type {string} */ name) =>
      new Promise((done) =>
        figure.addEventListener(
          name,
          (/** @type {Event} */ event) => {
            heard.push([name, /** @type {CustomEvent} */ (event).detail]);
            done(null);
          },
          { once: true },
        ),
      );
    const ready = next('ready');
    await figure.load();
    await ready;
    for (const act of [() => figure.step(2), () => figure.seek(7)]) {
      const stepped = next('step');
      await act();
      await stepped;
    }
    const failed = next('error');
    figure.view = 'zones?a=model:none-such';
    await failed;
    return heard;
  });
  const ks = events.map(([name, detail]) => [name, /** @type {{ k?: number }} */ (detail).k]);
  assert.deepEqual(ks, [
    ['ready', undefined],
    ['step', 16002],
    ['step', 7],
    ['error', undefined],
  ]);
  assert.match(JSON.stringify(events[3]), /no scenario “none-such”/);
  await close();
});

test('a question is asked, answered, and reported to the page', async () => {
  const { tab, close } = await opened({
    '/': page(`<mm-scope view="swap-devices?a=model:four-nodes&amp;k=1200" predict="a7"></mm-scope>`),
  });
  const heard = tab.evaluate(
    () =>
      new Promise((done) =>
        document.addEventListener('answer', (event) => done(/** @type {CustomEvent} */ (event).detail), {
          once: true,
        }),
      ),
  );
  await tab.getByRole('radio').first().check();
  await tab.getByRole('button', { name: /Show/ }).click();
  const answer = /** @type {{ pane: string, said: string, decided: string }} */ (await heard);
  assert.equal(answer.pane, 'A');
  assert.ok(answer.said !== '' && answer.decided !== '');
  await close();
});

test('what cannot be shown leaves the page’s own picture, and one sentence', async () => {
  const { tab, close } = await opened({
    '/': page(`<mm-scope id="bad" view="nonsense?x"><p>The picture stays.</p></mm-scope>
      <mm-scope id="none"><p>So does this.</p></mm-scope>
      <mm-scope id="tiny" view="${ZONES}"></mm-scope>`),
  });
  await tab.getByText('This figure cannot be shown: There is no scene “nonsense”').waitFor();
  await tab.getByText('This figure cannot be shown: it names no view').waitFor();
  for (const words of ['The picture stays.', 'So does this.'])
    assert.ok(await tab.getByText(words).isVisible());
  await tab.locator('#tiny .figure').waitFor();
  await close();
});

test('without JavaScript the page’s own picture stands', async () => {
  const { tab, close } = await opened(
    { '/': page(`<mm-scope view="${ZONES}"><p>The picture.</p></mm-scope>`) },
    '/',
    { javaScriptEnabled: false },
  );
  assert.ok(await tab.getByText('The picture.').isVisible());
  await close();
});

test('the frame on another origin: says hello, its size and its steps, and is led', async () => {
  const inner = await site({}, {});
  const outer = await site(
    {
      '/': `<!doctype html><title>Slides</title><iframe title="figure" width="720" height="500"
        src="${inner.at(`/mm/embed/?v=${encodeURIComponent(ZONES)}`, 'localhost')}"></iframe>`,
    },
    {},
  );
  const context = await browser().newContext();
  const tab = await context.newPage();
  await tab.addInitScript(() => {
    const heard = /** @type {Record<string, any>[]} */ ([]);
    Object.assign(globalThis, { heard });
    addEventListener('message', (event) => heard.push(event.data));
  });
  await tab.goto(outer.at('/'));
  const has = (/** @type {string} */ what) =>
    tab.waitForFunction(
      (w) =>
        /** @type {any} */ (globalThis).heard.some(
          (/** @type {any} */ m) => m.mmscope === 1 && JSON.stringify(m).includes(w),
        ),
      what,
    );
  for (const what of ['hello', '"size"', '"ready"']) await has(what);
  const say = (/** @type {unknown} */ message) =>
    tab.evaluate((m) => document.querySelector('iframe')?.contentWindow?.postMessage(m, '*'), message);
  for (const rubbish of [
    'x',
    null,
    { mmscope: 1, type: 'eval' },
    { mmscope: 1, type: 'seek', k: -3 },
    { type: 'seek', k: 2 },
  ])
    await say(rubbish);
  await say({ mmscope: 1, type: 'step', by: 1 });
  await has('"k":16001');
  await say({ mmscope: 1, type: 'view', view: 'swap-devices?a=model:two-nodes&k=3' });
  await tab.frameLocator('iframe').locator('svg.swap-devices').waitFor();
  await context.close();
});

test('slides: fragments of reveal.js step the figure, there and back', async () => {
  const of = (/** @type {string} */ name) =>
    readFile(new URL(`../node_modules/reveal.js/dist/${name}`, import.meta.url), 'utf8');
  const slides = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title>
    <link rel="stylesheet" href="/reveal.css"></head><body><div class="reveal"><div class="slides">
    <section><h1>Swap</h1></section>
    <section><mm-scope view="${escaped(PAIR)}" data-steps="0, 1 rubbish 1800" height="420"></mm-scope></section>
    <section><p>End</p></section></div></div><script type="module" src="/slides.js"></script></body></html>`;
  const { tab, problems, close } = await opened({
    '/': slides,
    '/reveal.css': await of('reveal.css'),
    '/reveal.mjs.js': await of('reveal.mjs'),
    '/slides.js': `import Reveal from '/reveal.mjs.js'; import MmScopeSlides from '/mm/embed/reveal.js';
      globalThis.deck = Reveal; await Reveal.initialize({ plugins: [MmScopeSlides], hash: true, fragmentInURL: true });`,
  });
  const at = (/** @type {number} */ k) =>
    tab.waitForFunction(
      (end) => /** @type {any} */ (document.querySelector('mm-scope'))?.state.endsWith(end),
      `k=${k}`,
    );
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).deck?.isReady());
  await tab.keyboard.press('ArrowRight');
  await at(0);
  await tab.locator('svg.swap-devices').first().waitFor();
  for (const [key, k] of /** @type {const} */ ([
    ['ArrowRight', 1],
    ['ArrowRight', 1800],
    ['ArrowLeft', 1],
    ['ArrowRight', 1800],
  ])) {
    await tab.keyboard.press(key);
    await at(k);
  }
  await tab.keyboard.press('ArrowRight');
  await tab.getByText('End', { exact: true }).waitFor();
  await tab.keyboard.press('ArrowLeft');
  await at(1800);
  await tab.reload();
  await at(1800);
  assert.deepEqual(problems, []);
  await close();
});

test('the app gives away what it shows: snippets, and the same picture as Node draws', async () => {
  const { page: app, context, problems } = await openPage(browser(), `#v1/${PAIR}`);
  await app.getByText('same, all').waitFor();
  await app.locator('summary', { hasText: 'Share' }).click();
  await app.getByRole('button', { name: 'In your page' }).click();
  const dialog = app.getByRole('dialog', { name: 'In your page' });
  await dialog.getByText(`<mm-scope view="${escaped(PAIR)}">`).waitFor();
  await dialog.getByText(`mmscope render '${PAIR}' -o figure.pdf`).waitFor();
  const host = dialog.getByLabel('Where you write');
  for (const [name, first] of [
    ['Sphinx', `.. mmscope:: ${PAIR}`],
    ['MkDocs and Markdown', '```mmscope'],
    ['A notebook', 'import mmscope'],
    ['Slides of reveal.js', '<section>'],
    ['A page that allows frames only', '<iframe src='],
  ]) {
    await host.selectOption({ label: name ?? '' });
    const code = await dialog.getByLabel(name ?? '', { exact: true }).innerText();
    assert.ok(code.startsWith(first ?? ''), code);
  }
  const saved = app.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  const file = await (await saved).path();
  const order = { view: PAIR, width: 1040, why: false, theme: 'light', fonts: true, form: 'svg' };
  const tool = new URL('../../tools/check/figure.mjs', import.meta.url).pathname;
  const node = await promisify(execFile)(process.execPath, [tool, JSON.stringify(order)]);
  assert.equal(String(await readFile(file)), node.stdout);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a picture whose fonts cannot be fetched says so, and can be saved without them', async () => {
  const { page: app, context } = await openPage(browser(), `#v1/${ZONES}`);
  const dialog = app.getByRole('dialog', { name: 'In your page' });
  const missing = dialog.getByRole('alert').filter({ hasText: 'Its fonts could not be fetched' });
  const saved = async () => {
    await app.locator('summary', { hasText: 'Share' }).click();
    await app.getByRole('button', { name: 'In your page' }).click();
    const download = app.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as SVG' }).click();
    return String(await readFile(await (await download).path()));
  };
  const fonts = /\/plex-[^/]*\.js$/;
  await context.route(fonts, (route) => route.abort());
  const without = await saved();
  assert.match(without, /^<svg /);
  assert.ok(!without.includes('@font-face'));
  assert.match(await missing.innerText(), /Reload the page to fetch them again\./);
  // As it says.
  await context.unroute(fonts);
  await app.reload();
  await ready(app);
  assert.ok((await saved()).includes('@font-face'));
  assert.equal(await missing.count(), 0);
  await context.close();
});
