import { traceModules } from './wasm';
import { loadTrace, type LoadedTrace } from '../load';

/** A whole trace from its text or its packed bytes. */
export const load = (data: string | Uint8Array<ArrayBuffer>): Promise<LoadedTrace> =>
  loadTrace(traceModules, { kind: 'blob', blob: new Blob([data]) }, () => undefined);
