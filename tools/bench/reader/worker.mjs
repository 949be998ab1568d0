// SPDX-License-Identifier: Apache-2.0
// Our worker in Chromium, from a File to columns ready: seconds, events, and the most memory its process had
// beyond what it had before.
import { fileURLToPath } from 'node:url';
import { frontendPackage, launch, renderers, serve } from '../../lib/browser.mjs';

async function builtPage(folder) {
  const { build } = await import(frontendPackage('vite'));
  await build({
    root: fileURLToPath(new URL('page', import.meta.url)),
    base: '../reader',
    configFile: false,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
    worker: { format: 'es' },
  });
  return folder;
}

export async function ours(folder, text) {
  const served = await serve(await builtPage(`${folder}/page`));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(served.url);
    const output = page.locator('output');
    await output.filter({ hasText: 'ready' }).waitFor();
    const before = await renderers(browser);
    await page.locator('input').setInputFiles(text);
    await output.filter({ hasText: 'seconds' }).waitFor({ timeout: 1_200_000 });
    const after = await renderers(browser);
    const grown = [...after].map(([id, { most }]) => most - (before.get(id)?.now ?? 0));
    return { ...JSON.parse(await output.textContent()), memory: Math.max(...grown) };
  } finally {
    await browser.close();
    await served.close();
  }
}
