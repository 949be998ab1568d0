/** Runs the scenarios behind the published tables, away from the page's own thread. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../wasm-core/dist/mmscope.wasm?url';
import type { ParamValues } from '../core/params';
import type { Outcome } from './measure';
import { compute, type Tables } from './runs';

let compiled: Promise<WebAssembly.Module> | null = null;

/** Streaming needs the type application/wasm, which not every static host sends. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`mmscope.wasm cannot be fetched (${response.status}).`);
  return WebAssembly.compile(await response.arrayBuffer());
}

const published = {
  async run(params: ParamValues, tables: Tables): Promise<Outcome> {
    compiled ??= compile();
    return compute(await compiled, params, tables);
  },
};

export type PublishedWorker = typeof published;

Comlink.expose(published);
