/** Nodes, zones and switches of a capture of zone decisions. */
import { sysctlOf } from '../../core/manifest';
import type { ParamName } from '../../core/gen/tables';
import type { Beginning } from '../../capture/local/source';
import type { Replica } from '../scene';

/** Zones of a node, and the index of those that only node 0 has. */
const ZONES = 8;
const [DMA, DMA32] = [0, 1];
const RUN_MS_MAX = 60_000;

const NUMBERS = ['min_free_kbytes', 'watermark_scale_factor', 'zone_reclaim_mode'] satisfies ParamName[];
const WORDS = ['zone_alloc_policy', 'kswapd_wake_mark'] satisfies ParamName[];

export function replicaOf(of: Beginning): Replica {
  const nodes = of.state.node.filter((n) => n.present === 1).length;
  const managed = (zone: number) => of.state.zone[zone]?.managed ?? 0;
  const node_pages = Array.from({ length: nodes }, (_, node) =>
    Array.from({ length: ZONES }, (_, i) => managed(node * ZONES + i)).reduce((sum, n) => sum + n, 0),
  );
  if (nodes === 0 || node_pages.includes(0))
    return { cannot: 'The capture does not say how large its zones are.' };
  const settings = (names: readonly ParamName[]) =>
    names.flatMap((name) => {
      const value = sysctlOf(of.manifest.start, name);
      return value === null ? [] : [[name, value] as const];
    });
  const numbers = settings(NUMBERS).map(([name, value]) => [name, Number(value)] as const);
  return {
    params: {
      nodes,
      node_pages,
      dma_pages: managed(DMA),
      dma32_pages: managed(DMA32),
      ...Object.fromEntries<string | number>([...numbers, ...settings(WORDS)]),
      run_ms: Math.min(RUN_MS_MAX, Math.max(1, Math.ceil(of.span / 1e6))),
    },
    words: 'Same nodes, zones, marks and policy; the loads are the model’s own.',
  };
}
