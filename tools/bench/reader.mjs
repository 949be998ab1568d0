// SPDX-License-Identifier: Apache-2.0
// How fast a trace is read: our worker in Chromium, from a File to columns, beside the Perfetto UI on the same text
// and on the same events as JSON, and beside DuckDB, Polars and Python natively. One run each, in turn. Before that, what
// a second core brings to the parser. `--write` keeps the table in docs/reading.md. Exit status 1 below the bars.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { coresOf } from './reader/cores.mjs';
import { made } from './reader/text.mjs';
import { ours } from './reader/worker.mjs';
import { perfettoLoads } from './reader/perfetto.mjs';

const BARS = { perfetto: 30, json: 8, duckdb: 4, native: 800, nativeOfScan: 800 / 1900, cores: 1.7, memory: 0.8 };
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const folder = path('build/bench-read');
const DOC = path('docs/reading.md');

const say = (line) => console.log(line);
const other = (way, text) =>
  JSON.parse(
    execFileSync(path('backend/.venv/bin/python'), [path('tools/bench/reader/baselines.py'), way, text], {
      encoding: 'utf8',
    }),
  );

function native(text) {
  const line = execFileSync(path('wasm-core/build/mms-bench-trace'), [text], { encoding: 'utf8' });
  const found = (key) => Number(new RegExp(` ${key}=([0-9.]+)`).exec(line)[1]);
  return { mbs: found('mb_s'), scan: found('scan_mb_s'), events: found('rows') };
}

const files = await made(folder);
const mb = (seconds, bytes = files.textBytes) => bytes / 1e6 / seconds;
say(`${files.text}: ${(files.textBytes / 1e6).toFixed(0)} MB`);
const core = native(files.text);
say(`native: ${core.mbs} MB/s, plain scan ${core.scan} MB/s`);
const cores = await coresOf(files.text);
const coresRatio = cores.one / cores.two;
say(
  `the parser in Node: ${cores.one.toFixed(2)} s in one thread, ${cores.two.toFixed(2)} s in two, each the least of ${cores.rounds}`,
);
const worker = await ours(folder, files.text);
say(`worker: ${worker.seconds.toFixed(2)} s, ${mb(worker.seconds).toFixed(0)} MB/s, ${worker.events} events`);
const text = await perfettoLoads(files.text);
say(`Perfetto, text: ${text.seconds.toFixed(2)} s`);
const json = await perfettoLoads(files.json);
say(`Perfetto, JSON: ${json.seconds.toFixed(2)} s`);
const [duckdb, polars, python] = ['duckdb', 'polars', 'python'].map((way) => {
  const result = other(way, files.text);
  say(`${way}: ${result.seconds.toFixed(2)} s, ${result.events} events`);
  return result;
});

for (const { events } of [core, duckdb, polars, python])
  if (events !== worker.events) throw new Error(`${worker.events} events in the worker, ${events} elsewhere`);

const perfettoRatio = text.seconds / worker.seconds;
const jsonRatio = json.seconds / worker.seconds;
const duckdbRatio = (duckdb.seconds * duckdb.threads) / worker.seconds;
const peak = worker.memory / files.textBytes;

const row = (what, threads, seconds) =>
  `| ${what} | ${threads} | ${seconds.toFixed(2)} | ${mb(seconds).toFixed(mb(seconds) < 100 ? 1 : 0)} | ${(worker.events / seconds / 1e6).toFixed(2)} |`;
const table = [
  `${(files.textBytes / 1e6).toFixed(0)} MB of ftrace text, ${worker.events.toLocaleString('en')} events; ${cpus()[0].model}, ${availableParallelism()} CPUs, headless Chromium.`,
  '',
  '| reader | threads | seconds | MB/s of the text | million events/s |',
  '|---|---:|---:|---:|---:|',
  row('mmscope, native', 1, files.textBytes / 1e6 / core.mbs),
  row('mmscope, worker in Chromium: from `File` to columns', 1, worker.seconds),
  row('Perfetto UI, the same text', 'its own', text.seconds),
  row(`Perfetto UI, the same events as JSON (${(files.jsonBytes / 1e6).toFixed(0)} MB)`, 'its own', json.seconds),
  row('DuckDB, a regular expression', duckdb.threads, duckdb.seconds),
  row('Polars, a regular expression', polars.threads, polars.seconds),
  row('Python, a regular expression', 1, python.seconds),
  '',
  `A scan that keeps nothing does ${core.scan} MB/s natively. The worker's process grows by ${peak.toFixed(2)} of the text's size at most.`,
].join('\n');
say(`\n${table}\n`);
if (process.argv.includes('--write')) {
  const between = /(<!-- bench-read -->\n)[^]*?(<!-- end -->)/;
  writeFileSync(
    DOC,
    readFileSync(DOC, 'utf8').replace(between, (_, from, to) => `${from}${table}\n${to}`),
  );
}

const short = [
  [perfettoRatio, BARS.perfetto, 'times Perfetto on the text'],
  [jsonRatio, BARS.json, 'times Perfetto on JSON'],
  [duckdbRatio, BARS.duckdb, 'times DuckDB per core'],
  [core.mbs / core.scan, BARS.nativeOfScan, 'of a plain scan natively'],
  [coresRatio, BARS.cores, 'times one thread in two'],
].filter(([got, bar]) => got < bar);
for (const [got, bar, what] of short) say(`below the bar: ${got.toFixed(2)} ${what}, not ${bar.toFixed(2)}`);
if (peak > BARS.memory) say(`above the bar: memory ${peak.toFixed(2)} of the text, not ${BARS.memory}`);
say(
  `bench-read perfetto_ratio=${perfettoRatio.toFixed(1)} duckdb_ratio_per_core=${duckdbRatio.toFixed(1)} native_mb_s=${core.mbs} ` +
    `wasm_mb_s=${mb(worker.seconds).toFixed(0)} cores_ratio=${coresRatio.toFixed(2)} peak_over_text=${peak.toFixed(2)}`,
);
process.exit(short.length || peak > BARS.memory ? 1 : 0);
