/** Builds lessons beside the page: whatever a file asks for, the page stays at hand. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../../wasm-core/dist/mmscope.wasm?url';
import type { Decision } from '../../core/decision';
import { failureOf } from '../../core/error';
import { wasmLoader } from '../../core/wasm/wasm';
import { zstdModule } from '../../capture/local/wasm';
import { urlStream } from '../../capture/local/streams';
import { PAGE_NAMES } from '../links/page-names';
import { buildLesson, type BuiltLesson, type BuiltStep } from '../../lessons/builder';
import { listLessons } from '../../lessons/text';
import { drawExercises } from '../../lessons/exercises';
import { stepFrames } from '../../lessons/pictures';
import { isTerm, terms } from '../../lessons/terms';
import type { Exercises } from '../../lessons/lesson';
import { UnreachableError, type Host, type SceneFacts } from '../../lessons/run';
import type { SceneQuestions } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import { parseView } from '../../stage/url-parser';

const READERS = import.meta.glob<Decision>('../../scenes/*/decision.ts');
const QUESTIONS = import.meta.glob<{ questions: SceneQuestions }>('../../scenes/*/questions.ts');
const module = wasmLoader(wasmUrl, 'mmscope.wasm');

const fetched = <T>(part: Promise<T>): Promise<T> =>
  part.catch((error: unknown) => {
    const { message, ...place } = failureOf(error);
    throw new UnreachableError(message, place);
  });

async function plainOf(url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const [{ stream }, { readPlain }] = await Promise.all([
    fetched(urlStream(url)),
    fetched(import('../../capture/local/compression')),
  ]);
  await readPlain(
    stream,
    zstdModule,
    (part) => void parts.push(part.slice()),
    () => undefined,
  );
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** What the page knows: scenes without their drawings, sources, and where it lies. */
interface PageContext {
  scenes: readonly SceneFacts[];
  catalogue: Catalogue;
  base: string;
}

const hostOf = ({ scenes, catalogue, base }: PageContext): Host => ({
  scenes,
  questions: async (scene) => {
    const load = QUESTIONS[`../../scenes/${scene}/questions.ts`];
    return load ? (await fetched(load())).questions : null;
  },
  catalogue,
  module: () => fetched(module()),
  reader: (scene) => {
    const load = READERS[`../../scenes/${scene}/decision.ts`];
    if (!load) throw new Error(`There is no scene “${scene}”.`);
    return fetched(load());
  },
  capture: (url) => plainOf(new URL(url, base).href),
});

/** Without a network nobody knows. */
const lessonsOf = ({ base }: PageContext) =>
  listLessons(base).then(
    (all) => all.map(({ id }) => id),
    () => null,
  );

const api = {
  build: (
    text: string,
    page: PageContext,
    onStep: (step: BuiltStep, i: number, built: Pick<BuiltLesson, 'lesson' | 'titles'>) => void,
  ) =>
    buildLesson(
      text,
      { ...hostOf(page), view: parseView, pages: PAGE_NAMES, isTerm, terms, lessons: () => lessonsOf(page) },
      onStep,
    ),
  exercises: (exercises: Exercises, seed: number, page: PageContext) =>
    drawExercises(exercises, seed, hostOf(page)),
  frames: (steps: readonly Pick<BuiltStep, 'view' | 'questions'>[], page: PageContext) =>
    stepFrames(steps, hostOf(page)),
};
export type LessonWorker = typeof api;
Comlink.expose(api);
