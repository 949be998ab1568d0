// Captures kept on the server. Run where there is one: make test-e2e brings it.
import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { base, captureText, captureUnder, gzipSync, openPage, pane, ready, testBrowser } from './browser.mjs';
import { drawn, open, start } from './timeline.mjs';

const api = process.env['MMS_NO_API'] === undefined;

const browser = await testBrowser();

const VIEW = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';

/**
 * @param {import('playwright-core').Page} page @param {string} name @param {Buffer} buffer
 * @param {() => Promise<void>} [first] done before the file is sent
 */
async function upload(page, name, buffer, first) {
  await pane(page, 'B').locator('.source-name').click();
  await page.getByTestId('upload-file').setInputFiles({ name, mimeType: 'application/gzip', buffer });
  await first?.();
  await page.getByRole('button', { name: 'Send it to the server' }).click();
}

/** How many captures the server keeps. @returns {Promise<number>} */
async function stored() {
  return (await (await fetch(`${base()}/api/health`)).json()).captures;
}

if (api) {
  test('an uploaded capture is shown, kept, and found again', async () => {
    const { page } = await openPage(browser, VIEW);
    const text = await captureText((await captureUnder('roundrobin')).id);
    const before = await stored();
    // Another name in the text makes it another file than the bundled one.
    await upload(page, 'mine.mmscope.gz', gzipSync(text.replaceAll(' comm=', ' comm=e2e')));
    await pane(page, 'B').getByText('same, all').waitFor();
    await page.waitForURL(/b=server:/);
    assert.equal(await stored(), before + 1);
    await page.reload();
    await ready(page);
    await pane(page, 'B').getByText('same, all').waitFor();
  });

  test('a link for a class cannot hold a file: the server is offered, and then it holds it', async () => {
    const { page } = await openPage(browser, VIEW);
    const text = await captureText((await captureUnder('roundrobin')).id);
    const buffer = gzipSync(text.replaceAll(' comm=', ' comm=class'));
    await pane(page, 'B').locator('.source-name').click();
    await page
      .getByTestId('open-file')
      .setInputFiles({ name: 'own.mmscope.gz', mimeType: 'application/gzip', buffer });
    await page.waitForURL(/b=file:own/);
    await page.locator('header summary', { hasText: 'Share' }).click();
    await page.locator('.header-list:visible').getByRole('button', { name: 'Link for a class' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link for a class' });
    await dialog.getByText('a link cannot bring it to others').waitFor();
    await dialog.getByRole('button', { name: 'Send it to the server' }).waitFor();
    if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/class.png` });
    await dialog.getByRole('button', { name: 'Send it to the server' }).click();
    await dialog.getByText('a link cannot bring it to others').waitFor({ state: 'detached' });
    const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue();
    assert.match(link, /b=server:/);
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await pane(other, 'B').locator('.source-name').getByText('own').waitFor();
  });

  test('the timeline offers to keep its file, and shows it from there as it was', async () => {
    const { page } = await start(browser, '', { baseURL: base() });
    await open(page, 'A');
    await page.keyboard.press('+');
    await page.waitForURL(/a=file:.*&t=\d+&u=\d+/);
    const [, view] = /&(t=\d+&u=\d+)/.exec(page.url()) ?? [];
    const head = page.locator('.tl-lane[data-pane=A]');
    await head.getByRole('button', { name: 'Keep it on the server' }).click();
    await head.getByRole('button', { name: 'Send it to the server' }).waitFor();
    if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/keep.png` });
    await head.getByRole('button', { name: 'Send it to the server' }).click();
    await page.waitForURL(/a=server:/);
    assert.ok(page.url().includes(`&${view}`), `${page.url()} has ${view}`);
    await drawn(page);
    await head.getByText('a link names the file').waitFor({ state: 'detached' });
    assert.equal(await head.getByRole('button', { name: 'Keep it on the server' }).count(), 0);
    const facts = await head.locator('.tl-facts').innerText();
    const other = await (await browser.newContext()).newPage();
    await other.goto(page.url());
    await other.locator('.tl-facts').getByText(facts).waitFor();
  });

  test('a capture that the server refuses is named with its line, and nothing is kept', async () => {
    const { page } = await openPage(browser, VIEW);
    const text = await captureText((await captureUnder('roundrobin')).id);
    const before = await stored();
    await upload(page, 'bad.mmscope.gz', gzipSync(text.replace(/goal=\d+/, 'goal=many')));
    const failure = page.locator('.upload .failure');
    await failure.waitFor();
    assert.match(await failure.innerText(), /Line \d+.*goal/s);
    assert.equal(await stored(), before);
  });

  /** Lets bytes out so slowly that there is time to look. @param {import('playwright-core').Page} page */
  async function slowly(page) {
    const slow = await page.context().newCDPSession(page);
    await slow.send('Network.enable');
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 64 << 10 };
    await slow.send('Network.emulateNetworkConditions', conditions);
    return () => slow.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  }

  test('an upload can be cancelled on its way, and nothing is kept', async () => {
    const { page } = await openPage(browser, VIEW);
    const before = await stored();
    await upload(page, 'slow.mmscope.gz', Buffer.alloc(4 << 20, 'mmscope'), async () => {
      await slowly(page);
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/of 4\.0 MiB sent/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('The upload was cancelled; nothing is kept on the server.').waitFor();
    assert.equal(await stored(), before);
  });

  test('an upload can be paused, and goes on to its end', async () => {
    const { page } = await openPage(browser, VIEW);
    const text = await captureText((await captureUnder('node')).id);
    let fast = async () => {};
    await upload(page, 'paused.mmscope', Buffer.from(text.replaceAll(' comm=', ' comm=pause')), async () => {
      const quick = await slowly(page);
      fast = async () => {
        await quick();
      };
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/MiB sent/).waitFor();
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await dialog.getByText('paused').waitFor();
    await fast();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await pane(page, 'B').getByText('same, all').waitFor();
  });

  /**
   * What goes to the server of uploads: how, where, from which byte on.
   * @param {import('playwright-core').Page} page
   */
  function watch(page) {
    /** @type {{method: string, url: string, offset: number}[]} */
    const sent = [];
    page.on('request', (request) => {
      if (/api\/uploads/.test(request.url()) && ['POST', 'PATCH'].includes(request.method())) {
        const offset = Number(request.headers()['upload-offset'] ?? NaN);
        sent.push({ method: request.method(), url: request.url(), offset });
      }
    });
    return sent;
  }

  /** A file that has the same time whenever it is chosen. @param {string} name @param {string | Buffer} data */
  async function onDisk(name, data) {
    const path = join(await mkdtemp(join(tmpdir(), 'mms-e2e-')), name);
    await writeFile(path, data);
    return path;
  }

  /** Begins to send slowly, and reloads the page when some of it is there. @param {string} path */
  async function interrupted(path) {
    const { page } = await openPage(browser, VIEW);
    const dialog = page.getByRole('dialog');
    const choose = async () => {
      await pane(page, 'B').locator('.source-name').click();
      await page.getByTestId('upload-file').setInputFiles(path);
      await page.getByRole('button', { name: 'Send it to the server' }).click();
    };
    const quick = await slowly(page);
    await choose();
    await dialog.getByText(/(0\.[1-9]|[1-9]\.\d) of .* MiB sent/).waitFor();
    await page.reload();
    await ready(page);
    return { page, dialog, choose, quick };
  }

  test('an upload goes on where it stopped when the page was loaded anew', async () => {
    const text = await captureText((await captureUnder('node')).id);
    const path = await onDisk('reloaded.mmscope', text.replaceAll(' comm=', ' comm=again'));
    const before = await stored();
    const { page, choose, quick } = await interrupted(path);
    assert.equal(await stored(), before);
    const sent = watch(page);
    await quick();
    await choose();
    await pane(page, 'B').getByText('same, all').waitFor();
    assert.equal(await stored(), before + 1);
    assert.deepEqual(
      sent.filter(({ method }) => method === 'POST'),
      [],
      'it is the same upload',
    );
    assert.ok((sent[0]?.offset ?? 0) > 0, `from byte ${sent[0]?.offset}`);
  });

  test('an upload that was interrupted can be cancelled, and nothing of it is left', async () => {
    const path = await onDisk('dropped.mmscope', Buffer.alloc(4 << 20, 'mmscope'));
    const before = await stored();
    const { page, dialog, choose } = await interrupted(path);
    const sent = watch(page);
    await choose();
    await dialog.getByText(/MiB sent/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('The upload was cancelled; nothing is kept on the server.').waitFor();
    assert.equal(await stored(), before);
    const [{ url } = { url: '' }] = sent;
    const { status } = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    assert.ok([404, 410].includes(status), `${status}`);
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith('tus'))),
      [],
    );
  });
} else {
  test('without a server the picker says so, and the rest works', async () => {
    const { page } = await openPage(browser, VIEW);
    await pane(page, 'B').locator('.source-name').click();
    await page.getByText('No server answers here.').waitFor();
    assert.equal(await page.getByTestId('upload-file').count(), 0);
  });
}
