/**
 * A foreign trace as the text of a capture: the events that scenes can show, as mmscope.wasm reads them. What
 * they cannot show is not in it.
 */
import { readTrace, type TraceInput } from './input';
import { TraceReader } from './reader';

export async function captureText(
  module: WebAssembly.Module,
  input: TraceInput,
  signal?: AbortSignal,
): Promise<Blob> {
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
