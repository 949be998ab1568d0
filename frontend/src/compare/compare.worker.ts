/** Makes runs of a sweep, one at a time. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../wasm-core/dist/mmscope.wasm?url';
import { readPlain } from '../core/bytes';
import { failureOf } from '../core/error';
import { fetched } from '../core/fetched';
import { zstdModule } from '../core/fetch-zstd';
import type { ParamValues } from '../core/params';
import { blobStream, urlStream } from '../core/streams';
import { measuredOnce, runOnce } from './run';

const coreModule = fetched(wasmUrl, 'mmscope.wasm');
/** The capture read last, as plain text: every run of a sweep is of the same. */
let read: { from: string | Blob; plain: Promise<Uint8Array> } | null = null;

async function plainOf(from: string | Blob): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const { stream } = typeof from === 'string' ? await urlStream(from) : blobStream(from);
  await readPlain(
    stream,
    zstdModule,
    (part) => void parts.push(part.slice()),
    () => undefined,
  );
  const whole = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** `capture`: its address, or the file, where the run is of one; as it is where `params` is null. A text says why the run cannot be made. */
async function made<T>(
  how: (module: WebAssembly.Module, params: ParamValues | null, capture: Uint8Array | null) => Promise<T>,
  params: ParamValues | null,
  capture: string | Blob | null,
): Promise<T | string> {
  try {
    if (capture !== null && read?.from !== capture) read = { from: capture, plain: plainOf(capture) };
    return await how(await coreModule(), params, capture === null ? null : ((await read?.plain) ?? null));
  } catch (error) {
    read = null;
    return failureOf(error).message;
  }
}

const api = {
  run: (params: ParamValues | null, capture: string | Blob | null) => made(runOnce, params, capture),
  whole: (params: ParamValues | null, capture: string | Blob | null) => made(measuredOnce, params, capture),
};
export type RunWorker = typeof api;
Comlink.expose(api);
