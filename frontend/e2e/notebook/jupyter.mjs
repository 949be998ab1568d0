// docs/notebook.ipynb in JupyterLab: run, stepped in the page and from Python, saved, and read where no kernel is.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainServer } from '../static/server.mjs';
import { lab } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

const ROOT = new URL('../../../', import.meta.url).pathname;
const NOTEBOOK = 'notebook.ipynb';
/** A capture of one's own: any that no page has beside it. */
const CAPTURE = join(ROOT, 'datasets/captures/zones-fair.mmscope.gz');
const OWN = 'mine.mmscope.gz';
const PATIENCE = 120_000;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const run = promisify(execFile);

/**
 * @typedef {object} Place
 * @property {string} work a folder of its own
 * @property {(name: string) => string} shot where the picture of a page goes
 */

/** As a host of figures: what it needs beside `place` is an environment with JupyterLab and the wheel. */
export const jupyter = {
  name: 'jupyter',
  bin: join(ROOT, 'build/notebook/venv/bin'),
  /** Rejected where something is not as it must be. @param {Place} place @param {Browser} browser */
  async check(place, browser) {
    const folder = join(place.work, 'jupyter');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await cp(join(ROOT, 'docs', NOTEBOOK), join(folder, NOTEBOOK));
    await cp(CAPTURE, join(folder, OWN));
    const server = await lab(jupyter.bin, folder);
    try {
      return await checked(place, browser, server, folder);
    } finally {
      await server.stop();
    }
  },
};

/**
 * What was looked at, by name.
 * @param {Place} place
 * @param {Browser} browser
 * @param {Awaited<ReturnType<typeof lab>>} server
 * @param {string} folder
 */
async function checked(place, browser, server, folder) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const url = server.at(NOTEBOOK);
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  /** @type {string[]} */
  const heard = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  page.on('request', (request) => {
    const at = new URL(request.url());
    if (/^(https?|wss?):$/.test(at.protocol) && at.host !== new URL(url).host) problems.push(request.url());
  });
  /** @type {[string, () => Promise<void>][]} */
  const steps = [
    ['before it runs, there are words, and once it is trusted a picture', () => opened(page, url)],
    ['it runs, and draws', () => ran(page)],
    ['a step in the page is a step in Python', () => steppedInPage(page)],
    ['a step in Python is a step in the page', () => steppedInPython(page)],
    ['scrolled away and back, it is where it was', () => away(page)],
    ['another view from Python', () => turned(page)],
    ['a question is answered, and Python hears it', () => answered(page)],
    ['a capture of one’s own, by bytes from the kernel', () => own(page)],
    ['what cannot be shown says so, and the figure stays', () => refused(page)],
    ['two figures of a page, one fetch of their code', () => fetchedOnce(page)],
    ['light, dark and narrow', () => looked(page, place)],
    ['saved: the picture, and no state of widgets', () => saved(page, folder)],
    ['read without a kernel, as HTML', () => readAlone(page, folder, place)],
    ['the kernel restarted, it runs and draws again', () => ranAgain(page)],
  ];
  /** @type {string[]} */
  const done = [];
  for (const [name, step] of steps) {
    await step().catch(async (/** @type {unknown} */ cause) => {
      await page.screenshot({ path: place.shot('jupyter-failed') }).catch(() => undefined);
      throw new Error(
        `${name}: ${String(cause)}\n${heard.slice(-5).join('\n')}\n${server.said().slice(-1500)}`,
        { cause },
      );
    });
    assert.deepEqual(problems, [], name);
    done.push(name);
  }
  await context.close();
  return done;
}

/** The figure of the first cell. @param {Page} page */
const figure = (page) => page.locator('mm-scope').first();

/** Somebody else's notebook: until it is trusted, Lab shows of a figure what it says. @param {Page} page @param {string} url */
async function opened(page, url) {
  await page.goto(url);
  await page.getByText('Rule node keeps the pages at home, on swapA.').waitFor();
  const trusted = commanded(page, 'notebook:trust');
  await page
    .locator('.jp-Dialog')
    .getByRole('button', { name: /trust|yes/i })
    .click();
  await trusted;
  await page.locator('.jp-RenderedSVG').first().waitFor();
}

