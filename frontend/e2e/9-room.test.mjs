// A live room in real windows: a teacher and two phones join, follow, are asked, answer, see what came of it; the server
// is killed and started in the middle. It starts servers of its own, since they are to be killed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeEverywhere } from './axe.mjs';
import { reached } from './browser.mjs';
import { classroom, go } from './classroom.mjs';

const VIEW = '#v1/swap-devices?a=capture:four-nodes-node&b=none&k=1502';

/** @type {Awaited<ReturnType<typeof classroom>>} */
let hall;
before(async () => {
  hall = await classroom();
});
after(() => hall.close());

/** A teacher's window that shows something to a new room. */
async function teach() {
  const opened = await hall.teach();
  await go(opened.page, VIEW);
  return opened;
}

test('a class from the code on the wall to the results', async () => {
  const teacher = await teach();
  const { page: wall, code } = teacher;
  await wall.locator('.qr').waitFor();
  await wall.getByText('Nobody is here yet.').waitFor();
  const [one, two] = [await hall.come(code), await hall.come(code)];
  // Somebody is there: the code gives way to the stage.
  await wall.locator('.room-bar', { hasText: '2 in the room' }).waitFor();
  await wall.locator('.drawing > *').waitFor();
  await one.page.locator('.drawing > *').waitFor();

  // The class follows.
  await wall.keyboard.press('ArrowRight');
  await reached(wall, 1503);
  for (const { page } of [one, two]) await page.getByText('With the class, at decision 1,503').waitFor();

  // One looks around, and comes back.
  await two.page.getByRole('button', { name: 'Look around' }).tap();
  await wall.getByText('1 wandering').waitFor();
  await two.page.keyboard.press('ArrowRight');
  await two.page.getByText('The class is at decision 1,503').waitFor();
  await two.page.getByRole('button', { name: 'go there' }).tap();
  await two.page.getByText('With the class, at decision 1,503').waitFor();

  // A question, in the rows of the drawing's devices; nothing of the answers is on the wall yet.
  await wall.keyboard.press('q');
  await wall.locator('.room-rows .room-row').first().waitFor();
  // The picture of the code is as wide as it has to be, and leaves what the teacher presses in sight.
  const [qr, go, transport] = await Promise.all(
    ['.room-aside .qr', '.room-aside .room-go', '.transport'].map((what) => wall.locator(what).boundingBox()),
  );
  assert.ok((qr?.width ?? Infinity) <= 1920 / 7, `the picture is ${qr?.width} wide`);
  assert.ok((go?.y ?? Infinity) + (go?.height ?? 0) <= (transport?.y ?? 0), 'the way on is covered');
  const choices = await wall.locator('.room-row-name b').allTextContents();
  await one.page.locator('.room-choices button').first().waitFor();
  assert.deepEqual(await one.page.locator('.room-choices b').allTextContents(), choices);
  const box = await one.page.locator('.room-choices button').first().boundingBox();
  assert.ok((box?.height ?? 0) >= 104, `a target is ${box?.height} high`);
  assert.equal(await wall.locator('.walk').count(), 0);
  await one.page.locator('.room-choices button').nth(1).tap();
  await one.page.getByText('Confirmed').waitFor();
  await one.page.locator('.room-choices button').nth(0).tap();
  await one.page.getByText(`You said ${choices[0]}.`).waitFor();
  await one.page.getByText('Confirmed').waitFor();
  await wall.getByText('1 of 2 answered').waitFor();
  assert.equal(await wall.locator('.room-row .room-bar-of').count(), 0);
  await wall.keyboard.press('PageDown');
  await wall
    .locator('.room-row', { hasText: choices[0] ?? '' })
    .locator('.room-bar-of b', { hasText: '1' })
    .waitFor();

  // The server is killed: an answer is sent when it is back, and everybody is where they were.
  await hall.server.kill();
  await two.page.getByText('no network', { exact: true }).waitFor();
  await two.page.locator('.room-choices button').nth(1).tap();
  await two.page.locator('.room-sent', { hasText: 'Sent when the network is back.' }).waitFor();
  await hall.server.start();
  await two.page.getByText('Confirmed').waitFor();
  await wall.getByText('2 of 2 answered').waitFor();

  // A reload is no way out, for nobody.
  await one.page.reload();
  await one.page.getByText(`You said ${choices[0]}.`).waitFor();
  await one.page.getByText('Confirmed').waitFor();
  await wall.reload();
  await wall.getByText('2 of 2 answered').waitFor();

  await wall.keyboard.press('PageDown');
  await wall.locator('.walk').first().waitFor();
  for (const { page } of [one, two]) {
    await page.locator('.room-came .took').waitFor();
    await page.locator('.room-came .you').waitFor();
    await page.getByText('of 2 said what you did.').waitFor();
  }
  await two.page.getByRole('button', { name: 'Stay with the class' }).tap();
  await two.page.locator('.walk').first().waitFor();

  // Asked again: the first answers stay in outline.
  await wall.getByRole('button', { name: 'Ask again' }).click();
  await one.page.getByText('The same question again').waitFor();
  await one.page.locator('.room-choices button').nth(1).tap();
  await one.page.getByText('Confirmed').waitFor();
  await wall.keyboard.press('h');
  await wall.locator('.room-before', { hasText: 'before: 1' }).first().waitFor();
  await wall.keyboard.press('PageUp');
  await wall.locator('.room-before').first().waitFor({ state: 'detached' });

  const download = wall.waitForEvent('download');
  await wall.getByRole('button', { name: 'Results as CSV' }).click();
  const file = await (await download).createReadStream();
  const lines = [];
  for await (const part of file) lines.push(String(part));
  const rows = lines.join('').trim().split('\r\n');
  // Two rounds, two students; of the second round one is silent.
  assert.equal(rows.length, 5, rows.join('\n'));
  assert.match(
    rows[0] ?? '',
    /question,round,lesson,step,asked,decision,pane,was,student,name,answer,right,ms/,
  );
  assert.deepEqual(
    rows.slice(1).map((row) => /(?:yes|no),\d+$/.test(row)),
    [true, true, true, false],
  );
  // Of few, the class sees counts.
  assert.equal(await wall.getByText(/\d %/).count(), 0);

  await wall.getByRole('button', { name: 'Close the room' }).click();
  await wall.getByRole('button', { name: 'Close it' }).click();
  for (const { page } of [one, two]) await page.getByText('The room was closed.').waitFor();
  await wall.locator('.room-bar').waitFor({ state: 'detached' });

  // Its results stay, for who opened it, also after a kill, until they are removed.
  await wall.getByRole('heading', { name: 'of 2 questions went well.' }).waitFor();
  await hall.server.kill();
  await hall.server.start();
  await wall.reload();
  await wall.getByText('2 came, 2 answered something.').waitFor();
  assert.equal(await wall.locator('.results-questions > li').count(), 2);
  const silent = wall.getByRole('row', { name: /^2 / }).getByRole('img', { name: 'Question 1, asked again' });
  await silent.and(wall.getByRole('img', { name: 'no answer' })).waitFor();
  assert.deepEqual(await axeEverywhere(wall), []);
  if (process.env['SHOTS']) await wall.screenshot({ path: `${process.env['SHOTS']}/room-results.png` });
  await one.page.goto(`${process.env['BASE_URL']}/#v1/room/${code}.results`);
  await one.page.getByText('or another browser opened it').waitFor();
  await wall.goto(`${process.env['BASE_URL']}/#v1/room`);
  await wall.getByRole('link', { name: 'Results of room' }).click();
  await wall.getByRole('button', { name: 'Remove it from the server' }).click();
  await wall.getByRole('button', { name: 'Remove all answers: sure?' }).click();
  await wall.getByRole('button', { name: 'Open a room' }).waitFor();
  assert.equal(await wall.getByRole('link', { name: 'Results of room' }).count(), 0);
  for (const { problems } of [teacher, one, two]) assert.deepEqual(problems, []);
});

