/** Builds lessons beside the page: whatever a file asks for, the page stays at hand. */
import * as Comlink from 'comlink';
import wasmUrl from '../../../wasm-core/dist/mmscope.wasm?url';
import { readPlain } from '../core/bytes';
import type { Decision } from '../core/decision';
import { fetched } from '../core/fetched';
import { zstdModule } from '../core/fetch-zstd';
import { urlStream } from '../core/streams';
import { PAGE_KINDS } from './page-kinds';
import { buildLesson, type Built, type BuiltStep } from '../lessons/build';
import { listLessons } from '../lessons/opened';
import { drawExercises } from '../lessons/exercises';
import { isTerm, terms } from '../lessons/terms';
import type { Exercises } from '../lessons/lesson';
import type { Host, SceneTold } from '../lessons/run';
import type { Asking } from '../scenes/scene';
import type { Catalog } from '../sources/catalog';
import { parseView } from '../stage/url';

const READERS = import.meta.glob<Decision>('../scenes/*/decision.ts');
const ASKING = import.meta.glob<{ asking: Asking }>('../scenes/*/asking.ts');
const module = fetched(wasmUrl, 'mmscope.wasm');

async function plainOf(url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const { stream } = await urlStream(url);
  await readPlain(
    stream,
    zstdModule,
    (part) => void parts.push(part.slice()),
    () => undefined,
  );
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** What the page knows: scenes without their drawings, sources, and where it lies. */
export interface Page {
  scenes: readonly SceneTold[];
  catalog: Catalog;
  base: string;
}

const hostOf = ({ scenes, catalog, base }: Page): Host => ({
  scenes,
  asking: async (scene) => (await ASKING[`../scenes/${scene}/asking.ts`]?.())?.asking ?? null,
  catalog,
  module,
  reader: (scene) => {
    const load = READERS[`../scenes/${scene}/decision.ts`];
    if (!load) throw new Error(`There is no scene “${scene}”.`);
    return load();
  },
  capture: (url) => plainOf(new URL(url, base).href),
});

/** Without a network nobody knows. */
const lessonsOf = ({ base }: Page) =>
  listLessons(base).then(
    (all) => all.map(({ id }) => id),
    () => null,
  );

const api = {
  build: (
    text: string,
    page: Page,
    onStep: (step: BuiltStep, i: number, built: Pick<Built, 'lesson' | 'titles'>) => void,
  ) =>
    buildLesson(
      text,
      { ...hostOf(page), view: parseView, pages: PAGE_KINDS, isTerm, terms, lessons: () => lessonsOf(page) },
      onStep,
    ),
  exercises: (exercises: Exercises, seed: number, page: Page) => drawExercises(exercises, seed, hostOf(page)),
};
export type LessonWorker = typeof api;
Comlink.expose(api);
