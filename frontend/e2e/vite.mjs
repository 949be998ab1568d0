// The built app on a free port, for a program that is not given a server.
import { existsSync } from 'node:fs';
import { preview } from 'vite';

/** BASE_URL leads there, for browser.mjs and for programs started from here. */
export async function startPreview() {
  if (!existsSync(new URL('../dist/index.html', import.meta.url)))
    throw new Error('build the app first: npm run build');
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' } });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('the preview has no port');
  const url = `http://127.0.0.1:${address.port}`;
  process.env['BASE_URL'] = url;
  return { url, close: () => server.close() };
}
