/** For tests: frames of real model runs, and the same frames with a decision that a model does not make. */
import { EVERYTHING } from '../../core/model-coverage';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SwapSelect } from '../../core/types';
import type { PaneId } from '../../core/panes';
import type { ParamValues } from '../../core/params';
import { Session } from '../../core/session';
import type { DrawingProps, Frame, SourceInfo } from '../scene';
import type { Provenance } from '../provenance';
import { paneProps } from './source';

/** By path: under jsdom a URL relative to this file is not one of a file. */
const WASM = join(import.meta.dirname, '../../../../wasm-core/dist/mmscope.wasm');
let compiled: Promise<WebAssembly.Module> | undefined;

function wasmModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(WASM).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Four nodes with two CPUs; devices of 64 MiB. Few enough decisions to look at each. */
const BASE: ParamValues = {
  nodes: 4,
  cpus_per_node: 2,
  devices: 4,
  dev_pages: Array<number>(16).fill(16383),
  dev_node: [0, 1, 2, 3],
  tasks: 8,
  task_pages: 16384,
  memcg_pages: 32768,
  pattern: 'random',
  demand: [1, 1, 1, 1],
  migrate_every: 64,
  stop_decisions: 300,
  seed: 7,
};

export interface Run {
  session: Session;
  info: SourceInfo;
  frame: (k: number) => Frame;
}

export async function run(params: ParamValues = {}, provenance: Provenance = 'model'): Promise<Run> {
  const session = await Session.create(await wasmModule());
  session.beginModel({ ...BASE, ...params });
  while (!session.runModel(1024));
  const info: SourceInfo = {
    provenance,
    id: 'test',
    title: 'Test',
    decisions: session.decisions,
    kinds: { swap_select: session.decisions },
    coverage: EVERYTHING,
    facts: [],
    params: null,
    totals: null,
  };
  const frame = (k: number): Frame => {
    const raw = session.frame(k);
    const others = raw.event ? session.others(raw.event.index) : [];
    return { ...raw, neighbours: [], trail: [], trailVerdicts: [], others, trailOthers: [] };
  };
  return { session, info, frame };
}

/** The frame with other values in its decision. */
export function decide(frame: Frame, values: Partial<SwapSelect>): Frame {
  if (frame.event?.kind !== 'swap_select') throw new Error('no decision in this frame');
  return { ...frame, event: { ...frame.event, ...values } };
}

export function pane(
  source: Pick<Run, 'info'>,
  frame: Frame,
  letter: PaneId = 'A',
  width = 671,
): DrawingProps {
  return paneProps(source.info, frame, letter, width);
}

/** Topologies that must look right. */
export const SHAPES: Readonly<Record<string, ParamValues>> = {
  'four nodes, a device each': {},
  'four nodes, six devices': { devices: 6, dev_node: [0, 0, 1, 2, 2, 3] },
  'one device without a node': { devices: 3, nodes: 2, demand: [1, 1], dev_node: [0, 1, -1] },
  'eight nodes, four devices': { nodes: 8, demand: Array<number>(8).fill(1) },
  'two nodes, a device each': { nodes: 2, devices: 2, demand: [1, 1] },
  'one node, four devices': { nodes: 1, demand: [1], dev_node: [0, 0, 0, 0] },
  'sixteen devices': { devices: 16, dev_node: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, -1, -1, -1] },
  'eight nodes, sixteen devices': {
    nodes: 8,
    tasks: 16,
    demand: Array<number>(8).fill(1),
    devices: 16,
    dev_node: Array.from({ length: 16 }, (_, type) => type >> 1),
    dev_name: Array.from({ length: 16 }, (_, type) => `nvme${type}n1`),
  },
  'sixteen nodes': { nodes: 16, cpus_per_node: 4, tasks: 32, demand: Array<number>(16).fill(1) },
  'explicit priorities': { dev_prio: [5, 5, 32767, -1] },
  'long names': { dev_name: ['nvme0n1', 'nvme10n1', 'dm-3', 'verylongname15x'] },
};
export const RULES = ['node', 'global', 'roundrobin'] as const;
