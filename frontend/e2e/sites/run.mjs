// make test-embed: each host is built by its own tool with the packed packages, and opened. `run.mjs [HOST …]`
import { execFileSync } from 'node:child_process';
import { launch } from '../browser.mjs';
import { closeSites } from '../site.mjs';
import { jupyter } from '../notebook/jupyter.mjs';
import { stopServers } from '../static/server.mjs';
import { next, vite, webpack } from './npm.mjs';
import { frame } from './frame.mjs';
import { believed } from './mutations.mjs';
import { markdown, mkdocs } from './mkdocs.mjs';
import { prepare } from './workspace.mjs';
import { plain } from './html.mjs';
import { reveal } from './slides.mjs';
import { sphinx } from './sphinx.mjs';

/**
 * @typedef {object} Host
 * @property {string} name
 * @property {string[]} [needs] Debian packages, as tools/lib/packages.sh has them
 * @property {(place: import('./workspace.mjs').Place, browser: import('playwright-core').Browser) => Promise<unknown>} check
 *   rejected where something is not as it must be
 */

/** @type {Host[]} */
const HOSTS = [plain, frame, ...sphinx, mkdocs, markdown, reveal, vite, webpack, next, jupyter];
const ROOT = new URL('../../../', import.meta.url).pathname;

const asked = process.argv.slice(2);
const hosts = HOSTS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const needs = hosts.flatMap((host) => host.needs ?? []);
if (needs.length > 0) execFileSync(`${ROOT}tools/lib/packages.sh`, needs, { stdio: 'inherit' });
const place = await prepare(`${ROOT}build/embed-hosts`);
const browser = await launch();
const failed = [];
try {
  const { count, found } = await believed(browser);
  console.log(`lies count=${count} believed=${found.join(', ') || 'none'}`);
  if (found.length > 0) failed.push('lies');
  for (const { name, check } of hosts) {
    try {
      await check(place, browser);
      console.log(`${name} ok`);
    } catch (error) {
      failed.push(name);
      console.log(`${name} FAILED: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
} finally {
  await browser.close();
  await stopServers();
  closeSites();
}
const passed = hosts.length - failed.filter((name) => name !== 'lies').length;
console.log(`embed hosts=${hosts.length} passed=${passed} failed=${failed.length}`);
process.exit(failed.length === 0 && hosts.length > 0 ? 0 : 1);
