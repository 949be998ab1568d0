// SPDX-License-Identifier: Apache-2.0
// The chosen file goes to a worker as it does in the app; what the worker measured is shown as JSON.
const worker = new Worker(new URL('./read.worker.js', import.meta.url), { type: 'module' });
const output = document.querySelector('output');

worker.onmessage = ({ data }) => {
  output.textContent = JSON.stringify(data);
};
document.querySelector('input').onchange = ({ target }) => {
  worker.postMessage(target.files[0]);
};
