// Pages that are unkind to the figures on them: they move them about, restyle them, forbid them things, speak rubbish.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from './browser.mjs';
import { site, STRICT, visitor } from './site.mjs';

const ZONES = 'zones?a=model:zones-fair&k=16000';
const PAIR = 'swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800';
/** Longer than any message may be. */
const LONG = 'x'.repeat(1 << 20);

/** @typedef {import('playwright-core').Page} Page */

const browser = visitor();

const figure = (view = ZONES, more = '') =>
  `<mm-scope view="${view.replaceAll('&', '&amp;')}" ${more}><p>Picture.</p></mm-scope>`;
/** @param {string} body @param {{ head?: string, root?: string }} [around] */
const doc = (body, { head = '', root = 'lang="en"' } = {}) =>
  `<!doctype html><html ${root}><head><meta charset="utf-8"><title>Notes</title>${head}
  <script type="module" src="/mm/embed/mm-scope.js"></script></head><body>${body}<p>Behind.</p></body></html>`;

/**
 * @param {string} html
 * @param {{ headers?: Record<string, string>, script?: () => void, context?: import('playwright-core').BrowserContextOptions,
 *   instead?: RegExp }} [page] `instead`: what is answered with a page, as sites do that know no 404
 */
async function opened(html, { headers = {}, script, context: options, instead } = {}) {
  const host = await site({ '/': html }, headers);
  const context = await browser().newContext({ viewport: { width: 900, height: 900 }, ...options });
  const tab = await context.newPage();
  /** @type {string[]} */
  const thrown = [];
  tab.on('pageerror', (error) => thrown.push(error.message));
  if (script) await tab.addInitScript(script);
  if (instead) await context.route(instead, (route) => route.fulfill({ body: '<!doctype html><p>Home' }));
  await tab.goto(host.at('/'));
  return { tab, thrown, context };
}

/** Each figure shows so many drawings, and nothing else. @param {Page} tab @param {number} [drawings] */
const drawn = (tab, drawings = 1) =>
  tab.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('mm-scope')].every(
        ({ shadowRoot: root }) =>
          root?.querySelectorAll('.figure-drawing svg').length === wanted &&
          root.querySelectorAll('.figure').length === 1 &&
          root.querySelector('slot')?.hidden === true &&
          root.querySelector('[role="alert"]') === null,
      ),
    drawings,
  );

/** @param {Page} tab @param {RegExp} words */
const says = (tab, words) =>
  tab.locator('mm-scope').getByRole('alert').filter({ hasText: words }).first().waitFor();

