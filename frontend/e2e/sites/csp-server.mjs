// A web server that sends a Content-Security-Policy with the pages alone, or with every file: a worker has that of its own.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
});

/**
 * @param {string} folder
 * @param {string} policy
 * @param {'pages' | 'files'} where
 */
export async function policed(folder, policy, where) {
  const server = createServer((request, response) => {
    const name = normalize(new URL(request.url ?? '/', 'http://localhost').pathname).replace(
      /\/$/,
      '/index.html',
    );
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const headers = where === 'files' || type === 'text/html' ? { 'content-security-policy': policy } : {};
    readFile(join(folder, name)).then(
      (body) => response.writeHead(200, { 'content-type': type, ...headers }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
