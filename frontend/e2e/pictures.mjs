// npm run shots -- FOLDER: screenshots to look at, of the server at BASE_URL. npm run shots -- docs: the pictures
// of the README, one of each scene, and those of docs/sweeps.md, one of each of the first presets.
import { mkdir } from 'node:fs/promises';
import { checked, drop, file, launch, openAt, openPage, settled } from './browser.mjs';
import { SCENES } from './scenes.mjs';

const docs = process.argv[2] === 'docs';
const folder = docs
  ? `${import.meta.dirname}/../../docs/images`
  : (process.argv[2] ?? `${import.meta.dirname}/out`);
await mkdir(folder, { recursive: true });
const browser = await launch();
const TWO = '#v1/swap-devices?a=model:four-nodes&b=model:four-nodes&b.rule=roundrobin&k=4918&speed=8';
const BOTH = '#v1/swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=918';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @type {[string, string, import('playwright-core').BrowserContextOptions, string?][]} */
const SHOTS = [
  ['light', BOTH, {}],
  ['dark', BOTH, { colorScheme: 'dark' }],
  ['two-rules', TWO, {}],
  ['1024', TWO, { viewport: { width: 1024, height: 768 } }],
  ['phone', TWO, PHONE],
  ['phone-dark', BOTH, { ...PHONE, colorScheme: 'dark' }],
  ['presenter', BOTH, {}, 'p'],
  ['picker', BOTH, {}, 'o'],
  ['keys', TWO, {}, '?'],
  ['empty', '#v1/swap-devices?a=none&b=none', {}],
  ['time', BOTH, {}, 'a'],
  ['published', '#v1/swap-devices?a=model:published-node&b=model:published-roundrobin&k=5000', {}],
  ['bad', BOTH, {}],
];
/** @type {typeof SHOTS} */
const PICTURES = SCENES.map(({ id, picture, both }) => [id, `#v1/${id}?${picture ?? both}`, {}]);
/** @type {typeof SHOTS} */
const PAIRS = SCENES.flatMap(({ id, models, captures }) => [
  [`${id}-models`, `#v1/${id}?${models}`, {}],
  [`${id}-captures`, `#v1/${id}?${captures}`, { colorScheme: 'dark' }],
]);
/** Presets of the page Compare, by a word of theirs. @type {[string, RegExp][]} */
const SWEEPS = [
  ['sweep-granularity', /^Granularity 1 to 16/],
  ['sweep-rules', /^Three rules/],
  ['sweep-zones', /^Fair against preferred/],
  ['sweep-disk', /^A faster disk/],
];
for (const [name, view, options, key] of docs ? PICTURES : [...SHOTS, ...PICTURES, ...PAIRS]) {
  const { page, context } = await openPage(browser, view, options);
  // The strip comes behind the drawings; without a source there is none.
  await page.locator('svg.strip, .empty').first().waitFor();
  await checked(page);
  await settled(page);
  if (key) await page.keyboard.press(key);
  if (name === 'bad') {
    await drop(page, '[data-pane=A]', [
      file('notes.txt', 'mmscope-capture 1\nmanifest {}\nswap_list ts=1 cpu=many\n'),
    ]);
    await page.locator('.failure').waitFor();
  }
  // Tweens end before the picture is taken.
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished)));
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}
for (const [name, title] of SWEEPS) {
  const { page, context } = await openAt(browser, '#v1/compare', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('link', { name: title }).click();
  await page
    .getByRole('status')
    .getByText(/^\s*\d+ runs$/)
    .waitFor();
  // The last that is shown: all runs are drawn by then.
  await page.getByText(/kept in this browser/).waitFor();
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await context.close();
}
await browser.close();
