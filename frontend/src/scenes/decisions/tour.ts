/** One minute on what this drawing shows, for who sees it for the first time. */
import type { TourStep } from '../scene';

export const tour: readonly TourStep[] = [
  {
    title: 'Each line is one decision',
    words:
      'Its number, what was chosen, and what was asked for, in the order of the run. A click goes there.',
    at: '.decision[aria-current], .decision',
  },
  {
    title: 'A tick says that it was recomputed',
    words:
      'This page asked the policy code what it would have decided from what the kernel’s event tells. A tick: it decides the same.',
    at: '.mark',
  },
];
