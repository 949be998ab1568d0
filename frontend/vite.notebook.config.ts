/** Figures for notebooks, which have no place for files: one module with all in it, and a small one that asks for it. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { KNOWS_PAGES_COLOURS, noSheets } from './scripts/style-plugin.ts';

const at = (path: string) => resolve(import.meta.dirname, path);
/** One file: what is imported later is in it, too. */
const WHOLE = { codeSplitting: false };

/** Who starts a worker from a file, and what starts it from text in its place. */
const INLINE = [
  ['/stage/workers/client.ts', 'worker'],
  ['/pages/machine/client.ts', 'machine-worker'],
] as const;

const inlineWorker: Plugin = {
  name: 'mmscope-inline-worker',
  enforce: 'pre',
  resolveId: (id, importer) => {
    const found = id === './worker' && INLINE.find(([starts]) => importer?.endsWith(starts));
    return found ? at(`src/embed/element/${found[1]}.ts`) : null;
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [noSheets, inlineWorker, react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  worker: { format: 'es', rolldownOptions: { output: WHOLE } },
  build: {
    target: 'es2023',
    cssTarget: KNOWS_PAGES_COLOURS,
    outDir: at('dist/notebook'),
    emptyOutDir: mode === 'notebook',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    lib: { entry: at(`src/embed/element/${mode}.ts`), formats: ['es'], fileName: () => `${mode}.js` },
    rolldownOptions: { output: WHOLE },
  },
}));
