// What comes over the wire, counted as a server sends it that keeps its files packed by gzip -9.
import { gzipSync } from 'node:zlib';

/** Packed already: a server sends them as they are. */
const PACKED = /\.(woff2?|gz|png|zst)$/;

/** @param {string} path @param {Buffer} body */
export const wireBytes = (path, body) =>
  PACKED.test(path) ? body.length : gzipSync(body, { level: 9 }).length;

/**
 * Everything that a page asks for from now on; `before`: what it had asked for until that time (ms since 1970), in bytes
 * by path. Asked for after it, it is not part of what is waited for.
 * @param {import('playwright-core').Page} page
 */
export function wire(page) {
  /** @type {import('playwright-core').Response[]} */
  const responses = [];
  page.on('response', (response) => {
    if (response.ok() && response.url().startsWith('http')) responses.push(response);
  });
  return {
    /** @param {number} until @returns {Promise<Map<string, number>>} */
    before: async (until) => {
      const found = new Map();
      for (const response of responses) {
        if (response.request().timing().startTime > until) continue;
        const { pathname } = new URL(response.url());
        found.set(pathname, wireBytes(pathname, await response.body()));
      }
      return found;
    },
  };
}
