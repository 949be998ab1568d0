/** For tests: a capture as this scene sees it, checked. */
import { Blob } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PaneCore } from '../../../core/pane-core';
import type { VerdictStruct } from '../../../core/gen/tables';
import type { Found, Frame, PaneProps, SourceInfo } from '../../scene';
import * as reader from '../decision';

/** By path: under jsdom a URL relative to this file is not one of a file. */
const WASM = join(import.meta.dirname, '../../../../../wasm-core/dist/mmscope.wasm');

function found(verdict: VerdictStruct | null): Found | null {
  if (!verdict) return null;
  const { check, why, replay_check: replay, replay_why: replayWhy, visit, expected } = verdict;
  return { check, why, replay, replayWhy, visit, expected };
}

export interface Source {
  info: SourceInfo;
  frame: (k: number) => Frame;
  pane: (k: number, letter?: 'A' | 'B', width?: number) => PaneProps;
}

export async function sourceOf(capture: string): Promise<Source> {
  const module = () => readFile(WASM).then((bytes) => WebAssembly.compile(bytes));
  const core = new PaneCore(module, () => Promise.resolve(reader));
  // Node's own: that of jsdom has no stream().
  const input = { kind: 'blob', blob: new Blob([capture]) as globalThis.Blob } as const;
  const outcome = await core.load(input, 'decisions', () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const checked = await core.check();
  if (!checked) throw new Error('not checked');
  const { decisions, kinds } = outcome.value;
  const info: SourceInfo = {
    provenance: 'kernel',
    id: 'test',
    title: 'Test',
    decisions,
    kinds,
    facts: [],
    params: null,
    totals: { decisions, same: decisions, different: 0, incomplete: 0, lost: 0, modes: checked.modes },
  };
  const frame = (k: number): Frame => {
    const raw = core.frame(k);
    if (!raw) throw new Error('no frame');
    const near = raw.near.map((n) => ({ ...n, verdict: found(n.verdict) }));
    return { ...raw, near, verdict: found(raw.verdict), trailVerdicts: raw.trailVerdicts.map(found) };
  };
  const pane = (k: number, letter: 'A' | 'B' = 'A', width = 671): PaneProps => ({
    pane: letter,
    info,
    frame: frame(k),
    other: null,
    width,
    animate: false,
    seek: () => undefined,
  });
  return { info, frame, pane };
}
