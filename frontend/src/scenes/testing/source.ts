/** For tests: scenarios and captures as a scene gets them from its pane's worker. */
import { Blob } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coverageOf } from '../../core/coverage';
import { EVERYTHING } from '../../core/model-coverage';
import type { Decision } from '../../core/decision';
import { isEmulated } from '../../core/manifest';
import {
  LocalSource,
  type CheckResult,
  type SourceInput,
  type LoadedSource,
} from '../../capture/local/source';
import type { PaneId } from '../../core/panes';
import type { ParamValues } from '../../core/params';
import type { DrawingProps, Frame, SourceInfo } from '../scene';

/** By path: under jsdom a URL relative to this file is not one of a file. */
const ROOT = join(import.meta.dirname, '../../../..');

/** A file of the repository. */
export const fileOf = (path: string) => readFile(join(ROOT, path));

/** A module of the core, by its file's name. */
export const moduleOf = (name: string) => () =>
  fileOf(`wasm-core/dist/${name}.wasm`).then((bytes) => WebAssembly.compile(bytes));

export interface Source {
  info: SourceInfo;
  /** What tells the cells of the strip apart, by decision. */
  cells: string[];
  frame: (k: number) => Frame;
  pane: (k: number, letter?: PaneId, width?: number) => DrawingProps;
}

export function paneProps(info: SourceInfo, frame: Frame, letter: PaneId = 'A', width = 671): DrawingProps {
  return {
    pane: letter,
    label: '',
    info,
    frame,
    other: null,
    width,
    animate: false,
    ghost: null,
    targets: null,
    seek: () => undefined,
  };
}

/** A scenario of datasets/, with other values for some parameters. */
export async function scenarioInput(id: string, overrides: ParamValues = {}): Promise<SourceInput> {
  const text = String(await fileOf(`datasets/scenarios/${id}.json`));
  const { params } = JSON.parse(text) as { params: ParamValues };
  return { kind: 'model', params: { ...params, ...overrides } };
}

/** A capture: its text, or the bytes of its file. Node's own Blob: that of jsdom has no stream(). */
export function captureInput(capture: string | Uint8Array): SourceInput {
  return { kind: 'blob', blob: new Blob([capture]) as globalThis.Blob };
}

export const bundledFile = (id: string) => fileOf(`datasets/captures/${id}.mmscope.gz`);

/** Opens `input` for the scene whose decision.ts `reader` is. `more`: what its tests want known beside. */
export async function openSource(
  scene: string,
  reader: Decision,
  input: SourceInput,
  {
    check = false,
    more = () => ({}),
  }: {
    check?: boolean;
    more?: (loaded: LoadedSource, checked: CheckResult | null) => Partial<SourceInfo>;
  } = {},
): Promise<Source> {
  const core = new LocalSource(moduleOf('mmscope'), () => Promise.resolve(reader), moduleOf('mmzstd'));
  const outcome = await core.load(input, scene, () => undefined);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const checked = check ? await core.check() : null;
  if (check && !checked) throw new Error('not checked');
  const { decisions, kinds, observed, params, columns, manifest, report } = outcome.value;
  const info: SourceInfo = {
    provenance: params ? 'model' : 'kernel',
    id: 'test',
    title: 'Test',
    decisions,
    kinds,
    coverage: manifest
      ? coverageOf(manifest, [kinds, observed], report ? Math.max(report.lost, report.missing) : 0)
      : EVERYTHING,
    facts: [],
    params,
    totals: null,
    ...(manifest && isEmulated(manifest) ? { emulated: true as const } : {}),
    ...more(outcome.value, checked),
  };
  const frame = (k: number): Frame => {
    const raw = core.frame(k);
    if (!raw) throw new Error('no frame');
    return raw;
  };
  return {
    info,
    cells: Array.from(columns.cell, (c) => columns.cells[c]?.key ?? columns.cells[c]?.name ?? ''),
    frame,
    pane: (k, letter, width) => paneProps(info, frame(k), letter, width),
  };
}
