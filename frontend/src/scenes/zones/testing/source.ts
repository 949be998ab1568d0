/** For tests: a capture or a model as this scene sees it. */
import { Blob } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ParamValues } from '../../../core/params';
import { PaneCore, type Input } from '../../../core/pane-core';
import type { Frame, PaneProps, SourceInfo } from '../../scene';
import * as reader from '../decision';

/** By path: under jsdom a URL relative to this file is not one of a file. */
const ROOT = join(import.meta.dirname, '../../../../..');
const WASM = join(ROOT, 'wasm-core/dist/mmscope.wasm');

export interface Source {
  info: SourceInfo;
  frame: (k: number) => Frame;
  pane: (k: number, letter?: 'A' | 'B', width?: number) => PaneProps;
}

async function load(input: Input, facts: SourceInfo['facts']): Promise<Source> {
  const module = () => readFile(WASM).then((bytes) => WebAssembly.compile(bytes));
  const core = new PaneCore(module, () => Promise.resolve(reader));
  const outcome = await core.load(input, 'zones', () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { decisions, kinds, params } = outcome.value;
  const info: SourceInfo = {
    provenance: input.kind === 'model' ? 'model' : 'kernel',
    id: 'test',
    title: 'Test',
    decisions,
    kinds,
    facts,
    params,
    totals: null,
  };
  const frame = (k: number): Frame => {
    const raw = core.frame(k);
    if (!raw) throw new Error('no frame');
    return { ...raw, near: [], verdict: null, trailVerdicts: [] };
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

/** Node's own Blob: that of jsdom has no stream(). */
export function textSource(capture: string, policy = 'preferred'): Promise<Source> {
  const blob = new Blob([capture]) as globalThis.Blob;
  return load({ kind: 'blob', blob }, [['zone policy', policy]]);
}

/** A capture of datasets/. */
export async function captureSource(id: string, policy: string): Promise<Source> {
  const packed = await readFile(join(ROOT, 'datasets/captures', `${id}.mmscope.gz`));
  return textSource(gunzipSync(packed).toString('latin1'), policy);
}

/** A scenario of datasets/, with other values for some parameters. */
export async function scenarioSource(id: string, params: ParamValues = {}): Promise<Source> {
  const text = await readFile(join(ROOT, 'datasets/scenarios', `${id}.json`), 'utf8');
  const scenario = JSON.parse(text) as { params: ParamValues };
  return load({ kind: 'model', params: { ...scenario.params, ...params } }, []);
}
