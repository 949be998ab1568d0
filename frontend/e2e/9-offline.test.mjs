// Last: the server is stopped, and a file of one's own is still read. It never left this machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import {
  base,
  captureText,
  captureUnder,
  drop,
  file,
  openPage,
  pane,
  reached,
  testBrowser,
} from './browser.mjs';

const browser = await testBrowser();

test('a dropped file is unpacked and read with the server stopped', async () => {
  const text = await captureText((await captureUnder('roundrobin')).id);
  const { page, context } = await openPage(browser, '#v1/swap-devices?a=model:two-nodes&b=none&k=5');
  await page.waitForFunction(() => performance.getEntriesByName('mmscope:prepared').length > 0);
  const server = process.env['MMS_SERVER_PID'];
  if (server) {
    process.kill(Number(server), 'SIGTERM');
    await assert.rejects(async () => {
      for (;;) await (await fetch(base(), { headers: { connection: 'close' } })).arrayBuffer();
    });
  } else {
    await context.setOffline(true);
  }
  /** @type {string[]} */
  const sent = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await drop(page, '[data-pane=B]', [file('mine.txt.zst', zstdCompressSync(text))]);
  await pane(page, 'B').getByText('same, all').waitFor();
  await page.keyboard.press('ArrowRight');
  await reached(page, 6);
  assert.deepEqual(
    sent.filter((url) => !/^GET (blob:|.*\/mark-[\w-]+\.svg$|.*\.woff2?$)/.test(url)),
    [],
  );
});
