/** For tests: a capture or a model as the scene Zones sees it, and machines of any size with nothing decided yet. */
import { EVERYTHING } from '../../core/model-coverage';
import type { ParamValues } from '../../core/params';
import { bundledFile, captureInput, openSource, scenarioInput, type Source } from './source';
import * as reader from '../zones/decision';
import type { Facts, Zone } from '../zones/facts/facts';

export type { Source };

/** A capture's text, or the bytes of its file, made under `policy`. */
export function textSource(
  capture: string | Uint8Array,
  policy = 'preferred',
  check = false,
): Promise<Source> {
  return openSource('zones', reader, captureInput(capture), {
    check,
    more: () => ({ facts: [['zone policy', policy]] }),
  });
}

/** A capture of datasets/. */
export async function captureSource(id: string, policy: string): Promise<Source> {
  return textSource(await bundledFile(id), policy);
}

/** A scenario of datasets/, with other values for some parameters. */
export async function scenarioSource(id: string, params: ParamValues = {}): Promise<Source> {
  return openSource('zones', reader, await scenarioInput(id, params));
}

/** `sizes`: pages of the zones of each node, Normal first; a node of three is one with DMA32 and DMA. */
export function machine(sizes: readonly (readonly number[])[]): Facts {
  const nodes = sizes.map((own, nid) => ({
    nid,
    kswapd: null,
    zones: own.map((managed, i): Zone => {
      const min = Math.round(managed / 200);
      return {
        id: nid * 8 + 2 - i,
        nid,
        name: ['Normal', 'DMA32', 'DMA'][i] ?? '',
        managed,
        marks: { min, low: min + Math.round(min / 4), high: min + Math.round(min / 2) },
        reserve: i * 100,
        free: Math.round(managed / 3),
        stale: 0,
        batch: null,
        batchFull: null,
        taken: 0,
        reclaimed: 0,
        ranges: { taken: null, batch: null, free: null },
        age: null,
      };
    }),
  }));
  const zones = nodes.flatMap((n) => n.zones);
  return {
    nodes,
    zones,
    byId: new Map(zones.map((z) => [z.id, z])),
    policy: 'preferred',
    lru: 'node',
    event: null,
    seen: null,
    aged: false,
    asif: false,
    coverage: EVERYTHING,
    arch: undefined,
    now: 0,
    every: 1,
    sleeps: [],
    directs: [],
    stats: [],
    taken: 0,
    managed: zones.reduce((sum, z) => sum + z.managed, 0),
  };
}

/** Nodes of 1 GiB; the first has DMA32 and DMA. */
export const nodesOf = (n: number) =>
  machine(Array.from({ length: n }, (_, i) => (i === 0 ? [127884, 40408, 3840] : [262144])));
