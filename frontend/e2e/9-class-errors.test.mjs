// What goes wrong in the middle of a lesson: a phone in flight mode, the speaker's window closed or crashed, a second
// window of the teacher's, somebody else who would lead. The class goes on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { csvParse } from 'd3-dsv';
import { base, openAt } from './browser.mjs';
import { classroom, go, PHONE } from './classroom.mjs';
import { LOST } from './server.mjs';
import { wire } from './proxy.mjs';

/** @typedef {import('playwright-core').Page} Page */

const LESSON = '#v1/lessons/which-swap-device';
/** Steps that only tell something, and one that asks for a device. */
const [TELLS, ASKS] = [1, 5];

/** @type {Awaited<ReturnType<typeof classroom>>} */
let hall;
before(async () => {
  hall = await classroom();
});
after(() => hall.close());

/** A class at a step of a lesson: the wall and a phone that may be in flight mode. @param {number} step */
async function classAt(step) {
  const teacher = await hall.teach('?present=1#v1/room');
  const phone = await hall.comeByWire(teacher.code);
  await teacher.page.locator('.room-bar', { hasText: '1 in the room' }).waitFor();
  await go(teacher.page, `${LESSON}?step=${step}`);
  await phone.page.getByText(`step ${step} of 8`).waitFor();
  return { teacher, phone, wall: teacher.page, hand: phone.page, code: teacher.code };
}

/** The name of a choice, chosen by tapping it. @param {Page} hand @param {number} nth */
async function say(hand, nth) {
  const choice = hand.locator('.room-choices button').nth(nth);
  await choice.waitFor();
  const name = await choice.locator('b').innerText();
  await choice.tap();
  return name;
}

/** The wall shows what came of the question. @param {Page} wall */
async function reveal(wall) {
  await wall.getByRole('button', { name: 'Reveal', exact: true }).click();
  await wall.getByRole('region', { name: 'Result' }).waitFor();
}

/** The answers that were kept, as the results tell them. @param {Page} wall */
async function answers(wall) {
  const download = wall.waitForEvent('download');
  await wall.getByRole('button', { name: 'Results as CSV' }).click();
  let text = '';
  for await (const part of await (await download).createReadStream()) text += String(part);
  const rows = csvParse(text.replace('\ufeff', ''));
  assert.ok(rows.columns.includes('answer'), rows.columns.join());
  // Who said nothing has a row, too.
  return rows.map(({ answer }) => answer).filter((answer) => answer !== '');
}

test('a phone in flight mode for two steps comes back to where the class is; its confirmed answer counts', async () => {
  const { wall, hand, teacher, phone } = await classAt(ASKS);
  const mine = await say(hand, 1);
  await hand.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
  await wall.getByText('1 of 1 answered').waitFor();

  await phone.offline();
  await hand.getByText('This page reconnects by itself; your answer counts.').waitFor();
  await hand.getByRole('heading', { name: `You said ${mine}.` }).waitFor();
  await wall.getByText('0 in the room').waitFor();
  await wall.getByText('1 of 1 answered').waitFor();
  await reveal(wall);
  await phone.online();
  await hand.locator('.room-came li', { hasText: mine }).locator('.you').waitFor();
  await hand
    .locator('.room-came li', { hasText: mine })
    .locator('.room-bar-of b', { hasText: '1' })
    .waitFor();

  await phone.offline();
  await go(wall, `${LESSON}?step=3`);
  await wall.getByText('step 3 of 8').waitFor();
  await go(wall, `${LESSON}?step=4`);
  await wall.getByText('step 4 of 8').waitFor();
  await hand.getByText(`step ${ASKS} of 8`).waitFor();
  await phone.online();
  await hand.getByText('step 4 of 8').waitFor();
  await hand.locator('.room-sent').waitFor();
  assert.deepEqual(await answers(wall), [mine]);
  for (const { problems } of [teacher, phone]) assert.deepEqual(problems, []);
});

