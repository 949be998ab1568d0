// SPDX-License-Identifier: Apache-2.0
// Decisions per second: the wasm core beside the native build of the same sources, in turn, in one run. And how
// much faster than real time a large machine is simulated.
import { execFileSync } from 'node:child_process';
import { openCore, run, scenario, values } from '../lib/core.mjs';

const ROUNDS = 5;
const native = new URL('../../wasm-core/build/mms-bench', import.meta.url).pathname;
const opened = await openCore();

function runNative(params) {
  const input = values(opened.tables, params).map(([param, index, value]) => `${param.name} ${index} ${value}\n`);
  const out = execFileSync(native, { input: input.join(''), encoding: 'utf8' });
  const found = (key) => Number(new RegExp(`${key}=([0-9.]+)`).exec(out)[1]);
  return { decisions: found('decisions'), seconds: found('seconds') };
}

const rate = ({ decisions, seconds }) => decisions / seconds;
let worst = Infinity;
let slowest = 0;
for (const id of ['published-roundrobin', 'published-node', 'published-global']) {
  const { params } = scenario(id);
  let wasm = 0;
  let machine = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const a = run(opened, params);
    const b = runNative(params);
    if (a.decisions !== b.decisions) throw new Error(`${id}: wasm decides ${a.decisions} times, native ${b.decisions}`);
    wasm = Math.max(wasm, rate(a));
    machine = Math.max(machine, rate(b));
    slowest = Math.max(slowest, a.seconds);
  }
  const ratio = wasm / machine;
  worst = Math.min(worst, ratio);
  console.log(`${id}: wasm ${Math.round(wasm)}/s, native ${Math.round(machine)}/s, ratio ${ratio.toFixed(2)}`);
}

// Four nodes of 16 GiB, a stream of 250,000 pages a second on each, for a minute; both orders of LRU lists. By the
// CPU time of the process: a run has one thread, and what else the host does is not its business.
const FOUR_NODES = {
  machine: 'zones',
  nodes: 4,
  node_pages: Array(4).fill(4194304),
  dma32_pages: 1000000,
  load: Array(4).fill('stream'),
  load_node: [0, 1, 2, 3],
  load_pages: Array(4).fill(67108864),
  load_rate: Array(4).fill(250000),
  run_ms: 60000,
  record_every: 1000,
};
let realtime = Infinity;
for (const [zone_alloc_policy, lru] of [['preferred', 'zone'], ['fair', 'zone'], ['fair', 'node']]) {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    run(opened, { ...FOUR_NODES, zone_alloc_policy, lru });
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, (FOUR_NODES.run_ms * 1000) / (user + system));
  }
  realtime = Math.min(realtime, best);
  console.log(`four nodes, 64 GiB, 1,000,000 allocations/s, ${zone_alloc_policy}, lru of each ${lru}: ${best.toFixed(0)} times real time`);
}
console.log(
  `bench wasm_native_ratio=${worst.toFixed(2)} slowest_run_s=${slowest.toFixed(2)} zones_realtime=${realtime.toFixed(0)} rounds=${ROUNDS}`,
);
process.exit(worst >= 0.7 && realtime >= 20 ? 0 : 1);
