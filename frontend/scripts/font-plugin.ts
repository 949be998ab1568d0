/**
 * The medium face of figures, as the module `virtual:plex-medium`: what headings in drawings are set in. They say little
 * but English and numbers, so only the glyphs for that are carried; a figure with all of them would weigh too much.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subset from 'subset-font';
import type { Plugin } from 'vite';

const NAME = 'virtual:plex-medium';
const ID = `\0${NAME}`;

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
const CHARACTERS = `${ASCII}·×–−’“”…`;
/** What a browser does with text unasked. */
const keepFeatures = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig'];

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
