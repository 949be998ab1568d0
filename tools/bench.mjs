// SPDX-License-Identifier: Apache-2.0
// Decisions per second: the wasm core beside the native build of the same sources, in turn, in one run.
import { execFileSync } from 'node:child_process';
import { openCore, run, scenario, values } from './core.mjs';

const ROUNDS = 5;
const native = new URL('../wasm-core/build/mms-bench', import.meta.url).pathname;
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
console.log(`bench wasm_native_ratio=${worst.toFixed(2)} slowest_run_s=${slowest.toFixed(2)} rounds=${ROUNDS}`);
process.exit(worst >= 0.7 ? 0 : 1);
