// SPDX-License-Identifier: Apache-2.0
// A sweep in Node, by the page's own code: node tools/check/sweep.mjs QUESTION prints its CSV.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { scenario } from '../lib/core.mjs';
import { frontend } from '../lib/frontend.mjs';

const { parseQuestion, paramsOf, runsOf } = await frontend('pages/compare/question.ts');
const { chosen, csvOf, runOnce } = await frontend('pages/compare/run.ts');
const question = parseQuestion(process.argv[2] ?? '');
const { Session } = await frontend('core/session.ts');
const { of } = question;
const module = await WebAssembly.compile(readFileSync(new URL('../../wasm-core/dist/mmscope.wasm', import.meta.url)));
const params = of.kind === 'model' ? scenario(of.id).params : {};
const record = of.kind === 'model' ? null : await captureRead(of.id);
const rows = [];
for (const run of runsOf(question)) {
  const set = paramsOf(question, run, params);
  rows.push(chosen(await runOnce(module, set, record), String(set.machine ?? 'swap'), question.measures));
}
process.stdout.write(csvOf(question, rows));

/** A bundled capture: read once, and asked anew for each run, as the page's workers do. */
async function captureRead(id) {
  const session = await Session.create(module);
  session.beginCapture();
  session.feed(gunzipSync(readFileSync(new URL(`../../datasets/captures/${id}.mmscope.gz`, import.meta.url))));
  session.endCapture();
  return session;
}
