// A web server that knows nothing: Python's own, with a folder of ours below a path.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * @param {string} folder
 * @param {string} path as in /notes/mmscope/
 */
export async function plainServer(folder, path) {
  const root = await mkdtemp(join(tmpdir(), 'mmscope-static-'));
  const place = join(root, path).replace(/\/$/, '');
  await mkdir(dirname(place), { recursive: true });
  await symlink(folder, place);
  const child = spawn('python3', ['-u', '-m', 'http.server', '0', '-b', '127.0.0.1', '-d', root], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise((done) => lines.once('line', done));
  const port = /port (\d+)/.exec(String(line))?.[1];
  if (port === undefined) throw new Error(`no port in: ${String(line)}`);
  const gone = new Promise((done) => child.once('exit', done));
  const server = {
    url: `http://127.0.0.1:${port}${path}`,
    stop: async () => {
      child.kill();
      await gone;
      await rm(root, { recursive: true, force: true });
    },
  };
  open.push(server);
  return server;
}

/** @type {{ stop: () => Promise<void> }[]} */
const open = [];

/** Stops what a failed test left behind. */
export async function stopServers() {
  for (const server of open) await server.stop();
}
