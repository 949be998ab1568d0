// A whole lesson in a class: the wall, the speaker's window that leads it, and a phone, each a window of its own, from
// the first step to the last; with predictions, what the class says, the reveal, a kill and a reload in the middle.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { base, openAt } from './browser.mjs';
import { classroom, go } from './classroom.mjs';
import { LOST } from './server.mjs';
import { fitted } from './wall.mjs';

/** @typedef {import('playwright-core').Page} Page */

const LESSON = 'which-swap-device';

/** @type {Awaited<ReturnType<typeof classroom>>} */
let hall;
before(async () => {
  hall = await classroom();
});
after(() => hall.close());

/** Nothing of an answer shows: no path and no reason. @param {Page} page */
async function hides(page) {
  await page.locator('.lesson-panes[data-there=true] .drawing > *').first().waitFor();
  assert.equal(await page.locator('.walk, .why-panel').count(), 0);
}

/** What the class says of a device stands in that device's row. @param {Page} wall */
const stand = (wall) =>
  wall.waitForFunction(() => {
    const middle = (/** @type {Element} */ e) => {
      const { top, height } = e.getBoundingClientRect();
      return top + height / 2;
    };
    const rows = [...document.querySelectorAll('.room-rows-at .room-row')].map(middle);
    const devices = [...document.querySelectorAll('.drawing [data-target]')].map(middle);
    return (
      rows.length === devices.length &&
      rows.length > 1 &&
      rows.every((y) => devices.some((device) => Math.abs(device - y) < 12))
    );
  });

/** Walls that a step of a lesson has to be whole on: its words, question and picture above the bar, none scrolled. */
const WALLS = [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];

/** @param {Page} wall */
async function whole(wall) {
  for (const size of WALLS) {
    await wall.setViewportSize(size);
    await wall.waitForFunction(() => {
      const bottom = (/** @type {Element} */ e) => e.getBoundingClientRect().bottom;
      const bar = document.querySelector('.lesson-bar')?.getBoundingClientRect();
      const parts = [...document.querySelectorAll('.lesson-words, .lesson-question, .lesson-picture > *')];
      return (
        bar &&
        bar.bottom <= innerHeight + 1 &&
        parts.length > 1 &&
        parts.every((part) => bottom(part) <= bar.top + 1 && part.scrollHeight <= part.clientHeight + 1) &&
        // Each drawing has the width of a phone at least: in less, one thing lies on another.
        [...document.querySelectorAll('.lesson-panes .drawing > svg')].every(
          (svg) => Number(svg.getAttribute('width')) >= 280,
        )
      );
    });
  }
}

/** How large the words of a step are, beside its question. @param {Page} wall */
async function wordSize(wall) {
  await fitted(wall);
  const size = await wall
    .locator('.stage > .lesson > .lesson-words')
    .evaluate((words) => Number(getComputedStyle(words).getPropertyValue('--words-zoom')));
  assert.ok(size > 0);
  return size;
}

/** To look at: with SHOTS, a folder. @param {string} name @param {Record<string, Page>} pages */
async function look(name, pages) {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  for (const [of, page] of Object.entries(pages))
    await page.screenshot({ path: `${folder}/class-${name}-${of}.png` });
}

