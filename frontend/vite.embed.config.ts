/** <mm-scope> and the page /embed: a folder that needs nothing but the datasets beside it. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { KNOWS_PAGES_COLOURS, noSheets } from './scripts/style-plugin.ts';
import { embeddedNotices } from './scripts/notices-plugin.ts';

/** What pages name: the same name in every release. */
const NAMED = ['mm-scope', 'reveal'];

const at = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  root: at('embed'),
  base: './',
  plugins: [noSheets, react(), embeddedNotices],
  publicDir: false,
  // The same components, drawn with a tenth of the code: in somebody else's page it is fetched for a figure alone.
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
  worker: { format: 'es', rolldownOptions: { output: { chunkFileNames: 'assets/worker-[name]-[hash].js' } } },
  build: {
    target: 'es2023',
    cssTarget: KNOWS_PAGES_COLOURS,
    outDir: at('dist/embed'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        'mm-scope': at('src/embed/element/element.ts'),
        reveal: at('src/embed/element/slides.ts'),
        page: at('embed/index.html'),
      },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: (chunk) => (NAMED.includes(chunk.name) ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [{ name: 'preact', test: /node_modules\/preact\// }],
        },
      },
    },
  },
});
