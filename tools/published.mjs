// SPDX-License-Identifier: Apache-2.0
// The published swap experiments beside the model: USED of each device at the published total.
import { readFileSync } from 'node:fs';
import { openCore, run, scenario } from './core.mjs';

const published = JSON.parse(
  readFileSync(new URL('../datasets/published/swap_devices.json', import.meta.url), 'utf8'),
);
const table = published.tables.find((t) => t.id === 'roundrobin-used');
const UNITS = { B: 1 / 4096, M: 256, G: 262144 };
const pages = (text) => Number.parseFloat(text) * UNITS[text.at(-1)];
const gib = (n) => `${(n / UNITS.G).toFixed(2)}G`;

const opened = await openCore();
const { core, tables } = opened;
const devices = tables.state.tables.find((t) => t.name === 'dev');
const used = devices.columns.find((c) => c.name === 'used');

/** Slots in use on the first four devices at the end of the run that `opened` holds. */
function finalUse() {
  const state = core.mms_seek(core.mms_event_count());
  const view = new DataView(core.memory.buffer);
  return [0, 1, 2, 3].map((type) =>
    Number(view.getBigUint64(state + devices.offset + type * devices.stride + used.offset, true)),
  );
}

const close = (a, b, share) => Math.abs(a - b) <= share * b;
const RULES = {
  global: ([a, b, c, d], p) => close(a, p[0], 0.001) && close(b, p[1], 0.001) && c === 0 && d === 0,
  // The published 3.4, 3.4 and 2.6 are one snapshot of a race; the rule itself shares them equally.
  node: ([a, ...rest], p) => close(a, p[0], 0.03) && rest.every((x) => close(x, (rest[0] + rest[1] + rest[2]) / 3, 0.03)),
  roundrobin: (all, p) => all.every((x, i) => close(x, p[i], 0.01) && Math.abs(x - all[0]) <= 64),
};

let holds = 0;
for (const row of table.rows) {
  const [rule, id, ...cells] = row;
  const { seconds } = run(opened, scenario(id).params);
  const model = finalUse();
  const ok = RULES[rule](model, cells.slice(0, 4).map(pages));
  holds += Number(ok);
  console.log(`${rule.padEnd(10)} published ${cells.slice(0, 4).join(' ')}`);
  console.log(`${''.padEnd(10)} model     ${model.map(gib).join(' ')}  ${ok ? 'holds' : 'DIFFERS'}, ${seconds.toFixed(2)} s`);
}
console.log(`published rows=${table.rows.length} hold=${holds} differ=${table.rows.length - holds}`);
process.exit(holds === table.rows.length ? 0 : 1);
