/** The terms of this scene, each explained for someone who knows C but not mm. */
export const TERMS = {
  segment:
    'A run of memory that is contiguous in physical addresses: one entry of the scatter-gather list that tells a disk where to put what it reads. Two pages share a segment only if their frames are neighbours.',
  'request limit':
    'A disk takes a request of so many sectors at most (max_sectors_kb), and so many segments (max_segments). Whichever is reached first closes it.',
  granularity:
    'vm.numa_interleave_granularity of document 004: allocations that a node serves in a row before it is the next one’s turn. 1 is what every kernel does.',
  weight:
    'Of weighted interleave, in /sys/kernel/mm/mempolicy/weighted_interleave: pages in a row from a node. With all weights n it gives the sequence of granularity n.',
  'readahead window':
    'Pages that the kernel reads before they are asked for. All of a window are allocated first, then sent as few requests as the limits allow.',
  'per-CPU list':
    'Free frames that a CPU keeps at hand, filled from the buddy allocator a batch at a time, in ascending order: so allocations one after the other from one node are likely neighbours.',
} as const;

export type TermName = keyof typeof TERMS;
