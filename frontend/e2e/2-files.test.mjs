// Files of one's own: read here, and when they are bad, nothing changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import {
  captureText,
  captureUnder,
  drop,
  file,
  gzipSync,
  openDetails,
  openPage,
  pane,
  ready,
  testBrowser,
  twin,
} from './browser.mjs';

const browser = await testBrowser();
const capture = await captureText((await captureUnder('node')).id);

const VIEW = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';

test('one file goes to the pane it is dropped on', async () => {
  const { page } = await openPage(browser, VIEW);
  await drop(page, '[data-pane=B]', [file('mine.mmscope.gz', gzipSync(capture))]);
  await pane(page, 'B').locator('.source-name b', { hasText: 'mine.mmscope.gz' }).waitFor();
  await pane(page, 'B').getByText('same, all').waitFor();
  await page.waitForURL(/b=file:mine\.mmscope\.gz/);
});

test('two files go to A and B; a third has no place', async () => {
  const { page } = await openPage(browser, VIEW);
  const [one, two, three] = ['one', 'two', 'three'].map((n) => file(n, capture));
  if (!one || !two || !three) throw new Error('files');
  await drop(page, '.caption', [one, two]);
  await pane(page, 'A').locator('.source-name b', { hasText: 'one' }).waitFor();
  await pane(page, 'B').locator('.source-name b', { hasText: 'two' }).waitFor();
  await page.getByText('Both panes decide the same in all').waitFor();
  await drop(page, '.caption', [one, two, three]);
  await page.getByText('There are two panes').waitFor();
});

test('a link to a file of one’s own says that it cannot bring it back', async () => {
  const { page } = await openPage(browser, '#v1/swap-devices?a=file:mine.gz&b=model:two-nodes');
  await pane(page, 'A').getByText('was read on your machine only').waitFor();
});

/** A line of the capture's middle, spoilt. @param {(line: string) => string} spoil */
function spoilt(spoil) {
  const lines = capture.split('\n');
  const at = lines.findIndex((l, i) => i > 100 && l.startsWith('swap_select'));
  lines[at] = spoil(lines[at] ?? '');
  return { text: lines.join('\n'), line: at + 1 };
}

const field = spoilt((l) => l.replace(/goal=\d+/, 'goal=many'));
const device = spoilt((l) => l.replace(/ type=-?\d+ ret/, ' type=99 ret'));

const HEAD = 'mmscope-capture 1\nmanifest {}\n';

/** @type {[string, () => {name: string, bytes: Uint8Array}, RegExp][]} */
const BAD = [
  ['an empty file', () => file('empty', ''), /empty/],
  [
    'random bytes',
    () =>
      file(
        'noise',
        Uint8Array.from({ length: 9000 }, (_, i) => (i * 7919) % 251),
      ),
    /capture/,
  ],
  ['another text', () => file('notes.txt', 'nothing that anybody knows\n'.repeat(50)), /capture/],
  ['a zip archive', () => file('a.zip', 'PK\u0003\u0004 etc.'), /zip archive/],
  [
    'zstd that ends before its first line',
    () => file('cut.zst', zstdCompressSync(capture).subarray(0, 12)),
    /ends too early: .* Found at byte 12/s,
  ],
  ['damaged gzip', () => file('cut.gz', gzipSync(capture).fill(0xff, 10, 14)), /gzip data is damaged/],
  [
    'a line without end',
    () => file('line.gz', gzipSync(HEAD + 'mark text=' + 'a'.repeat(64 << 20))),
    /longer than/,
  ],
  [
    'a bomb',
    () => file('bomb.gz', gzipSync(HEAD + `mark ts=1 text=${'a'.repeat(70)}\n`.repeat(800_000))),
    /zip bomb/,
  ],
];

test('a bad file leaves the pane as it was, and names line and reason', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const before = await twin(page, 'A');
  for (const [text, line, reason] of /** @type {const} */ ([
    [field.text, field.line, /goal/],
    [device.text, device.line, /type/],
  ])) {
    await drop(page, '[data-pane=A]', [file('bad.txt', text)]);
    const failure = pane(page, 'A').locator('.failure');
    await failure.getByText(`Line ${line.toLocaleString('en')}:`).waitFor();
    assert.match(await failure.innerText(), reason);
    assert.equal(await twin(page, 'A'), before);
    await failure.getByRole('button', { name: 'Dismiss' }).click();
  }
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.count')?.textContent?.startsWith('6 '));
  assert.deepEqual(problems, []);
});

for (const [what, make, reason] of BAD) {
  test(`${what} is refused in words, and the pane stays`, async () => {
    const { page, problems } = await openPage(browser, VIEW);
    const before = await twin(page, 'A');
    await drop(page, '[data-pane=A]', [make()]);
    const failure = pane(page, 'A').locator('.failure');
    await failure.waitFor();
    assert.match(await failure.innerText(), reason);
    assert.equal(await twin(page, 'A'), before);
    assert.deepEqual(problems, []);
  });
}

test('a file of another tool says what makes a trace of it; view, link and history stay', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const before = await twin(page, 'A');
  const [link, steps] = await page.evaluate(() => [location.href, history.length]);
  await drop(page, '[data-pane=A]', [file('perf.data', 'PERFILE2h\0\0\0')]);
  const failure = pane(page, 'A').locator('.failure', { hasText: 'perf.data' });
  await failure.getByText('perf script -i FILE > trace.txt').waitFor();
  assert.equal(await twin(page, 'A'), before);
  assert.deepEqual(await page.evaluate(() => [location.href, history.length]), [link, steps]);
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await failure.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});

test('a file that ends in the middle is shown, and says that it is cut off', async () => {
  const { page } = await openPage(browser, VIEW);
  const lines = capture.split('\n');
  const packed = gzipSync(capture);
  for (const cut of [
    file('cut.txt', lines.slice(0, 200).join('\n') + '\n'),
    file('cut.gz', packed.subarray(0, Math.floor(packed.length / 2))),
  ]) {
    await drop(page, '[data-pane=A]', [cut]);
    await pane(page, 'A').getByText(cut.name).first().waitFor();
    await pane(page, 'A').getByText('cut off').waitFor();
  }
});

test('lost events are gaps, never “same”', async () => {
  const { page } = await openPage(browser, VIEW);
  const lines = capture.split('\n');
  const half = Math.floor(lines.length / 2);
  await drop(page, '[data-pane=A]', [
    file('lossy.txt', lines.filter((_, i) => i < half || i > half + 10).join('\n')),
  ]);
  await pane(page, 'A')
    .getByText(/incomplete/)
    .first()
    .waitFor();
  await page.locator('.overview .gap').first().waitFor({ state: 'attached' });
});

test('markup in a task’s name and in a file’s name stays text', async () => {
  const { page, problems } = await openPage(browser, VIEW);
  const hostile = capture.replaceAll(/ comm=.*/g, ' comm=<img onerror=x>');
  await drop(page, '[data-pane=A]', [file('<img src=x onerror=alert(1)>.txt', hostile)]);
  await pane(page, 'A').locator('.source-name b', { hasText: '<img src=x onerror=alert(1)>' }).waitFor();
  await ready(page);
  await page.keyboard.press('ArrowRight');
  await openDetails(page);
  const lists = pane(page, 'A').locator('summary');
  if ((await lists.count()) > 0) await lists.first().click();
  await pane(page, 'A').getByText('<img onerror=x>').first().waitFor();
  assert.equal(await page.locator('img').count(), 0);
  assert.deepEqual(problems, []);
});
