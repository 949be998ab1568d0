// SPDX-License-Identifier: Apache-2.0
// The text to be read, and the same events as Chrome's JSON, which Perfetto reads faster than text.
import { statSync } from 'node:fs';
import { eventsFor, readSample, SAMPLE, writeInstants, writeText } from '../../lib/trace_text.mjs';

const BYTES = 140e6;

/** Paths of both, made once in a folder. */
export async function made(folder) {
  const sample = readSample(SAMPLE);
  const events = eventsFor(sample, BYTES);
  const text = await writeText(sample, events, `${folder}/reclaim.txt`);
  const json = await writeInstants(sample, events, `${folder}/reclaim.json`);
  return { text, json, textBytes: statSync(text).size, jsonBytes: statSync(json).size };
}