/** @param {Page} page @param {string} command @param {Record<string, unknown>} [words] */
const commanded = (page, command, words = {}) =>
  page.evaluate(
    ([name, given]) => /** @type {any} */ (globalThis).jupyterapp.commands.execute(name, given),
    /** @type {const} */ ([command, words]),
  );

/** What an expression is in the kernel, as its JSON. @param {Page} page @param {string} expression */
async function python(page, expression) {
  const answer = await page.evaluate(async (text) => {
    const { jupyterapp } = /** @type {any} */ (globalThis);
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const asked = { code: 'import json', silent: true, user_expressions: { answer: `json.dumps(${text})` } };
    return (await kernel.requestExecute(asked).done).content.user_expressions.answer;
  }, expression);
  assert.equal(answer.status, 'ok', JSON.stringify(answer));
  return JSON.parse(
    String(answer.data['text/plain']).slice(1, -1).replaceAll("\\'", "'").replaceAll('\\\\', '\\'),
  );
}

/** Runs code in the kernel; what it raises, as its name and sentence. @param {Page} page @param {string} code */
const said = (page, code) =>
  page.evaluate(async (text) => {
    const { jupyterapp } = /** @type {any} */ (globalThis);
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const { content } = await kernel.requestExecute({ code: text }).done;
    return content.status === 'ok' ? '' : `${content.ename}: ${content.evalue}`;
  }, code);

/** Waits until an expression in the kernel is what it is to be. @param {Page} page @param {string} expression @param {unknown} value */
async function becomes(page, expression, value) {
  const end = Date.now() + PATIENCE;
  let now = await python(page, expression);
  while (JSON.stringify(now) !== JSON.stringify(value)) {
    assert.ok(Date.now() < end, `${expression} is ${JSON.stringify(now)}, not ${JSON.stringify(value)}`);
    now = await python(page, expression);
  }
}

/** @param {Page} page @param {string} end */
const shows = (page, end) =>
  page.waitForFunction(
    (words) => /** @type {any} */ (document.querySelector('mm-scope'))?.state?.endsWith(words),
    end,
  );

/** Lab shows a cell, and may take away those that are far from it. @param {Page} page @param {number} index */
const scrolled = (page, index) =>
  page.evaluate((at) => {
    const { content } = /** @type {any} */ (globalThis).jupyterapp.shell.currentWidget;
    content.activeCellIndex = at < 0 ? content.widgets.length - 1 : at;
    return content.scrollToItem(content.activeCellIndex, 'start');
  }, index);

/** @param {Page} page */
async function away(page) {
  await scrolled(page, -1);
  await page.waitForFunction(() => {
    const box = document.querySelector('mm-scope')?.getBoundingClientRect();
    return box === undefined || box.bottom < 0;
  });
  assert.equal(await said(page, 'view.controls = "step"'), '');
  await scrolled(page, 1);
  await shows(page, '&k=1700');
  await figure(page).locator('svg.swap-devices').nth(1).waitFor();
}

/** @param {Page} page */
async function ran(page) {
  // Of cells that are run before the kernel is there, Lab clears the outputs and runs none.
  await page.waitForFunction(
    () =>
      /** @type {any} */ (globalThis).jupyterapp.shell.currentWidget.sessionContext.session?.kernel
        ?.status === 'idle',
  );
  await commanded(page, 'notebook:run-all-cells');
  await scrolled(page, 1);
  await figure(page).locator('svg.swap-devices').nth(1).waitFor();
  await becomes(page, 'view.ready', true);
  await shows(page, '&k=1802');
  assert.equal(
    await page.locator('.jp-RenderedText[data-mime-type="application/vnd.jupyter.stderr"]').count(),
    0,
  );
  assert.equal(await page.locator('mm-scope').count(), 1);
}

/** Another kernel brings code of its own, beside what the page has of the first. @param {Page} page */
async function ranAgain(page) {
  await page.evaluate(() =>
    /** @type {any} */ (globalThis).jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(),
  );
  await page.waitForFunction(
    () =>
      /** @type {any} */ (globalThis).jupyterapp.shell.currentWidget.sessionContext.session.kernel.status ===
      'idle',
  );
  await commanded(page, 'notebook:run-all-cells');
  await scrolled(page, 1);
  await becomes(page, 'view.ready', true);
  const again = page.locator('.jp-OutputArea-output').first();
  await again.locator('svg.swap-devices').nth(1).waitFor();
  assert.equal(await page.getByText('This figure cannot be shown').count(), 0);
}

