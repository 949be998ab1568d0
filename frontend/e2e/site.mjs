// Somebody else's site, for the tests of embedding: pages given as text, the build below /mm/, strict headers.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { launch } from './browser.mjs';

const DIST = new URL('../dist/', import.meta.url).pathname;
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
});
/** All that an embedded figure needs. */
export const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/**
 * `pages`: by path. Every request is noted in `asked`.
 * @param {Record<string, string>} pages
 * @param {Record<string, string>} [headers]
 */
export async function site(pages, headers = { 'content-security-policy': STRICT }) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const answer = async () => {
      const page = pages[pathname];
      if (page !== undefined) return { body: page, type: TYPES[extname(pathname)] ?? 'text/html' };
      const path = normalize(pathname.replace(/^\/mm\//, '/')).replace(/\/$/, '/index.html');
      if (!pathname.startsWith('/mm/')) throw new Error('not here');
      return {
        body: await readFile(join(DIST, path)),
        type: TYPES[extname(path)] ?? 'application/octet-stream',
      };
    };
    answer().then(
      ({ body, type }) => response.writeHead(200, { 'content-type': type, ...headers }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  open.push(server);
  return {
    at: (/** @type {string} */ path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    asked,
  };
}

/** @type {import('node:http').Server[]} */
const open = [];

/** Closes every site. */
export function closeSites() {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

/** A Chromium for the tests of a file: it is closed behind the last of them, and every site with it. */
export function visitor() {
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    closeSites();
    await browser.close();
  });
  return () => browser;
}
