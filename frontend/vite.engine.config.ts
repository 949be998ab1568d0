/** What the command line runs in an engine without a host, a script each: figures, the questions of sweeps and pairs, reports. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { faces, medium } from './scripts/font-plugin.ts';

const ENTRIES: Record<string, string> = {
  figures: 'src/embed/figure/engine.ts',
  compare: 'src/pages/compare/engine.ts',
  report: 'src/pages/report/engine.ts',
};

export default defineConfig(({ mode }) => ({
  plugins: [react(), faces(), medium()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: 'dist/engine',
    emptyOutDir: mode === 'figures',
    modulePreload: false,
    cssCodeSplit: false,
    lib: {
      entry: ENTRIES[mode] ?? mode,
      name: 'mmscope',
      formats: ['iife'],
      fileName: () => `${mode}.js`,
      cssFileName: 'unused',
    },
  },
}));
