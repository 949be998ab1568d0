// SPDX-License-Identifier: Apache-2.0
// The app's own reading, from the file to its columns. Each answer keeps the columns alive: they are what a
// view would hold.
import { traceModules } from '../../../../frontend/src/trace/reader/wasm';
import { loadTrace } from '../../../../frontend/src/trace/loader';

const modules = traceModules();
let loaded = null;

modules.then(() => postMessage('ready'));

onmessage = async ({ data: blob }) => {
  const compiled = await modules;
  const from = performance.now();
  loaded = await loadTrace(compiled, { kind: 'blob', blob }, () => {});
  const seconds = (performance.now() - from) / 1000;
  postMessage({ seconds, events: loaded.store.kinds.reduce((sum, kind) => sum + kind.rows, 0) });
};
