// A server of a test's own, which it may kill: also for what runs after the test that stops the others'.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MMSCOPE = fileURLToPath(new URL('../../backend/.venv/bin/mmscope', import.meta.url));

/** Lost connections are what some of these tests are about. */
export const LOST = /WebSocket|ERR_CONNECTION|ERR_INTERNET|Failed to load resource/;

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** With an empty data folder, which goes with it. Killed, it can be started again where it was. */
export async function ownServer() {
  const data = await mkdtemp(join(tmpdir(), 'mmscope-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  /** @type {import('node:child_process').ChildProcess | null} */
  let running = null;
  const start = async () => {
    const env = { ...process.env, PORT: String(port), MMSCOPE_DATA: data };
    const server = spawn(MMSCOPE, ['serve'], { env, stdio: 'ignore' });
    running = server;
    for (;;) {
      assert.equal(server.exitCode, null, 'the server did not start');
      const answer = await fetch(`${url}/api/health`).catch(() => null);
      if (answer?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const kill = async () => {
    const server = running;
    if (!server) return;
    running = null;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url,
    data,
    start,
    kill,
    close: async () => {
      await kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}
