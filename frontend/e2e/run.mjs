// npm run e2e: every test file, or those of a tier, against BASE_URL or against a preview of dist/.
// run.mjs [--tier quick|short|rest|long] [PART OF A NAME …]
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { startPreview } from './vite.mjs';
import { inTier, NAMED, TIERS } from './tiers.mjs';

const here = import.meta.dirname;
/** Files that have the server and the machine to themselves, and why. */
const ALONE = /** @type {Readonly<Record<string, string>>} */ ({
  '5-owners': 'removes what it sent to the server',
  '5-server': 'counts what the server keeps',
  '8-remote': 'what is said at once has two seconds',
  '8-timeline-bar': 'a tooltip comes and goes',
  '8-timeline-captures': 'what is shown while a file is read is soon over',
  '8-timeline-cores': 'four workers at once',
  '8-timeline-remote': 'sends captures to the server',
  '9-class': 'three windows at once, and what they say to each other',
  '9-class-errors': 'connections that are lost, and how soon that is noticed',
  '9-room': 'a class of windows',
  '9-room-targets': 'a server that is killed',
});
/** Comes last, and has no second run: it stops the server. */
const LAST = '9-offline';
/** How many of the others run at a time: a page that loads or is looked at keeps about one core. */
const MOST = Number(process.env['AT_ONCE'] ?? Math.min(2, availableParallelism()));

/** So many files may have a second run; more have something else in common. */
const AGAIN = 4;

const ending = '.test.mjs';
const {
  positionals: only,
  values: { tier },
} = parseArgs({ allowPositionals: true, options: { tier: { type: 'string' } } });
if (tier !== undefined && !TIERS.some((one) => one === tier))
  throw new Error(`tiers are ${TIERS.join(', ')}`);
// Test files see it: they are processes of their own.
if (tier !== undefined) process.env['MMS_TEST_TIER'] = tier;
/** Milliseconds that a test may take. Only those of the long tier take more than 70 s. */
const MOST_MS = tier === undefined || tier === 'long' ? 900_000 : 300_000;
const files = (await readdir(here))
  .filter((n) => n.endsWith(ending))
  .map((n) => n.slice(0, -ending.length))
  .sort();
const unknown = [...Object.keys(ALONE), ...NAMED, LAST].filter((name) => !files.includes(name));
if (unknown.length > 0) throw new Error(`named, but not there: ${unknown.join(', ')}`);
const chosen = files.filter(
  (name) => inTier(name, tier) && (only.length === 0 || only.some((o) => `${name}${ending}`.includes(o))),
);

/** Seconds that the tests of each file took, a second run of it included. */
const took = /** @type {Map<string, number>} */ (new Map());

/**
 * Runs the tests of these files, so many files at a time, and tells of each.
 * @param {readonly string[]} names
 * @param {number} concurrency
 * @returns {Promise<Map<string, string[]>>} by file, the tests that failed
 */
async function tell(names, concurrency) {
  const failed = /** @type {Map<string, string[]>} */ (new Map());
  if (names.length === 0) return failed;
  const tests = run({
    files: names.map((name) => `${here}/${name}${ending}`),
    concurrency,
    timeout: MOST_MS,
  });
  tests.on('test:fail', ({ file, name }) => {
    const of = basename(file ?? '', ending);
    failed.set(of, [...(failed.get(of) ?? []), name]);
  });
  tests.on('test:summary', ({ file, duration_ms: ms }) => {
    if (!file) return; // of all together
    const of = basename(file, ending);
    took.set(of, (took.get(of) ?? 0) + ms / 1000);
  });
  tests.compose(new spec()).pipe(process.stdout, { end: false });
  await finished(tests, { writable: false });
  return failed;
}

const server = process.env['BASE_URL'] ? null : await startPreview();
if (server) process.env['MMS_NO_API'] = '1';
const first = new Map([
  ...(await tell(
    chosen.filter((name) => name !== LAST && !(name in ALONE)),
    MOST,
  )),
  ...(await tell(
    chosen.filter((name) => name in ALONE),
    1,
  )),
]);
// Few that fail have a second run by themselves: on a machine that others use, a page is late at times. What fails there
// fails; what passes is named at the end, to be mended.
const again = first.size <= AGAIN ? await tell([...first.keys()], 1) : first;
const last = await tell(
  chosen.filter((name) => name === LAST),
  1,
);
await server?.close();
for (const [file, s] of [...took].sort(([, a], [, b]) => a - b))
  console.log(`took file=${file} s=${s.toFixed(1)}`);
for (const [file, tests] of first)
  for (const test of tests)
    if (!again.has(file)) console.log(`unsteady file=${file} test=${JSON.stringify(test)}`);
const failing = [...again, ...last];
for (const [file, tests] of failing)
  for (const test of tests) console.log(`failing file=${file} test=${JSON.stringify(test)}`);
process.exitCode = failing.length > 0 ? 1 : 0;
