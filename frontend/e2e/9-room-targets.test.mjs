// In a room whatever can be pressed is as large as a thumb and behind nothing: on a student's phone, upright and sideways,
// and on a wall that is touched; on the stage and in a lesson. There axe finds nothing either, light and dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeEverywhere } from './axe.mjs';
import { base } from './browser.mjs';
import { classroom, go } from './classroom.mjs';
import { wrong } from './targets.mjs';

/** @typedef {import('playwright-core').Page} Page */

const VIEW = '#v1/swap-devices?a=capture:four-nodes-node&b=none&k=1502';
const LESSON = '#v1/lessons/which-swap-device';
/** A step that only tells something, one that asks for a device, and one that asks for an order. */
const [TELLS, ASKS, SORTS] = [1, 5, 4];
const TABLET = /** @type {const} */ ([[1024, 768]]);
const TOUCHED = { hasTouch: true, viewport: { width: 1024, height: 768 } };

/** @type {Awaited<ReturnType<typeof classroom>>} */
let hall;
before(async () => {
  hall = await classroom();
});
after(() => hall.close());

/** @param {string} state @param {Page} page @param {typeof TABLET} [sizes] undefined: those of phones */
async function fine(state, page, sizes) {
  const found = await wrong(page, undefined, sizes);
  assert.deepEqual(found, [], state);
}

/** @param {Page} wall */
async function reveal(wall) {
  await wall.getByRole('button', { name: 'Reveal', exact: true }).click();
  await wall.getByRole('region', { name: 'Result' }).or(wall.locator('.walk')).first().waitFor();
}

test('by thumb: the stage, from joining to the end of the room', async () => {
  const { page: wall, code, context } = await hall.teach('#v1/room', TOUCHED);
  await fine('the code on the wall', wall, TABLET);
  const stranger = await hall.come(code === '000000' ? '000001' : '000000');
  await stranger.page.getByText('There is no room with this code.').waitFor();
  await fine('a wrong code', stranger.page);
  await stranger.context.close();

  const { page, context: own } = await hall.come(code);
  await go(wall, VIEW);
  await page.locator('.drawing > *').waitFor();
  await wall.locator('.drawing > *').waitFor();
  await fine('following', page);
  await fine('the stage on the wall', wall, TABLET);
  await page.getByRole('button', { name: 'Look around' }).tap();
  await page.getByRole('button', { name: 'go there' }).waitFor();
  await fine('wandering', page);
  await page.getByRole('button', { name: 'go there' }).tap();

  await wall.keyboard.press('q');
  await page.locator('.room-choices button').first().waitFor();
  await fine('asked', page);
  await fine('asked, on the wall', wall, TABLET);
  await page.locator('.room-choices button').first().tap();
  await page.getByText('Confirmed').waitFor();
  await fine('answered', page);
  await wall.keyboard.press('PageDown');
  await wall.locator('.room-row .room-bar-of').first().waitFor();
  await fine('answers, on the wall', wall, TABLET);
  await reveal(wall);
  await page.locator('.room-came').waitFor();
  await fine('revealed', page);
  await fine('revealed, on the wall', wall, TABLET);

  await wall.getByRole('button', { name: 'Ask for names' }).click();
  await page.getByLabel('Your teacher asks for names.').waitFor();
  await fine('asked for a name', page);
  const again = await own.newPage();
  await again.goto(page.url());
  await page.getByRole('heading', { name: 'Open in another tab' }).waitFor();
  await fine('in another tab', page);
  await page.getByRole('button', { name: 'Be here instead' }).tap();
  await again.getByRole('heading', { name: 'Open in another tab' }).waitFor();
  const second = await context.newPage();
  await second.goto(`${base()}/#v1/room/${code}`);
  await second.getByRole('button', { name: 'Lead from here' }).waitFor();
  await fine('led from another window', second, TABLET);

  await wall.getByRole('button', { name: 'Close the room' }).click();
  await wall.getByRole('button', { name: 'Close it' }).waitFor();
  await fine('closing it', wall, TABLET);
  await wall.getByRole('button', { name: 'Close it' }).click();
  await page.getByText('The room was closed.').waitFor();
  await fine('ended', page);
});

test('by thumb: a lesson, and the server gone in the middle', async () => {
  const { page: wall, code } = await hall.teach('#v1/room', TOUCHED);
  const { page } = await hall.come(code);
  await go(wall, `${LESSON}?step=${TELLS}`);
  await page.locator('.lesson-panes[data-there=true]').waitFor();
  await wall.locator('.lesson-panes[data-there=true]').waitFor();
  await fine('explained', page);
  await fine('explained, on the wall', wall, TABLET);
  await page.getByRole('button', { name: 'Look around' }).tap();
  await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
  await fine('wandering', page);
  await page.getByRole('button', { name: 'go there' }).tap();
  await go(wall, `${LESSON}?step=${SORTS}`);
  await page.locator('.answer-order').waitFor();
  await fine('asked for an order', page);
  await go(wall, `${LESSON}?step=${ASKS}`);
  await page.locator('.room-choices button').nth(1).waitFor();
  await wall.locator('.room-row').first().waitFor();
  await fine('asked', page);
  await fine('asked, on the wall', wall, TABLET);
  await page.locator('.room-choices button').nth(1).tap();
  await page.getByText('Confirmed').waitFor();
  await hall.server.kill();
  await page.getByText('no network', { exact: true }).waitFor();
  await fine('without a network', page);
  await wall.getByText('Connecting again …').waitFor();
  await fine('without a network, on the wall', wall, TABLET);
  await hall.server.start();
  await page.getByText('no network', { exact: true }).waitFor({ state: 'hidden' });
  await wall.getByText('1 of 1 answered').waitFor();
  await fine('answered', page);
  await reveal(wall);
  await page.locator('.room-came .you').waitFor();
  await fine('revealed', page);
  await fine('revealed, on the wall', wall, TABLET);
});

test('axe finds nothing inside a lesson, on the phone and on the wall: asked, answered, revealed', async () => {
  const { page: wall, code } = await hall.teach();
  const { page } = await hall.come(code);
  await go(wall, `${LESSON}?step=${ASKS}`);
  await page.locator('.room-choices button').nth(1).waitFor();
  await wall.locator('.room-row').first().waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  assert.deepEqual(await axeEverywhere(wall), []);
  await page.locator('.room-choices button').nth(1).tap();
  await page.getByText('Confirmed').waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  await wall.keyboard.press('PageDown');
  await wall.locator('.room-row .room-bar-of').first().waitFor();
  assert.deepEqual(await axeEverywhere(wall), []);
  await reveal(wall);
  await page.locator('.room-came .you').waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  assert.deepEqual(await axeEverywhere(wall), []);
});
