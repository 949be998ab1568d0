// A server of one's own, for tests that kill it, and for those that come after the one that stops the others'.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MMSCOPE = new URL('../../backend/.venv/bin/mmscope', import.meta.url).pathname;

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const at = /** @type {import('node:net').AddressInfo} */ (probe.address()).port;
      probe.close(() => {
        resolve(at);
      });
    });
  });
}

/** One with an empty data folder, at a free port; BASE_URL is its address from now on. */
export async function ownServer() {
  const data = await mkdtemp(join(tmpdir(), 'mmscope-e2e-'));
  const port = await freePort();
  /** @type {import('node:child_process').ChildProcess | null} */
  let process_ = null;
  const start = async () => {
    const env = { ...process.env, PORT: String(port), MMSCOPE_DATA: data };
    const own = spawn(MMSCOPE, ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    process_ = own;
    await /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        own.stderr.on('data', (/** @type {Buffer} */ text) => {
          if (String(text).includes('running on http')) resolve();
        });
        own.on('exit', () => {
          reject(new Error('the server did not start'));
        });
      })
    );
  };
  const kill = async () => {
    const own = process_;
    if (!own) return;
    process_ = null;
    const gone = new Promise((resolve) => own.once('exit', resolve));
    own.kill('SIGKILL');
    await gone;
  };
  await start();
  process.env['BASE_URL'] = `http://127.0.0.1:${port}`;
  return {
    start,
    kill,
    close: async () => {
      await kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Lost connections are what some of these tests are about. */
export const LOST = /WebSocket|ERR_CONNECTION|ERR_INTERNET|Failed to load resource/;
