// Where hosts are built: the packed wheel in an empty environment, the packed npm package in a project with the tools.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = new URL('../../../', import.meta.url).pathname;
const EXAMPLES = join(ROOT, 'docs/examples');
const PACKAGES = join(ROOT, 'build/packages');
const execute = promisify(execFile);

/**
 * @typedef {object} Place
 * @property {string} work a folder of its own
 * @property {(name: string) => string} shot where the picture of a page goes
 * @property {string} bin of the environment with the wheel
 * @property {(name: string, more?: string) => Promise<string>} example a copy of one of docs/examples to build in
 * @property {(name: string) => Promise<string>} project the same, where the npm packages are at hand
 * @property {string} modules the npm packages
 */

/**
 * A command, whose words are printed where it fails.
 * @param {string} command
 * @param {string[]} words
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
export async function run(command, words, cwd, env = {}) {
  try {
    const options = { cwd, maxBuffer: 1 << 28, env: { ...process.env, ...env } };
    return (await execute(command, words, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    throw new Error(`${command} ${words.join(' ')}: ${`${stdout}\n${stderr}`.slice(-3000)}`, {
      cause: error,
    });
  }
}

/** @param {RegExp} name */
async function packed(name) {
  const found = (await readdir(PACKAGES).catch(() => [])).find((file) => name.test(file));
  if (found === undefined) throw new Error('make wheel npm first');
  return join(PACKAGES, found);
}

/**
 * @param {string} work
 * @returns {Promise<Place>}
 */
export async function prepare(work) {
  await rm(work, { recursive: true, force: true });
  const npm = join(work, 'npm');
  for (const folder of [join(work, 'pictures'), npm]) await mkdir(folder, { recursive: true });
  const venv = join(work, 'venv');
  const uv = join(ROOT, '.tools/bin/uv');
  const wheel = await packed(/^mmscope-.*\.whl$/);
  await run(uv, ['venv', '-q', '--python', join(ROOT, 'backend/.venv/bin/python'), venv], work);
  const pinned = ['-c', join(ROOT, 'backend/requirements-dev.txt')];
  await run(
    uv,
    [
      'pip',
      'install',
      '-q',
      '--python',
      venv,
      ...pinned,
      `mmscope[sphinx,markdown] @ file://${wheel}`,
      'mkdocs-material',
    ],
    work,
  );
  await cp(new URL('packages/', import.meta.url).pathname, npm, { recursive: true });
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], npm);
  await run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', await packed(/^mm-scope-.*\.tgz$/)],
    npm,
  );
  return placeOf(work);
}

/** @param {string} work @returns {Place} */
export function placeOf(work) {
  const npm = join(work, 'npm');
  const copy = async (/** @type {string} */ name, /** @type {string} */ to) => {
    await rm(to, { recursive: true, force: true });
    await cp(join(EXAMPLES, name), to, { recursive: true });
    return to;
  };
  return {
    work,
    shot: (name) => join(work, 'pictures', `${name}.png`),
    bin: join(work, 'venv/bin'),
    modules: join(npm, 'node_modules'),
    example: (name, more = '') => copy(name, join(work, name + more)),
    project: (name) => copy(name, join(npm, name)),
  };
}

/**
 * A server that says where it is; `stop` ends it.
 * @param {string} command
 * @param {string[]} words
 * @param {{ cwd: string, env?: Record<string, string>, says: RegExp }} options `says`: its first group is the address
 */
export async function served(command, words, { cwd, env = {}, says }) {
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((done) => child.once('exit', done));
  let said = '';
  const url = await new Promise((found, failed) => {
    const hear = (/** @type {Buffer} */ data) => {
      said += String(data);
      const address = says.exec(said)?.[1];
      if (address !== undefined) found(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => failed(new Error(`${command} ended: ${said}`)));
  });
  return {
    url: /** @type {string} */ (url),
    stop: async () => {
      child.kill();
      await gone;
    },
  };
}
