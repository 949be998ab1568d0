/**
 * A foreign trace as the text of a capture: the events that scenes can show, as mmscope.wasm reads them. What
 * they cannot show is not in it. Files of /proc that were added describe the machine, as the first lines of a
 * capture of our own do.
 */
import { readTrace, type TraceInput, type TraceModules } from './reader/input';
import { TraceReader } from './reader/reader';

export async function captureText(
  modules: TraceModules,
  input: TraceInput,
  snapshots: readonly Blob[] = [],
  signal?: AbortSignal,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const text = (bytes: Uint8Array) => {
    parts.push(bytes.slice());
  };
  const reader = await TraceReader.create(modules.trace, {});
  const read = async (from: TraceInput) => {
    await readTrace(
      from,
      modules.zstd,
      (plain) => {
        reader.feed(plain);
      },
      signal,
    );
    reader.end();
  };
  for (const blob of snapshots) {
    reader.begin({ machine: true });
    await read({ kind: 'blob', blob });
  }
  reader.begin({ text });
  await read(input);
  return new Blob(parts);
}
