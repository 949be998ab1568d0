// Vite, webpack and Next, each by its own command, with the packed npm package.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { plainServer } from '../static/server.mjs';
import { shows } from './figures.mjs';
import { run, served } from './workspace.mjs';

/** @type {import('./run.mjs').Host} */
export const vite = {
  name: 'vite',
  async check(place, browser) {
    const folder = await place.project('vite');
    await run('npx', ['vite', 'build', '--logLevel', 'error'], folder);
    const server = await plainServer(join(folder, 'dist'), '/deep/below/');
    await shows(browser, server.url, { shot: place.shot('vite') });
  },
};

/** @type {import('./run.mjs').Host} */
export const webpack = {
  name: 'webpack',
  async check(place, browser) {
    const folder = await place.project('webpack');
    await run('npx', ['webpack', '--fail-on-warnings'], folder);
    await run('npx', ['mm-scope', 'copy', 'public/mmscope'], folder);
    const server = await plainServer(join(folder, 'public'), '/deep/below/');
    await shows(browser, server.url, { shot: place.shot('webpack') });
  },
};

/** @type {import('./run.mjs').Host} */
export const next = {
  name: 'next',
  async check(place, browser) {
    const folder = await place.project('next');
    const env = { NEXT_TELEMETRY_DISABLED: '1' };
    await run('npx', ['mm-scope', 'copy', 'public/mmscope'], folder);
    await run('npx', ['next', 'build'], folder, env);
    const server = await served(
      process.execPath,
      [join(place.modules, 'next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', String(await freePort())],
      { cwd: folder, env, says: /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/ },
    );
    try {
      await shows(browser, server.url, { shot: place.shot('next') });
    } finally {
      await server.stop();
    }
  },
};

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
