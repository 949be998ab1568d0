// SPDX-License-Identifier: Apache-2.0
// Checks lessons in Node by the page's own code: node tools/lesson.mjs check FILE… ; without a file, those of datasets/lessons.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { frontend } from './frontend.mjs';

const root = new URL('../', import.meta.url);
const at = (path) => new URL(path, root);
const json = (path) => JSON.parse(readFileSync(at(path), 'utf8'));
const names = (folder, ending) =>
  readdirSync(at(folder))
    .filter((name) => name.endsWith(ending))
    .sort();

const [command, ...given] = process.argv.slice(2);
if (command !== 'check') {
  console.error('usage: node tools/lesson.mjs check FILE…');
  process.exit(2);
}
const { buildLesson, report } = await frontend('lessons/build.ts');
const { parseView } = await frontend('app/url.ts');
const { toldOf } = await frontend('lessons/run.ts');
const { scenes } = await frontend('scenes/index.ts');
const { isTerm } = await frontend('lessons/terms.ts');

const captures = new Set(names('datasets/captures/', '.mmscope.gz'));
const catalog = {
  scenarios: names('datasets/scenarios/', '.json').map((name) => json(`datasets/scenarios/${name}`)),
  captures: names('datasets/captures/', '.json')
    .map((name) => json(`datasets/captures/${name}`))
    .filter(({ id }) => captures.has(`${id}.mmscope.gz`))
    .map((told) => ({ ...told, file: `datasets/captures/${told.id}.mmscope.gz` })),
  published: [],
};
const module = WebAssembly.compile(readFileSync(at('wasm-core/dist/mmscope.wasm')));
const around = {
  catalog,
  module: () => module,
  scenes: scenes.map(toldOf),
  asking: async (scene) => (await scenes.find(({ id }) => id === scene)?.asking?.())?.asking ?? null,
  reader: (scene) => frontend(`scenes/${scene}/decision.ts`),
  capture: async (url) => gunzipSync(readFileSync(at(url))),
  view: parseView,
  isTerm,
};

const files = given.length > 0 ? given : names('datasets/lessons/', '.md').map((name) => at(`datasets/lessons/${name}`));
let [wrong, steps, questions, values] = [0, 0, 0, 0];
for (const file of files) {
  const name = basename(String(file));
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    console.log(`${name}: cannot be read (${error.code})`);
    wrong++;
    continue;
  }
  const result = await buildLesson(text, around);
  for (const line of report(name, result)) console.log(line);
  wrong += result.findings.length;
  steps += result.built?.steps.length ?? 0;
  questions += result.built?.counts.questions ?? 0;
  values += result.built?.counts.values ?? 0;
}
console.log(`lessons files=${files.length} steps=${steps} questions=${questions} values=${values} wrong=${wrong}`);
process.exit(wrong > 0 ? 1 : 0);
