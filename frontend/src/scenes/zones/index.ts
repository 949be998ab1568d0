import type { ParamName } from '../../core/gen/tables';
import type { Scene } from '../scene';
import { substitutes, kinds } from './decision';

/** Which zone gives a page, and when kswapd is woken: mm/page_alloc.c and mm/vmscan.c. Document 002. */
export const zones: Scene = {
  id: 'zones',
  title: 'Zones and watermarks',
  short: 'Zones',
  kinds,
  places: 'zone',
  substitutes,
  policy: {
    machine: 'zones',
    documents: ['002'],
    basis: ['zone'],
    switches: [
      {
        label: 'zone policy',
        name: 'zone_alloc_policy',
        values: 'as written',
        of: ['zone_select', 'zone_batch'],
      },
      { label: 'kswapd wake mark', name: 'kswapd_wake_mark', values: 'as written', of: ['kswapd_wake'] },
    ],
    replica: async () => (await import('./replica')).replicaOf,
  },
  start: { a: 'model:zones-preferred', b: 'model:zones-fair', k: 16_000 },
  legend: (infos) => {
    const [every, ...others] = infos.map(({ params }) => Number(params?.['record_every'] ?? 1));
    const walk =
      every !== undefined && every > 1 && others.every((n) => n === every)
        ? `1 walk in ${every}`
        : 'one walk';
    return `each mark: ${walk}, and the zone that gave the page`;
  },
  tunables: [
    'zone_alloc_policy',
    'kswapd_wake_mark',
    'load_rate',
    'zone_reclaim_mode',
    'min_free_kbytes',
    'nodes',
    'node_pages',
    'load_node',
    'load_pages',
  ] satisfies readonly ParamName[],
  drawing: () => import('./Drawing'),
  narration: () => import('./narration'),
  handles: async (core) => {
    const [{ handlesWith, marksRule }, module] = await Promise.all([import('./controls'), core()]);
    return { handlesOf: handlesWith(await marksRule(module)) };
  },
  tour: () => import('./tour'),
  questions: () => import('./questions'),
};