test('an answer given in flight mode is sent on return, as long as the question is open', async () => {
  const { wall, hand, phone } = await classAt(ASKS);
  await phone.offline();
  const mine = await say(hand, 2);
  await hand.locator('.room-sent', { hasText: 'Sent when the network is back.' }).waitFor();
  await hand.getByText('This page reconnects by itself, and sends your answer then.').waitFor();
  await phone.online();
  await hand.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
  await wall.getByText('1 of 1 answered').waitFor();
  assert.deepEqual(await answers(wall), [mine]);
});

test('an answer that the class did not wait for is said not to count; a change, that the first counts', async () => {
  const { wall, hand, phone, code } = await classAt(ASKS);
  const { page: other } = await hall.come(code);
  await phone.offline();
  const never = await say(hand, 2);
  await reveal(wall);
  await phone.online();
  await hand.getByText('The class has moved on: your answer came too late and does not count.').waitFor();
  await hand.getByText('No answer of yours arrived in time.').waitFor();
  assert.equal(await hand.locator('.room-came .you').count(), 0, never);
  assert.deepEqual(await answers(wall), []);

  await wall.getByRole('button', { name: 'Ask again' }).click();
  await hand.getByText('The same question again').waitFor();
  const first = await say(hand, 0);
  await hand.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
  await phone.offline();
  await say(hand, 1);
  await reveal(wall);
  await phone.online();
  await hand.getByText('your change came too late, so your earlier answer counts').waitFor();
  await hand.locator('.room-came li', { hasText: first }).locator('.you').waitFor();
  assert.deepEqual(await answers(wall), [first]);

  // Gone on to another step, which asks nothing.
  await wall.getByRole('button', { name: 'Ask again' }).click();
  await hand.getByText('The same question again').waitFor();
  await phone.offline();
  await say(hand, 3);
  await go(wall, `${LESSON}?step=${TELLS}`);
  await other.getByText(`With the class, at step ${TELLS}`).waitFor();
  await phone.online();
  await hand.getByText(`With the class, at step ${TELLS}`).waitFor();
  await hand.getByText('your answer came too late and does not count').waitFor();
  assert.deepEqual(await answers(wall), [first]);
});

/** @param {Page} wall @param {import('playwright-core').BrowserContext} context */
async function speakerOf(wall, context) {
  const opened = context.waitForEvent('page');
  await wall.keyboard.press('s');
  return await opened;
}

const NOTES = '.speaker-words > ul > li';

/** It shows the notes of a step, and what the class says. @param {Page} speaker @param {string} mine */
async function tells(speaker, mine) {
  await speaker.getByRole('heading', { name: new RegExp(`^Step ${ASKS} of 8`) }).waitFor();
  await speaker.locator(NOTES).first().waitFor();
  await speaker.locator('.speaker-answers li', { hasText: mine }).getByText('100 %').waitFor();
}

test('asked again, nobody has said anything yet', async () => {
  const { wall, hand } = await classAt(ASKS);
  const first = await say(hand, 1);
  await hand.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
  for (const shown of [true, false]) {
    if (shown) await reveal(wall);
    await wall.getByRole('button', { name: 'Ask again' }).click();
    await hand.getByText('The same question again').waitFor();
    await hand.locator('.room-sent', { hasText: 'Tap one.' }).waitFor();
    await hand.locator('.lesson-panes[data-there=true]').waitFor();
  }
  await reveal(wall);
  await hand.getByText('No answer of yours arrived in time.').waitFor();
  assert.deepEqual(await answers(wall), [first]);
});

