/** One minute on what this drawing shows, for who sees it for the first time. */
import type { TourStep } from '../scene';

export const tour: readonly TourStep[] = [
  {
    title: 'Pages of a file, and where they lie',
    words:
      'Above is the file, page by page; below are the nodes’ page frames. Each line is one page that a node gave, in the node’s colour. The red one is this decision.',
    at: '.thread, .landing',
  },
  {
    title: 'Neighbours share a segment',
    words:
      'A list of segments tells the disk where to write. Pages whose frames lie side by side take one segment; a stranger takes a new one.',
    at: '.grows, .mean',
  },
  {
    title: 'A request ends when its list is full',
    words:
      'The bar is how many sectors the request reads. A larger one costs the disk less. The broken line is the most that a request may have.',
    at: '.bar, .limit',
  },
];
