// SPDX-License-Identifier: Apache-2.0
// The text to be read: a real recording repeated, each time later by its own span, until there are enough bytes.
// And the same events as Chrome's JSON, which Perfetto reads faster than text.
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

const SAMPLE = new URL('../../datasets/foreign/ftrace/numa-reclaim.txt.zst', import.meta.url);
export const BYTES = 140e6;

const LINE = /^(\s*)(\S.*)-(\d+)(\s+)\[(\d+)\] (\S+)\s+(\d+)\.(\d{6}): (\w+): (.*)$/;

/** The sample's lines: headings, and events with their time in us and the text around it. */
function sample() {
  const lines = zstdDecompressSync(readFileSync(SAMPLE)).toString('latin1').trimEnd().split('\n');
  const heads = lines.filter((line) => line.startsWith('#'));
  const events = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const at = /\d+\.\d{6}: /.exec(line);
      return {
        before: line.slice(0, at.index),
        us: Math.round(parseFloat(at[0]) * 1e6),
        after: line.slice(at.index + at[0].length - 2),
      };
    });
  return { heads, events, span: events.at(-1).us - events[0].us + 1 };
}

async function write(path, pieces) {
  mkdirSync(dirname(path), { recursive: true });
  const out = createWriteStream(`${path}.part`, 'latin1');
  for (const piece of pieces) if (!out.write(piece)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  renameSync(`${path}.part`, path);
}

const time = (us) => `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}`;

function* text({ heads, events, span }) {
  let bytes = 0;
  yield `${heads.join('\n')}\n`;
  for (let round = 0; bytes < BYTES; round++) {
    // The time is right-aligned: blanks before it give way as it grows.
    const piece = events
      .map(({ before, us, after }) => {
        const shown = time(us + round * span);
        const shorter = shown.length - time(us).length;
        return `${before.slice(0, before.length - shorter)}${shown}${after}\n`;
      })
      .join('');
    bytes += piece.length;
    yield piece;
  }
}

function toJson(line) {
  const [, , , pid, , cpu, , seconds, fraction, name, rest] = LINE.exec(line);
  const args = Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]));
  return JSON.stringify({ name, ph: 'i', ts: Number(seconds + fraction), pid: Number(cpu), tid: Number(pid), args });
}

function* json(path) {
  const lines = readFileSync(path, 'latin1')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  for (let at = 0; at < lines.length; at += 10000)
    yield (
      (at ? ',\n' : '{"traceEvents":[\n') +
      lines
        .slice(at, at + 10000)
        .map(toJson)
        .join(',\n')
    );
  yield '\n]}\n';
}

/** Paths of both, made once in build/. */
export async function made(folder) {
  const paths = { text: `${folder}/reclaim.txt`, json: `${folder}/reclaim.json` };
  if (!existsSync(paths.text)) await write(paths.text, text(sample()));
  if (!existsSync(paths.json)) await write(paths.json, json(paths.text));
  return { ...paths, textBytes: statSync(paths.text).size, jsonBytes: statSync(paths.json).size };
}
