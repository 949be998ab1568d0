// SPDX-License-Identifier: Apache-2.0
// The text of 2 GB that benches read: a real recording of tracefs, repeated (repeat_trace.mjs). It is made once, in
// build/. As a program it says where it is.
import { fileURLToPath } from 'node:url';
import { readSample, writeText } from './repeat_trace.mjs';

const TEXT_BYTES = 2e9;

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** A text of so many bytes at least. */
export async function longText() {
  const sample = readSample(path('datasets/foreign/ftrace/numa-reclaim.txt.zst'));
  // Two digits of seconds at least: later repetitions have more, so the text is not shorter than asked for.
  const length = ({ head, kind, rest }) => `${head}00.000000: ${kind}: ${rest}\n`.length;
  const bytes = sample.lines.reduce((sum, line) => sum + length(line), 0) / sample.lines.length;
  return writeText(sample, Math.ceil(TEXT_BYTES / bytes), path('build/reclaim-2g.txt'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await longText());
