/** For tests: a model's run and a real capture as a pane of Interleave gets them from its worker. */
import { gunzipSync } from 'node:zlib';
import type { SourceInput } from '../../capture/local/source';
import type { ParamValues } from '../../core/params';
import type { PublishedTable } from '../../capture/sources/published-results';
import { bundledFile, captureInput, fileOf, openSource, scenarioInput, type Source } from './source';
import * as reader from '../interleave/decision';

export type { Source };

interface Document {
  sources: Record<string, { title: string; url: string }>;
  tables: { id: string; title: string; columns: string[]; rows: unknown[][] }[];
}

async function tablesOf(): Promise<PublishedTable[]> {
  const text = String(await fileOf('datasets/published/interleave.json'));
  const { sources, tables: all } = JSON.parse(text) as Document;
  const citation = sources['004']?.title ?? '';
  return all.map(({ id, title, columns, rows }) => ({ id, title, columns, rows, citation, url: null }));
}

async function load(input: SourceInput, id: string): Promise<Source> {
  const tables = await tablesOf();
  return openSource('interleave', reader, input, {
    more: ({ observed, noun, manifest }) => ({
      id,
      title: id,
      observed,
      ...(noun ? { noun } : {}),
      tables,
      settings: (manifest?.start?.['settings'] ?? {}) as Record<string, string>,
    }),
  });
}

/** A scenario's run with other values of some tunables. */
export async function model(id: string, overrides: ParamValues = {}): Promise<Source> {
  return load(await scenarioInput(id, overrides), id);
}

/** The first events of a bundled capture: `lines` of its text. */
export async function capture(id: string, lines = 6000): Promise<Source> {
  const text = gunzipSync(await bundledFile(id)).toString();
  return load(captureInput(`${text.trimEnd().split('\n').slice(0, lines).join('\n')}\n`), id);
}
