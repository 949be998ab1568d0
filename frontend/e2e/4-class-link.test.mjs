// The form that makes a teacher's link: what it says is what the page does that the link opens, and what cannot be read is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, openPage, pane, redrawn, testBrowser } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';

/** @param {Page} page */
async function form(page) {
  await page.locator('header summary', { hasText: 'Share' }).click();
  await page.locator('.header-list:visible').getByRole('button', { name: 'Link for a class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link for a class' });
  await dialog.waitFor();
  return dialog;
}

/** What each tick hides, and where it would be. */
const PARTS = /** @type {const} */ ([
  ['why it was decided so', '.why-panel', 'why'],
  ['the numbers as text', '.twin', 'twin'],
  ['what the check found', '.panes .verdict', 'verdict'],
  ['the tunables', '.row.knobs .seg', 'tunables'],
  ['the strip of decisions', '.strip', 'strip'],
  ['pane B', '[data-pane=B]', 'other'],
]);

test('each part that the form hides is not there behind its link, and is there without it', async () => {
  const { page, context } = await openPage(browser, VIEW);
  await checked(page);
  const there = (/** @type {Page} */ on, /** @type {string} */ what) => on.locator(what).count();
  for (const [, what] of PARTS) assert.ok((await there(page, what)) > 0, `${what} is there`);
  const dialog = await form(page);
  for (const [words, what, name] of PARTS) {
    await dialog.getByRole('checkbox', { name: words }).check();
    const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
    assert.match(link, new RegExp(`[?&]hide=${name}#`));
    const opened = await openPage(browser, link.slice(link.indexOf('?')));
    await checked(opened.page);
    assert.equal(await there(opened.page, what), 0, `${what} is hidden by ${name}`);
    assert.deepEqual(opened.problems, []);
    await opened.context.close();
    await dialog.getByRole('checkbox', { name: words }).uncheck();
  }
  await context.close();
});

test('a link with all else: one tunable, a question, colours, text, a wall; its picture holds it', async () => {
  const { page, context } = await openPage(browser, VIEW);
  const dialog = await form(page);
  await dialog.getByRole('checkbox', { name: 'All tunables' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'rule', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'the choice of sources' }).check();
  await dialog.getByRole('checkbox', { name: 'Ask first (predict)' }).check();
  await dialog.getByLabel('Seed of the questions').fill('7');
  await dialog.getByLabel('Step').fill('20');
  await dialog.getByRole('checkbox', { name: 'Colours for a projector' }).check();
  await dialog.getByLabel('Text size').selectOption('1.3');
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  assert.match(
    link,
    /\?hide=sources&tunables=rule&colours=projector&text=1\.3#v1\/swap-devices\?.*&k=20&predict=a7$/,
  );
  assert.equal(await dialog.getByRole('link', { name: 'Try it' }).getAttribute('href'), link);
  await dialog.getByRole('img', { name: 'QR picture of the link' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Present: fill the wall' }).check();
  assert.match(
    await dialog.getByRole('textbox', { name: 'The link' }).inputValue(),
    /\?present=1&hide=sources/,
  );
  await context.close();

  const opened = await openPage(browser, link.slice(link.indexOf('?')));
  await opened.page.locator('.question .choice').first().waitFor();
  await opened.page.waitForFunction(() => document.querySelector('.count')?.textContent?.startsWith('20 '));
  const { colours, text } = await opened.page.evaluate(() => ({
    colours: document.documentElement.dataset['colours'],
    text: document.documentElement.style.getPropertyValue('--text'),
  }));
  assert.deepEqual([colours, text], ['projector', '1.3']);
  assert.equal(await opened.page.locator('.source-name[aria-haspopup]').count(), 0);
  const knobs = pane(opened.page, 'A').locator('.row.knobs');
  assert.ok((await knobs.getByRole('radio').count()) > 0, 'the rule may be touched');
  assert.equal(await knobs.getByRole('spinbutton').count(), 0);
  assert.deepEqual(opened.problems, []);
  await opened.context.close();
});

test('rubbish in a link is a sentence each, and the page stands', async () => {
  const search =
    '?present=perhaps&hide=why,everything&tunables=rule,nothing&colours=mauve&text=%00%ff&text=huge';
  const hash =
    '#v1/swap-devices?a=model:four-nodes&b=none&a.nonsense=1&k=-5&predict=zz&speed=fast&others=all';
  const { page, problems, context } = await openPage(browser, `${search}${hash}`);
  const said = await page.locator('.notice, [role=alert], .complaints').allInnerTexts();
  for (const word of ['perhaps', 'everything', 'nothing', 'mauve', 'nonsense', '-5', 'zz', 'fast', 'all'])
    assert.ok(said.join(' ').includes(word), `${word} is named: ${said.join(' ')}`);
  assert.equal(await page.locator('.why-panel').count(), 0);
  await pane(page, 'A').locator('.drawing svg').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('on a phone the form begins at its top, and its link is copied by a thumb', async () => {
  const { page, problems, context } = await openPage(browser, VIEW, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.locator('header summary:visible', { hasText: 'Menu' }).tap();
  await page.locator('.header-list:visible').getByRole('button', { name: 'Link for a class' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Link for a class' });
  await dialog.getByRole('combobox', { name: 'Scene' }).waitFor();
  await redrawn(page);
  const scrolled = await dialog.evaluate((e) => [e, ...e.querySelectorAll('*')].map((one) => one.scrollTop));
  assert.deepEqual(
    scrolled.filter((top) => top > 0),
    [],
  );
  const copy = dialog.getByRole('button', { name: 'Copy the link' });
  assert.ok(((await copy.boundingBox())?.height ?? 0) >= 44);
  await copy.tap();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  assert.deepEqual(problems, []);
  await context.close();
});
