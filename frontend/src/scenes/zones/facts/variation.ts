/**
 * What depends on the batches a run begins with, and on where unseen pages went: of each zone its share of the pages
 * taken, its batch and what is free in it. As the core's state counts them (wasm-core/state/zone.c).
 */
import { ENUMS } from '../../../core/gen/tables';
import type { Decision, SetNumber } from '../../../core/decision';

const OF = ['taken', 'batch', 'free'] as const;
export type VariedQuantity = (typeof OF)[number];

/** The number of a zone's share, batch or free pages. */
export const numberOf = (zone: number, of: VariedQuantity): number => OF.length * zone + OF.indexOf(of);

export const variation = (() => {
  const taken: number[] = [];
  let total = 0;
  const take = (zone: number, pages: number) => {
    taken[zone] = (taken[zone] ?? 0) + pages;
    total += pages;
  };
  const shares = (k: number, tell: SetNumber) => {
    taken.forEach((pages, zone) => {
      tell(k, numberOf(zone, 'taken'), pages / Math.max(1, total));
    });
  };
  return (event, k, tell) => {
    switch (event.kind) {
      case 'zone':
        tell(k, numberOf(event.zone, 'free'), event.free);
        break;
      case 'zone_batch':
        tell(k, numberOf(event.zone, 'batch'), event.new);
        break;
      case 'zone_hidden':
        take(event.zone, event.pages);
        break;
      case 'zone_select':
        event.visit_zone.forEach((zone, i) => {
          if ((event.visit_mark[i] ?? 0) > 0) tell(k, numberOf(zone, 'free'), event.visit_free[i] ?? NaN);
          if (ENUMS.zone_verdict[event.visit_verdict[i] ?? -1] === 'batch')
            tell(k, numberOf(zone, 'batch'), event.visit_batch[i] ?? NaN);
        });
        if (event.zone < 0 || event.end !== 'took') break;
        take(event.zone, 2 ** event.order);
        if (event.mode !== 'preferred') tell(k, numberOf(event.zone, 'batch'), event.batch);
        shares(k, tell);
        break;
      default:
    }
  };
}) satisfies NonNullable<Decision['variation']>;