/** @param {Page} page */
async function steppedInPage(page) {
  const cells = await page.locator('.jp-Cell').count();
  await figure(page).getByRole('figure').focus();
  await page.keyboard.press('ArrowRight');
  await becomes(page, 'view.step', 1803);
  await becomes(page, 'seen[-1]', 1803);
  assert.match(await python(page, 'view.view'), /&k=1803$/);
  assert.match(await python(page, 'view.sentence'), /\w{3}/);
  await page.keyboard.press('End');
  await shows(page, `&k=${await endOf(page)}`);
  await becomes(page, 'view.step', await endOf(page));
  await page.keyboard.press('Home');
  await becomes(page, 'view.step', 0);
  // The notebook's own keys were not pressed: no cell came, none went.
  assert.equal(await page.locator('.jp-Cell').count(), cells);
}

/** @param {Page} page */
const endOf = async (page) => Number(await figure(page).getByRole('slider').getAttribute('max'));

/** @param {Page} page */
async function steppedInPython(page) {
  const drawing = figure(page).locator('svg.swap-devices').nth(1);
  const before = await drawing.innerHTML();
  assert.equal(await said(page, 'view.step = 1700'), '');
  await shows(page, '&k=1700');
  await page.waitForFunction(
    (old) =>
      document.querySelector('mm-scope')?.shadowRoot?.querySelectorAll('svg.swap-devices')[1]?.innerHTML !==
      old,
    before,
  );
  // Too far is as far as it goes, and Python learns of it.
  assert.equal(await said(page, 'view.step = 10**9'), '');
  await becomes(page, 'view.step', await endOf(page));
  // Back to where it was asked before.
  assert.equal(await said(page, 'view.step = 1700'), '');
  await shows(page, '&k=1700');
}

/** @param {Page} page */
async function turned(page) {
  assert.equal(await said(page, 'view.view = "zones?a=capture:zones-fair&k=9"'), '');
  await figure(page).locator('svg.zones').waitFor();
  assert.equal(
    (await figure(page).getByText('[kernel]').or(figure(page).getByText('kernel')).count()) > 0,
    true,
  );
  await becomes(page, 'view.step', 9);
  assert.equal(await said(page, 'view.controls = "none"'), '');
  await figure(page).getByRole('button', { name: 'Step forward' }).waitFor({ state: 'detached' });
  assert.equal(await said(page, 'view.controls = "full"'), '');
  await figure(page).getByRole('button', { name: 'Step forward' }).waitFor();
}

/** @param {Page} page */
async function answered(page) {
  assert.equal(await said(page, 'view.view = "swap-devices?a=model:four-nodes&k=1200&predict=a7"'), '');
  await figure(page).getByRole('radio').first().check();
  await figure(page).getByRole('button', { name: /Show/ }).click();
  await becomes(page, 'sorted(view.answer)', ['decided', 'k', 'pane', 'said', 'view']);
  assert.equal(await said(page, 'view.view = "zones?a=capture:zones-fair&k=9"'), '');
  await shows(page, 'zones-fair&k=9');
}

/** A new cell at the end, run. @param {Page} page @param {string} source */
async function cell(page, source) {
  await page.evaluate(async (text) => {
    const { content, model } = /** @type {any} */ (globalThis).jupyterapp.shell.currentWidget;
    model.sharedModel.insertCell(model.sharedModel.cells.length, { cell_type: 'code', source: text });
    content.activeCellIndex = model.sharedModel.cells.length - 1;
  }, source);
  await commanded(page, 'notebook:run-cell');
}

/** @param {Page} page */
async function own(page) {
  await cell(page, `mine = mmscope.View("${OWN}", step=40, height=300)\nmine`);
  const second = page.locator('mm-scope').nth(1);
  await second.scrollIntoViewIfNeeded();
  await second.locator('svg.zones').waitFor();
  await becomes(page, 'mine.ready', true);
  await becomes(page, 'mine.view', `zones?a=file:${OWN}&k=40`);
  await second.getByText(OWN).first().waitFor();
}

