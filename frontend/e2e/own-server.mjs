// Servers of a test's own, which it may stop.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MMSCOPE = fileURLToPath(new URL('../../backend/.venv/bin/mmscope', import.meta.url));

/** One on a data folder. @param {string} data @param {number} port */
export async function ownServer(data, port) {
  const server = spawn(MMSCOPE, ['serve'], {
    env: { ...process.env, PORT: String(port), MMSCOPE_DATA: data },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    assert.equal(server.exitCode, null, 'the server did not start');
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { server, url };
}

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** One with a data folder that goes with it; it can be started again after it was killed. */
export async function ownServers() {
  const data = await mkdtemp(join(tmpdir(), 'mms-'));
  const port = await freePort();
  const first = await ownServer(data, port);
  const own = {
    ...first,
    async again() {
      own.server = (await ownServer(data, port)).server;
    },
    async end() {
      own.server.kill('SIGKILL');
      await rm(data, { recursive: true, force: true });
    },
  };
  return own;
}
