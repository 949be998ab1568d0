// SPDX-License-Identifier: Apache-2.0
// The saved state of the kernel that boots in a page: guest.mjs KERNEL INITRD BIOS FOLDER
// Boots it in the emulator that the page uses, lets go of what need not be saved, and writes into FOLDER the state, the
// layout of its trace, and the texts of /proc that a capture's first lines are made of (tools/gen/guest.py).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { frontend } from '../lib/frontend.mjs';

const [kernel, initrd, bios, folder] = process.argv.slice(2);
const { COMMAND_LINE, GuestMachine } = await frontend('guest/machine.ts');
const wasm = fileURLToPath(new URL('../../frontend/node_modules/v86/build/v86.wasm', import.meta.url));
const bytes = (path) => {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

const start = performance.now();
const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
const guest = new GuestMachine(
  { kernel: bytes(kernel), initrd: bytes(initrd), bios: bytes(bios) },
  { wasm_path: wasm },
  { page: () => undefined, console: (line) => console.error(line) },
);
const ask = async (command) => {
  const { output, failure } = await guest.run(command);
  if (failure !== null) throw new Error(`${command}: ${failure}`);
  return output;
};

const late = setTimeout(() => {
  console.error('the guest does not answer');
  process.exit(1);
}, 600_000);
await guest.ready;
console.error(`boot ${seconds()} s`);
mkdirSync(folder, { recursive: true });
// All that is read here is read before the state is saved: what it allocates belongs to it.
const texts = { command_line: COMMAND_LINE };
for (const [name, command] of Object.entries({
  formats: 'formats',
  log: 'dmesg',
  zoneinfo: 'cat /proc/zoneinfo',
  version: 'cat /proc/version',
  tasks: 'ps',
}))
  texts[name] = await ask(command);
await ask('echo 3 > /proc/sys/vm/drop_caches');
// Pages that hold zeros pack well.
await ask('zero 150');
const state = await guest.save();
writeFileSync(`${folder}/state.bin`, new Uint8Array(state));
writeFileSync(`${folder}/texts.json`, JSON.stringify(texts));
clearTimeout(late);
await guest.end();
console.error(`saved ${state.byteLength} bytes after ${seconds()} s`);
process.exit(0);
