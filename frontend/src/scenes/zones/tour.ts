/** One minute on what this drawing shows, for who sees it for the first time. */
import type { TourStep } from '../scene';

export const tour: readonly TourStep[] = [
  {
    title: 'A tank is one zone',
    words:
      'Zones are ranges of a node’s memory: DMA, DMA32 and Normal. The level is how many pages are free. The lines across are its watermarks: high, low and min.',
    at: '[data-zone] > path',
  },
  {
    title: 'The red path is this decision',
    words:
      'An allocation asks one zone after another. The first that may give a page gives it. Below low, kswapd of that node is woken to free pages: the sun is awake, the moon asleep.',
    at: '.walk',
  },
  {
    title: 'How long pages stay',
    words:
      'Each curve is one zone: how long a page was in memory before it was reclaimed. Where they differ, one zone wears out faster than another.',
    at: '.below',
  },
];