test('a wrong code, a second window, names and their undoing', async () => {
  const { page: wall, code, context } = await teach();
  const { page } = await hall.come(code === '000000' ? '000001' : '000000');
  await page.getByText('There is no room with this code.').waitFor();
  const field = page.getByLabel('Type the six digits on the wall.');
  await page.waitForFunction(() => document.activeElement?.id === 'room-code');
  await field.fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('A code has six digits').waitFor();
  await field.fill(code);
  await page.keyboard.press('Enter');
  await page.locator('.drawing > *').waitFor();

  await wall.getByRole('button', { name: 'Ask for names' }).click();
  await page.getByLabel('Your teacher asks for names.').fill('Ada');
  await page.getByRole('button', { name: 'Give it' }).tap();
  await page.getByText('Your answers carry the name Ada.').waitFor();
  await wall.getByRole('button', { name: 'Forget names' }).click();
  await page.getByText('carry the name').waitFor({ state: 'detached' });

  const second = await context.newPage();
  await second.goto(`${process.env['BASE_URL']}/#v1/room/${code}`);
  await second.getByText('This room is led from another window. Lead from here?').waitFor();
  await second.getByRole('button', { name: 'Lead from here' }).click();
  await second.locator('.room-bar', { hasText: '1 in the room' }).waitFor();
  await wall.getByText('This room is led from another window.').waitFor();
  await wall.getByRole('button', { name: 'Not now' }).click();
  await wall.locator('.room-bar').waitFor({ state: 'detached' });

  await second.close();
  await page.getByText('It goes on when the teacher is back.').waitFor();

  // The short address again: the place is kept, and the way back is there.
  await page.goto(`${process.env['BASE_URL']}/r`);
  await page.getByRole('button', { name: `Back to room ${code.slice(0, 3)} ${code.slice(3)}` }).tap();
  await page.locator('.drawing > *').waitFor();
});

