// npm run bench-load: what a browser fetches before the first drawing of the page that opens without a link.
//
// Method. A fresh Chromium opens the page; when the first drawing is in it, everything fetched until then is
// counted as a server sends it that keeps its files packed by gzip -9. The page's own scripts and styles are
// bounded, since nothing is drawn without them; workers, modules, data and fonts come beside them and are printed apart.
// What had come by then the page's own clock says: the browser's, by which requests are stamped, is another one.
import { readdirSync, statSync } from 'node:fs';
import { launch } from '../browser.mjs';
import { wire } from './bytes.mjs';
import { startPreview } from '../vite.mjs';

/** Bytes. */
const LIMITS = { page: 130_000, chunk: 250_000 };
const ASSETS = new URL('../../dist/assets/', import.meta.url);

/** What a file is for. @param {string} path */
function partOf(path) {
  if (/\/worker-|\.worker-/.test(path)) return 'workers';
  if (path.endsWith('.wasm')) return 'modules';
  if (/\.woff2?$/.test(path)) return 'fonts';
  return /\.(js|css|html)$|\/$/.test(path) ? 'page' : 'data';
}

const server = await startPreview();
const browser = await launch();
const page = await browser.newPage();
await page.addInitScript(() => {
  performance.setResourceTimingBufferSize(1000);
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.drawing > *')) return;
    observer.disconnect();
    performance.mark('drawn');
  }).observe(document, { subtree: true, childList: true });
});
const asked = wire(page);
await page.goto(`${server.url}/`);
await page.waitForSelector('.drawing > *');
const { drawn, come } = await page.evaluate(() => {
  const at = performance.getEntriesByName('drawn')[0]?.startTime ?? 0;
  const files = performance.getEntriesByType('resource').flatMap((file) => {
    return file instanceof PerformanceResourceTiming && file.responseEnd <= at ? [file.name] : [];
  });
  return { drawn: performance.timeOrigin + at, come: [location.href, ...files] };
});
const own = new Set(come.map((url) => new URL(url).pathname));
const fetched = await asked.before(drawn);
/** @type {Record<string, number>} */
const parts = { page: 0, workers: 0, modules: 0, data: 0, fonts: 0 };
for (const [path, bytes] of fetched) {
  const part = partOf(path);
  if (part === 'page' && !own.has(path)) continue;
  parts[part] = (parts[part] ?? 0) + bytes;
  if (part === 'page') console.log(`${String(bytes).padStart(8)}  ${path}`);
}
await browser.close();
await server.close();
// The emulator is one file as it comes, and fetched by who boots a kernel.
const chunks = readdirSync(ASSETS)
  .filter((name) => name.endsWith('.js') && !name.startsWith('guest.worker'))
  .map((name) => statSync(new URL(name, ASSETS)).size);
const largest = Math.max(...chunks);
const sizes = Object.entries(parts).map(([name, bytes]) => `${name}_gzip_bytes=${bytes}`);
console.log(`bench-load ${sizes.join(' ')} largest_chunk_bytes=${largest}`);
process.exitCode = parts['page'] && parts['page'] <= LIMITS.page && largest <= LIMITS.chunk ? 0 : 1;
