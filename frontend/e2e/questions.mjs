// A question of predict of every kind that each scene asks, and its answer by keyboard alone.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Which element has the focus is all that is looked for: whoever presses Tab comes to it.
 * @param {Page} page @param {string} what
 */
export async function tabTo(page, what) {
  const FAR = 60;
  for (let i = 0; i < FAR; i++) {
    if (await page.evaluate((css) => document.activeElement?.matches(css), what)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${what}`);
}

/** By how an answer is given: what has to be there, and the keys. */
const FORMS = {
  choice: {
    there: '.choice',
    answer: async (/** @type {Page} */ page) => {
      await page.keyboard.press('2');
    },
  },
  level: {
    there: '.answer-bar',
    answer: async (/** @type {Page} */ page) => {
      await tabTo(page, '.question [role=slider]');
      await page.keyboard.press('PageUp');
    },
  },
  number: {
    there: '.answer-number',
    answer: async (/** @type {Page} */ page) => {
      await tabTo(page, '.question input');
      await page.keyboard.type('25');
    },
  },
  order: {
    there: '.answer-order',
    answer: async (/** @type {Page} */ page) => {
      await tabTo(page, '.answer-order li:nth-child(2) .btn:nth-of-type(2)');
      await page.keyboard.press('Enter');
    },
  },
  curve: {
    there: '.answer-curve',
    answer: async (/** @type {Page} */ page) => {
      await tabTo(page, '.question [role=slider]');
      await page.keyboard.press('ArrowDown');
    },
  },
};

/** @param {keyof typeof FORMS} form @param {string} what @param {string} view */
const one = (form, what, view) => ({ what, form, view: `#v1/${view}`, ...FORMS[form] });

/** A zone that begins between its marks: its chart is on the scale of its tank. */
export const AT_THE_MARKS = 'a=model:zones-preferred&b=none&k=6396&predict=a4';

/** What is asked of more than the next decision hangs on the length of the run: it is asked of models, which stay. */
export const QUESTIONS = [
  one('choice', 'Which device', 'swap-devices?a=capture:four-nodes-node&b=none&k=1502&predict=a1'),
  one('level', 'How much of', 'swap-devices?a=model:two-nodes&a.rule=roundrobin&b=none&k=1294&predict=a1'),
  one(
    'order',
    'In which order',
    'swap-devices?a=model:four-nodes&a.rule=roundrobin&b=none&k=4074&predict=a3',
  ),
  one('curve', 'How does the use', 'swap-devices?a=model:four-nodes&b=none&k=468&predict=a1'),
  one('choice', 'Which zone', 'zones?a=capture:zones-fair&b=none&k=2000&predict=a4'),
  one('choice', 'Does this wake kswapd', 'zones?a=capture:wake-zone&b=none&k=100&predict=a3'),
  one('level', 'Of all pages taken', 'zones?a=model:zones-preferred&b=none&k=2970&predict=a7'),
  one('curve', 'How do the free pages', 'zones?a=model:zones-preferred&b=none&k=5507&predict=a3'),
  one('curve', 'How do the free pages of Normal of node 0', `zones?${AT_THE_MARKS}`),
  one('choice', 'Which node', 'interleave?a=capture:interleave-8&b=none&k=2000&predict=a4'),
  one(
    'level',
    'How many pages does node',
    'interleave?a=model:interleave-1&a.granularity=8&b=none&k=2173&predict=a3',
  ),
  one('choice', 'How does the task wait', 'swap-in?a=model:swap-in-hybrid&b=none&k=1990&predict=a4'),
  one('choice', 'How many pages does this fault', 'swap-in?a=model:swap-in-readahead&b=none&k=3&predict=a4'),
  one('number', 'How long does the next', 'swap-in?a=model:swap-in-hybrid&b=none&k=875&predict=a3'),
  one('curve', 'How many pages do the next', 'swap-in?a=model:swap-in-hybrid&b=none&k=837&predict=a11'),
];
