import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { datasets } from './scripts/datasets-plugin.ts';

export default defineConfig({
  base: './',
  appType: 'mpa',
  plugins: [react(), datasets()],
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': 'http://127.0.0.1:8000' },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
  },
});
