// SPDX-License-Identifier: Apache-2.0
// The core in Node, as far as the tools here need it: parameters of a scenario, a model run, text.
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** Scenario `id` of datasets/scenarios, parsed. */
export const scenario = (id) => JSON.parse(readFileSync(new URL(`datasets/scenarios/${id}.json`, root), 'utf8'));

let compiled;

/** A fresh instance of the module, which is compiled once, with its self-description. */
export async function openCore() {
  compiled ??= WebAssembly.compile(readFileSync(new URL('wasm-core/dist/mmscope.wasm', root)));
  const instance = await WebAssembly.instantiate(await compiled, {});
  const core = instance.exports;
  core._initialize?.();
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(core.memory.buffer, at, length));
  const tables = JSON.parse(text(core.mms_describe(), core.mms_describe_len()));
  return { core, tables, text };
}

/** Every value of a scenario's `params` as [parameter, index, number], enum names resolved. */
export function values(tables, params) {
  const out = [];
  for (const [name, given] of Object.entries(params)) {
    const param = tables.params.find((p) => p.name === name);
    if (!param) continue;
    const number = (value) =>
      typeof value === 'string' ? tables.enums[param.enum].find((e) => e.name === value).value : value;
    [given].flat().forEach((value, index) => out.push([param, index, number(value)]));
  }
  return out;
}

/** Run a scenario to its end; returns decisions and seconds. */
export function run({ core, tables }, params) {
  const good = (status) => {
    if (status < 0) throw new Error(`the core answers ${status}`);
    return status;
  };
  good(core.mms_reset(0, 0));
  for (const [param, index, value] of values(tables, params)) good(core.mms_param_set(param.id, index, BigInt(value)));
  const start = process.hrtime.bigint();
  good(core.mms_model_begin());
  while (good(core.mms_model_run(65536)) > 0);
  return { decisions: core.mms_decision_count(), seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}
