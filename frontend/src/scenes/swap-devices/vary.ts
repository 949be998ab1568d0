/** What depends on which slots come back: pages in use on each device, by swap type. */
import type { Decision } from '../../core/decision';

export const variation = (() => {
  const used: number[] = [];
  return (event, k, tell) => {
    if (event.kind === 'swap_select') {
      if (event.type >= 0) used[event.type] = (used[event.type] ?? 0) + event.ret * 2 ** event.order;
      used.forEach((pages, type) => {
        tell(k, type, pages);
      });
    } else if (event.kind === 'swap_free' && event.type >= 0) {
      used[event.type] = Math.max(0, (used[event.type] ?? 0) - event.n);
    } else if (event.kind === 'swap_list' && event.type >= 0 && event.reason === 'swapon') {
      used[event.type] = event.used;
    }
  };
}) satisfies NonNullable<Decision['variation']>;
