// npm run film -- FOLDER: twelve real frames of a step of each scene, and of a moment that M goes to, each twelve on a
// sheet, to be looked at beside the design; of the server at BASE_URL.
//
// Time is the page's own clock, which stands still: each frame is what is drawn so many milliseconds after the step
// began, however long the picture of it takes.
import { mkdir } from 'node:fs/promises';
import { launch, openPage, pane, settled } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = process.argv[2] ?? `${import.meta.dirname}/out`;
const only = process.argv.slice(3);
await mkdir(folder, { recursive: true });

const FRAMES = 12;
/** A step at 1x, in ms: from its first frame to where it is over. */
const STEP_MS = 1200;
/** Of a browser that draws 60 frames a second. */
const FRAME_MS = 17;
/** Presses of M. */
const TRIES = 100;

/** Before the step; the moment is the next after it. */
const VIEWS = [
  ['swap-devices', 'a=model:four-nodes&b=none&k=1187'],
  ['zones', 'a=model:zones-preferred&b=none&k=9'],
  ['interleave', 'a=model:interleave-8&b=none&k=1007'],
  ['swap-in', 'a=model:swap-in-hybrid&b=none&k=299'],
];

const browser = await launch();

/** The next step, frame by frame. @param {Page} page */
async function frames(page) {
  await page.keyboard.press('ArrowRight');
  /** @type {{ms: number, png: string}[]} */
  const taken = [];
  for (let i = 0; i < FRAMES; i++) {
    const ms = Math.round((STEP_MS * i) / (FRAMES - 1));
    const gone = i === 0 ? FRAME_MS : ms - (taken.at(-1)?.ms ?? 0);
    await page.clock.runFor(gone);
    const png = await pane(page, 'A').locator('.drawing').screenshot();
    taken.push({ ms: i === 0 ? FRAME_MS : ms, png: png.toString('base64') });
  }
  return taken;
}

/** @param {string} name @param {string} title @param {{ms: number, png: string}[]} taken */
async function sheet(name, title, taken) {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const cells = taken.map(
    ({ ms, png }) =>
      `<figure><img src="data:image/png;base64,${png}"><figcaption>${ms} ms</figcaption></figure>`,
  );
  await page.setContent(
    `<style>body{font:16px sans-serif;margin:16px}div{display:grid;grid-template-columns:repeat(3,1fr);gap:12px}figure{margin:0}img{width:100%}</style><h1>${title}</h1><div>${cells.join('')}</div>`,
  );
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.close();
}

/** What is shown stands, and time is ours. @param {Page} page */
async function stopped(page) {
  await settled(page);
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + STEP_MS));
}

for (const [scene = '', view = ''] of VIEWS) {
  if (only.length > 0 && !only.includes(scene)) continue;
  const address = `#v1/${scene}?${view}`;
  const options = { viewport: { width: 900, height: 900 } };
  const step = await openPage(browser, address, options);
  await stopped(step.page);
  await sheet(`${scene}-step`, `${scene}: a step`, await frames(step.page));
  await step.context.close();

  const { page, context } = await openPage(browser, address, options);
  const count = () => page.locator('.count').innerText();
  const from = await count();
  // Found in the background: until then there is none to go to, and some runs have none.
  for (let i = 0; i < TRIES && (await count()) === from; i++) {
    await page.keyboard.press('m');
    await settled(page);
  }
  const moment = await count();
  if (moment === from) console.log(`${scene}: no moment ahead`);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((at) => document.querySelector('.count')?.textContent !== at, moment);
  await stopped(page);
  await sheet(`${scene}-moment`, `${scene}: the moment at ${moment}`, await frames(page));
  await context.close();
}
await browser.close();
