/** For tests: a scenario or a bundled capture through the core, as this scene sees it. */
import { Blob } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParamValues } from '../../../core/params';
import { PaneCore, type Input } from '../../../core/pane-core';
import type { VerdictStruct } from '../../../core/gen/tables';
import type { Found, Frame, PaneProps, PublishedTable, SourceInfo } from '../../scene';
import * as reader from '../decision';

/** By path: under jsdom a URL relative to this file is not one of a file. */
const ROOT = join(import.meta.dirname, '../../../../..');
const read = (path: string) => readFile(join(ROOT, path));

export interface Source {
  info: SourceInfo;
  /** Cells of the strip, by decision. */
  cells: string[];
  frame: (k: number) => Frame;
  pane: (k: number, letter?: 'A' | 'B', width?: number) => PaneProps;
}

function found(verdict: VerdictStruct | null): Found | null {
  if (!verdict || verdict.check === 'unchecked') return null;
  const { check, why, replay_check: replay, replay_why: replayWhy, visit, expected } = verdict;
  return { check, why, replay, replayWhy, visit, expected };
}

async function tables(): Promise<PublishedTable[]> {
  const file = JSON.parse(String(await read('datasets/published/swap_in.json'))) as {
    tables: PublishedTable[];
  };
  return file.tables.map((t) => ({ ...t, citation: 'A commit', url: 'https://example.org/' }));
}

async function opened(input: Input, id: string): Promise<Source> {
  const core = new PaneCore(
    () => read('wasm-core/dist/mmscope.wasm').then((bytes) => WebAssembly.compile(bytes)),
    () => Promise.resolve(reader),
  );
  const outcome = await core.load(input, 'swap-in', () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  await core.check();
  const { decisions, kinds, params, columns } = outcome.value;
  const info: SourceInfo = {
    provenance: params ? 'model' : 'kernel',
    id,
    title: id,
    decisions,
    kinds,
    facts: [],
    params,
    totals: null,
    tables: await tables(),
  };
  const frame = (k: number): Frame => {
    const raw = core.frame(k);
    if (!raw) throw new Error('no frame');
    const near = raw.near.map((n) => ({ ...n, verdict: found(n.verdict) }));
    return { ...raw, near, verdict: found(raw.verdict), trailVerdicts: raw.trailVerdicts.map(found) };
  };
  return {
    info,
    cells: Array.from(columns.cell, (c) => columns.cells[c]?.key ?? columns.cells[c]?.name ?? ''),
    frame,
    pane: (k, letter = 'A', width = 671) => ({
      pane: letter,
      info,
      frame: frame(k),
      other: null,
      width,
      animate: false,
      seek: () => undefined,
    }),
  };
}

/** A scenario, with other values for some of its parameters. */
export async function model(id: string, overrides: ParamValues = {}): Promise<Source> {
  const scenario = JSON.parse(String(await read(`datasets/scenarios/${id}.json`))) as { params: ParamValues };
  return opened({ kind: 'model', params: { ...scenario.params, faults: 300, ...overrides } }, id);
}

export async function capture(id: string): Promise<Source> {
  // Node's own: that of jsdom has no stream().
  const blob = new Blob([await read(`datasets/captures/${id}.mmscope.gz`)]) as globalThis.Blob;
  return opened({ kind: 'blob', blob }, id);
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
