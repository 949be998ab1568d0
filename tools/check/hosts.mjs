// SPDX-License-Identifier: Apache-2.0
// Every scenario natively, in Node and in wasmtime: the events must be the same bytes. Browsers run Node's module.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { openCore, run, scenario, values } from '../lib/core.mjs';

const path = (name) => new URL(name, import.meta.url).pathname;
const asked = process.argv.slice(2);
const ids = readdirSync(new URL('../../datasets/scenarios', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .filter((id) => asked.length === 0 || asked.includes(id))
  .sort();
const opened = await openCore();
/** `mms-bench` reads numbers only, so devices keep their usual names everywhere. */
const unnamed = ({ dev_name, ...params }) => params;
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

function inNode(params) {
  run(opened, params);
  const { core, tables } = opened;
  return hash(new Uint8Array(core.memory.buffer, core.mms_event_at(0), core.mms_event_count() * tables.event.size));
}

function natively(params) {
  const input = values(opened.tables, params).map(([param, index, value]) => `${param.name} ${index} ${value}\n`);
  return hash(
    execFileSync(path('../../wasm-core/build/mms-bench'), ['events'], { input: input.join(''), maxBuffer: 2 ** 31 }),
  );
}

/** One process for all: `id hash` lines. */
function inWasmtime() {
  const out = execFileSync(process.env.PYTHON ?? path('../../backend/.venv/bin/python'), [path('hosts.py'), ...ids], {
    encoding: 'utf8',
  });
  return Object.fromEntries(out.trim().split('\n').map((line) => line.split(' ')));
}

const wasmtime = inWasmtime();
let same = 0;
for (const id of ids) {
  const params = unnamed(scenario(id).params);
  const hashes = { native: natively(params), node: inNode(params), wasmtime: wasmtime[id] };
  const agree = new Set(Object.values(hashes)).size === 1;
  same += Number(agree);
  if (!agree) console.log(`${id}: ${Object.entries(hashes).map(([host, h]) => `${host} ${h?.slice(0, 12)}`).join(', ')}`);
}
console.log(`hosts scenarios=${ids.length} hosts=3 same=${same} different=${ids.length - same}`);
process.exit(same === ids.length && same > 0 ? 0 : 1);