test('the speaker’s window is closed, left, and crashes: the wall says so, and opens it again with all it had', async () => {
  const { wall, hand, teacher } = await classAt(ASKS);
  const mine = await say(hand, 1);
  await hand.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
  let speaker = await speakerOf(wall, teacher.context);
  await tells(speaker, mine);
  const notes = await speaker.locator(NOTES).allTextContents();

  // Closed by its own hand.
  await speaker.evaluate(() => {
    setTimeout(() => {
      close();
    });
  });
  await wall.getByText('The speaker’s window is closed. S opens it again.').waitFor();
  speaker = await speakerOf(wall, teacher.context);
  await tells(speaker, mine);
  assert.deepEqual(await speaker.locator(NOTES).allTextContents(), notes);

  // Left for another page.
  const address = speaker.url();
  await speaker.goto('about:blank');
  await wall.getByText('The speaker’s window is closed. S opens it again.').waitFor();
  await wall.keyboard.press('s');
  // The same window, where the browser still knows it; else another one.
  const back = () =>
    teacher.context.pages().find((page) => page !== wall && !page.isClosed() && page.url() === address);
  while (!back()) await wall.evaluate(() => new Promise(requestAnimationFrame));
  speaker = /** @type {Page} */ (back());
  await tells(speaker, mine);

  // One that was opened by its address has a process of its own: that one crashes, and leaves the wall alone.
  const own = await teacher.context.newPage();
  await own.goto(address);
  await tells(own, mine);
  await speaker.close();
  await own.keyboard.press('PageDown');
  await wall.locator('.room-row', { hasText: mine }).locator('.room-bar-of b', { hasText: '1' }).waitFor();
  const session = await teacher.context.newCDPSession(own);
  const crashed = own.waitForEvent('crash');
  void session.send('Page.crash').catch(() => null);
  await crashed;
  await wall.getByText('The speaker’s window does not answer. S opens it again.').waitFor();
  // The wall leads on meanwhile.
  await wall.keyboard.press('PageDown');
  await hand.locator('.room-came .you').waitFor();
  speaker = await speakerOf(wall, teacher.context);
  await tells(speaker, mine);
  await speaker.keyboard.press('PageDown');
  await hand.getByText('step 6 of 8').waitFor();
});

/** What the class sees of the question. @param {Page} wall @param {string} words */
const sees = (wall, words) => wall.getByRole('button', { name: words, exact: true, pressed: true }).waitFor();

test('a blank wall, and a dialog on it, keep keys from the class: the first one wakes, or closes, and nothing else', async () => {
  const { wall, hand, teacher } = await classAt(ASKS);
  await say(hand, 1);
  await wall.getByText('1 of 1 answered').waitFor();
  const speaker = await speakerOf(wall, teacher.context);
  await speaker.getByText(/, following$/).waitFor();
  const blank = wall.getByRole('status', { name: /The wall is blank/ });
  for (const key of ['h', 'q', 'PageDown', 'Enter']) {
    await speaker.keyboard.press('.');
    await blank.waitFor();
    await wall.keyboard.press(key);
    await blank.waitFor({ state: 'detached' });
    await sees(wall, 'Question');
  }
  const closing = wall.getByRole('dialog', { name: /^Close room/ });
  for (const leads of [wall, speaker]) {
    await wall.getByRole('button', { name: 'Close the room' }).click();
    await closing.waitFor();
    await wall.keyboard.press('h');
    await leads.keyboard.press('PageDown');
    await closing.waitFor({ state: 'detached' });
    await sees(wall, 'Question');
  }
  await wall.keyboard.press('h');
  await sees(wall, 'Answers');
  await wall.keyboard.press('h');
  await sees(wall, 'Question');
  await wall.keyboard.press('PageDown');
  await sees(wall, 'Answers');
  assert.deepEqual(teacher.problems, []);
});

test('the speaker’s window tells of the code that fills the wall, and begins', async () => {
  const { page: wall, context } = await hall.teach('?present=1#v1/room');
  const speaker = await speakerOf(wall, context);
  await speaker.getByText(/^the code of room \d/).waitFor();
  await speaker.getByText('the class begins').waitFor();
  await speaker.getByRole('button', { name: /^Begin/ }).click();
  await wall.locator('.room-large').waitFor({ state: 'detached' });
  await speaker
    .getByText(/ of [\d,]+$/)
    .first()
    .waitFor();
});

test('where a proxy lets no WebSocket through, wall and phone say so, and what to do', async () => {
  const { wall, code } = await classAt(TELLS);
  const proxy = await wire(hall.server.url, { sockets: false });
  try {
    const { page: hand } = await hall.come(code, { baseURL: proxy.url });
    await hand
      .getByRole('status')
      .getByText('Use another network, or tell whoever runs the server')
      .waitFor();
    await hand.getByText('no connection', { exact: true }).waitFor();
    await hand.getByRole('heading', { name: 'Looking for the room …' }).waitFor();
    const { page: other } = await openAt(hall.browser, '#v1/room', { baseURL: proxy.url }, LOST);
    await other.getByRole('button', { name: 'Open a room' }).click();
    await other.getByRole('status').getByText('This network blocks WebSockets').waitFor();
    await wall.getByText('1 in the room').waitFor();
  } finally {
    proxy.close();
  }
});

