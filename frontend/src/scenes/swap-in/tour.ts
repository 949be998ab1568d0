/** One minute on what this drawing shows, for who sees it for the first time. */
import type { TourStep } from '../scene';

export const tour: readonly TourStep[] = [
  {
    title: 'One page fault, in time',
    words:
      'A task touched a page that lies in swap, and waits for it. Dark is work, hatched is a context switch or spinning, blue is the disk. Asleep, the task leaves its CPU to others.',
    at: '.fault',
  },
  {
    title: 'All faults so far',
    words:
      'Each curve is how long faults took, one way of waiting in each row. Below the line is what they cost in CPU time.',
    at: '.curve',
  },
  {
    title: 'How many pages a fault reads',
    words:
      'Readahead guesses what is needed next. Only a fault that reads a single page may poll, that is, spin until the disk is done.',
    at: '.pages',
  },
];
