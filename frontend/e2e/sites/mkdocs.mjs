// MkDocs with Material, and Python-Markdown by its own command.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainServer } from '../static/server.mjs';
import { shows } from './figures.mjs';
import { run } from './workspace.mjs';

/** @type {import('./run.mjs').Host} */
export const mkdocs = {
  name: 'mkdocs-material',
  async check(place, browser) {
    const folder = await place.example('mkdocs');
    await run(join(place.bin, 'python'), ['-m', 'mkdocs', 'build', '--strict', '-q'], folder, {
      NO_MKDOCS_2_WARNING: '1',
    });
    const server = await plainServer(join(folder, 'site'), '/notes/');
    await shows(browser, server.url, { shot: place.shot('mkdocs-material') });
  },
};

/** @type {import('./run.mjs').Host} */
export const markdown = {
  name: 'markdown',
  async check(place, browser) {
    const folder = await place.example('markdown');
    const words = ['-x', 'fenced_code', '-x', 'mmscope', '-c', 'options.json', 'notes.md'];
    const body = await run(join(place.bin, 'python'), ['-m', 'markdown', ...words], folder);
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title><body>${body}`,
    );
    const server = await plainServer(folder, '/notes/');
    await shows(browser, server.url, { shot: place.shot('markdown') });
  },
};
