// npm run e2e: every test file in order, against BASE_URL or against a preview of dist/.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { startPreview } from './preview.mjs';

const here = import.meta.dirname;
const server = process.env['BASE_URL'] ? null : await startPreview();
if (server) process.env['MMS_NO_API'] = '1';
const files = (await readdir(here)).filter((n) => n.endsWith('.test.mjs')).sort();
const only = process.argv.slice(2);
const chosen = files
  .filter((n) => only.length === 0 || only.some((o) => n.includes(o)))
  .map((n) => `${here}/${n}`);
const args = ['--test', '--test-concurrency=1', '--test-timeout=900000', '--test-reporter=spec', ...chosen];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
  void server?.close();
});
