// Linters: strict types, hooks, and who may import whom (the table in README.md).
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** What the folders of src/ may import from each other. A folder may always import itself.
 * @type {Record<string, string[]>} */
const MAY_IMPORT = {
  core: [],
  ui: ['core'],
  sources: ['core'],
  scenes: ['core', 'ui'],
  stage: ['core', 'sources', 'ui', 'scenes', 'asks'],
  figure: ['core', 'sources', 'ui', 'scenes', 'stage'],
  embed: ['core', 'sources', 'ui', 'scenes', 'stage', 'figure'],
  published: ['core', 'sources', 'ui'],
  check: ['core', 'ui'],
  compare: ['core', 'sources', 'ui'],
  lessons: ['core', 'sources', 'ui', 'scenes', 'stage', 'asks'],
  asks: ['core', 'ui', 'scenes'],
  trace: ['core'],
  report: ['core', 'trace', 'ui'],
  timeline: ['core', 'trace', 'sources', 'ui'],
  room: ['core', 'sources', 'ui', 'scenes', 'stage', 'asks', 'lessons'],
};
const FOLDERS = [
  'core',
  'ui',
  'sources',
  'scenes',
  'stage',
  'figure',
  'embed',
  'published',
  'check',
  'compare',
  'lessons',
  'asks',
  'trace',
  'timeline',
  'report',
  'room',
  'app',
];

const boundaries = Object.entries(MAY_IMPORT).map(([folder, allowed]) => {
  const forbidden = FOLDERS.filter((f) => f !== folder && !allowed.includes(f));
  const patterns = [
    {
      group: forbidden.flatMap((f) => [`**/../${f}/**`, `**/../${f}`]),
      message: `src/${folder} may import only: ${[...allowed, 'itself'].join(', ')}.`,
    },
  ];
  if (folder === 'stage') {
    patterns.push({
      group: ['**/scenes/*/**', '!**/scenes/*/decision', '!**/scenes/index', '!**/scenes/scene'],
      message: 'The stage knows scenes only through scenes/index and scenes/scene.',
    });
  }
  if (['core', 'sources', 'trace'].includes(folder)) {
    patterns.push({ group: ['react', 'react-dom', 'react-dom/**'], message: 'Logic here is free of React.' });
  }
  /** @type {import('eslint').Linter.Config} */
  const config = {
    files: [`src/${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
  return config;
});

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'e2e/out/', 'npm/*.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-properties': [
        'error',
        { property: 'toLocaleString', message: 'Slow enough to be seen in every frame: core/number.' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/core/gen/**', 'src/trace/gen/**', 'src/room/gen/**'],
    rules: { '@typescript-eslint/consistent-indexed-object-style': 'off' },
  },
  { files: ['src/**/*.tsx', 'src/**/use-*.ts'], ...hooks.configs.flat.recommended },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ['public/**', 'pwa/**'], languageOptions: { sourceType: 'script' } },
  { files: ['pwa/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['src/core/number.test.ts'], rules: { 'no-restricted-properties': 'off' } },
  ...boundaries,
);
