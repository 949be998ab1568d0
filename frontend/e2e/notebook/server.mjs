// A JupyterLab of its own: nothing of it is kept, nothing of the machine's user is read.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What it would ask the network for. */
const QUIET = { fetchNews: 'false', checkForUpdates: false };
const SAYS = /(http:\/\/127\.0\.0\.1:\d+)\/lab\?token=(\w+)/;

/**
 * Serves the notebooks of `folder`. `bin`: of an environment with JupyterLab and mmscope.
 * @param {string} bin @param {string} folder
 */
export async function lab(bin, folder) {
  const own = join(folder, '.jupyter');
  const settings = join(own, 'settings', '@jupyterlab', 'apputils-extension');
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, 'notification.jupyterlab-settings'), JSON.stringify(QUIET));
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    HOME: own,
    IPYTHONDIR: join(own, 'ipython'),
    JUPYTER_CONFIG_DIR: own,
    JUPYTER_DATA_DIR: join(own, 'data'),
    JUPYTER_RUNTIME_DIR: join(own, 'runtime'),
    JUPYTERLAB_SETTINGS_DIR: join(own, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: join(own, 'workspaces'),
  };
  const words = ['--no-browser', '--allow-root', '--expose-app-in-browser', '--ip=127.0.0.1', '--port=0'];
  const server = spawn(join(bin, 'jupyter-lab'), words, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  /** @type {RegExpExecArray} */
  const found = await new Promise((done, fail) => {
    const hear = (/** @type {Buffer} */ data) => {
      said += data.toString();
      const match = SAYS.exec(said);
      if (match) done(match);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('error', fail);
    server.on('exit', () => fail(new Error(`JupyterLab stopped: ${said.slice(-2000)}`)));
  });
  const [, url, token] = found;
  return {
    /** One notebook alone, as Lab's simple mode has it. @param {string} name */
    at: (name) => `${url}/doc/tree/${name}?token=${token}`,
    said: () => said,
    stop: async () => {
      const gone = new Promise((done) => server.once('close', done));
      server.kill('SIGTERM');
      await gone;
    },
  };
}
