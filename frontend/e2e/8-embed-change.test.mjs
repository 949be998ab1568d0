// A figure whose view is changed: one `ready` or one `error` for each change that counts, and never old beside new.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from './browser.mjs';
import { site, STRICT, visitor } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ type: string, view?: string, k?: number, sentence?: string, message?: string }} Heard */
/** @typedef {HTMLElement & { view: string, state: string, load(): Promise<void>, step(n?: number): Promise<void>,
 *   seek(k: number): Promise<void>, play(): Promise<void>, pause(): Promise<void> }} Figure */

const SWAP = 'swap-devices?a=model:four-nodes&k=1800';
const PAIR = 'swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800';
const ZONES = 'zones?a=model:zones-fair&k=16000';
const INTERLEAVE = 'interleave?a=model:interleave-four-nodes&k=300';

/** Views that cannot be shown: what is wrong, and what to do. */
const WRONG = /** @type {const} */ ([
  ['swap-devices?a=model:nope&k=1', 'There is no scenario “nope”. Choose another source.'],
  ['swap-devices?a=model:four-node&k=1', 'There is no scenario “four-node”. Did you mean “four-nodes”?'],
  ['swap-device?a=model:four-nodes', 'There is no scene “swap-device”. Did you mean “swap-devices”?'],
  ['zones?a=model:four-nodes', /^Zones.* can show nothing of “.*”\. The scene swap-devices can\.$/],
  ['swap-devices?a=model:four-nodes&k=99999999', 'There is no decision 99,999,999: the last one is 9,600.'],
  [
    'interleave?a=model:interleave-four-nodes&k=99999999',
    /^There is no \w+ 99,999,999: the last one is [\d,]+\.$/,
  ],
  [
    'zones?a=model:zones-fair&t=1000000000000&align=time',
    /^There is nothing at 1,000 s: the end is at [\d.]+ s\.$/,
  ],
  [
    'swap-devices?a=model:four-nodes&zzz=1',
    'There is no parameter “zzz”. Parameters are a, b, k, t, align, large, others, predict, speed.',
  ],
  ['swap-devices?a=model:four-nodes&predcit=a7', 'There is no parameter “predcit”. Did you mean “predict”?'],
  ['swap-devices?a=model:four-nodes&a.rul=node', 'There is no tunable “rul”. Did you mean “rule”?'],
  [
    'swap-devices?a=model:four-nodes&b=capture:none-such',
    'There is no bundled capture “none-such”. Choose another source.',
  ],
]);

const browser = visitor();

const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;');

/** In the page, before anything else: hears what figures say, and sees in each frame what stands in them. */
function recorder() {
  const seen = /** @type {Set<string>} */ (new Set());
  const heard = /** @type {Heard[]} */ ([]);
  const look = () => {
    for (const { shadowRoot: root } of document.querySelectorAll('mm-scope'))
      for (const place of root?.querySelectorAll('.figure-place') ?? []) {
        if (!place.checkVisibility({ visibilityProperty: true })) continue;
        const words = (/** @type {string} */ of) => place.querySelector(of)?.textContent ?? '';
        const drawn = [...place.querySelectorAll('.figure-drawing > svg')].map(
          (svg) => `${svg.classList[0]} ${svg.getAttribute('aria-label')}`,
        );
        const note = root?.querySelector('.figure-note')?.textContent ?? '';
        if (drawn.length > 0)
          seen.add(
            JSON.stringify({
              shows: [...drawn, words('.figure-say p'), words('.figure-foot p')].join(' | '),
              marked: place.classList.contains('leaving') ? note : null,
            }),
          );
      }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, {
    heard,
    seen,
    /** Also when it is off its page. @param {Figure} figure */
    hear: (figure) => {
      for (const type of ['ready', 'step', 'answer', 'error'])
        figure.addEventListener(type, (event) => {
          heard.push({ type, .../** @type {CustomEvent} */ (event).detail });
        });
    },
    /** The next event of one of these types. @param {Figure} figure @param {string[]} types */
    next: (figure, ...types) =>
      new Promise((done, fail) => {
        for (const type of types) figure.addEventListener(type, done, { once: true });
        setTimeout(fail, 20_000, new Error(`no ${types.join(' and no ')}`));
      }),
    frames: async (/** @type {number} */ n) => {
      for (let i = 0; i < n; i++) await new Promise((done) => requestAnimationFrame(done));
    },
  });
}

