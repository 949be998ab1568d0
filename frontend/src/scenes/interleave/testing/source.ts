/** For tests: a model's run and a real capture as a pane of this scene gets them from its worker. */
import { Blob } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PaneCore, type Input } from '../../../core/pane-core';
import type { ParamValues } from '../../../core/params';
import type { Frame, PaneProps, PublishedTable, SourceInfo } from '../../scene';
import * as reader from '../decision';

/** By path: under jsdom a URL relative to this file is not one of a file. */
const TOP = join(import.meta.dirname, '../../../../..');
const read = (path: string) => readFile(join(TOP, path));

export interface Source {
  info: SourceInfo;
  frame: (k: number) => Frame;
  pane: (k: number, letter?: 'A' | 'B', width?: number) => PaneProps;
}

interface Document {
  sources: Record<string, { title: string; url: string }>;
  tables: { id: string; title: string; columns: string[]; rows: unknown[][] }[];
}

async function tables(): Promise<PublishedTable[]> {
  const text = await read('datasets/published/interleave.json');
  const { sources, tables: all } = JSON.parse(text.toString()) as Document;
  const citation = sources['004']?.title ?? '';
  return all.map(({ id, title, columns, rows }) => ({ id, title, columns, rows, citation, url: null }));
}

async function load(input: Input, id: string): Promise<Source> {
  const module = async () => WebAssembly.compile(new Uint8Array(await read('wasm-core/dist/mmscope.wasm')));
  const core = new PaneCore(module, () => Promise.resolve(reader));
  const outcome = await core.load(input, 'interleave', () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { decisions, kinds, observed, noun, params, manifest } = outcome.value;
  const settings = (manifest?.start?.['settings'] ?? {}) as Record<string, string>;
  const info: SourceInfo = {
    provenance: params ? 'model' : 'kernel',
    id,
    title: id,
    decisions,
    kinds,
    observed,
    ...(noun ? { noun } : {}),
    facts: [],
    params,
    totals: null,
    tables: await tables(),
    settings,
  };
  const frame = (k: number): Frame => {
    const raw = core.frame(k);
    if (!raw) throw new Error('no frame');
    return { ...raw, near: raw.near.map((n) => ({ ...n, verdict: null })), verdict: null, trailVerdicts: [] };
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

/** A scenario's run with other values of some tunables. */
export async function model(id: string, overrides: ParamValues = {}): Promise<Source> {
  const { params } = JSON.parse((await read(`datasets/scenarios/${id}.json`)).toString()) as {
    params: ParamValues;
  };
  return load({ kind: 'model', params: { ...params, ...overrides } }, id);
}

/** The first events of a bundled capture: `lines` of its text. */
export async function capture(id: string, lines = 6000): Promise<Source> {
  const text = gunzipSync(new Uint8Array(await read(`datasets/captures/${id}.mmscope.gz`))).toString();
  const cut = `${text.trimEnd().split('\n').slice(0, lines).join('\n')}\n`;
  // Node's own: that of jsdom has no stream().
  return load({ kind: 'blob', blob: new Blob([cut]) as globalThis.Blob }, id);
}
