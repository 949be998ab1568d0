/** Runs the scenarios behind the published tables, away from the page's own thread. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../../wasm-core/dist/mmscope.wasm?url';
import { wasmLoader } from '../../core/wasm/wasm';
import type { ParamValues } from '../../core/params';
import type { Outcome } from './measure';
import { compute, type Tables } from './runs';

const coreModule = wasmLoader(wasmUrl, 'mmscope.wasm');

const published = {
  async run(params: ParamValues, tables: Tables): Promise<Outcome> {
    return compute(await coreModule(), params, tables);
  },
};

export type PublishedWorker = typeof published;

Comlink.expose(published);
