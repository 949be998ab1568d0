/** One minute on what this drawing shows, for who sees it for the first time. */
import type { TourStep } from '../scene';

export const tour: readonly TourStep[] = [
  {
    title: 'A list says who is asked first',
    words:
      'Every node has a list of swap devices, or all nodes share one. The kernel begins at its head. The key above a device is its priority with the sign turned round: the smallest comes first.',
    at: '.chip, .key',
  },
  {
    title: 'A bar is one swap device',
    words:
      'Its letter is the same everywhere: in the lists, on the strip and in the text. Its colour says on which node it sits. The fill is how much of it is in use.',
    at: '[data-device]',
  },
  {
    title: 'The red path is this decision',
    words: 'It leads from the CPU that asked, along its list, to the device that gave the slots.',
    at: '.walk',
  },
];
