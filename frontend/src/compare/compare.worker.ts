/** Makes runs of a sweep, one at a time. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../wasm-core/dist/mmscope.wasm?url';
import { readPlain } from '../core/bytes';
import { failureOf } from '../core/error';
import { fetched } from '../core/fetched';
import { zstdModule } from '../core/fetch-zstd';
import type { ParamValues } from '../core/params';
import { Session } from '../core/session';
import { blobStream, urlStream } from '../core/streams';
import { measuredOnce, runOnce } from './run';

const coreModule = fetched(wasmUrl, 'mmscope.wasm');
/** The capture read last: every run of a sweep is of the same. `asked`: its log is that of a run. */
let read: { from: string | Blob; session: Promise<Session>; asked: boolean } | null = null;

/** Read while it is unpacked: of a long one the text is longer than the log. */
async function sessionOf(from: string | Blob): Promise<Session> {
  const opened = typeof from === 'string' ? urlStream(from) : blobStream(from);
  const [session, { stream }] = await Promise.all([coreModule().then((m) => Session.create(m)), opened]);
  session.beginCapture();
  await readPlain(
    stream,
    zstdModule,
    (plain) => {
      session.feed(plain);
    },
    () => undefined,
  );
  session.endCapture();
  return session;
}

/** `capture`: its address, or the file, where the run is of one; as it is where `params` is null. A text says why the run cannot be made. */
async function made<T>(
  how: (module: WebAssembly.Module, params: ParamValues | null, record: Session | null) => Promise<T>,
  params: ParamValues | null,
  capture: string | Blob | null,
): Promise<T | string> {
  try {
    if (capture === null) return await how(await coreModule(), params, null);
    if (read?.from !== capture || (params === null && read.asked))
      read = { from: capture, session: sessionOf(capture), asked: false };
    const record = await read.session;
    read.asked = params !== null;
    return await how(await coreModule(), params, record);
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
