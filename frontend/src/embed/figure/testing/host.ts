/** A host of figures for tests: every scenario, and the bundled captures that are named. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Decision } from '../../../core/decision';
import { bundledFile, fileOf, moduleOf } from '../../../scenes/testing/source';
import type { Scenario } from '../../../capture/sources/catalogue';
import type { Host } from '../loader';

const DATASETS = join(import.meta.dirname, '../../../../../datasets');

/** `texts`: of captures, by name; those of `captures` are added. */
export async function hostOf(
  captures: readonly string[],
  texts = new Map<string, Uint8Array>(),
): Promise<Host> {
  const files = (await readdir(join(DATASETS, 'scenarios'))).filter((n) => n.endsWith('.json'));
  const scenarios = await Promise.all(
    files.map(async (n) => JSON.parse(String(await fileOf(`datasets/scenarios/${n}`))) as Scenario),
  );
  for (const id of captures) texts.set(id, gunzipSync(await bundledFile(id)));
  const held = (id: string): Uint8Array => {
    const text = texts.get(id);
    if (!text) throw new Error(`nobody read ${id}`);
    return text;
  };
  return {
    catalogue: {
      scenarios,
      captures: captures.map((id) => ({ id, title: id, file: id, bytes: 0 })),
      published: [],
    },
    module: moduleOf('mmscope'),
    zstd: moduleOf('mmzstd'),
    has: (name) => texts.has(name),
    readerFor: (scene) => import(`../../../scenes/${scene}/decision.ts`) as Promise<Decision>,
    input: ({ input, id }) =>
      input.kind === 'model'
        ? input
        : { kind: 'plain', text: held(id), ...(input.asif ? { asif: input.asif } : {}) },
  };
}
