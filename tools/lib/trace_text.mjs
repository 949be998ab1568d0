// A long tracefs text from a real one: repeated with its times shifted, until it has so many events. And the
// same events as JSON that Perfetto reads.
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/** What benches read: a real recording. */
export const SAMPLE = fileURLToPath(
  new URL('../../datasets/foreign/ftrace/numa-reclaim.txt.zst', import.meta.url),
);

/** task, pid, CPU, flags, seconds, microseconds, event, the rest. */
const LINE = /^(\s*(.+)-(\d+)\s+\[(\d+)\]\s+\S+\s+)(\d+)\.(\d{6}): ([^:]+): (.*)$/;
/** Between the last event and the first of the next repetition. */
const GAP_US = 1000;
const CHUNK = 20_000;

/**
 * @typedef {object} Line an event: what stands before its time, who it is of, and what it says
 * @property {string} head
 * @property {string} task
 * @property {number} pid
 * @property {number} cpu
 * @property {number} us
 * @property {string} kind
 * @property {string} rest
 *
 * @typedef {object} Sample
 * @property {string[]} heads the lines before the first event
 * @property {Line[]} lines
 * @property {number} span us from one repetition to the next
 */

/** @param {string} path plain, or packed with gzip or zstd @returns {Sample} */
export function readSample(path) {
  const bytes = readFileSync(path);
  const text = (
    path.endsWith('.gz') ? gunzipSync(bytes) : path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
  ).toString();
  /** @type {Line[]} */
  const lines = [];
  for (const line of text.split('\n')) {
    const [, head = '', task = '', pid = '', cpu = '', s = '', us = '', kind = '', rest = ''] =
      LINE.exec(line) ?? [];
    if (head === '') continue;
    lines.push({
      head,
      task: `${task.trim()}-${pid}`,
      pid: Number(pid),
      cpu: Number(cpu),
      us: Number(s) * 1e6 + Number(us),
      kind,
      rest,
    });
  }
  const span = (lines.at(-1)?.us ?? 0) - (lines[0]?.us ?? 0) + GAP_US;
  const heads = text.slice(0, 4096).split('\n').filter((line) => line.startsWith('#'));
  return { heads, lines, span };
}

/** How many events make a text of so many bytes at least. @param {Sample} sample @param {number} bytes */
export function eventsFor({ lines }, bytes) {
  // Two digits of seconds at least: later repetitions have more, so the text is not shorter than asked for.
  const length = (/** @type {Line} */ { head, kind, rest }) => `${head}00.000000: ${kind}: ${rest}\n`.length;
  return Math.ceil((bytes * lines.length) / lines.reduce((sum, line) => sum + length(line), 0));
}

/** Writes what a generator yields, once: a file that is there is taken as it is.
 * @param {string} path @param {Iterable<string>} parts */
async function write(path, parts) {
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const out = createWriteStream(`${path}.part`);
  for (const part of parts) {
    if (!out.write(part)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  renameSync(`${path}.part`, path);
  return path;
}

/** @template T @param {Sample} sample @param {number} events @param {(line: Line, us: number) => T} make */
function* repeated({ lines, span }, events, make) {
  for (let n = 0; n < events; n++) {
    const line = lines[n % lines.length];
    if (line) yield make(line, line.us + Math.floor(n / lines.length) * span);
  }
}

/** @param {Iterable<string>} items @param {string} [between] */
function* joined(items, between = '') {
  let chunk = [];
  let first = true;
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < CHUNK) continue;
    yield (first ? '' : between) + chunk.join(between);
    first = false;
    chunk = [];
  }
  if (chunk.length > 0) yield (first ? '' : between) + chunk.join(between);
}

/** @param {Sample} sample @param {number} events @param {string} path */
export function writeText(sample, events, path) {
  const line = (/** @type {Line} */ { head, kind, rest }, /** @type {number} */ us) =>
    `${head}${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}: ${kind}: ${rest}\n`;
  function* all() {
    yield sample.heads.map((head) => `${head}\n`).join('');
    yield* joined(repeated(sample, events, line));
  }
  return write(path, all());
}

/**
 * Chrome's trace events: first those of `names`, then one of each event.
 * @param {Sample} sample @param {number} events @param {string} path
 * @param {(line: Line, us: number) => object} make @param {object[]} [names]
 */
function writeJson(sample, events, path, make, names = []) {
  const text = (/** @type {Line} */ line, /** @type {number} */ us) => JSON.stringify(make(line, us));
  function* all() {
    yield `{"traceEvents":[\n${names.map((name) => `${JSON.stringify(name)},\n`).join('')}`;
    yield* joined(repeated(sample, events, text), ',\n');
    yield '\n]}\n';
  }
  return write(path, all());
}

/** To be looked at: a slice of a microsecond each, on a track of its task.
 * @param {Sample} sample @param {number} events @param {string} path */
export function writeSlices(sample, events, path) {
  const tasks = [...new Set(sample.lines.map((l) => l.task))];
  const numbers = new Map(tasks.map((task, i) => [task, i + 1]));
  const names = tasks.map((task) => ({
    ph: 'M',
    pid: 1,
    tid: numbers.get(task),
    name: 'thread_name',
    args: { name: task },
  }));
  const slice = (/** @type {Line} */ { task, cpu, kind, rest }, /** @type {number} */ us) => ({
    ph: 'X',
    pid: 1,
    tid: numbers.get(task),
    ts: us,
    dur: 1,
    name: kind,
    args: { cpu, rest },
  });
  return writeJson(sample, events, path, slice, names);
}

/** To be read: an instant each, with every field as an argument of its own.
 * @param {Sample} sample @param {number} events @param {string} path */
export function writeInstants(sample, events, path) {
  const fields = (/** @type {string} */ rest) =>
    Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]));
  const instant = (/** @type {Line} */ { pid, cpu, kind, rest }, /** @type {number} */ us) => ({
    name: kind,
    ph: 'i',
    ts: us,
    pid: cpu,
    tid: pid,
    args: fields(rest),
  });
  return writeJson(sample, events, path, instant);
}
