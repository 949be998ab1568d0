// A class: a server of its own, walls that lead a room, phones in it. Shared by the tests of rooms.
import assert from 'node:assert/strict';
import { launch, openAt } from './browser.mjs';
import { LOST, ownServer } from './server.mjs';
import { wire } from './proxy.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WALL = { viewport: { width: 1920, height: 1080 }, acceptDownloads: true };

/** The app goes where a link of its own leads. @param {Page} page @param {string} view */
export const go = (page, view) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, view);

/** A browser and a server that may be killed: `close` ends both. */
export async function classroom() {
  const server = await ownServer();
  process.env['BASE_URL'] = server.url;
  const browser = await launch();
  /** @type {Awaited<ReturnType<typeof wire>>[]} */
  const wires = [];
  /** A phone in the room, by the code as one types it. @param {string} code @param {Options} [more] */
  const come = async (code, more = {}) => {
    const opened = await openAt(browser, '#v1/room', { ...PHONE, ...more }, LOST);
    const { page } = opened;
    await page.getByLabel('Type the six digits on the wall.').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Join' }).tap();
    await page.locator('.room-head h1', { hasText: code.slice(0, 3) }).waitFor();
    return opened;
  };
  return {
    server,
    browser,
    close: async () => {
      await browser.close();
      for (const one of wires) one.close();
      await server.close();
    },
    /** A window that leads a new room, and the room's code. @param {string} [view] @param {Options} [more] */
    teach: async (view = '#v1/room', more = {}) => {
      const opened = await openAt(browser, view, { ...WALL, ...more }, LOST);
      await opened.page.getByRole('button', { name: 'Open a room' }).click();
      const code = (await opened.page.locator('.room-large-code').innerText()).replaceAll(/\s/g, '');
      assert.match(code, /^\d{6}$/);
      return { ...opened, code };
    },
    /** A phone with a network of its own, for flight mode. @param {string} code */
    comeByWire: async (code) => {
      const own = await wire(server.url);
      wires.push(own);
      const opened = await come(code, { baseURL: own.url });
      return {
        ...opened,
        /** Flight mode: the connection breaks, and the browser knows that it has none. */
        offline: async () => {
          own.cut();
          await opened.context.setOffline(true);
          await opened.page.getByText('no network', { exact: true }).waitFor();
        },
        online: async () => {
          own.mend();
          await opened.context.setOffline(false);
          await opened.page.getByText('no network', { exact: true }).waitFor({ state: 'hidden' });
        },
      };
    },
    come,
  };
}
