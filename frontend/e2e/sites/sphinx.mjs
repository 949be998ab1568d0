// Sphinx by its own command, each builder: HTML, LaTeX to PDF, EPUB, text, man.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainServer } from '../static/server.mjs';
import { inked, opened, shows } from './figures.mjs';
import { run } from './workspace.mjs';

const VIEW = 'swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800';
/** Of the picture's last line. */
const COMMAND = `mmscope render '${VIEW}'`;
const CAPTION = 'One writer, two rules.';
const FIGURES = 2;

/**
 * Builds strictly: a warning is an error.
 * @param {import('./workspace.mjs').Place} place
 * @param {string} builder
 */
async function built(place, builder) {
  const folder = await place.example('sphinx', `-${builder}`);
  await run(
    join(place.bin, 'python'),
    ['-m', 'sphinx', '-q', '-W', '-b', builder, '-d', 'trees', '.', 'out'],
    folder,
  );
  return join(folder, 'out');
}

/** @type {import('./run.mjs').Host[]} */
export const sphinx = [
  {
    name: 'sphinx-html',
    async check(place, browser) {
      const server = await plainServer(await built(place, 'html'), '/manual/');
      await shows(browser, server.url, { count: FIGURES, shot: place.shot('sphinx-html') });
    },
  },
  {
    name: 'sphinx-pdf',
    needs: [
      'latexmk:latexmk',
      'pdflatex:texlive-latex-recommended',
      'pdftotext:poppler-utils',
      ...texFiles(),
    ],
    async check(place, browser) {
      const out = await built(place, 'latex');
      await run('make', ['LATEXMKOPTS=-interaction=nonstopmode -halt-on-error'], out);
      const pdf = (await readdir(out)).find((name) => name.endsWith('.pdf') && !name.startsWith('mmscope-'));
      assert.ok(pdf !== undefined, 'there is no PDF');
      const text = (await run('pdftotext', ['-layout', pdf, '-'], out)).replace(/\s+/g, ' ');
      for (const words of [CAPTION, 'Round robin gives its pages to', 'mmscope render']) said(text, words);
      await run('pdftoppm', ['-png', '-r', '100', pdf, 'page'], out);
      const pages = (await readdir(out)).filter((name) => /^page-\d+\.png$/.test(name)).sort();
      const pictures = (await run('pdfimages', ['-list', pdf], out)).trim();
      assert.ok(!/ image /.test(pictures), 'figures are lines and letters, not pixels');
      // Title, contents, then the pages with the figures.
      const shown = await withWords(out, pdf, pages, 'mmscope render');
      assert.equal(shown.length > 0, true);
      for (const page of shown) await inked(browser, await readFile(join(out, page)), page);
      await writeFile(place.shot('sphinx-pdf'), await readFile(join(out, shown[0] ?? '')));
    },
  },
  {
    name: 'sphinx-epub',
    needs: ['unzip:unzip'],
    async check(place, browser) {
      const out = await built(place, 'epub');
      const book = (await readdir(out)).find((name) => name.endsWith('.epub'));
      assert.ok(book !== undefined, 'there is no book');
      await run('unzip', ['-q', book, '-d', 'book'], out);
      const server = await plainServer(join(out, 'book'), '/book/');
      const { page, problems, close } = await opened(browser, `${server.url}index.xhtml`);
      const pictures = page.locator('img[src*="mmscope-"]');
      assert.equal(await pictures.count(), FIGURES);
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded();
        assert.ok(await picture.evaluate((e) => /** @type {HTMLImageElement} */ (e).naturalWidth > 300));
        assert.notEqual(await picture.getAttribute('alt'), '');
        await inked(browser, await picture.screenshot(), 'a picture of the book');
      }
      assert.equal(await page.locator('mm-scope, script').count(), 0);
      await pictures.first().scrollIntoViewIfNeeded();
      await page.screenshot({ path: place.shot('sphinx-epub') });
      assert.deepEqual(problems, []);
      await close();
    },
  },
  {
    name: 'sphinx-text',
    async check(place) {
      const text = await readFile(join(await built(place, 'text'), 'index.txt'), 'utf8');
      for (const words of [CAPTION, COMMAND, 'recomputed, same', '[model]']) said(text, words);
    },
  },
  {
    name: 'sphinx-man',
    needs: ['man:man-db', 'groff:groff-base'],
    async check(place) {
      const out = await built(place, 'man');
      const text = await run('man', ['--warnings', '-P', 'cat', './figure.7'], out, {
        MANWIDTH: '200',
        LC_ALL: 'C.UTF-8',
      });
      for (const words of [CAPTION, COMMAND, 'recomputed, same', '[model]']) said(text, words);
    },
  },
];

/** @param {string} text @param {string} words */
const said = (text, words) => assert.ok(text.includes(words), `it does not say “${words}”`);

/** Pages of a PDF with words on them. @param {string} out @param {string} pdf @param {string[]} pages @param {string} words */
async function withWords(out, pdf, pages, words) {
  const found = [];
  for (const [i, page] of pages.entries()) {
    const at = String(i + 1);
    if ((await run('pdftotext', ['-f', at, '-l', at, pdf, '-'], out)).includes(words)) found.push(page);
  }
  return found;
}

/** What Sphinx's LaTeX asks for, by a file of each package. */
function texFiles() {
  const tex = '/usr/share/texlive/texmf-dist/tex';
  return [
    `${tex}/latex/titlesec/titlesec.sty:texlive-latex-extra`,
    `${tex}/latex/cmap/cmap.sty:texlive-latex-base`,
    '/usr/share/texmf/fonts/*/public/tex-gyre:tex-gyre',
    '/usr/share/texlive/texmf-dist/fonts/type1/urw/times:texlive-fonts-recommended',
  ];
}
