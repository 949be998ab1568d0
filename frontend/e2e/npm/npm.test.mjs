// make npm: the package installed elsewhere, in a page of plain HTML and in a site built by Vite; and its types.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { build, createServer } from 'vite';
import { launch } from '../browser.mjs';
import { plainServer, stopServers } from '../static/server.mjs';

const MADE = new URL('../../../build/packages/', import.meta.url).pathname;
const VIEW = 'swap-devices?a=model:four-nodes&amp;b=capture:one-each-node&amp;k=1800';
const run = promisify(execFile);

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let project;
before(async () => {
  const file = (await readdir(MADE)).find((name) => /^mm-scope-.*\.tgz$/.test(name));
  if (file === undefined) throw new Error('make npm first');
  project = await mkdtemp(join(tmpdir(), 'mm-scope-'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(MADE, file)], { cwd: project });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await stopServers();
  await rm(project, { recursive: true, force: true });
});

/** A page with a figure in it. @param {string} url */
async function shows(url) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) problems.push(request.url());
  });
  await page.goto(url);
  await page.getByRole('figure').locator('svg.swap-devices').nth(1).waitFor();
  await page.close();
  assert.deepEqual(problems, []);
}

const html = (/** @type {string} */ script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title>${script}<mm-scope view="${VIEW}" height="420"></mm-scope>`;

test('plain HTML: the files copied, one script', async () => {
  const site = join(project, 'plain');
  await mkdir(site);
  await run('npx', ['mm-scope', 'copy', join(site, 'mmscope')], { cwd: project });
  await writeFile(
    join(site, 'index.html'),
    html('<script type="module" src="mmscope/embed/mm-scope.js"></script>'),
  );
  const server = await plainServer(site, '/course/');
  await shows(server.url);
});

test('Vite: the plug-in brings the files, while developing and when built', async () => {
  const root = join(project, 'vite');
  await mkdir(root);
  await writeFile(join(root, 'index.html'), html('<script type="module" src="./main.js"></script>'));
  await writeFile(
    join(root, 'main.js'),
    "import { load } from 'mm-scope';\nawait load();\ndocument.body.dataset.loaded = 'yes';\n",
  );
  const plugin = (await import(join(project, 'node_modules/mm-scope/vite.js'))).default;
  const config = {
    root,
    base: './',
    configFile: /** @type {const} */ (false),
    logLevel: /** @type {const} */ ('error'),
  };
  await build({ ...config, plugins: [plugin()] });
  const built = await plainServer(join(root, 'dist'), '/deep/below/');
  await shows(built.url);
  const server = await createServer({
    ...config,
    base: '/notes/',
    plugins: [plugin()],
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  const address = server.httpServer?.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await shows(`http://127.0.0.1:${port}/notes/`);
  await server.close();
});

test('the types say what the element takes and tells', async () => {
  const source = `import { load, type MmScopeAttributes, type MmScopeEventMap } from 'mm-scope';
const { MmScope } = await load('/mmscope/');
const figure = document.createElement('mm-scope');
if (!(figure instanceof MmScope)) throw new Error();
await figure.seek(3);
figure.addEventListener('step', (event) => { const k: number = (event as MmScopeEventMap['step']).detail.k; void k; });
export const given: MmScopeAttributes = { view: 'zones', controls: 'full', height: 420 };
// @ts-expect-error there is no such control
export const wrong: MmScopeAttributes = { controls: 'some' };
// @ts-expect-error a step has no such detail
export const nothing = (event: MmScopeEventMap['step']) => event.detail.nothing;
`;
  await writeFile(join(project, 'use.ts'), source);
  const options = ['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const lib = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable', '--ignoreConfig'];
  const tsc = new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
  await run(process.execPath, [tsc, ...options, ...lib, 'use.ts'], { cwd: project }).catch(
    (/** @type {{ stdout: string }} */ { stdout }) => assert.fail(stdout),
  );
});
