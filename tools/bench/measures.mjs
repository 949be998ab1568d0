// SPDX-License-Identifier: Apache-2.0
// Runs that keep no events, beside the same that keep them: in wasm and in the native build of the same sources, in turn, in
// one run, up to their measures. A page is one that a device or a zone gave. For scale: a cache simulator's requests a second.
//
// Method. Best of so many rounds, by the wall clock of one thread, each in memory of its own, as a sweep's run is. That the measures are the same, digit by digit, is tested
// on every round here and on thousands of drawn scenarios by `make test-core`.
import { execFileSync } from "node:child_process";
import { mkdirSync, existsSync } from "node:fs";
import { homedir } from "node:os";
import { openCore, scenario, values } from "../lib/core.mjs";

const ROUNDS = 5;
const SCENARIOS = [
  "published-roundrobin",
  "published-node",
  "published-global",
  "zones-preferred",
  "zones-fair",
];
const here = (name) => new URL(name, import.meta.url).pathname;
const NATIVE = here("../../wasm-core/build/mms-bench");
const good = (status) => {
  if (status < 0) throw new Error(`the core answers ${status}`);
  return status;
};

/** Rows as text, one after another: `measure part value of`. */
function measured({ core, tables, text }) {
  const rows = good(core.mms_measure());
  const { size, fields } = tables.structs.measured;
  const at = (name) => fields.find((field) => field.name === name).offset;
  const view = new DataView(core.memory.buffer);
  return Array.from({ length: rows }, (_, i) => {
    const row = core.mms_measured() + i * size;
    return {
      measure: tables.measures.find(
        ({ id }) => id === view.getUint32(row + at("measure"), true),
      ).name,
      part: view.getUint32(row + at("part"), true),
      value: text(
        row + at("text"),
        fields.find(({ name }) => name === "text").lanes,
      ).replace(/\0.*/, ""),
      of: Number(view.getBigUint64(row + at("of"), true)),
    };
  });
}

async function inWasm(params, keep) {
  const opened = await openCore();
  const { core, tables } = opened;
  good(core.mms_reset(0, 0));
  for (const [param, index, value] of values(tables, params))
    good(core.mms_param_set(param.id, index, BigInt(value)));
  good(core.mms_model_keep(Number(keep)));
  const start = process.hrtime.bigint();
  good(core.mms_model_begin());
  while (good(core.mms_model_run(65536)) > 0);
  const rows = measured(opened);
  return { rows, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}

function natively(tables, params) {
  const input = values(tables, params).map(
    ([param, index, value]) => `${param.name} ${index} ${value}\n`,
  );
  const out = execFileSync(NATIVE, { input: input.join(""), encoding: "utf8" });
  const found = (key) => Number(new RegExp(`${key}=([0-9.]+)`).exec(out)[1]);
  return { kept: found("measured_seconds"), unkept: found("unkept_seconds") };
}

/** @param {string} id */
async function compared(id) {
  const { params } = scenario(id);
  const { tables } = await openCore();
  const best = { kept: Infinity, unkept: Infinity };
  const native = { kept: Infinity, unkept: Infinity };
  let pages = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [unkept, kept] = [
      await inWasm(params, false),
      await inWasm(params, true),
    ];
    if (JSON.stringify(unkept.rows) !== JSON.stringify(kept.rows))
      throw new Error(`${id}: without events it comes to other measures`);
    const by = natively(tables, params);
    best.kept = Math.min(best.kept, kept.seconds);
    best.unkept = Math.min(best.unkept, unkept.seconds);
    native.kept = Math.min(native.kept, by.kept);
    native.unkept = Math.min(native.unkept, by.unkept);
    pages = unkept.rows.find(
      ({ measure }) => measure === "device_share" || measure === "zone_share",
    ).of;
  }
  const found = {
    wasm: best.kept / best.unkept,
    native: native.kept / native.unkept,
    pages: pages / native.unkept,
    ratio: native.unkept / best.unkept,
  };
  const million = (seconds) => (pages / seconds / 1e6).toFixed(0);
  console.log(
    `${id}: ${pages} pages; native ${million(native.kept)} million a second with events, ${million(native.unkept)} without (${found.native.toFixed(2)} times); wasm ${million(best.kept)} and ${million(best.unkept)} (${found.wasm.toFixed(2)} times), ${found.ratio.toFixed(2)} of native`,
  );
  return found;
}

/** libcachesim, at the same: each page asked for once, the oldest given up. Its wheel brings what it does not need. */
function cacheSimulator() {
  const python = here("../../backend/.venv/bin/python");
  const folder = `${process.env.MMSCOPE_CACHE ?? `${homedir()}/.cache/mmscope`}/libcachesim-0.3.5`;
  if (!existsSync(`${folder}/libcachesim`)) {
    mkdirSync(folder, { recursive: true });
    execFileSync(here("../../.tools/bin/python"), [
      ...[
        "-m",
        "pip",
        "install",
        "-q",
        "--require-hashes",
        "--no-deps",
        "--only-binary=:all:",
        "--target",
        folder,
      ],
      ...["-r", here("libcachesim-requirements.txt")],
    ]);
  }
  return execFileSync(python, [here("cache.py")], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: folder },
  }).trim();
}

const all = [];
for (const id of SCENARIOS) all.push(await compared(id));
try {
  console.log(cacheSimulator());
} catch (error) {
  console.log(
    `libcachesim cannot be had: ${String(error.message).split("\n")[0]}`,
  );
}
const least = (of) => Math.min(...all.map(of));
console.log(
  `bench-measures without_events=${least(({ wasm, native }) => Math.min(wasm, native)).toFixed(2)} pages_s=${least(({ pages }) => pages).toFixed(0)} wasm_native=${least(({ ratio }) => ratio).toFixed(2)}`,
);
