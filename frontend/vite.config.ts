import react from '@vitejs/plugin-react';
import type { AcceptedPlugin } from 'postcss';
import { defineConfig } from 'vitest/config';
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

/** A part and its style sheets, which are fetched side by side; nothing for a part without any. */
function styled(file: string, needed: readonly string[]): string[] {
  const sheets = needed.filter((one) => one.endsWith('.css'));
  return sheets.length > 0 ? [file, ...sheets] : [];
}

/** What the first drawing needs, beyond what the page begins with. */
const ROOTS = ['app/main.tsx', 'app/routes/StartRoute.tsx', 'scenes/swap-devices/Drawing.tsx'].map(
  (file) => new URL(`src/${file}`, import.meta.url).pathname,
);
let firstModules: ReadonlySet<string> | null = null;

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** All that a module imports, and what that imports. */
function withImports(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const all = new Set(roots);
  for (const id of all) for (const one of graph.getModuleInfo(id)?.importedIds ?? []) all.add(one);
  return all;
}

/** The file of a module that is not needed first: one for each folder, and for each page. */
function partOf(id: string, graph: Graph): string | null {
  firstModules ??= withImports(ROOTS, graph);
  if (firstModules.has(id)) return null;
  return /\/src\/(pages\/\w+|\w+)\//.exec(id)?.[1]?.replace('/', '-') ?? null;
}

export default defineConfig({
  base: './',
  appType: 'mpa',
  plugins: [react(), datasets(), medium(), page],
  css: { postcss: { plugins: [WOFF2_ALONE] } },
  worker: {
    format: 'es',
    plugins: () => [worker()],
    rolldownOptions: { output: { chunkFileNames: 'assets/worker-[name]-[hash].js' } },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // All parts are fetched in advance once the page is drawn. The list of what each of them needs would be a part of
    // what the page begins with; it is worth that only for what is drawn first.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed) => (/\bDrawing-/.test(file) ? needed : styled(file, needed)),
    },
    // React changes with no release of ours: a browser that has it keeps it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|scheduler|react-dom(?!\/(server|cjs\/react-dom-server)))\//,
            },
            // One file of what the page begins with: in many, each is compressed by itself.
            { name: 'first', tags: ['$initial'] },
            // The drawing of a page that opens without a link, likewise.
            {
              name: 'swap-devices',
              test: /src\/scenes\/swap-devices\/(Drawing|marks\/(?!.*css)|facts\/(facts|size))/,
            },
            // What drawings and the panes around them share, likewise.
            {
              name: 'drawn',
              test: /src\/(core\/(asif\/band|message)|capture\/sources\/phrases|stage\/control\/use-pane|ui\/(marks\/(Band|Disc)|nodes\/(NodePlate|Textures|colours)|Tag|memo|scale|use-screen|use-throttle)|scenes\/(marks\/\w+|phrases|font-metrics|swap-devices\/facts\/(facts|size)|voices\/(names|swap-walk)))\.tsx?$/,
            },
            // The rest is fetched in advance, a file for each folder: layers.js has no circle of folders. Compare stays as it is
            // cut by itself, whose files would begin before one another. Style sheets of a medium, and a figure's fonts, are
            // fetched by who needs them.
            {
              name: partOf,
              test: /\/src\/(?!(pages\/compare\/.*|embed\/figure\/plex\.ts|stage\/(phone|landscape|print)\.css|ui\/style\/(targets|projector)\.css)$).*\.(tsx?|css)$/,
            },
          ],
        },
      },
    },
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
});