test('taken off the page while it loads, at any moment, and put back: it is drawn', async () => {
  const moves = [0, 40, 120, 300].flatMap((off) => [0, 30].map((on) => ({ off, on })));
  const { tab, thrown, context } = await opened(doc(moves.map(() => figure(PAIR)).join('')), {
    context: { viewport: { width: 900, height: 6000 } },
  });
  await tab.evaluate(async (all) => {
    const wait = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
    await customElements.whenDefined('mm-scope');
    await Promise.all(
      [...document.querySelectorAll('mm-scope')].map(async (one, i) => {
        await wait(all[i]?.off ?? 0);
        one.remove();
        await wait(all[i]?.on ?? 0);
        document.body.append(one);
      }),
    );
  }, moves);
  await drawn(tab, 2);
  assert.equal(await tab.locator('mm-scope').count(), moves.length);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('taken off the page while it loads, and not put back: no worker stays behind', async () => {
  const { tab, thrown, context } = await opened(doc(figure(PAIR)));
  const started = tab.waitForEvent('worker');
  await started;
  await tab.evaluate(() => document.querySelector('mm-scope')?.remove());
  while (tab.workers().length > 0) await tab.workers()[0]?.waitForEvent('close');
  assert.deepEqual(thrown, []);
  await context.close();
});

test('what was wrong, and is put right while it loads, is drawn; of twenty views the last', async () => {
  const { tab, thrown, context } = await opened(doc(figure('zones?a=capture:none-such').repeat(2)));
  await tab.evaluate(
    async ([right = '', other = '']) => {
      await customElements.whenDefined('mm-scope');
      const [one, two] = /** @type {any[]} */ ([...document.querySelectorAll('mm-scope')]);
      void one.load();
      void two.load();
      for (let i = 0; i < 20; i++) {
        await new Promise((done) => setTimeout(done, 15));
        two.view = [other, 'nonsense', `${right.replace(/\d+$/, '')}${15_000 + i}`][i % 3];
        if (i === 4) one.view = right;
      }
      two.view = right;
    },
    [ZONES, PAIR],
  );
  await tab.waitForFunction(
    (view) =>
      [...document.querySelectorAll('mm-scope')].every((of) => /** @type {any} */ (of).state === view),
    ZONES,
  );
  await drawn(tab);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('methods: rubbish is refused and changes nothing; of a figure that cannot be shown they say why', async () => {
  const { tab, thrown, context } = await opened(doc(figure() + figure('nonsense')));
  const said = await tab.evaluate(async () => {
    const [one, wrong] = /** @type {any[]} */ ([...document.querySelectorAll('mm-scope')]);
    await one.load();
    const refused = /** @type {string[]} */ ([]);
    for (const given of [NaN, 'x', null, {}])
      for (const name of ['seek', 'step'])
        await one[name](given).catch((/** @type {Error} */ error) => refused.push(error.message));
    const why = await wrong.play().catch((/** @type {Error} */ error) => error.message);
    return { refused: refused.length, first: refused[0], state: one.state, why };
  });
  assert.deepEqual(said, {
    refused: 8,
    first: '“NaN” is not a number of decisions',
    state: ZONES,
    why: 'This figure cannot be shown: There is no scene “nonsense”. Scenes are swap-devices, zones, interleave, swap-in, decisions.',
  });
  assert.deepEqual(thrown, []);
  await context.close();
});

for (const [what, policy, words] of /** @type {const} */ ([
  ['WebAssembly', "default-src 'self'", /its script-src needs 'wasm-unsafe-eval'/],
  ['workers', `${STRICT}; worker-src 'none'`, /the policy of this site forbids workers/],
  [
    'workers by their address',
    `${STRICT}; require-trusted-types-for 'script'; trusted-types 'none'`,
    /the policy of this site forbids workers/,
  ],
  ['any request', `${STRICT}; connect-src 'none'`, /a part of it cannot be fetched/],
]))
  test(`a policy that forbids ${what}: a sentence says so`, async () => {
    const { tab, thrown, context } = await opened(doc(figure()), {
      headers: { 'content-security-policy': policy },
    });
    await says(tab, words);
    assert.ok(await tab.getByText('Picture.').isVisible());
    assert.deepEqual(thrown, []);
    await context.close();
  });

test('a policy that forbids style sheets, fonts and pictures forbids no figure', async () => {
  const { tab, thrown, context } = await opened(doc(figure()), {
    headers: {
      'content-security-policy': `${STRICT}; style-src 'none'; font-src 'none'; img-src 'none'`,
    },
  });
  await drawn(tab);
  assert.equal(await tab.locator('head link[rel=stylesheet]').count(), 0);
  assert.deepEqual(thrown, []);
  await context.close();
});

for (const [what, instead, words] of /** @type {const} */ ([
  ['the list', /datasets\//, /something other than the list/],
  ['the core', /\.wasm$/, /mmscope\.wasm is damaged, or something else came in its place/],
]))
  test(`a site that answers with a page of its own instead of ${what}: a sentence says so`, async () => {
    const { tab, context } = await opened(doc(figure()), { instead });
    await says(tab, words);
    await context.close();
  });

test('a browser without workers: a sentence says so', async () => {
  const { tab, context } = await opened(doc(figure()), {
    script: () => {
      delete (/** @type {any} */ (globalThis).Worker);
    },
  });
  await says(tab, /This browser has no workers/);
  await context.close();
});

/** Where each word of the figure stands, and how large it is. @param {Page} tab */
const words = (tab) =>
  tab.evaluate(async () => {
    await document.fonts.ready;
    const root = document.querySelector('mm-scope')?.shadowRoot;
    const at = root?.querySelector('.figure')?.getBoundingClientRect();
    return [...(root?.querySelectorAll('.figure text, .figure p, .figure b, .figure output') ?? [])].map(
      (of) => {
        const { x, y, width, height } = of.getBoundingClientRect();
        const { color, cursor, textShadow } = getComputedStyle(of);
        const box = [x - (at?.x ?? 0), y - (at?.y ?? 0), width, height].map(Math.round).join(' ');
        return `${of.textContent}: ${box} ${color} ${cursor} ${textShadow}`;
      },
    );
  });

const RUDE = `box-sizing: content-box; font: italic 900 30px/3 fantasy !important; color: red !important;
  letter-spacing: 4px !important; word-spacing: 9px; text-transform: uppercase !important; text-align: center !important;
  text-indent: 40px; text-shadow: 2px 2px red; word-break: break-all; white-space: pre; cursor: crosshair;
  font-variant: small-caps; visibility: visible`;
for (const [what, around] of /** @type {const} */ ([
  ['sets everything in another way', { head: `<style>* { ${RUDE} }</style>` }],
  ['is written from right to left', { root: 'lang="ar" dir="rtl"' }],
  [
    'is written from top to bottom',
    { head: '<style>section { writing-mode: vertical-rl; height: 700px }</style>' },
  ],
]))
  test(`a page that ${what}: each word of the figure stands where it does elsewhere`, async () => {
    const wide = '<style>mm-scope { width: 800px !important }</style>';
    const tabs = [];
    for (const { head = '', root = 'lang="en"' } of [
      {},
      /** @type {{ head?: string, root?: string }} */ (around),
    ]) {
      const { tab } = await opened(doc(`<section>${figure(PAIR)}</section>`, { head: wide + head, root }));
      tabs.push(tab);
      await drawn(tab, 2);
      // Its words and its faces come behind the drawing.
      await tab.locator('.figure-say').getByText('Rule node keeps the pages at home').waitFor();
      await tab.waitForFunction(
        () =>
          [...document.fonts].filter(
            ({ family, status }) => /Plex (Sans|Mono)/.test(family) && status === 'loaded',
          ).length === 4,
      );
    }
    const [plain, rude] = tabs;
    assert.ok(plain && rude);
    // A pane's era and its words may come behind those of the other.
    await eventually(async () => {
      const wanted = await words(plain);
      assert.ok(wanted.length > 30);
      assert.deepEqual(await words(rude), wanted);
    });
    await Promise.all(tabs.map((tab) => tab.context().close()));
  });

test('it is dark where the page is, not where the reader’s system is; on paper never', async () => {
  const dark = '<style>section { color-scheme: dark }</style>';
  const { tab, context } = await opened(
    doc(`${figure()}<section>${figure()}</section>${figure(ZONES, 'theme="dark"')}`, { head: dark }),
    { context: { colorScheme: 'dark', viewport: { width: 900, height: 2400 } } },
  );
  await drawn(tab);
  const light = () =>
    tab.locator('.figure').evaluateAll((all) =>
      all.map((of) => {
        const [red = 0] = (/\d+/.exec(getComputedStyle(of).color) ?? []).map(Number);
        return red < 128;
      }),
    );
  assert.deepEqual(await light(), [true, false, false]);
  await tab.emulateMedia({ media: 'print' });
  assert.deepEqual(await light(), [true, true, true]);
  await context.close();
});

test('on paper narrower than the window the drawing is whole, and there are no buttons', async () => {
  const { tab, context } = await opened(doc(figure(PAIR)));
  await drawn(tab, 2);
  await tab.emulateMedia({ media: 'print' });
  // No drawing is made anew for paper: this one was made for a wider window.
  const drawing = tab.locator('.figure-drawing > svg').first();
  const before = await drawing.evaluate((svg) => svg.clientWidth / svg.clientHeight);
  await drawing.evaluate((svg) => {
    for (const side of ['width', 'height'])
      svg.setAttribute(side, String(4 * Number(svg.getAttribute(side))));
  });
  const [ratio, over] = await drawing.evaluate((svg) => [
    svg.clientWidth / svg.clientHeight,
    svg.getBoundingClientRect().right - (svg.parentElement?.getBoundingClientRect().right ?? 0),
  ]);
  assert.ok((over ?? 1) <= 0, `${over} px of it are cut off`);
  assert.ok(Math.abs((ratio ?? 0) - before) < 0.05, 'it is stretched');
  assert.equal(await tab.getByRole('button').filter({ visible: true }).count(), 0);
  await context.close();
});

test('two versions of it on one page: each figure is drawn by one', async () => {
  const { tab, thrown, context } = await opened(
    doc(figure(), { head: '<script type="module" src="/mm/embed/mm-scope.js?older"></script>' }),
  );
  await drawn(tab);
  assert.deepEqual(thrown, []);
  // What a script of the second one makes is of the second one.
  const made = await tab.evaluate(async (address) => {
    const { MmScope } = /** @type {any} */ (await import(address));
    const one = new MmScope();
    one.setAttribute('view', document.querySelector('mm-scope')?.getAttribute('view') ?? '');
    document.body.prepend(one);
    await one.load();
    return one.shadowRoot.querySelectorAll('.figure').length;
  }, '/mm/embed/mm-scope.js?third');
  assert.equal(made, 1);
  await context.close();
});

/** A page with a frame. @param {string} view @param {string} [more] attributes */
async function framed(view, more = '') {
  const inner = await site({}, {});
  const src = inner.at(`/mm/embed/?v=${encodeURIComponent(view)}`, 'localhost');
  const { tab, thrown, context } = await opened(
    `<!doctype html><title>Slides</title><iframe title="figure" width="700" height="500" src="${src}" ${more}></iframe>`,
  );
  return { tab, thrown, context, frame: tab.frameLocator('iframe') };
}

for (const sandbox of ['', 'allow-scripts'])
  test(`a frame with sandbox="${sandbox}" says what it needs`, async () => {
    const { frame, context } = await framed(ZONES, `sandbox="${sandbox}"`);
    await frame.getByText('needs allow-scripts and allow-same-origin').waitFor();
    await context.close();
  });

test('a frame whose script cannot be fetched says so, and one that can does not', async () => {
  const { tab, frame, context } = await framed(ZONES);
  await frame.locator('svg.zones').waitFor();
  assert.equal(await frame.locator('#wait').count(), 0);
  await context.route(/page-.*\.js/, (route) => route.abort());
  await tab.reload();
  await frame.getByText('This figure could not be fetched.').waitFor();
  await context.close();
});

test('messages to a frame that shows nothing throw nothing; the next view is drawn', async () => {
  const { tab, thrown, frame, context } = await framed('zones?a=model:none-such');
  await frame.getByRole('alert').first().waitFor();
  await tab.evaluate(
    ([long, view]) => {
      const inside = document.querySelector('iframe')?.contentWindow;
      for (const said of [
        long,
        { mmscope: 1, type: long },
        { mmscope: 1, type: 'view', view: long },
        { mmscope: 1, type: 'play' },
        { mmscope: 1, type: 'step', by: Number.MAX_SAFE_INTEGER },
        { mmscope: 1, type: 'seek', k: 3 },
        { mmscope: 1, type: 'view', view },
      ])
        inside?.postMessage(said, '*');
    },
    [LONG, ZONES],
  );
  await frame.locator('svg.zones').waitFor();
  assert.deepEqual(thrown, []);
  await context.close();
});
