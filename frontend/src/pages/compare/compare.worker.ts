/** Makes runs of a sweep, one at a time. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../../wasm-core/dist/mmscope.wasm?url';
import { failureOf } from '../../core/error';
import { wasmLoader } from '../../core/wasm/wasm';
import type { ParamValues } from '../../core/params';
import { Session } from '../../core/session';
import { blobStream, urlStream } from '../../capture/local/streams';
import { readInto } from './capture-reader';
import { measuredOnce, runOnce, switchesOf, withAdvice } from './run';

const coreModule = wasmLoader(wasmUrl, 'mmscope.wasm');
/** The capture read last: every run of a sweep is of the same. `asked`: its log is that of a run. */
let read: { from: string | Blob; record: Promise<Read>; asked: boolean } | null = null;

interface Read {
  session: Session;
  /** Switches that it can be asked about. */
  switches: string[];
}

async function recordOf(from: string | Blob): Promise<Read> {
  const opened = typeof from === 'string' ? urlStream(from) : blobStream(from);
  const [session, { stream }] = await Promise.all([coreModule().then((m) => Session.create(m)), opened]);
  await readInto(session, stream);
  return { session, switches: switchesOf(session) };
}

/** `capture`: its address, or the file, where the run is of one; as it is where `params` is null. A text says why the run cannot be made. */
async function made<T>(
  how: (module: WebAssembly.Module, params: ParamValues | null, record: Session | null) => Promise<T>,
  params: ParamValues | null,
  capture: string | Blob | null,
): Promise<T | string> {
  let record: Read | null = null;
  try {
    if (capture === null) return await how(await coreModule(), params, null);
    if (read?.from !== capture || (params === null && read.asked))
      read = { from: capture, record: recordOf(capture), asked: false };
    record = await read.record;
    read.asked = params !== null;
    return await how(await coreModule(), params, record.session);
  } catch (error) {
    read = null;
    const { message } = failureOf(error);
    return record && params ? withAdvice(message, params, record.switches) : message;
  }
}

const api = {
  run: (params: ParamValues | null, capture: string | Blob | null) => made(runOnce, params, capture),
  whole: (params: ParamValues | null, capture: string | Blob | null) => made(measuredOnce, params, capture),
};
export type RunWorker = typeof api;
Comlink.expose(api);
