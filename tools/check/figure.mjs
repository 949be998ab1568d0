// SPDX-License-Identifier: Apache-2.0
// A figure in Node, by the script that `mmscope render` runs in an engine of its own: node tools/check/figure.mjs ORDER prints
// the SVG; ORDER as engine.ts reads it, as JSON.
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';

const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const answered = (text) => {
  const { ok, value, failure } = JSON.parse(text);
  if (!ok) throw new Error(failure.message);
  return value;
};

runInThisContext(String(file('frontend/dist/engine/figures.js')));
const { begin, needs, give, make } = globalThis.mmscopeFigures;
begin(String(file('frontend/dist/datasets/index.json')), file('wasm-core/dist/mmscope.wasm').toString('base64'));
const order = process.argv[2] ?? '';
const given = ({ kind, id }) =>
  kind === 'module' ? file(`wasm-core/dist/${id}`) : gunzipSync(file(`datasets/captures/${id}.mmscope.gz`));
for (const need of answered(needs(JSON.parse(order).view))) give(need.id, given(need).toString('base64'));
// React keeps a channel open, so that Node would wait for ever.
process.stdout.write(answered(await make(order)).svg, () => process.exit());
