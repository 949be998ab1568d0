import react from '@vitejs/plugin-react';
import type { AcceptedPlugin } from 'postcss';
import { defineConfig } from 'vitest/config';
import { GROUPS, WORKER_GROUPS } from './scripts/chunks.ts';
import { datasets } from './scripts/datasets-plugin.ts';
import { medium } from './scripts/font-plugin.ts';
import { notices } from './scripts/notices-plugin.ts';

/** As the server's (api/server/headers.py): nothing from elsewhere, nothing inline. */
const CSP = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const { page, worker } = notices();

/** Every browser that runs the modules reads woff2. */
const WOFF2_ALONE: AcceptedPlugin = {
  postcssPlugin: 'woff2-alone',
  Declaration: {
    src: (declaration) => {
      declaration.value = declaration.value.replace(/,\s*url\([^)]*\.woff\) format\('woff'\)/, '');
    },
  },
};

/** Three quarters of the time of all unit tests: `make quick` does without. */
const LONG_TESTS = [
  'src/app/lessons.test.ts',
  'src/app/scene-fit.test.ts',
  'src/capture/local/chain.test.ts',
  'src/embed/figure/animation.test.ts',
  'src/embed/figure/figure.test.ts',
  'src/pages/compare/side/runs.test.ts',
  'src/pages/compare/sweep.test.ts',
  'src/pages/report/ReportPage.test.ts',
  'src/quiz/forecast.test.ts',
  'src/quiz/question-search.test.ts',
  'src/quiz/state.test.ts',
  'src/scenes/guide.test.ts',
  'src/scenes/swap-devices/marks/layout.test.ts',
  'src/scenes/swap-in/scene.test.tsx',
  'src/scenes/variation.test.ts',
  'src/trace/parallel/reader.test.ts',
];

/** Files that have a process to themselves, and why; the others share one, with all that it has read and compiled. */
const ALONE = {
  'src/capture/remote/secret.test.ts': 'loads its module anew',
};

/** Files whose tests need a document. */
const DOM_TESTS = [
  'src/**/*.test.tsx',
  'src/app/links/view-storage.test.ts',
  'src/embed/figure/{animation,figure,machine}.test.ts',
];

/** Of React's renderers to text the one that is used: the other, for streams, is as large. */
const TEXT_RENDERER = new URL(
  'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
  import.meta.url,
).pathname;

export default defineConfig(({ command }) => ({
  base: './',
  appType: 'mpa',
  plugins: [react(), datasets(), medium(), page],
  resolve: {
    alias: command === 'build' ? [{ find: /^react-dom\/server$/, replacement: TEXT_RENDERER }] : [],
  },
  css: { postcss: { plugins: [WOFF2_ALONE] } },
  worker: {
    format: 'es',
    plugins: () => [worker()],
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/worker-[name]-[hash].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: WORKER_GROUPS },
      },
    },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } } },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  preview: { headers: { 'content-security-policy': CSP }, proxy: {} },
  test: {
    // Tests that read whole captures, or run the core, take seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'alone', include: Object.keys(ALONE) } },
      ...[false, true].map((dom) => ({
        extends: true as const,
        test: {
          name: dom ? 'dom' : 'node',
          include: dom ? DOM_TESTS : ['src/**/*.test.{ts,tsx}'],
          exclude: [
            ...Object.keys(ALONE),
            ...(dom ? [] : DOM_TESTS),
            ...(process.env['MMS_TEST_QUICK'] ? LONG_TESTS : []),
          ],
          environment: dom ? 'jsdom' : 'node',
          isolate: false,
          // What a test put in the place of a global would stay there for the next file.
          unstubGlobals: true,
        },
      })),
    ],
  },
}));
