// npm run e2e: every test file, against BASE_URL or against a preview of dist/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { startPreview } from './preview.mjs';

const here = import.meta.dirname;
/** Files that have the server and the machine to themselves, and why. */
const ALONE = /** @type {Readonly<Record<string, string>>} */ ({
  '5-owners': 'removes what it sent to the server',
  '5-server': 'counts what the server keeps',
  '8-replay': 'what is said at once has two seconds',
  '8-timeline-bar': 'a tooltip comes and goes',
  '8-timeline-cores': 'four workers at once',
  '8-timeline-server': 'sends captures to the server',
  '9-class': 'three windows at once, and what they say to each other',
  '9-class-lost': 'connections that are lost, and how soon that is noticed',
  '9-offline': 'stops the server',
  '9-room': 'a class of windows',
  '9-room-thumb': 'a server that is killed',
});
/** How many of the others run at a time: a page that loads or is looked at keeps about one core. */
const MOST = Math.min(2, availableParallelism());

const ending = '.test.mjs';
const only = process.argv.slice(2);
const files = (await readdir(here))
  .filter((n) => n.endsWith(ending))
  .map((n) => n.slice(0, -ending.length))
  .sort();
const unknown = Object.keys(ALONE).filter((name) => !files.includes(name));
if (unknown.length > 0) throw new Error(`run.mjs names files that are not there: ${unknown.join(', ')}`);
const chosen = files.filter((name) => only.length === 0 || only.some((o) => `${name}${ending}`.includes(o)));

/** The tests of these files, so many files at a time. @param {readonly string[]} names @param {number} most */
async function run(names, most) {
  if (names.length === 0) return 0;
  const paths = names.map((name) => `${here}/${name}${ending}`);
  const flags = [`--test-concurrency=${most}`, '--test-timeout=900000', '--test-reporter=spec'];
  const child = spawn(process.execPath, ['--test', ...flags, ...paths], { stdio: 'inherit' });
  const [code] = /** @type {[number | null]} */ (await once(child, 'exit'));
  return code ?? 1;
}

const server = process.env['BASE_URL'] ? null : await startPreview();
if (server) process.env['MMS_NO_API'] = '1';
const beside = await run(
  chosen.filter((name) => !(name in ALONE)),
  MOST,
);
// Last, as one of them stops the server.
const alone = await run(
  chosen.filter((name) => name in ALONE),
  1,
);
await server?.close();
process.exitCode = beside || alone;
