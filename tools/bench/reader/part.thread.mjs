// SPDX-License-Identifier: Apache-2.0
// A thread of Node that reads parts of a text with the app's reader, and keeps nothing of them.
import { parentPort, workerData } from 'node:worker_threads';
import { frontend } from '../../lib/frontend.mjs';

const { TraceReader } = await frontend('trace/reader/reader.ts');
const { text, module } = workerData;
const reader = await TraceReader.create(module, {});

parentPort.on('message', ({ from, to, carry }) => {
  reader.goOn(carry, {});
  reader.feed(text.subarray(from, to));
  reader.part();
  parentPort.postMessage(reader.report().events);
});
