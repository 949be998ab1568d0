/** Which decisions are asked about, by property; and the questions of every scene over models and captures. */
import { EVERYTHING } from '../core/model-coverage';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../core/decision';
import { keyOf } from '../core/decision';
import { NOTHING, textOf } from '../core/message';
import { LocalSource, type SourceInput, type LoadedSource } from '../capture/local/source';
import { wasmModule, zstdModule } from '../core/testing/wasm';
import { scenes } from '../scenes';
import type { ChoiceQuestion } from '../scenes/question';
import type { SourceInfo } from '../scenes/scene';
import { nextScore, NO_SCORE } from './score';
import { ALIKE_MAX, questionSet, SET_SIZE } from './question-set';
import { answerGhost, emptyQuiz, solutionChoice, targetsOf, type QuizState } from './state';

const READERS = import.meta.glob<Decision>('../scenes/*/decision.ts');
const CAPTURES = new URL('../../../datasets/captures/', import.meta.url);

const cells = 'ABC'.split('').map((letter, node) => ({ letter, node, name: `swap${letter}`, key: letter }));
const run = fc.record({
  cell: fc.array(fc.nat({ max: 2 }), { maxLength: 400 }).map((all) => Uint16Array.from(all)),
  cells: fc.constant(cells),
  gaps: fc.array(fc.record({ k: fc.nat({ max: 400 }), n: fc.constant(1) }), { maxLength: 4 }),
});

describe('a set of questions', () => {
  it('is of the run, never of its first decision, nor beside lost events; the same for the same seed', () => {
    fc.assert(
      fc.property(run, fc.nat(), (columns, seed) => {
        const set = questionSet(columns, seed);
        expect(set).toEqual(questionSet(columns, seed));
        expect(set.length).toBeLessThanOrEqual(SET_SIZE);
        for (const k of set) {
          expect(k).toBeGreaterThan(1);
          expect(k).toBeLessThanOrEqual(columns.cell.length);
          for (const gap of columns.gaps) expect([gap.k, gap.k + 1]).not.toContain(k);
        }
      }),
    );
  });

  it('has no answer five times where the run has others', () => {
    const cell = Uint16Array.from({ length: 600 }, (_, i) => (i % 10 === 9 ? 1 : i % 7 === 6 ? 2 : 0));
    for (let seed = 0; seed < 200; seed++) {
      const answers = questionSet({ cell, cells, gaps: [] }, seed).map((k) => cell[k - 1]);
      for (const one of new Set(answers))
        expect(answers.filter((a) => a === one).length).toBeLessThanOrEqual(ALIKE_MAX);
    }
  });

  it('differs from seed to seed', () => {
    const cell = Uint16Array.from({ length: 600 }, (_, i) => i % 3);
    expect(questionSet({ cell, cells, gaps: [] }, 1)).not.toEqual(questionSet({ cell, cells, gaps: [] }, 2));
  });
});

it('a score counts, and a streak ends', () => {
  const after = [true, true, false, true].reduce(nextScore, NO_SCORE);
  expect(after).toEqual({ asked: 4, right: 3, streak: 1 });
});

async function asked(scene: string, input: SourceInput) {
  const core = new LocalSource(
    wasmModule,
    (id) => READERS[`../scenes/${id}/decision.ts`]?.() ?? Promise.reject(new Error(id)),
    zstdModule,
  );
  const loaded = await core.load(input, scene, () => undefined);
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const own = await scenes.find(({ id }) => id === scene)?.questions?.();
  if (!own) throw new Error(`${scene} asks nothing`);
  return { core, loaded: loaded.value, questions: own.questions };
}

const infoOf = ({ decisions, kinds }: LoadedSource): SourceInfo => ({
  ...{ provenance: 'kernel', id: '', title: '', decisions, kinds, facts: [], params: null, totals: null },
  coverage: EVERYTHING,
});

