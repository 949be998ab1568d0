/** For tests: what surrounds a lesson, from the repository's own data. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { wasmModule } from '../../core/testing/wasm';
import type { Decision } from '../../core/decision';
import { scenes } from '../../scenes';
import type { BundledCapture, Scenario } from '../../capture/sources/catalogue';
import type { View } from '../../stage/state/view';
import type { BuilderHost } from '../builder';
import { sceneFacts } from '../run';
import { isTerm, terms } from '../terms';

const ROOT = join(import.meta.dirname, '../../../..');
const READERS = import.meta.glob<Decision>('../../scenes/*/decision.ts');

const jsons = async <T>(folder: string): Promise<T[]> => {
  const names = (await readdir(join(ROOT, folder))).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(ROOT, folder, name), 'utf8')) as T),
  );
};

type ReadView = (hash: string) => { view: View | null; complaints: string[] };

/** `view`: how links are read, which is the app's; `pages`: words of its other pages. */
export async function builderHost(view: ReadView, pages: readonly string[] = []): Promise<BuilderHost> {
  const captures = await jsons<Omit<BundledCapture, 'file' | 'bytes'>>('datasets/captures');
  return {
    catalogue: {
      scenarios: await jsons<Scenario>('datasets/scenarios'),
      captures: captures.map((one) => ({ ...one, file: `datasets/captures/${one.id}.mmscope.gz`, bytes: 0 })),
      published: [],
    },
    scenes: scenes.map(sceneFacts),
    module: wasmModule,
    reader: (scene) => {
      const load = READERS[`../../scenes/${scene}/decision.ts`];
      if (!load) throw new Error(`there is no scene ${scene}`);
      return load();
    },
    questions: async (id) =>
      (await scenes.find((scene) => scene.id === id)?.questions?.())?.questions ?? null,
    capture: async (url) => gunzipSync(await readFile(join(ROOT, url))),
    view,
    pages,
    isTerm,
    terms,
    lessons: async () => (await bundledLessons()).map(([name]) => name.replace(/\.md$/, '')),
  };
}

/** Every lesson of the repository, by its file. */
export async function bundledLessons(): Promise<[name: string, text: string][]> {
  const folder = join(ROOT, 'datasets/lessons');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as [string, string]),
  );
}