test('the speaker asks, shows the answers and asks no more by the keys of the wall', async () => {
  const { page: wall, code, context } = await teach();
  const { page } = await hall.come(code);
  await page.locator('.drawing > *').waitFor();
  await wall.locator('.drawing > *').waitFor();
  const opened = context.waitForEvent('page');
  await wall.keyboard.press('p');
  await wall.keyboard.press('s');
  const speaker = await opened;
  await speaker.locator('.speaker-wall', { hasText: '1 here' }).waitFor();
  await speaker.keyboard.press('q');
  await page.locator('.room-choices button').first().tap();
  await page.getByText('Confirmed').waitFor();
  await speaker.locator('.speaker-answers').waitFor();
  await speaker.keyboard.press('h');
  await wall.locator('.room-row .room-bar-of').first().waitFor();
  await speaker.keyboard.press('q');
  await page.getByText('With the class').waitFor();
  await speaker.locator('.speaker-answers').waitFor({ state: 'detached' });
});

test('axe finds nothing, on the phone and on the wall', async () => {
  const { page: wall, code } = await teach();
  assert.deepEqual(await axeEverywhere(wall), []);
  const { page } = await hall.come(code);
  await page.locator('.drawing > *').waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  await wall.locator('.drawing > *').waitFor();
  await wall.keyboard.press('q');
  await page.locator('.room-choices button').first().tap();
  await page.getByText('Confirmed').waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  await wall.keyboard.press('PageDown');
  await wall.locator('.room-row .room-bar-of').first().waitFor();
  assert.deepEqual(await axeEverywhere(wall), []);
  await wall.keyboard.press('PageDown');
  await page.locator('.room-came').waitFor();
  assert.deepEqual(await axeEverywhere(page), []);
  assert.deepEqual(await axeEverywhere(wall), []);
});
