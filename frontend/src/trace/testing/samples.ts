/** The samples of datasets/foreign, as their manifests tell of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const FOREIGN = join(import.meta.dirname, '../../../../datasets/foreign');

export interface Sample {
  id: string;
  title: string;
  file: string;
  path: string;
  counts: { kinds: Record<string, number>; lines: number; lost: number };
  /** The shell lines that wrote it; samples made from others have none. */
  take?: string[];
  /** Of a damaged one: the sample that it was. */
  made_from?: string;
}

const folders = readdirSync(FOREIGN, { withFileTypes: true }).filter((entry) => entry.isDirectory());

export const samples: readonly Sample[] = folders.flatMap(({ name: folder }) =>
  readdirSync(join(FOREIGN, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(FOREIGN, folder, name), 'utf8')) as Omit<Sample, 'path'>)
    .map((manifest) => ({ ...manifest, path: join(FOREIGN, folder, basename(manifest.file)) })),
);
