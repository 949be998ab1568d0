// Who sent a file to the server may remove it, nobody else. Run where there is a server: make test-e2e brings it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from './axe.mjs';
import { base, captureText, captureUnder, openPage, pane, ready, testBrowser } from './browser.mjs';

const skip = process.env['MMS_NO_API'] !== undefined;
const VIEW = '#v1/swap-devices?a=model:two-nodes&b=none&k=5';

const browser = await testBrowser();

/** @param {import('playwright-core').Page} page @param {string} name @param {string} text */
async function upload(page, name, text) {
  await pane(page, 'B').locator('.source-name').click();
  await page
    .getByTestId('upload-file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Send it to the server' }).click();
  await page.waitForURL(/b=server:/);
  await pane(page, 'B').getByText('same, all').waitFor();
}

/** The picker of pane B, with what it lists of the server. @param {import('playwright-core').Page} page */
async function picker(page) {
  await pane(page, 'B').locator('.source-name').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('upload-file').waitFor({ state: 'attached' });
  return dialog;
}

test('who sent a file finds it after a reload and removes it; another browser cannot', { skip }, async () => {
  const title = 'owned.mmscope';
  const text = (await captureText((await captureUnder('roundrobin')).id))
    .replaceAll(' comm=', ' comm=own')
    .replace(/"title":"[^"]*"/, `"title":"${title}"`);
  const { page, problems } = await openPage(browser, VIEW);
  await upload(page, title, text);
  const link = page.url();
  const [, id = ''] = /b=server:([^&]+)/.exec(link) ?? [];
  await page.reload();
  await ready(page);

  // Another profile: what the link names opens, and is neither listed nor to be removed.
  const other = await openPage(browser, link.slice(link.indexOf('#')));
  await pane(other.page, 'B').getByText('same, all').waitFor();
  const theirs = await picker(other.page);
  await theirs.getByText('The server lists nothing for this browser.').waitFor();
  assert.equal(await theirs.getByRole('button', { name: title }).count(), 0);
  const refused = await other.page.evaluate(
    async (url) =>
      (await fetch(url, { method: 'DELETE', headers: { 'mmscope-secret': 'x'.repeat(43) } })).status,
    `${base()}/api/captures/${id}`,
  );
  assert.equal(refused, 403);

  const dialog = await picker(page);
  const remove = dialog.getByRole('button', { name: `Remove ${title}…` });
  await remove.click();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Remove '));
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await dialog.getByText(`${title} was removed from the server.`).waitFor();
  await remove.waitFor({ state: 'detached' });
  assert.equal((await fetch(`${base()}/api/captures/${id}`)).status, 404);
  assert.deepEqual(problems, []);
});

test('a file that two people sent stays when one of them removes it', { skip }, async () => {
  const title = 'ours.mmscope';
  const text = (await captureText((await captureUnder('node')).id))
    .replaceAll(' comm=', ' comm=our')
    .replace(/"title":"[^"]*"/, `"title":"${title}"`);
  const pages = [];
  for (let person = 0; person < 2; person++) {
    const { page } = await openPage(browser, VIEW, { bypassCSP: true });
    await upload(page, title, text);
    pages.push(page);
  }
  for (const [page, words] of /** @type {const} */ ([
    [pages[0], `Others sent ${title} too, so it stays on the server for them.`],
    [pages[1], `${title} was removed from the server.`],
  ])) {
    assert.ok(page);
    const dialog = await picker(page);
    await dialog.getByRole('button', { name: `Remove ${title}…` }).click();
    assert.deepEqual(await axe(page), []);
    await dialog.getByRole('button', { name: 'Remove it' }).click();
    await dialog.getByText(words).waitFor();
  }
});