/** A page with one figure, which is heard from the beginning. @param {string} view @param {string} [inside] */
async function opened(view, inside = '') {
  const host = await site(
    {
      '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title>
        <script type="module" src="/start.js"></script></head>
        <body><mm-scope view="${escaped(view)}">${inside}</mm-scope></body></html>`,
      '/start.js': `hear(document.querySelector('mm-scope')); import('/mm/embed/mm-scope.js');`,
    },
    { 'content-security-policy': STRICT },
  );
  const context = await browser().newContext({ viewport: { width: 900, height: 900 } });
  const tab = await context.newPage();
  /** @type {string[]} */
  const thrown = [];
  tab.on('pageerror', (error) => thrown.push(error.message));
  await tab.addInitScript(recorder);
  await tab.goto(host.at('/'));
  return { tab, thrown, context };
}

/** @param {Page} tab @returns {Promise<Heard[]>} since it was asked last */
const heard = (tab) => tab.evaluate(() => /** @type {any} */ (globalThis).heard.splice(0));

/** @param {Page} tab @param {string} view */
async function ready(tab, view) {
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).heard.length > 0);
  const all = await heard(tab);
  assert.deepEqual(
    all.map(({ type, view: of }) => [type, of]),
    [['ready', view]],
  );
  return all[0]?.sentence ?? '';
}

/** Names the view, and waits for what comes of it. @param {Page} tab @param {string} view */
const shows = (tab, view) =>
  tab.evaluate(async (wanted) => {
    const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
    const coming = /** @type {any} */ (globalThis).next(figure, 'ready', 'error');
    figure.view = wanted;
    await coming;
  }, view);

/** So many readers run, and no more. @param {Page} tab @param {number} count */
const readers = (tab, count) =>
  eventually(async () => {
    await tab.evaluate(() => null);
    assert.equal(tab.workers().length, count);
  });

/**
 * Nothing is on its way any more: no reader is left but those of what is shown, and a step is the next that is heard.
 * @param {Page} tab
 * @param {number} [panes]
 * @returns {Promise<Heard[]>} what was heard before that
 */
async function quiet(tab, panes = 1) {
  await readers(tab, panes);
  await tab.evaluate(async () => {
    const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
    const stepped = /** @type {any} */ (globalThis).next(figure, 'step');
    await figure.seek(7);
    await stepped;
  });
  const all = await heard(tab);
  assert.deepEqual([all.at(-1)?.type, all.at(-1)?.k], ['step', 7]);
  return all.slice(0, -1);
}

/** What the figure says in its own place. @param {Page} tab */
const caption = (tab) => tab.locator('.figure-say p').first().innerText();

/** @param {Page} tab @returns {Promise<{ shows: string, marked: string | null }[]>} */
const seen = (tab) =>
  tab.evaluate(() => {
    const { seen: all } = /** @type {any} */ (globalThis);
    const list = [...all].map((one) => JSON.parse(one));
    all.clear();
    return list;
  });

test('the first ready says the sentence below the drawing, as a step does that goes there', async () => {
  const { tab, thrown, context } = await opened(SWAP);
  const said = await ready(tab, SWAP);
  assert.equal(said, await caption(tab));
  assert.match(said, /keeps the pages at home/);
  await tab.evaluate(async () => {
    const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
    for (const k of [1801, 1800]) {
      const stepped = /** @type {any} */ (globalThis).next(figure, 'step');
      await figure.seek(k);
      await stepped;
    }
  });
  const [on, back] = await heard(tab);
  assert.deepEqual([on?.type, on?.k], ['step', 1801]);
  assert.deepEqual(back, { type: 'step', view: SWAP, k: 1800, sentence: said });
  assert.deepEqual(thrown, []);
  await context.close();
});

test('a view that cannot be shown: one error with its sentence, nothing of the figure before, and the next is shown', async () => {
  const { tab, thrown, context } = await opened(INTERLEAVE);
  const sentence = await ready(tab, INTERLEAVE);
  const height = await tab.locator('mm-scope').evaluate((e) => e.getBoundingClientRect().height);
  for (const [view, words] of WRONG) {
    await shows(tab, view);
    const alert = tab.getByRole('alert');
    const said = (await alert.innerText()).replace('This figure cannot be shown: ', '');
    if (typeof words === 'string') assert.equal(said, words);
    else assert.match(said, words);
    assert.equal(await tab.locator('.figure').count(), 0, 'nothing of the figure before is left');
    const room = await tab.locator('mm-scope').evaluate((e) => e.getBoundingClientRect().height);
    assert.ok(Math.abs(room - height) < 1, `it had ${height} px, and has ${room}`);
    assert.equal(await tab.locator('mm-scope').evaluate((e) => /** @type {Figure} */ (e).state), view);
    const refused = await tab.evaluate(async () => {
      const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
      const all = [figure.step(), figure.seek(2), figure.play(), figure.pause()];
      return Promise.all(
        all.map((one) =>
          one.then(
            () => '',
            (/** @type {Error} */ { message }) => message,
          ),
        ),
      );
    });
    assert.deepEqual(refused, Array(4).fill(`This figure cannot be shown: ${said}`));
    await readers(tab, 0);
    assert.deepEqual(await heard(tab), [{ type: 'error', view, message: said }]);
    await shows(tab, INTERLEAVE);
    assert.equal(await ready(tab, INTERLEAVE), sentence);
    assert.equal(await alert.count(), 0);
  }
  assert.deepEqual(await quiet(tab), []);
  assert.deepEqual(thrown, []);
  await context.close();
});

/** What a capture's check comes to stands in the footer as soon as that is known. @param {string} shown */
const said = (shown) => shown.replace(/Not recomputed\.|Recomputed: .*?\./g, '');

test('from one view to another: one ready, and in no frame anything old beside anything new', async () => {
  const { tab, thrown, context } = await opened(INTERLEAVE);
  await ready(tab, INTERLEAVE);
  let before = (await seen(tab)).at(-1)?.shows ?? '';
  const elsewhere = SWAP.replace('k=1800', 'k=1801');
  for (const [view, panes] of /** @type {const} */ ([
    [SWAP, 1],
    [elsewhere, 1],
    [PAIR, 2],
    [ZONES, 1],
    ['swap-devices?a=capture:one-each-roundrobin&k=40', 1],
    [INTERLEAVE, 1],
  ])) {
    await shows(tab, view);
    assert.equal(await ready(tab, view), await caption(tab));
    await tab.waitForFunction(() => /** @type {any} */ (globalThis).seen.size > 0);
    const all = await seen(tab);
    const after = all.at(-1)?.shows ?? '';
    assert.notEqual(after, before);
    for (const { shows: what, marked } of all) {
      assert.ok([before, after].map(said).includes(said(what)), `${view}, neither before nor after: ${what}`);
      if (marked !== null && view !== elsewhere) assert.equal(marked, 'Loading another view …');
    }
    // What stands until then stands whole, and is marked.
    if (view !== elsewhere)
      assert.ok(all.some(({ shows: what, marked }) => marked !== null && said(what) === said(before)));
    before = after;
    assert.deepEqual(await heard(tab), []);
    await readers(tab, panes);
  }
  assert.deepEqual(thrown, []);
  await context.close();
});

test('another moment of what is shown is a step there: nothing is read again, and the focus stays', async () => {
  const { tab, thrown, context } = await opened(SWAP);
  await ready(tab, SWAP);
  const started = /** @type {unknown[]} */ ([]);
  tab.on('worker', (worker) => started.push(worker));
  await tab.getByRole('figure').focus();
  for (const k of [3, 3, 1800]) {
    const view = SWAP.replace('1800', String(k));
    await shows(tab, view);
    assert.equal(await ready(tab, view), await caption(tab));
  }
  await tab.keyboard.press('ArrowRight');
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).heard.length > 0);
  assert.deepEqual(
    (await heard(tab)).map(({ type, k }) => [type, k]),
    [['step', 1801]],
  );
  assert.equal(started.length, 0);
  // In another figure too, which takes the place of the one that had it.
  await shows(tab, ZONES);
  await ready(tab, ZONES);
  await tab.keyboard.press('ArrowRight');
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).heard.length > 0);
  assert.deepEqual(
    (await heard(tab)).map(({ type, k }) => [type, k]),
    [['step', 16001]],
  );
  assert.deepEqual(thrown, []);
  await context.close();
});

/** Views named one after the other, so many frames apart; the last is what comes of them. */
const ROWS = /** @type {Record<string, [string, number][]>} */ ({
  'five at once': [ZONES, SWAP, PAIR, INTERLEAVE, SWAP].map((view) => [view, 0]),
  'five, wrong ones among them': [ZONES, 'nonsense', SWAP, 'zones?a=model:nope', INTERLEAVE].map((v) => [
    v,
    0,
  ]),
  'five, the last one wrong': [ZONES, SWAP, PAIR, SWAP, 'swap-devices?a=model:nope&k=1'].map((v) => [v, 0]),
  'five, a frame apart': [ZONES, SWAP, PAIR, INTERLEAVE, ZONES].map((view) => [view, 1]),
  'five, a few frames apart': [ZONES, PAIR, 'zones?a=capture:none-such', INTERLEAVE, SWAP].map((v, i) => [
    v,
    i,
  ]),
  'the same twice': [
    [SWAP, 0],
    [SWAP, 0],
  ],
  'the same twice, while it loads': [
    [SWAP, 3],
    [SWAP, 0],
  ],
  'there and back': [
    [SWAP, 2],
    [INTERLEAVE, 0],
  ],
  'moments of what is shown': [1, 2, 3, 4, 5].map((k) => [INTERLEAVE.replace('300', String(k)), 0]),
  'a moment, another view, that moment': [
    [INTERLEAVE.replace('300', '5'), 0],
    [ZONES, 2],
    [INTERLEAVE.replace('300', '5'), 0],
  ],
});

for (const [what, row] of Object.entries(ROWS))
  test(`${what}: the last one’s outcome alone, and no event of another`, async () => {
    const { tab, thrown, context } = await opened(INTERLEAVE);
    await ready(tab, INTERLEAVE);
    await tab.evaluate(async (views) => {
      const { frames } = /** @type {any} */ (globalThis);
      const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
      for (const [view, apart] of views) {
        figure.view = view;
        await frames(apart);
      }
      await figure.load();
    }, row);
    const last = row.at(-1)?.[0] ?? '';
    const wrong = WRONG.find(([view]) => view === last);
    const views = row.map(([view]) => view);
    const all = await heard(tab);
    // A view that is named frames before the next may be shown, or found wrong, until then: each in its own turn.
    const own = all.map(({ type, view = '' }) => ({ type, at: views.indexOf(view) }));
    assert.deepEqual(all.at(-1)?.view, last);
    assert.equal(all.at(-1)?.type, wrong ? 'error' : 'ready');
    assert.ok(
      own.every(({ type, at }) => type !== 'step' && at >= 0),
      JSON.stringify(all),
    );
    if (row.every(([, apart]) => apart === 0)) assert.equal(all.length, 1, JSON.stringify(all));
    if (wrong) {
      await readers(tab, 0);
      assert.deepEqual(await heard(tab), []);
    } else assert.deepEqual(await quiet(tab), []);
    assert.deepEqual(thrown, []);
    await context.close();
  });

test('changed before it was ready: nothing is heard of the first view', async () => {
  const { tab, thrown, context } = await opened(PAIR);
  await tab.waitForEvent('worker');
  await tab.evaluate((view) => {
    /** @type {Figure} */ (document.querySelector('mm-scope')).view = view;
  }, ZONES);
  await ready(tab, ZONES);
  assert.deepEqual(await quiet(tab), []);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('taken off the page while it loads: nothing is heard of it; put back, one ready of the view it has then', async () => {
  const { tab, thrown, context } = await opened(SWAP);
  await ready(tab, SWAP);
  for (const [first, then] of /** @type {const} */ ([
    [PAIR, null],
    [ZONES, INTERLEAVE],
    ['zones?a=model:nope', SWAP],
  ])) {
    const starts = tab.waitForEvent('worker');
    await tab.evaluate(
      ([view = '']) => {
        const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
        Object.assign(globalThis, { figure });
        // Put off to where a reader has been started, if it comes to that.
        if (view.includes('nope')) figure.remove();
        figure.view = view;
      },
      [first],
    );
    if (!first.includes('nope')) {
      await starts;
      await tab.evaluate(() => /** @type {any} */ (globalThis).figure.remove());
    } else starts.catch(() => undefined);
    await readers(tab, 0);
    assert.deepEqual(await heard(tab), []);
    await tab.evaluate((view) => {
      const { figure } = /** @type {any} */ (globalThis);
      if (view !== null) figure.view = view;
      document.body.append(figure);
    }, then);
    const sentence = await ready(tab, then ?? first);
    assert.equal(sentence, await caption(tab));
    assert.deepEqual(await quiet(tab, (then ?? first) === PAIR ? 2 : 1), []);
  }
  assert.deepEqual(thrown, []);
  await context.close();
});

test('moved within the page while it loads, it goes on: one ready', async () => {
  const { tab, thrown, context } = await opened(SWAP);
  await ready(tab, SWAP);
  await tab.evaluate((view) => {
    const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
    figure.view = view;
    document.body.prepend(figure);
  }, ZONES);
  await ready(tab, ZONES);
  assert.deepEqual(await quiet(tab), []);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('methods while a view loads wait for it, and never reach another', async () => {
  const { tab, thrown, context } = await opened(INTERLEAVE);
  await ready(tab, INTERLEAVE);
  const said = await tab.evaluate(
    async ([view = '', other = '', wrong = '']) => {
      const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
      const next = (/** @type {string} */ type) => /** @type {any} */ (globalThis).next(figure, type);
      // Of the view that loads: behind its ready.
      figure.view = view;
      const stepped = next('step');
      await figure.step(2);
      await stepped;
      // Of a view that another has replaced: done to neither.
      figure.view = other;
      const dropped = [figure.step(5), figure.seek(9), figure.play()];
      figure.view = view;
      await Promise.all(dropped);
      await figure.load();
      // Of a view that cannot be shown: refused.
      figure.view = wrong;
      return figure.seek(1).catch((/** @type {Error} */ error) => error.message);
    },
    [SWAP, ZONES, 'swap-devices?a=model:nope&k=1'],
  );
  const message = 'There is no scenario “nope”. Choose another source.';
  assert.equal(said, `This figure cannot be shown: ${message}`);
  assert.deepEqual(
    (await heard(tab)).map(({ type, view, k, message: why }) => [type, view, k ?? why]),
    [
      ['ready', SWAP, undefined],
      ['step', SWAP.replace('1800', '1802'), 1802],
      ['ready', SWAP, undefined],
      ['error', 'swap-devices?a=model:nope&k=1', message],
    ],
  );
  assert.deepEqual(thrown, []);
  await context.close();
});

test('load tries again what could not be shown; the page’s own picture is that of the first view only', async () => {
  const { tab, thrown, context } = await opened(SWAP, '<p>Picture.</p>');
  const lost = /mmscope.*\.wasm$/;
  await ready(tab, SWAP);
  const picture = tab.getByText('Picture.');
  assert.equal(await picture.isVisible(), false);
  await shows(tab, 'zones?a=model:nope');
  assert.equal(await picture.isVisible(), false, 'it is of another view');
  await context.route(lost, (route) => route.abort());
  await shows(tab, SWAP);
  assert.equal(await picture.isVisible(), true);
  await context.unroute(lost);
  await heard(tab);
  await tab.evaluate(() => /** @type {Figure} */ (document.querySelector('mm-scope')).load());
  await ready(tab, SWAP);
  assert.equal(await picture.isVisible(), false);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('without its words a figure is ready with the name of its scene, as it stands below the drawing', async () => {
  const { tab, thrown, context } = await opened('about:blank');
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).heard.length > 0);
  await heard(tab);
  await context.route(/narration-.*\.js/, (route) => route.abort());
  await shows(tab, ZONES);
  assert.equal(await ready(tab, ZONES), await caption(tab));
  await tab.getByText('Its text could not be loaded.').waitFor();
  await context.unroute(/narration-.*\.js/);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('attributes that change how it looks are no change of what is shown; several that ask are one', async () => {
  const { tab, thrown, context } = await opened(PAIR);
  await ready(tab, PAIR);
  await tab.evaluate(() => {
    const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
    for (const [name = '', value = ''] of [
      ['theme', 'dark'],
      ['controls', 'none'],
      ['height', '500'],
      ['app', '/mm/'],
    ])
      figure.setAttribute(name, value);
  });
  await tab.getByRole('link', { name: 'Open full' }).waitFor();
  assert.equal(await tab.getByRole('button', { name: 'Step forward' }).count(), 0);
  assert.deepEqual(await quiet(tab, 2), []);
  await tab.evaluate((view) => {
    const figure = /** @type {Figure} */ (document.querySelector('mm-scope'));
    figure.setAttribute('panes', 'b');
    figure.view = view;
  }, PAIR);
  await ready(tab, PAIR.replace('a=model:four-nodes&', ''));
  await tab.evaluate((view) => {
    /** @type {Figure} */ (document.querySelector('mm-scope')).view = view;
  }, SWAP);
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).heard.length > 0);
  const [wrong, ...more] = await heard(tab);
  assert.match(wrong?.message ?? '', /^The view has nothing in pane B\./);
  assert.deepEqual(more, []);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('a question: ready says it, and its answer carries its view', async () => {
  const { tab, thrown, context } = await opened(`${SWAP.replace('1800', '1200')}&predict=a7`);
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).heard.length > 0);
  const [first, ...more] = await heard(tab);
  assert.deepEqual([first?.type, more], ['ready', []]);
  assert.equal(first?.sentence, await caption(tab));
  assert.match(first?.sentence ?? '', /\?$/);
  await tab.getByRole('radio').first().check();
  await tab.getByRole('button', { name: /Show/ }).click();
  await tab.waitForFunction(() =>
    /** @type {any} */ (globalThis).heard.some((/** @type {Heard} */ { type }) => type === 'answer'),
  );
  const answer = (await heard(tab)).find(({ type }) => type === 'answer');
  assert.match(answer?.view ?? '', /^swap-devices\?a=model:four-nodes&k=\d+&predict=a7$/);
  assert.deepEqual(thrown, []);
  await context.close();
});

test('the frame says the same: one message for each change, with its view', async () => {
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
    const messages = /** @type {Record<string, unknown>[]} */ ([]);
    Object.assign(globalThis, { messages });
    addEventListener('message', ({ data }) => {
      if (['ready', 'step', 'error'].includes(data.type)) messages.push(data);
    });
  });
  await tab.goto(outer.at('/'));
  const says = (/** @type {object[]} */ ...all) =>
    tab.evaluate((messages) => {
      for (const message of messages)
        document.querySelector('iframe')?.contentWindow?.postMessage({ mmscope: 1, ...message }, '*');
    }, all);
  const sent = async (/** @type {string} */ type, /** @type {string} */ view) => {
    await tab.waitForFunction(
      ([of, wanted]) =>
        /** @type {any} */ (globalThis).messages.some(
          (/** @type {any} */ m) => m.type === of && m.view === wanted,
        ),
      [type, view],
    );
    return tab.evaluate(() =>
      /** @type {any} */ (globalThis).messages
        .splice(0)
        .map((/** @type {any} */ { type: of, view: v }) => [of, v]),
    );
  };
  const wrong = 'swap-devices?a=model:nope&k=1';
  assert.deepEqual(await sent('ready', ZONES), [['ready', ZONES]]);
  await says({ type: 'view', view: wrong }, { type: 'step', by: 1 }, { type: 'play' });
  assert.deepEqual(await sent('error', wrong), [['error', wrong]]);
  await says({ type: 'view', view: SWAP }, { type: 'seek', k: 5 });
  const fifth = SWAP.replace('1800', '5');
  assert.deepEqual(await sent('step', fifth), [
    ['ready', SWAP],
    ['step', fifth],
  ]);
  await context.close();
});
