// npm run e2e: every test file in order, against BASE_URL or against a preview of dist/.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { preview } from 'vite';

const here = import.meta.dirname;
const env = { ...process.env };
const server = env['BASE_URL'] ? null : await preview({ preview: { port: 0, host: '127.0.0.1' } });
if (server) {
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('the preview has no port');
  env['BASE_URL'] = `http://127.0.0.1:${address.port}`;
  env['MMS_NO_API'] = '1';
}
const files = (await readdir(here)).filter((n) => n.endsWith('.test.mjs')).sort();
const only = process.argv.slice(2);
const chosen = files
  .filter((n) => only.length === 0 || only.some((o) => n.includes(o)))
  .map((n) => `${here}/${n}`);
const args = ['--test', '--test-concurrency=1', '--test-timeout=900000', '--test-reporter=spec', ...chosen];
const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
  void server?.close();
});
