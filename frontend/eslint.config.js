// Linters: strict types, hooks, and who may import whom (the table in scripts/layers.js).
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { rule as layers } from './scripts/layers.js';

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
    files: ['src/core/gen/**', 'src/trace/gen/**', 'src/rooms/gen/**'],
    rules: { '@typescript-eslint/consistent-indexed-object-style': 'off' },
  },
  { files: ['src/**/*.tsx', 'src/**/use-*.ts'], ...hooks.configs.flat.recommended },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ['public/**', 'pwa/**'], languageOptions: { sourceType: 'script' } },
  { files: ['pwa/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['src/core/number.test.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { mmscope: { rules: { layers } } },
    rules: { 'mmscope/layers': 'error' },
  },
  {
    files: [
      'src/{core,capture,trace}/**/*.ts',
      'src/timeline/{model,canvas,remote,worker,control}/**/*.ts',
      'src/stage/{workers,cursor}/**/*.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['react', 'react-dom', 'react-dom/**'], message: 'Logic here is free of React.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/stage/**/*.{ts,tsx}'],
    ignores: ['src/stage/**/*.test.{ts,tsx}', 'src/stage/**/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                '**/scenes/{interleave,swap-devices,swap-in,zones,decisions}/**',
                '!**/scenes/*/decision',
              ],
              message: 'The stage knows scenes only through scenes/index and scenes/scene.',
            },
          ],
        },
      ],
    },
  },
);