test('where browsers keep nothing, a room is led and joined all the same', async () => {
  /** A page whose storage is forbidden. @param {import('playwright-core').BrowserContextOptions} options */
  const forgetful = async (options) => {
    const { page, context, problems } = await openAt(hall.browser, '', options, LOST);
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
    });
    await page.goto(`${base()}/?#v1/room`);
    return { page, problems };
  };
  const teacher = await forgetful({});
  await teacher.page.getByRole('button', { name: 'Open a room' }).click();
  const code = (await teacher.page.locator('.room-large-code').innerText()).replaceAll(/\s/g, '');
  const phone = await forgetful(PHONE);
  await phone.page.getByLabel('Type the six digits on the wall.').fill(code);
  await phone.page.getByRole('button', { name: 'Join' }).tap();
  await teacher.page.locator('.room-bar', { hasText: '1 in the room' }).waitFor();
  await go(teacher.page, `${LESSON}?step=${ASKS}`);
  const mine = await say(phone.page, 1);
  await phone.page.locator('.room-sent', { hasText: 'Confirmed' }).waitFor();
  await teacher.page.keyboard.press('PageDown');
  await teacher.page
    .locator('.room-row', { hasText: mine })
    .locator('.room-bar-of b', { hasText: '1' })
    .waitFor();
  for (const { problems } of [teacher, phone]) assert.deepEqual(problems, []);
});

test('a second window of the teacher’s says what to do, and the class goes on; taken over, it leads the lesson', async () => {
  const { wall, hand, teacher, phone, code } = await classAt(TELLS);
  const second = await teacher.context.newPage();
  await second.goto(`${base()}/#v1/room/${code}`);
  const asks = (/** @type {Page} */ page) => page.getByRole('alert').getByText('Lead from here?').waitFor();
  await asks(second);
  await second.getByText('Only one window leads. The class is not interrupted.').waitFor();
  await go(wall, `${LESSON}?step=2`);
  await hand.getByText('step 2 of 8').waitFor();

  await second.getByRole('button', { name: 'Lead from here' }).click();
  await second.getByText('step 2 of 8').waitFor();
  await asks(wall);
  await go(second, `${LESSON}?step=4`);
  await hand.getByText('step 4 of 8').waitFor();
  // And back, from where it now is.
  await wall.getByRole('button', { name: 'Lead from here' }).click();
  await asks(second);
  await go(wall, `${LESSON}?step=3`);
  await hand.getByText('step 3 of 8').waitFor();
  for (const { problems } of [teacher, phone]) assert.deepEqual(problems, []);
});

test('somebody else cannot lead: by the wall’s address they join, with a wrong secret they are told what to do', async () => {
  const { wall, hand, code } = await classAt(TELLS);
  const other = await hall.come(code);
  await wall.locator('.room-bar', { hasText: '2 in the room' }).waitFor();
  await other.page.evaluate((room) => {
    const known = JSON.parse(localStorage.getItem('mmscope.rooms') ?? '{}');
    known[room].secret = 'A'.repeat(43);
    localStorage.setItem('mmscope.rooms', JSON.stringify(known));
  }, code);
  await other.page.reload();
  const alert = other.page.getByRole('alert');
  await alert.getByText('This room is over, or was not opened from this browser.').waitFor();
  await wall.locator('.room-bar', { hasText: '1 in the room' }).waitFor();
  await go(wall, `${LESSON}?step=3`);
  await hand.getByText('step 3 of 8').waitFor();
  await alert.getByRole('button', { name: 'Join as a student' }).tap();
  await other.page.getByText('step 3 of 8').waitFor();
  await wall.locator('.room-bar', { hasText: '2 in the room' }).waitFor();
});
