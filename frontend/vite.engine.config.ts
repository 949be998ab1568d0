/** Figures as one script for an engine without a host: `mmscope render` runs it. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { faces } from './scripts/faces-plugin.ts';
import { medium } from './scripts/font-plugin.ts';

export default defineConfig({
  plugins: [react(), faces(), medium()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: 'dist/engine',
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    lib: {
      entry: 'src/embed/figure/engine.ts',
      name: 'mmscope',
      formats: ['iife'],
      fileName: () => 'figures.js',
      cssFileName: 'unused',
    },
  },
});
