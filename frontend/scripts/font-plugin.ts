/** The faces of figures: one with the glyphs that headings need, and all as programs for paper read them. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subset from 'subset-font';
import type { Plugin } from 'vite';
import { decompress } from 'wawoff2';
import { WEIGHTS } from '../src/ui/fonts.ts';

const NAME = 'virtual:plex-medium';
const ID = `\0${NAME}`;

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
const CHARACTERS = `${ASCII}·×–−’“”…`;
/** What a browser does with text unasked. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig'];

/**
 * The medium face of figures, as the module `virtual:plex-medium`: what headings in drawings are set in. They say little
 * but English and numbers, so only the glyphs for that are carried; a figure with all of them would weigh too much.
 */
export function medium(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'mmscope-medium',
    resolveId: (id) => (id === NAME ? ID : null),
    async load(id) {
      if (id !== ID) return null;
      const file = resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2');
      const woff2 = await subset(await readFile(file), CHARACTERS, {
        targetFormat: 'woff2',
        keepFeatures,
        noHinting: true,
      });
      return [
        `export const characters = ${JSON.stringify(CHARACTERS)};`,
        `export default ${JSON.stringify(woff2.toString('base64'))};`,
      ].join('\n');
    },
  };
}

/** All of them as TrueType, which programs that set a figure on paper read; browsers get WOFF2. */
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
