// A figure in a notebook, led by the widget's Python side; make test-notebook has the real JupyterLab.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MACHINE } from './machine.mjs';
import { site, visitor } from './site.mjs';

const SWAP = 'swap-devices?a=model:four-nodes&k=1800';
const ZONES = 'zones?a=model:zones-fair&k=9';

const browser = visitor();

/** In the page: what anywidget gives a figure, whose Python side answers with the list of scenarios. */
const PYTHON = `
  import { show } from '/mm/notebook/notebook.js';
  const values = new Map([['view', ${JSON.stringify(SWAP)}], ['ready', false], ['error', '']]);
  const hears = new Map();
  const tell = (event, ...values) => { for (const hear of [...(hears.get(event) ?? [])]) hear(...values); };
  globalThis.said = [];
  globalThis.model = {
    get: (name) => (name === 'predict' ? null : (values.get(name) ?? '')),
    set: (name, value) => {
      if (values.get(name) === value) return;
      values.set(name, value);
      if (['ready', 'error', 'step'].includes(name)) said.push([name, value]);
      tell('change:' + name);
    },
    save_changes: () => undefined,
    on: (event, hear) => hears.set(event, [...(hears.get(event) ?? []), hear]),
    off: (event, hear) => hears.set(event, (hears.get(event) ?? []).filter((one) => one !== hear)),
    send: async ({ call }) => {
      const list = await (await fetch('/mm/datasets/index.json')).arrayBuffer();
      tell('msg:custom', { call }, [new DataView(list)]);
    },
  };
  show(model, document.getElementById('cell'), null);`;

test('Python’s steps go as far as there are any; another view is ready, or says why not', async () => {
  const host = await site(
    {
      '/': '<!doctype html><title>Notebook</title><div id="cell"></div><script type="module" src="/cell.js"></script>',
      '/cell.js': PYTHON,
    },
    {},
  );
  const tab = await browser().newPage();
  /** @type {string[]} */
  const thrown = [];
  tab.on('pageerror', (error) => thrown.push(error.message));
  await tab.goto(host.at('/'));
  const set = (/** @type {string} */ view) =>
    tab.evaluate((text) => /** @type {any} */ (globalThis).model.set('view', text), view);
  /** Waits until a trait is that; what Python heard since it was asked last. @param {string} name @param {unknown} value */
  const heard = async (name, value) => {
    await tab.waitForFunction(
      ([of, wanted]) => /** @type {any} */ (globalThis).model.get(of) === wanted,
      [name, value],
    );
    return tab.evaluate(() => /** @type {any} */ (globalThis).said.splice(0));
  };
  /** Waits until Python has heard so much since it was asked last: one after the other may be too fast to be seen. */
  const heardAll = async (/** @type {[string, unknown][]} */ wanted) => {
    await tab.waitForFunction((n) => /** @type {any} */ (globalThis).said.length >= n, wanted.length);
    assert.deepEqual(await tab.evaluate(() => /** @type {any} */ (globalThis).said.splice(0)), wanted);
  };
  const again = /** @type {[string, unknown][]} */ ([
    ['ready', false],
    ['ready', true],
  ]);
  const get = (/** @type {string} */ name) =>
    tab.evaluate((of) => /** @type {any} */ (globalThis).model.get(of), name);

  assert.deepEqual(await heard('ready', true), [['ready', true]]);
  assert.match(await get('sentence'), /keeps the pages at home/);
  await set(SWAP.replace('1800', '1700'));
  assert.deepEqual(await heard('step', 1700), [['step', 1700]]);
  // Too far, and once more.
  for (let i = 0; i < 2; i++) {
    await set(SWAP.replace('1800', '1000000000'));
    await heard('view', SWAP.replace('1800', '9600'));
    await heard('step', 9600);
  }
  await set(ZONES);
  await heardAll(again);
  assert.equal(await get('view'), ZONES);
  await set('zones?a=model:zones-fare&k=9');
  await tab.waitForFunction(() => /** @type {any} */ (globalThis).model.get('error') !== '');
  assert.equal(await get('error'), 'There is no scenario “zones-fare”. Did you mean “zones-fair”?');
  assert.deepEqual([await get('ready'), await get('sentence')], [false, '']);
  await set(ZONES);
  await heard('ready', true);
  assert.equal(await get('error'), '');
  // A machine: its reader is in the module, too.
  await set(MACHINE);
  await heardAll(again);
  assert.match(await get('sentence'), /^kswapd wakes|^No zone is above low and reserve/);
  assert.deepEqual(thrown, []);
  await tab.close();
});