/** @param {Page} page */
async function refused(page) {
  const before = await python(page, 'view.view');
  assert.match(await said(page, 'view.view = "zones?a=model:none-such"'), /ViewError: There is no scenario/);
  assert.match(await said(page, 'mmscope.View("none-such.gz")'), /ViewError: “none-such.gz” is no scenario/);
  assert.equal(await python(page, 'view.view'), before);
  await figure(page).locator('svg.zones').waitFor();
}

/** @param {Page} page */
async function fetchedOnce(page) {
  const modules = await page.evaluate(
    () => Object.keys(/** @type {any} */ (globalThis)[Symbol.for('mmscope.figures')]).length,
  );
  assert.equal(modules, 1);
}

/** What axe finds in the figures, and whether they fit. @param {Page} page */
async function sound(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
  const found = await page.evaluate(async () => {
    const { axe } = /** @type {any} */ (globalThis);
    const { violations } = await axe.run({ include: [['mm-scope']] }, { resultTypes: ['violations'] });
    return violations.map(
      (/** @type {any} */ v) =>
        `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html.slice(0, 160)).join(' | ')}`,
    );
  });
  const wide = await page.locator('mm-scope').evaluateAll((figures) =>
    figures.flatMap((of) => {
      const inside = of.shadowRoot?.querySelector('.figure')?.getBoundingClientRect();
      const room = of.closest('.jp-OutputArea-output')?.getBoundingClientRect();
      return inside && room && inside.right <= room.right + 1 ? [] : [`${inside?.right} of ${room?.right}`];
    }),
  );
  assert.deepEqual([...found, ...wide], []);
}

/** @param {Page} page @param {Place} place */
async function looked(page, place) {
  assert.equal(
    await said(page, 'view.view = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1802"'),
    '',
  );
  await figure(page).locator('svg.swap-devices').nth(1).waitFor();
  for (const [theme, name] of /** @type {const} */ ([
    ['JupyterLab Light', 'light'],
    ['JupyterLab Dark', 'dark'],
  ])) {
    await commanded(page, 'apputils:change-theme', { theme });
    await page.waitForFunction(
      (t) => document.querySelector('mm-scope')?.getAttribute('data-theme') === t,
      name,
    );
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await figure(page).scrollIntoViewIfNeeded();
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await page.screenshot({ path: place.shot(`jupyter-${name}-${width}`) });
      await sound(page);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await commanded(page, 'apputils:change-theme', { theme: 'JupyterLab Light' });
}

/** @param {Page} page @param {string} folder */
async function saved(page, folder) {
  await commanded(page, 'docmanager:save');
  const text = await readFile(join(folder, NOTEBOOK), 'utf8');
  const notebook = JSON.parse(text);
  assert.equal(notebook.metadata.widgets, undefined);
  const kinds = notebook.cells.flatMap((/** @type {any} */ c) =>
    (c.outputs ?? []).map((/** @type {any} */ o) => Object.keys(o.data ?? {})),
  );
  assert.equal(kinds.filter((/** @type {string[]} */ k) => k.includes('image/svg+xml')).length, 2);
}

/** @param {Page} page @param {string} folder @param {Place} place */
async function readAlone(page, folder, place) {
  const convert = [join(jupyter.bin, 'jupyter-nbconvert'), '--to', 'html', '--log-level', 'ERROR', NOTEBOOK];
  await run(join(jupyter.bin, 'python'), convert, {
    cwd: folder,
    env: { ...process.env, HOME: join(folder, '.jupyter') },
  });
  const server = await plainServer(folder, '/read/');
  // The page's own scripts are on other hosts, which nobody asks here.
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  assert.ok(context);
  const alone = await context.newPage();
  await alone.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
  await alone.goto(`${server.url}notebook.html`);
  assert.equal(await alone.locator('.jp-RenderedSVG img').count(), 2);
  const box = await alone.locator('.jp-RenderedSVG img').first().boundingBox();
  assert.ok(box !== null && box.width > 300 && box.height > 200);
  await alone.locator('.jp-RenderedSVG img').first().scrollIntoViewIfNeeded();
  await alone.screenshot({ path: place.shot('jupyter-html') });
  await context.close();
  await server.stop();
}
