// SPDX-License-Identifier: Apache-2.0
// As in the app: the page's helper fetches the reader and warms it up; a file that is chosen afterwards goes to a
// worker of its own. What that one measured is shown as JSON.
import { traceWorker } from '../../../../frontend/src/trace/worker-client';

const output = document.querySelector('output');
await traceWorker().prepare();
await traceWorker().warmUp();
const worker = new Worker(new URL('./read.worker.js', import.meta.url), { type: 'module' });

worker.onmessage = ({ data }) => {
  output.textContent = JSON.stringify(data);
};
document.querySelector('input').onchange = ({ target }) => {
  worker.postMessage(target.files[0]);
};
