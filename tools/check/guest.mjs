// SPDX-License-Identifier: Apache-2.0
// guest.mjs [--short] FOLDER [CAPTURE]: the kernel that boots in a page, in Node. From its saved state it is given the
// commands below, with --short those above the dashes; what its trace records is recomputed by the core as it grows, and
// once more at one go. CAPTURE keeps it.
// Ends `guest decisions=… same=… different=… lost=… modes=… seconds=…`; status 1 if any is different, incomplete or lost,
// if a command is refused, if a mode that the commands switch to decided nothing, or if the two differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { frontend } from '../lib/frontend.mjs';

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
  short: ['node', 'roundrobin', 'preferred', 'wake_high', 'each', 'mapping'],
  rest: ['global', 'fair', 'fair_local', 'wake_low', 'wake_zone', 'granular', 'weighted'],
};

const {
  positionals: [folder, keep],
  values: { short },
} = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } });
const [first, rest] = COMMANDS.split('---').map((part) => part.trim().split('\n'));
const commands = short ? first : [...first, ...rest];
const asked = short ? MODES.short : [...MODES.short, ...MODES.rest];
/** Comes last: when the trace has it, it has all that was before. */
const END = 'the end';

const { Session } = await frontend('core/session.ts');
const { GuestMachine } = await frontend('guest/machine.ts');
const { GuestRecord } = await frontend('guest/record.ts');
const wasm = fileURLToPath(new URL('../../frontend/node_modules/v86/build/v86.wasm', import.meta.url));
const module = await WebAssembly.compile(
  readFileSync(new URL('../../wasm-core/dist/mmscope.wasm', import.meta.url)),
);

const packed = zstdDecompressSync(readFileSync(`${folder}/state.zst`));
const state = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength);
const record = await GuestRecord.create(module, Infinity);

const late = setTimeout(() => {
  console.error('the guest does not answer');
  process.exit(1);
}, 900_000);
const start = performance.now();
const since = () => (performance.now() - start) / 1000;
let first_s = 0;
/** Pages that come while what was there is recomputed. */
const waiting = [];
let checking = false;
const check = async () => {
  checking = true;
  await record.check();
  checking = false;
  record.take(waiting.splice(0));
};
const guest = new GuestMachine(
  { state },
  { wasm_path: wasm },
  {
    page(bytes) {
      first_s ||= since();
      waiting.push(bytes);
      if (!checking) record.take(waiting.splice(0));
    },
    console: (line) => console.log(line),
  },
);
await guest.ready;
const ended = record.seen(END);
let failed = 0;
for (const command of [...commands, `mark ${END}`]) {
  const { failure, output } = await guest.run(command);
  if (output) console.log(output.trimEnd());
  if (record.isDue(true, performance.now())) await check();
  if (failure === null) continue;
  console.log(`${command}: ${failure}`);
  failed++;
}
await ended;
clearTimeout(late);
await guest.end();
const seconds = since();
await record.check();
const { totals, modes, events, lost } = record.news();
const capture = Buffer.concat(record.text());
if (keep) writeFileSync(keep, capture);

// What grew is what it would be if it were read at once.
const session = await Session.create(module);
session.beginCapture();
session.feed(capture);
session.endCapture();
session.beginCheck();
while (!session.check(20_000));
const whole = JSON.stringify(session.totals()) === JSON.stringify(totals);
if (!whole) console.log('read at once, it has other totals:', session.totals(), 'not', totals);
const decided = new Set(modes.map(({ mode }) => mode));
const silent = asked.filter((name) => !decided.has(name));
if (silent.length > 0) console.log(`nothing was decided under ${silent.join(', ')}`);
const off = totals.different + totals.replay_different;
const unknown = totals.incomplete + totals.replay_incomplete;
console.log(
  `guest decisions=${totals.decisions} same=${totals.same} different=${off} incomplete=${unknown} lost=${lost} ` +
    `modes=${asked.length - silent.length} events=${events} first_s=${first_s.toFixed(2)} seconds=${seconds.toFixed(1)}`,
);
process.exit(failed || off || unknown || lost || silent.length || !whole ? 1 : 0);
