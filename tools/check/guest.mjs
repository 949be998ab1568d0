// SPDX-License-Identifier: Apache-2.0
// guest.mjs [--short] FOLDER [CAPTURE]: the kernel that boots in a page, in Node. From its saved state it is given the
// commands below, with --short those above the dashes; what its trace tells is recomputed by the core. CAPTURE keeps it.
// Ends `guest decisions=… same=… different=… lost=… modes=… seconds=…`; status 1 if any is different, incomplete or lost,
// if a command is refused, or if a mode that the commands switch to decided nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import { openCore } from "../lib/core.mjs";
import { frontend } from "../lib/frontend.mjs";

const COMMANDS = `
eat 8
echo zram0 0 > /sys/kernel/mm/swap/node_override
echo zram1 1 > /sys/kernel/mm/swap/node_override
echo zram2 2 > /sys/kernel/mm/swap/node_override
echo zram3 3 > /sys/kernel/mm/swap/node_override
echo 0 > /proc/sys/vm/swap_slots_cache
echo 16M > /sys/block/zram0/disksize
echo 16M > /sys/block/zram1/disksize
echo 16M > /sys/block/zram2/disksize
echo 16M > /sys/block/zram3/disksize
mkswap /dev/zram0
mkswap /dev/zram1
mkswap /dev/zram2
mkswap /dev/zram3
swapon /dev/zram0
swapon /dev/zram1
swapon /dev/zram2
swapon /dev/zram3
eat 175
node 1
echo roundrobin > /proc/sys/vm/swap_device_select
eat 170
policy interleave 0,1,3
eat 4
---
policy default
node 2
echo global > /proc/sys/vm/swap_device_select
eat 175
node 0
echo fair > /proc/sys/vm/zone_alloc_policy
eat 60
echo zone > /proc/sys/vm/kswapd_wake_mark
eat 170
echo low > /proc/sys/vm/kswapd_wake_mark
echo fair-local > /proc/sys/vm/zone_alloc_policy
eat 170
echo preferred > /proc/sys/vm/zone_alloc_policy
eat 60
policy interleave 0,1,3
eat 40
echo 8 > /proc/sys/vm/numa_interleave_granularity
eat 40
policy weighted-interleave 0,1,2,3
eat 40
`;

const MODES = {
  short: ["node", "roundrobin", "preferred", "wake_high", "each", "mapping"],
  rest: [
    "global",
    "fair",
    "fair_local",
    "wake_low",
    "wake_zone",
    "granular",
    "weighted",
  ],
};

const {
  positionals: [folder, keep],
  values: { short },
} = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean" } },
});
const commands = COMMANDS.trim()
  .split("\n")
  .filter((line) => line !== "---");
if (short) commands.length = COMMANDS.trim().split("\n").indexOf("---");
const { GuestMachine } = await frontend("guest/machine.ts");
const { readLayout } = await frontend("guest/layout.ts");
const { CaptureLines } = await frontend("guest/capture-line.ts");
const wasm = fileURLToPath(
  new URL("../../frontend/node_modules/v86/build/v86.wasm", import.meta.url),
);

const { core, tables, text } = await openCore();
const about = JSON.parse(readFileSync(`${folder}/guest.json`, "utf8"));
const packed = zstdDecompressSync(readFileSync(`${folder}/state.zst`));
const state = packed.buffer.slice(
  packed.byteOffset,
  packed.byteOffset + packed.byteLength,
);
const names = new Map(
  Object.entries(about.tasks).map(([pid, name]) => [Number(pid), name]),
);
const lines = new CaptureLines(readLayout(about.formats), tables, names);
const parts = [
  `mmscope-capture 1\nmanifest ${JSON.stringify(about.manifest)}\n${about.machine}`,
];

const start = performance.now();
let first = 0;
const guest = new GuestMachine(
  { state },
  { wasm_path: wasm },
  {
    page(bytes) {
      first ||= performance.now() - start;
      parts.push(lines.take(bytes));
    },
    console: (line) => console.log(line),
  },
);
const late = setTimeout(() => {
  console.error("the guest does not answer");
  process.exit(1);
}, 900_000);
await guest.ready;
let failed = 0;
for (const command of commands) {
  const { failure, output } = await guest.run(command);
  if (output) console.log(output.trimEnd());
  if (failure === null) continue;
  console.log(`${command}: ${failure}`);
  failed++;
}
// The trace of the last command: its last page comes when the kernel's reader has it.
for (let quiet = 0; quiet < 5; quiet++) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (guest.poll()) quiet = 0;
}
clearTimeout(late);
await guest.end();
const seconds = (performance.now() - start) / 1000;
parts.push(`end events=${lines.events} lost=${lines.lost} manifest={}\n`);
const capture = parts.join("");
if (keep) writeFileSync(keep, capture);

const good = (status) => {
  if (status >= 0) return status;
  const view = new DataView(core.memory.buffer, core.mms_error());
  const { fields } = tables.structs.error;
  const at = Object.fromEntries(
    fields.map((field) => [field.name, field.offset]),
  );
  throw new Error(
    `line ${view.getBigUint64(at.line, true)}: ${text(core.mms_error() + at.text, 256).split("\0")[0]}`,
  );
};
good(core.mms_reset(0, 0));
good(core.mms_reader_begin());
const bytes = new TextEncoder().encode(capture);
for (let at = 0; at < bytes.length; at += 65536) {
  const part = bytes.subarray(at, at + 65536);
  new Uint8Array(core.memory.buffer).set(part, core.mms_staging(part.length));
  good(core.mms_reader_feed(part.length));
}
good(core.mms_reader_end());
good(core.mms_check_begin());
while (good(core.mms_check_run(20000)) > 0);
const numbers = (struct, at) =>
  Object.fromEntries(
    tables.structs[struct].fields.map(({ name, offset }) => [
      name,
      Number(new DataView(core.memory.buffer, at).getBigUint64(offset, true)),
    ]),
  );
const totals = numbers("totals", core.mms_totals());
const asked = [...MODES.short, ...(short ? [] : MODES.rest)];
const silent = asked.filter((name) => {
  const { id } = tables.modes.find((mode) => mode.name === name);
  return numbers("mode_totals", core.mms_mode_totals(id)).decisions === 0;
});
if (silent.length > 0)
  console.log(`nothing was decided under ${silent.join(", ")}`);
const off = totals.different + totals.replay_different;
const unknown = totals.incomplete + totals.replay_incomplete;
console.log(
  `guest decisions=${totals.decisions} same=${totals.same} different=${off} incomplete=${unknown} lost=${lines.lost} ` +
    `modes=${asked.length - silent.length} events=${lines.events} first_s=${(first / 1000).toFixed(2)} seconds=${seconds.toFixed(1)}`,
);
process.exit(failed || off || unknown || lines.lost || silent.length ? 1 : 0);