describe('the questions of a scene', () => {
  const capture = async (name: string): Promise<SourceInput> => ({
    kind: 'blob',
    blob: new Blob([new Uint8Array(await readFile(new URL(`${name}.mmscope.gz`, CAPTURES)))]),
  });
  it.each([
    ['swap-devices', 'four-nodes-node', 'Which device'],
    ['swap-devices', 'device-fills-up', 'Which device'],
    ['swap-devices', 'two-nodes-roundrobin', 'Which device'],
    ['zones', 'zones-fair', 'Which zone'],
    ['zones', 'wake-low', 'wake kswapd'],
    ['interleave', 'interleave-8', 'Which node'],
    ['interleave', 'interleave-weighted', 'Which node'],
    ['swap-in', 'swap-in-hybrid', 'How does the task wait'],
    ['swap-in', 'swap-in-readahead', 'How many pages'],
  ])('%s, %s: “%s …?”; each has its answer among the choices, and a reason', async (scene, name, about) => {
    const { core, loaded, questions } = await asked(scene, await capture(name));
    let found = 0;
    const columns = loaded.columns;
    for (let seed = 1; seed <= 8; seed++) {
      for (const k of questionSet(columns, seed)) {
        const frame = core.frame(k);
        const question = frame && questions.question(frame, infoOf(loaded));
        if (!question) continue;
        found++;
        const keys = question.choices.map(({ key }) => key);
        expect(structuredClone(question)).toEqual(question);
        expect(question).toMatchObject({ form: 'choice', k });
        expect(question.solution).toHaveLength(1);
        expect(keys).toContain(question.solution[0]);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.length).toBeGreaterThan(1);
        const { place, name: words } = solutionChoice(question)?.cell ?? {};
        const decided = columns.cells[columns.cell[k - 1] ?? -1];
        if (place !== undefined) expect(place).toBe(decided?.place);
        expect(words).not.toBe('');
        for (const { reason } of question.choices) expect(textOf(reason)).toMatch(/[.:!?]$|\.$/);
        expect(textOf(question.title)).toMatch(/\?$/);
        expect(textOf(question.lead)).not.toContain('undefined');
        // Before it is shown, nothing in the drawing's frame is of it.
        const before = core.frame(k - 1);
        const masked = before && questions.mask?.(before);
        if (masked) expect([masked.event, masked.verdict, masked.trail.length]).toEqual([null, null, 0]);
      }
    }
    expect(found).toBeGreaterThan(20);
    const titles = new Set<string>();
    for (const k of questionSet(columns, 1)) {
      const frame = core.frame(k);
      const question = frame && questions.question(frame, infoOf(loaded));
      if (question) titles.add(textOf(question.title));
    }
    expect([...titles].some((title) => title.includes(about))).toBe(true);
  });
});

it('what was said stands in the drawing where it was wrong, and choices are pointed at by place', () => {
  const choices = cells.map((cell) => ({
    key: keyOf(cell),
    words: cell.name,
    note: '',
    cell: { ...cell, place: cell.node },
    reason: NOTHING,
  }));
  const question: ChoiceQuestion = {
    ...{ form: 'choice', kind: 'device', from: 'model', k: 5, task: null, hides: null },
    ...{ title: NOTHING, lead: NOTHING, hint: NOTHING, choices, solution: ['B'] },
  };
  const quiz: QuizState = { ...emptyQuiz('A', 1, 5), set: [5], question, chosen: 'A', shown: true };
  expect(answerGhost(quiz)).toMatchObject({ words: 'you said', cell: { letter: 'A' } });
  expect(answerGhost({ ...quiz, chosen: 'B' })).toBeNull();
  expect(answerGhost({ ...quiz, chosen: null })).toBeNull();
  const chosen: string[] = [];
  const targets = targetsOf(quiz, (key) => chosen.push(key));
  expect(targets).toMatchObject({ places: [0, 1, 2], chosen: 0 });
  targets?.choose(2);
  targets?.choose(9);
  expect(chosen).toEqual(['C']);
  // Who asks is drawn where nothing can be pointed at, too.
  const open = { ...question, choices: [] };
  expect(targetsOf({ ...quiz, question: open }, () => undefined)).toBeNull();
  const task = { cpu: 3, node: 1 };
  expect(targetsOf({ ...quiz, question: { ...open, task } }, () => undefined)).toMatchObject({
    places: [],
    asker: task,
  });
});
