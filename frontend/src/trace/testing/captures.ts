/** The captures of datasets/captures, as their manifests tell of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CAPTURES = join(import.meta.dirname, '../../../../datasets/captures');

export interface Bundled {
  id: string;
  path: string;
  /** Bytes of the file. */
  size: number;
  /** Events by kind, as the tracer counted them. */
  events: Readonly<Record<string, number>>;
  /** Scripts of tracer/probes that it was recorded with. */
  probes: readonly string[];
}

/** What the tracer records by default; manifests from before there were others say nothing. */
const DEFAULT_PROBES = ['swap'];

type Manifest = Omit<Bundled, 'path' | 'probes'> & { file: string; probes?: string[] };

export const bundled: readonly Bundled[] = readdirSync(CAPTURES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(CAPTURES, name), 'utf8')) as Manifest)
  .map(({ file, probes = DEFAULT_PROBES, ...manifest }) => ({
    ...manifest,
    probes,
    path: join(CAPTURES, file),
  }));
