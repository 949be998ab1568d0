// SPDX-License-Identifier: Apache-2.0
// Checks lessons in Node by the page's own code: node tools/check/lesson.mjs check FILE… ; without a file, those of
// datasets/lessons. `show` also prints what every value and answer comes to.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { frontend } from '../lib/frontend.mjs';

const root = new URL('../../', import.meta.url);
const at = (path) => new URL(path, root);
const json = (path) => JSON.parse(readFileSync(at(path), 'utf8'));
const names = (folder, ending) =>
  readdirSync(at(folder))
    .filter((name) => name.endsWith(ending))
    .sort();

const [command, ...given] = process.argv.slice(2);
if (command !== 'check' && command !== 'show') {
  console.error('usage: node tools/check/lesson.mjs check|show FILE…');
  process.exit(2);
}
const { buildLesson, report } = await frontend('lessons/builder.ts');
const { parseView } = await frontend('stage/url-parser.ts');
const { PAGE_NAMES } = await frontend('app/links/page-names.ts');
const { lessonText } = await frontend('lessons/text.ts');
const { failureOf } = await frontend('core/error.ts');
const { sceneFacts } = await frontend('lessons/run.ts');
const { scenes } = await frontend('scenes/index.ts');
const { textOfBlock, wordsOf } = await frontend('lessons/markdown.ts');
const { solutionText } = await frontend('quiz/answers.ts');
const { isNothing, textOf } = await frontend('core/message.ts');
const { isTerm, terms } = await frontend('lessons/terms.ts');

const captures = new Set(names('datasets/captures/', '.mmscope.gz'));
const catalogue = {
  scenarios: names('datasets/scenarios/', '.json').map((name) => json(`datasets/scenarios/${name}`)),
  captures: names('datasets/captures/', '.json')
    .map((name) => json(`datasets/captures/${name}`))
    .filter(({ id }) => captures.has(`${id}.mmscope.gz`))
    .map((entry) => ({ ...entry, file: `datasets/captures/${entry.id}.mmscope.gz` })),
  published: [],
};
const module = WebAssembly.compile(readFileSync(at('wasm-core/dist/mmscope.wasm')));
const around = {
  catalogue,
  module: () => module,
  scenes: scenes.map(sceneFacts),
  questions: async (scene) => (await scenes.find(({ id }) => id === scene)?.questions?.())?.questions ?? null,
  reader: (scene) => frontend(`scenes/${scene}/decision.ts`),
  capture: async (url) => gunzipSync(readFileSync(at(url))),
  view: parseView,
  pages: PAGE_NAMES,
  isTerm,
  terms,
  // Those that are checked together are known to each other.
  lessons: async () =>
    [...new Set([...names('datasets/lessons/', '.md'), ...given.map((file) => basename(file))])]
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -'.md'.length))
      .sort(),
};

const files = given.length > 0 ? given : names('datasets/lessons/', '.md').map((name) => at(`datasets/lessons/${name}`));
/** Every step with its values, and every question with its answer and what is said to each choice. */
function show(built) {
  for (const [i, step] of (built?.steps ?? []).entries()) {
    console.log(`\n${i + 1}. ${step.title}${step.view ? ` [${step.view.scene}, decision ${step.view.position.k}]` : ''}`);
    for (const block of step.blocks) console.log(`   ${textOfBlock(block)}`);
    for (const note of step.notes) console.log(`   (teacher) ${textOfBlock(note)}`);
    for (const { question, ask } of step.questions) {
      console.log(`   ? ${wordsOf(ask)} -> ${solutionText(question)}`);
      if (!isNothing(question.lead)) console.log(`     ${textOf(question.lead)}`);
      for (const { words, note, reason } of question.choices ?? []) console.log(`     ${words}${note && ` (${note})`}: ${textOf(reason)}`);
      if (question.form === 'curve') console.log(`     ${[...question.before, ...question.solution].map(({ k, value }) => `${k}:${value}`).join(' ')}`);
    }
  }
}

/** What came of a file, also where it is no text. */
async function resultOf(bytes) {
  let text;
  try {
    text = lessonText(bytes);
  } catch (error) {
    const { line, message, advice } = failureOf(error);
    return { built: null, findings: [{ line, of: 'file', words: `${message} ${advice}` }] };
  }
  return buildLesson(text, around);
}

let [wrong, steps, questions, values] = [0, 0, 0, 0];
for (const file of files) {
  const name = basename(String(file));
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    console.log(`${name}: cannot be read (${error.code})`);
    wrong++;
    continue;
  }
  const result = await resultOf(bytes);
  for (const line of report(name, result)) console.log(line);
  if (command === 'show') show(result.built);
  wrong += result.findings.length;
  steps += result.built?.steps.length ?? 0;
  questions += result.built?.counts.questions ?? 0;
  values += result.built?.counts.values ?? 0;
}
console.log(`lessons files=${files.length} steps=${steps} questions=${questions} values=${values} wrong=${wrong}`);
process.exit(wrong > 0 ? 1 : 0);