/** The lesson as its file has it: titles, and how many questions each step asks. */
async function lessonText() {
  const text = await (await fetch(`${base()}/datasets/lessons/${LESSON}.md`)).text();
  const [, ...steps] = text.split(/^## /m);
  return steps.map((step) => ({
    title: step.split('\n')[0] ?? '',
    pictured: step.includes('[view]('),
    kinds: [...step.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind ?? ''),
  }));
}

test('a lesson that lies on the server is listed, and taught to a room from there', async () => {
  const folder = join(hall.server.data, 'lessons');
  await mkdir(folder, { recursive: true });
  const head = '---\ntitle: My own lesson\nid: mine\nminutes: 5\ngoals:\n  - say what swap is\n---\n';
  const view = '[view](#v1/swap-devices?a=model:two-nodes&k=40)';
  await writeFile(join(folder, 'mine.md'), `${head}\n## One\n\nWords.\n\n${view}\n\n## Two\n\nMore words.\n`);
  await writeFile(join(folder, '_draft.md'), head.replace('My own', 'A hidden'));
  await writeFile(join(folder, 'other.md'), 'No lesson at all.\n');
  const { page: wall, problems } = await openAt(
    hall.browser,
    '#v1/lessons',
    { viewport: { width: 1920, height: 1080 } },
    LOST,
  );
  const own = wall.getByRole('region', { name: 'On this server' });
  await own.getByRole('link', { name: 'My own lesson', exact: true }).waitFor();
  await own.getByText('After it you can say what swap is.').waitFor();
  assert.equal(await own.getByRole('listitem').count(), 1);
  assert.equal(await wall.getByRole('link', { name: /^Teach .* to a room$/ }).count(), 9);
  await look('lessons', { wall });
  await own.getByRole('link', { name: 'Teach “My own lesson” to a room' }).click();
  await wall.getByRole('heading', { level: 1, name: 'Teach this lesson to a room' }).waitFor();
  await wall.getByRole('button', { name: 'Open a room' }).click();
  const code = (await wall.locator('.room-large-code').innerText()).replaceAll(/\s/g, '');
  const { page: hand, problems: troubles } = await hall.come(code);
  await wall.getByText('step 1 of 2').waitFor();
  await hand.getByRole('heading', { name: 'One' }).waitFor();
  await wall.keyboard.press('PageDown');
  await hand.getByRole('heading', { name: 'Two' }).waitFor();
  // Who leads chooses from the list as it is: the class is there already.
  await go(wall, '#v1/lessons');
  await wall.getByRole('link', { name: 'In turn', exact: true }).waitFor();
  assert.equal(await wall.getByRole('link', { name: /to a room$/ }).count(), 0);
  assert.deepEqual([...problems, ...troubles], []);
});

test('a whole lesson in three windows: predicted, counted, revealed, from the first step to the last', async () => {
  const teacher = await hall.teach('?present=1#v1/room');
  const { page: wall, code, context } = teacher;
  const phone = await hall.come(code);
  const { page: hand } = phone;
  await wall.locator('.room-bar', { hasText: '1 in the room' }).waitFor();
  const opened = context.waitForEvent('page');
  await wall.keyboard.press('s');
  const speaker = await opened;
  await speaker.setViewportSize({ width: 1280, height: 800 });
  await speaker.locator('.speaker-wall', { hasText: '1 here' }).waitFor();
  await go(wall, '#v1/lessons');
  await wall.getByRole('link', { name: 'Which swap device' }).click();

  const steps = await lessonText();
  assert.equal(steps.length, 8);
  let asked = 0;
  for (const [i, { title, pictured, kinds }] of steps.entries()) {
    const at = i + 1;
    await speaker.getByRole('heading', { name: `Step ${at} of 8: ${title}` }).waitFor();
    await wall.getByText(`step ${at} of 8`).waitFor();
    await hand.getByText(`step ${at} of 8`).waitFor();
    if (pictured) await wall.locator('.lesson-panes[data-there=true]').waitFor();

    if (kinds.length === 0) {
      // Its words and its picture, and where the class is.
      await hand.getByRole('heading', { name: title }).waitFor();
      if (pictured) await hand.locator('.lesson-panes[data-there=true]').waitFor();
      await hand.getByText(`With the class, at step ${at}`).waitFor();
    }
    for (const [nth, kind] of kinds.entries()) {
      asked++;
      // Predicted: on the phone, and nothing of an answer anywhere else.
      await wall.getByRole('region', { name: 'Question' }).waitFor();
      await whole(wall);
      const size = await wordSize(wall);
      if (kind === 'device') await hides(wall);
      const buttons = hand.locator('.room-choices button:visible');
      const sorted = hand.locator('.answer-order');
      await buttons.first().or(sorted).waitFor();
      if (kind === 'device') await hides(hand);
      /** @type {string} */
      let mine;
      if (await sorted.isVisible()) {
        await sorted.getByRole('button', { name: /up, to place 1$/ }).tap();
        mine = (await sorted.locator('b').allTextContents()).join(', ');
      } else {
        mine = await buttons.nth(1).locator('b').innerText();
        await buttons.nth(1).tap();
      }
      await hand.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
      await hand.getByRole('heading', { name: `You said ${mine}.` }).waitFor();
      // Counted: the speaker sees it first, then the wall.
      await wall.getByText('1 of 1 answered').waitFor();
      await speaker.locator('.speaker-answers li', { hasText: mine }).getByText('100 %').waitFor();
      assert.equal(await wall.locator('.room-row .room-bar-of').count(), 0);

      if (at === 5) {
        // The server is killed, and both come back to where they were.
        await hall.server.kill();
        await hand.getByText('no network', { exact: true }).waitFor();
        await wall.getByText('Connecting again …').waitFor();
        await hall.server.start();
        await wall.getByText('1 in the room').waitFor();
        await hand.getByText('no network', { exact: true }).waitFor({ state: 'hidden' });
        await wall.getByText('1 of 1 answered').waitFor();
      }
      if (at === 6 && nth === 1) {
        // The wall and the phone are loaded again, in the step's second question.
        await wall.reload();
        await wall.getByText('1 of 1 answered').waitFor();
        await hand.reload();
        await hand.getByRole('heading', { name: `You said ${mine}.` }).waitFor();
        await speaker.getByRole('heading', { name: `Step ${at} of 8` }).waitFor();
      }

      await look(`${at}-${nth}-asked`, { wall, speaker, hand });
      await speaker.keyboard.press('PageDown');
      await wall
        .locator('.room-row', { hasText: mine })
        .locator('.room-bar-of b', { hasText: '1' })
        .waitFor();
      await look(`${at}-${nth}-answers`, { wall });
      if (kind === 'device') await stand(wall);
      // Revealed: on the teacher's word, everywhere.
      await speaker.keyboard.press('PageDown');
      await wall.getByRole('region', { name: 'Result' }).waitFor();
      // Words do not grow because there are fewer of them.
      if (!(at === 6 && nth === 1)) assert.ok((await wordSize(wall)) <= size, `step ${at}`);
      await hand.locator('.room-came .took').waitFor();
      await hand.locator('.room-came .you').waitFor();
      await hand
        .locator('.room-came li', { hasText: mine })
        .locator('.room-bar-of b', { hasText: '1' })
        .waitFor();
      await whole(wall);
      await look(`${at}-${nth}-reveal`, { wall, speaker, hand });
      if (nth + 1 < kinds.length) await speaker.keyboard.press('PageDown');
    }
    if (at === 2) {
      // One looks around in the lesson, and comes back.
      await hand.getByRole('button', { name: 'Look around' }).first().tap();
      await wall.getByText('1 wandering').waitFor();
      await hand.getByRole('button', { name: 'Next', exact: true }).tap();
      await hand.getByText('step 3 of 8').waitFor();
      await hand.getByText('The class is at step 2').waitFor();
      await hand.getByRole('button', { name: 'go there' }).tap();
      await hand.getByText('step 2 of 8').waitFor();
      await wall.getByText('1 wandering').waitFor({ state: 'hidden' });
    }
    if (at < steps.length) await speaker.keyboard.press('PageDown');
  }
  assert.equal(asked, 6);

  // Back a step with the clicker; the class follows.
  await speaker.keyboard.press('PageUp');
  await hand.getByText('step 7 of 8').waitFor();

  const download = wall.waitForEvent('download');
  await wall.getByRole('button', { name: 'Results as CSV' }).click();
  const file = await (await download).createReadStream();
  let text = '';
  for await (const part of file) text += String(part);
  const [head, ...rows] = text.trim().split('\r\n');
  assert.match(head ?? '', /^\ufeff?question,round,lesson,step,asked,/);
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(0, 4).join()),
    steps.flatMap(({ kinds }, i) => kinds.map(() => i + 1)).map((step, i) => `${i + 1},1,${LESSON},${step}`),
  );

  // Off the lesson, the class sees the stage again.
  await go(wall, '#v1/zones?a=model:zones-fair&b=none&k=40');
  await hand.getByText('With the class, at decision 40').waitFor();
  for (const { problems } of [teacher, phone]) assert.deepEqual(problems, []);
});
