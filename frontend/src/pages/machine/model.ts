/** This machine as a model: its nodes, zones and sysctls, or its swap devices, where the model has such. Pure. */
import type { ParamValues } from '../../core/params';
import type { AnswerZone, Distance, Moment, Rule, Swap, SwapList } from './answer';

/** As params.def has them. */
const MOST = { nodes: 16, DMA: 4096, DMA32: 1048576 } as const;
const PAGE = 4096;
/** The model has no others. */
const BUILT = ['DMA', 'DMA32', 'Normal'];
const RATIOS = 3;

export type Model = { params: ParamValues } | { cannot: string };

export function modelOf(
  zones: readonly AnswerZone[],
  moment: Moment,
  asif: Distance['asif'] | undefined,
): Model {
  const nodes = new Set(zones.map(({ node }) => node)).size;
  const other = zones.find(({ zone }) => !BUILT.includes(zone));
  if (other) return { cannot: `The model has no zone ${other.zone}.` };
  if (moment.page !== PAGE) return { cannot: 'The model has pages of 4 kB only.' };
  if (nodes > MOST.nodes || zones.some(({ node }) => node >= nodes))
    return { cannot: 'The model has nodes 0 to 15, each with pages.' };
  if (zones.some(({ node, zone }) => zone !== 'Normal' && node > 0))
    return { cannot: 'In the model only node 0 has low zones.' };
  const managed = (of: (zone: AnswerZone) => boolean): number =>
    zones.filter(of).reduce((sum, zone) => sum + (zone.managed ?? zone.present ?? 0), 0);
  const node_pages = Array.from({ length: nodes }, (_, node) => managed((zone) => zone.node === node));
  const [dma, dma32] = [managed(({ zone }) => zone === 'DMA'), managed(({ zone }) => zone === 'DMA32')];
  if (node_pages.includes(0)) return { cannot: 'How many pages a zone has is not in the text.' };
  if (dma > MOST.DMA || dma32 > MOST.DMA32)
    return { cannot: 'The model’s low zones are smaller than these.' };
  const ratios = asif?.lowmem_reserve_ratio.slice(0, RATIOS) ?? [];
  return {
    params: {
      nodes,
      node_pages,
      dma_pages: dma,
      dma32_pages: dma32,
      kswapd_wake_mark: 'low',
      ...(asif?.min_free_kbytes === undefined ? {} : { min_free_kbytes: asif.min_free_kbytes }),
      ...(asif?.watermark_scale_factor === undefined
        ? {}
        : { watermark_scale_factor: asif.watermark_scale_factor }),
      ...(dma > 0 && dma32 > 0 && ratios.length === RATIOS ? { lowmem_reserve_ratio: ratios } : {}),
    },
  };
}

/** Slots of all devices of a model: more than its tasks swap out, few enough that the first devices fill. */
const SLOTS = 120_000;
const SLOTS_LEAST = 64;
const DEVICES_MOST = 16;

export type SwapModel =
  | {
      params: ParamValues;
      /** Of this kernel, and another one to stand beside it. */
      rules: readonly [Rule, Rule];
      /** A slot of the model is so many of the machine's. */
      scale: number;
    }
  | { cannot: string };

/** What is free of its swap devices, as devices of their own; `nodes`: of the machine, 0 where it does not say. */
export function swapModelOf(list: SwapList, swaps: readonly Swap[], nodes: number): SwapModel {
  if (list.cut > 0) return { cannot: 'Which device is next is not in this text.' };
  const free = swaps
    .filter(({ full }) => !full)
    // Automatic priorities count down in the order of swapon.
    .toSorted((a, b) => Number(b.priority >= 0) - Number(a.priority >= 0) || b.priority - a.priority);
  const pages = free.map((swap) => Math.floor(((swap.free ?? 0) * 1024) / PAGE));
  const last = Math.max(0, nodes - 1, ...free.map(({ node = -1 }) => node));
  if (free.length === 0) return { cannot: 'No device has room.' };
  if (free.length > DEVICES_MOST) return { cannot: `The model has ${DEVICES_MOST} devices at most.` };
  if (last >= MOST.nodes) return { cannot: 'The model has nodes 0 to 15.' };
  if (pages.includes(0)) return { cannot: 'How much of each device is free is not in the text.' };
  const scale = Math.max(1, Math.ceil(pages.reduce((sum, n) => sum + n, 0) / SLOTS));
  const own = list.rule === 'not told' ? 'global' : list.rule;
  return {
    params: {
      nodes: last + 1,
      demand: Array.from({ length: last + 1 }, () => 1),
      devices: free.length,
      dev_pages: pages.map((n) => Math.max(SLOTS_LEAST, Math.round(n / scale))),
      dev_node: free.map(({ node = -1 }) => node),
      dev_prio: free.map(({ priority }) => Math.max(-1, priority)),
    },
    rules: [own, own === 'roundrobin' ? 'node' : 'roundrobin'],
    scale,
  };
}
