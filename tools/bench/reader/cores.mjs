// SPDX-License-Identifier: Apache-2.0
// What a second core brings to the parser: all parts of a text that lies in memory, read by one thread of Node and by
// two, with the app's own reader. Starting threads, collecting columns and joining them is left out.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { frontend } from '../../lib/frontend.mjs';

const { chunksOf, lineEnd } = await frontend('trace/parallel/chunks.ts');
const { poolOf } = await frontend('trace/parallel/worker-pool.ts');
const { TraceReader } = await frontend('trace/reader/reader.ts');
const WASM = new URL('../../../wasm-core/dist/mmtrace.wasm', import.meta.url);
/** Each part is read so often: of a few the last one is read by one thread, and the other one waits. */
const TIMES = 4;
const ROUNDS = 7;

/** Seconds of one thread and of two, each the least of some rounds in turn, and the events that both found. */
export async function coresOf(path) {
  const module = new WebAssembly.Module(readFileSync(WASM));
  const bytes = readFileSync(path);
  const text = new Uint8Array(new SharedArrayBuffer(bytes.length));
  text.set(bytes);
  const blob = new Blob([bytes]);
  const { first, block } = poolOf(2);
  const begin = await lineEnd(blob, first);
  const reader = await TraceReader.create(module, {});
  reader.feed(bytes.subarray(0, begin));
  reader.part();
  const carry = reader.carry();
  const blocks = await Array.fromAsync(chunksOf(blob, begin, block));
  const parts = Array.from({ length: TIMES }, () => blocks).flat();
  const threads = [1, 2].map(
    () => new Worker(new URL('./part.thread.mjs', import.meta.url), { workerData: { text, module } }),
  );

  /** Each reads the next part that nobody has begun. */
  async function read(n) {
    const left = parts.values();
    let events = 0;
    const one = async (thread) => {
      for (const { from, to } of left) {
        thread.postMessage({ from, to, carry });
        const [found] = await once(thread, 'message');
        events += found;
      }
    };
    const start = performance.now();
    await Promise.all(threads.slice(0, n).map(one));
    return { seconds: (performance.now() - start) / 1000, events };
  }

  try {
    await read(2);
    const [ones, twos] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ones.push(await read(1));
      twos.push(await read(2));
    }
    const counts = new Set([...ones, ...twos].map(({ events }) => events));
    if (counts.size > 1) throw new Error(`threads find ${[...counts].join(' or ')} events`);
    const least = (runs) => Math.min(...runs.map(({ seconds }) => seconds));
    return { one: least(ones), two: least(twos), rounds: ROUNDS };
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}
