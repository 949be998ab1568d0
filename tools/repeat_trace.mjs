// A long tracefs text from a real one: repeated with its times shifted, until it has so many events. And the
// same events as the JSON that Perfetto reads fastest.
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/** task, pid, CPU, flags, seconds, microseconds, event, the rest. */
const LINE = /^(\s*(.+)-(\d+)\s+\[(\d+)\]\s+\S+\s+)(\d+)\.(\d{6}): ([^:]+): (.*)$/;
/** Between the last event and the first of the next repetition. */
const GAP_US = 1000;
const CHUNK = 20_000;

/** @param {string} path plain, or packed with gzip or zstd */
export function readSample(path) {
  const bytes = readFileSync(path);
  const text = (
    path.endsWith('.gz') ? gunzipSync(bytes) : path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
  ).toString();
  /** @type {{head: string, task: string, cpu: number, us: number, kind: string, rest: string}[]} */
  const lines = [];
  for (const line of text.split('\n')) {
    const [, head = '', task = '', pid = '', cpu = '', s = '', us = '', kind = '', rest = ''] =
      LINE.exec(line) ?? [];
    if (head === '') continue;
    lines.push({
      head,
      task: `${task.trim()}-${pid}`,
      cpu: Number(cpu),
      us: Number(s) * 1e6 + Number(us),
      kind,
      rest,
    });
  }
  const span = (lines.at(-1)?.us ?? 0) - (lines[0]?.us ?? 0) + GAP_US;
  return { lines, span };
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

/** @template T @param {ReturnType<typeof readSample>} sample @param {number} events @param {(line: any, us: number) => T} make */
function* repeated({ lines, span }, events, make) {
  for (let n = 0; n < events; n++) {
    const line = lines[n % lines.length];
    yield make(line, (line?.us ?? 0) + Math.floor(n / lines.length) * span);
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

/** @param {ReturnType<typeof readSample>} sample @param {number} events @param {string} path */
export function writeText(sample, events, path) {
  const line = (/** @type {any} */ { head, kind, rest }, /** @type {number} */ us) =>
    `${head}${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}: ${kind}: ${rest}\n`;
  return write(path, joined(repeated(sample, events, line)));
}

/** Chrome's trace events: a slice of a microsecond each, on a track of its task.
 * @param {ReturnType<typeof readSample>} sample @param {number} events @param {string} path */
export function writeJson(sample, events, path) {
  const tasks = [...new Set(sample.lines.map((l) => l.task))];
  const names = tasks.map((task, tid) =>
    JSON.stringify({
      ph: 'M',
      pid: 1,
      tid: tid + 1,
      name: 'thread_name',
      args: { name: task },
    }),
  );
  const numbers = new Map(tasks.map((task, i) => [task, i + 1]));
  const slice = (/** @type {any} */ { task, cpu, kind, rest }, /** @type {number} */ us) =>
    JSON.stringify({
      ph: 'X',
      pid: 1,
      tid: numbers.get(task),
      ts: us,
      dur: 1,
      name: kind,
      args: { cpu, rest },
    });
  function* all() {
    yield `{"traceEvents":[${names.join(',')},\n`;
    yield* joined(repeated(sample, events, slice), ',\n');
    yield ']}\n';
  }
  return write(path, all());
}
