/**
 * A foreign trace as the text of a capture: the events that scenes can show, as mmscope.wasm reads them. What
 * they cannot show is not in it. Files of /proc that were added describe the machine, as the first lines of a
 * capture of our own do.
 */
import { readTrace, type TraceInput } from './input';
import { TraceReader } from './reader';

export async function captureText(
  module: WebAssembly.Module,
  input: TraceInput,
  snapshots: readonly Blob[] = [],
  signal?: AbortSignal,
): Promise<Blob> {
  const trace = await textOf(module, input, signal);
  if (snapshots.length === 0) return trace;
  const added: string[] = [];
  for (const blob of snapshots) {
    added.push(...machineLines(await (await textOf(module, { kind: 'blob', blob }, signal)).text()));
  }
  const { head, tail } = await parted(trace);
  return new Blob([head, ...added.map((line) => `${line}\n`), tail]);
}

async function textOf(module: WebAssembly.Module, input: TraceInput, signal?: AbortSignal): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = await TraceReader.create(module, {
    text: (bytes) => {
      parts.push(bytes.slice());
    },
  });
  await readTrace(
    input,
    (plain) => {
      reader.feed(plain);
    },
    signal,
  );
  reader.end();
  return new Blob(parts);
}

/** Lines of zones and counters. A file of /proc has no time: they stand before all events. */
function machineLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, kind, fields] = /^(zone|stat) ts=\d+ (.*)$/.exec(line) ?? [];
    return kind === undefined || fields === undefined ? [] : [`${kind} ts=0 ${fields}`];
  });
}

/** Bytes in which the first two lines of a capture end: they are short ones, written by the module. */
const HEAD = 4096;

/** A capture's first two lines, and the rest of it. */
async function parted(capture: Blob): Promise<{ head: Blob; tail: Blob }> {
  const start = new Uint8Array(await capture.slice(0, HEAD).arrayBuffer());
  const first = start.indexOf(0x0a);
  const at = start.indexOf(0x0a, first + 1) + 1;
  return { head: capture.slice(0, at), tail: capture.slice(at) };
}
