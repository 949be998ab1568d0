/** This machine as a model: its nodes, zones and sysctls, where the model has such. Pure. */
import type { ParamValues } from '../../core/params';
import type { AnswerZone, Distance, Moment } from './answer';

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
