/** The faces of figures as TrueType, which programs that set a figure on paper read; browsers get WOFF2. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { decompress } from 'wawoff2';
import { WEIGHTS } from '../src/ui/font-weights.ts';

export function faces(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'mmscope-faces',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      // What the drawings' style sheets say is in the script; the rest of them is for pages.
      for (const name of Object.keys(bundle)) if (name.endsWith('.css')) Reflect.deleteProperty(bundle, name);
      for (const weight of WEIGHTS) {
        const file = resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff2`);
        const source = await decompress(await readFile(file));
        this.emitFile({ type: 'asset', fileName: `plex-sans-${weight}.ttf`, source });
      }
    },
  };
}
