// What tests of lessons share.
import { openAt } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * A lesson, the list of them, or exercises.
 * @param {import('playwright-core').Browser} browser
 * @param {string} view
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openLesson(browser, view, options = {}) {
  const opened = await openAt(browser, view, options, /Failed to load resource/);
  await opened.page.waitForSelector('.lesson h1, .lesson-list h1, .exercises h1');
  return opened;
}

/** The step's picture is there, or what stands for it. @param {Page} page */
export const pictured = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.lesson') &&
      (!document.querySelector('.lesson-panes') ||
        document.querySelector('.lesson-panes[data-there=true] :is(.drawing > *, .lesson-hidden)')),
  );
