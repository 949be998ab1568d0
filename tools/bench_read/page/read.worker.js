// SPDX-License-Identifier: Apache-2.0
// The app's own reading, from the file to its columns. Each answer keeps the columns alive: they are what a
// view would hold.
import { traceModule } from '../../../frontend/src/trace/fetch-module';
import { loadTrace } from '../../../frontend/src/trace/load';

const module = traceModule();
let loaded = null;

module.then(() => postMessage('ready'));

onmessage = async ({ data: blob }) => {
  const compiled = await module;
  const from = performance.now();
  loaded = await loadTrace(compiled, { kind: 'blob', blob }, () => {});
  const seconds = (performance.now() - from) / 1000;
  postMessage({ seconds, events: loaded.store.kinds.reduce((sum, kind) => sum + kind.rows, 0) });
};
