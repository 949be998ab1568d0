// SPDX-License-Identifier: Apache-2.0
// The text of 2 GB that benches read: a real recording of tracefs, repeated (repeat_trace.mjs). It is made once, in
// build/. As a program it says where it is.
import { fileURLToPath } from 'node:url';
import { eventsFor, readSample, SAMPLE, writeText } from './repeat_trace.mjs';

const TEXT_BYTES = 2e9;

/** A text of so many bytes at least. */
export function longText() {
  const sample = readSample(SAMPLE);
  const path = fileURLToPath(new URL('../build/reclaim-2g.txt', import.meta.url));
  return writeText(sample, eventsFor(sample, TEXT_BYTES), path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await longText());
