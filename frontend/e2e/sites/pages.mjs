// pages.mjs FOLDER PAGE …: pages that another tool built there, each with one figure, served and opened; pictures beside them.
import { launch } from '../browser.mjs';
import { plainServer, stopServers } from '../static/server.mjs';
import { shows } from './figures.mjs';

const [folder = '', ...pages] = process.argv.slice(2);
const browser = await launch();
let wrong = 0;
try {
  const server = await plainServer(folder, '/docs/');
  for (const page of pages) {
    const shot = `${folder}/${page.replace(/\.html$/, '.png')}`;
    const failure = await shows(browser, server.url + page, { shot }).catch(
      (/** @type {Error} */ error) => error,
    );
    console.log(failure ? `${page} FAILED: ${failure.stack ?? failure.message}` : shot);
    wrong += Number(failure !== undefined);
  }
} finally {
  await browser.close();
  await stopServers();
}
process.exit(wrong === 0 && pages.length > 0 ? 0 : 1);
