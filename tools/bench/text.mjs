// SPDX-License-Identifier: Apache-2.0
// Long texts that benches read: a real recording of tracefs, repeated (../lib/trace_text.mjs). Each is made once, in build/.
// As a program it says where that of 2 GB is.
import { fileURLToPath } from 'node:url';
import { eventsFor, readSample, SAMPLE, writeText } from '../lib/trace_text.mjs';

export const LONG = { name: '2g', bytes: 2e9 };

/** A text of so many bytes at least. */
export function longText({ name, bytes } = LONG) {
  const sample = readSample(SAMPLE);
  const path = fileURLToPath(new URL(`../../build/reclaim-${name}.txt`, import.meta.url));
  return writeText(sample, eventsFor(sample, bytes), path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await longText());
