// The element is drawn by another library than the app: the drawings are the same, part by part, and so is their room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, openPage } from './browser.mjs';
import { openLesson } from './lessons.mjs';
import { site, visitor } from './site.mjs';

const VIEWS = [
  'swap-devices?a=model:four-nodes&k=1800',
  'swap-devices?a=capture:one-each-roundrobin&k=900',
  'zones?a=model:zones-fair&k=16000',
  'interleave?a=capture:interleave-8&k=100',
  'swap-in?a=capture:swap-in-poll&k=300',
  'decisions?a=model:four-nodes&k=7',
];
/**
 * Of these scenes the stage shows one part large. A lesson, like a figure, shows all: these are views of its steps,
 * once their question is answered.
 */
const LESSONS = /** @type {Readonly<Record<string, string>>} */ ({
  'interleave?a=capture:interleave-8&k=100': 'one-page-from-each-node?step=7',
  'swap-in?a=capture:swap-in-poll&k=300': 'asleep-or-spinning?step=7',
});
/** px; what is asked for before the page is drawn moves nothing by more. */
const MOVES = 3;

const browser = visitor();

/** Elements, attributes and text of a drawing, without the names it has and what each library calls its parts. */
const contentOf = (/** @type {Element | null} */ drawing) => {
  /** @type {Map<string, number>} */
  const ids = new Map();
  const plain = (/** @type {string} */ text) =>
    text.replace(/_r_\w+_|\bP\d+-\d+(?:-\d+)*(?=-[a-z]|\b)/g, (id) => {
      if (!ids.has(id)) ids.set(id, ids.size);
      return `id${ids.get(id) ?? ''}`;
    });
  /** @param {Element} element @returns {string} */
  const of = (element) => {
    const attributes = [...element.attributes]
      // A class without a name is written by one of them, and is none.
      .filter(({ name, value }) => !/^(aria-label|aria-describedby|style)$/.test(name) && value !== '')
      .map(({ name, value }) => `${name}=${plain(value)}`);
    const style = element instanceof SVGElement || element instanceof HTMLElement ? element.style : null;
    const rules = style
      ? [...style].map((name) => `${name}:${plain(style.getPropertyValue(name))}`).sort()
      : [];
    const inner = [...element.childNodes].map((child) =>
      child instanceof Element ? of(child) : (child.textContent ?? ''),
    );
    return `<${element.tagName} ${[...attributes, ...rules].sort().join(' ')}>${inner.join('')}`;
  };
  return drawing ? of(drawing) : '';
};

for (const view of VIEWS) {
  test(`drawn as the app draws it: ${view}`, async () => {
    const lesson = LESSONS[view];
    const { page, context } = lesson
      ? await openLesson(browser(), `#v1/lessons/${lesson}`)
      : await openPage(browser(), `#v1/${view}`);
    const app = page.locator('#pane-A .drawing > *');
    await app.waitFor();
    const width = Number(await app.getAttribute('width')) || (await app.evaluate((e) => e.clientWidth));
    if (lesson) {
      await page.getByRole('button', { name: 'Show without an answer' }).click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
    } else if (view.includes('capture')) await page.getByText('same, all').waitFor();

    const host = await site({
      '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title>
        <script type="module" src="/mm/embed/mm-scope.js"></script></head><body>
        <mm-scope view="${view.replaceAll('&', '&amp;')}"></mm-scope></body></html>`,
    });
    const tab = await browser().newPage({ viewport: { width: 1600, height: 1200 } });
    await tab.goto(host.at('/'));
    const own = tab.locator('mm-scope .figure-drawing > :not(.figure-wait)');
    await own.waitFor();
    await tab.evaluate((w) => {
      const element = document.querySelector('mm-scope');
      const room = element?.shadowRoot?.querySelector('.figure-drawing');
      if (element instanceof HTMLElement && room)
        element.style.width = `${w + element.clientWidth - room.clientWidth}px`;
    }, width);
    await tab.waitForFunction((w) => {
      const drawing = document.querySelector('mm-scope')?.shadowRoot?.querySelector('.figure-drawing > *');
      return Number(drawing?.getAttribute('width')) === w || drawing?.clientWidth === w;
    }, width);
    if (view.includes('capture'))
      await tab.waitForFunction(
        () => !document.querySelector('mm-scope')?.shadowRoot?.textContent?.includes('recomputing'),
      );
    const drawn = await own.evaluate(contentOf);
    // What is asked and then shown comes as a step does, in its time.
    await eventually(async () => assert.equal(await app.evaluate(contentOf), drawn));
    await context.close();
    await tab.close();
  });
}

test('the faces come behind the first drawing, and move nothing', async () => {
  const host = await site({
    '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title>
      <script type="module" src="/mm/embed/mm-scope.js"></script></head><body>
      <mm-scope view="${(VIEWS[0] ?? '').replaceAll('&', '&amp;')}"></mm-scope></body></html>`,
  });
  const tab = await browser().newPage({ viewport: { width: 1000, height: 900 } });
  /** @type {(() => void)[]} */
  const held = [];
  await tab.route(/\.woff2$/, async (route) => {
    await new Promise((done) => held.push(() => done(null)));
    await route.continue();
  });
  await tab.goto(host.at('/'));
  const sentence = tab.locator('mm-scope .figure-say p');
  await tab.locator('mm-scope svg.swap-devices').waitFor();
  await sentence.filter({ hasText: 'Rule node keeps the pages' }).waitFor();
  const boxes = () =>
    tab.evaluate(() =>
      [
        ...(document
          .querySelector('mm-scope')
          ?.shadowRoot?.querySelectorAll(
            '.figure, .figure-head, .figure-drawing svg, .figure-say p, .figure-foot',
          ) ?? []),
      ].map((e) => {
        const { top, height } = e.getBoundingClientRect();
        return [top, height];
      }),
    );
  while (held.length === 0) await tab.waitForRequest(/\.woff2$/).catch(() => undefined);
  const before = await boxes();
  while (
    await tab.evaluate(
      () =>
        [...document.fonts].filter((f) => f.family.includes('Plex') && !f.family.includes('as')).length < 4,
    )
  )
    for (const release of held.splice(0)) release();
  const then = await boxes();
  assert.equal(then.length, before.length);
  for (const [i, box] of before.entries())
    for (const [j, px] of box.entries())
      assert.ok(
        Math.abs((then[i]?.[j] ?? NaN) - px) <= MOVES,
        `part ${i} moved from ${px} to ${then[i]?.[j] ?? ''}`,
      );
  await tab.close();
});
