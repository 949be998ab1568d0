/** For tests: a scenario or a bundled capture through the core, as Swap-in sees it. */
import type { SourceInput } from '../../capture/local/source';
import type { ParamValues } from '../../core/params';
import type { PublishedTable } from '../../capture/sources/published-results';
import type { Frame } from '../scene';
import { bundledFile, captureInput, fileOf, openSource, scenarioInput, type Source } from './source';
import * as reader from '../swap-in/decision';

export type { Source };

async function tablesOf(): Promise<PublishedTable[]> {
  const file = JSON.parse(String(await fileOf('datasets/published/swap_in.json'))) as {
    tables: PublishedTable[];
  };
  return file.tables.map((t) => ({ ...t, citation: 'A commit', url: 'https://example.org/' }));
}

async function opened(input: SourceInput, id: string): Promise<Source> {
  const tables = await tablesOf();
  return openSource('swap-in', reader, input, { check: true, more: () => ({ id, title: id, tables }) });
}

/** A scenario, with other values for some of its parameters. */
export async function model(id: string, overrides: ParamValues = {}): Promise<Source> {
  return opened(await scenarioInput(id, { faults: 300, ...overrides }), id);
}

export async function capture(id: string): Promise<Source> {
  return opened(captureInput(await bundledFile(id)), id);
}

/** The first fault from k on that a test wants. */
export function find({ info, frame }: Source, wanted: (frame: Frame) => boolean, k = 1): number {
  for (let i = k; i <= Math.min(info.decisions, k + 400); i++) if (wanted(frame(i))) return i;
  throw new Error('there is no such fault');
}

/** Pages of the window under the cursor. */
export function win({ event }: Frame): number {
  return event?.kind === 'swap_ra' ? event.win : 0;
}
