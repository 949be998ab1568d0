// SPDX-License-Identifier: Apache-2.0
// What both measurements in a browser need: Chromium, pages on loopback, and the memory of a page's process.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

export { launch } from '../../frontend/e2e/browser.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A package of the front end, for tools that have none of their own. */
export const frontendPackage = (name) =>
  createRequire(new URL('../../frontend/package.json', import.meta.url)).resolve(name);

/**
 * A folder on a port of loopback, and files of elsewhere in it by name.
 * @param {string} folder @param {Record<string, string>} [files]
 */
export async function serve(folder, files = {}) {
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/^\/+/, '');
    const path = files[name] ?? join(folder, name || 'index.html');
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined || name.startsWith('..')) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': size,
    });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** Bytes that each renderer process has now and had at most: Map of pid to { now, most }. */
export async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kib = (status, key) => Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(status)[1]) * 1024;
  return new Map(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(({ id }) => {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        return [id, { now: kib(status, 'VmRSS'), most: kib(status, 'VmHWM') }];
      }),
  );
}
