/** The terms that sentences use, each explained for someone who knows C but not mm. */
import { msg, type Message } from '../core/message';

export const TERMS = {
  'plist key': msg`The kernel keeps each list as a plist: sorted by a number, smallest first. A device’s key is its priority with the sign turned round, so priority ${-2} has key ${2}.`,
  promoted: msg`On the list of its own node, a device with an automatic priority gets key 1 instead, and so stands before all other automatic ones. A priority given by swapon -p is never changed.`,
  'swap slot': msg`Room for one page on a swap device. A large folio of order n needs 2 to the n slots in a row.`,
  SWAP_BATCH: msg`One call takes up to SWAP_BATCH = 64 slots, all from the device that answers first.`,
  requeue: msg`Before a device is tried it moves behind the others that have the same key (plist_requeue()). Among equals this makes turns; alone with its key, it stays.`,
  'slots cache': msg`Each CPU keeps up to 64 slots in hand and asks again only when they are used up. So one decision here places 64 pages (mm/swap_slots.c).`,
  zone: msg`A range of a node’s page frames: DMA (the first 16 MiB), DMA32 (below 4 GiB), Normal. An allocation names the highest it can use, and may use all below.`,
  zonelist: msg`The order in which zones are asked: those of the preferred node from high to low, then those of the next node.`,
  watermarks: msg`Free pages a zone should keep. Below low kswapd is needed, at high it may sleep, below min only special allocations get a page.`,
  lowmem_reserve: msg`Free pages that a lower zone keeps back from allocations that could have used a higher one. They are added to the mark.`,
  alloc_batch: msg`Pages a zone may still give before the fast path passes it over.`,
  'slow path': msg`What an allocation does when the first walk finds no zone: wake kswapd, set the batches anew, compare with min.`,
  segment: msg`A run of memory that is contiguous in physical addresses: one entry of the scatter-gather list that tells a disk where to put what it reads. Two pages share a segment only if their frames are neighbours.`,
  'request limit': msg`A disk takes a request of so many sectors at most (max_sectors_kb), and so many segments (max_segments). Whichever is reached first closes it.`,
  granularity: msg`vm.numa_interleave_granularity of document 004: allocations that a node serves in a row before it is the next one’s turn. 1 is what every kernel does.`,
  weight: msg`Of weighted interleave, in /sys/kernel/mm/mempolicy/weighted_interleave: pages in a row from a node. With all weights n it gives the sequence of granularity n.`,
  'readahead window': msg`Pages that the kernel reads before they are asked for. All of a window are allocated first, then sent as few requests as the limits allow.`,
  'per-CPU list': msg`Free frames that a CPU keeps at hand, filled from the buddy allocator a batch at a time, in ascending order: so allocations one after the other from one node are likely neighbours.`,
  hit: msg`A page read ahead that was used since. The window is hits + 2, up to a power of two; without hits it is 2 beside the last fault, else 1. At least half of the last window, at most 2 to the vm.page-cluster.`,
  swap_poll: msg`vm.swap_poll of document 003. 0: a fault sleeps until the device’s interrupt. 1: it spins on the device’s queue instead. 2, hybrid: it sleeps for half of the mean time, then spins.`,
  page: msg`The unit in which the kernel hands out memory: 4,096 bytes on x86-64. A page frame is a place in memory for one.`,
  node: msg`Memory, and the CPUs and devices close to it. A CPU reaches its own node’s memory sooner than that of another. A small machine has one node.`,
  'swap device': msg`A disk, or a part of one, that takes pages from memory: swapon adds it, swapoff takes it away. /proc/swaps lists them.`,
  priority: msg`A device’s rank among swap devices, as in /proc/swaps: the highest is used first. swapon -p gives one; without it the kernel does.`,
  kswapd: msg`The kernel’s own thread on each node that makes room: it is woken when free pages run low, and sleeps again when there are enough.`,
  reclaim: msg`Making room in memory: a page that nobody used lately is dropped if its file has it, or else written to swap.`,
  interrupt: msg`A signal by which a device stops a CPU, to say that something is done. Whoever waited for it can be asleep until then.`,
  'page fault': msg`What happens when a task touches memory that is not there: the task stops, the kernel brings the page, and the task goes on.`,
  polling: msg`To ask a device again and again whether it is done, instead of waiting for its interrupt. It answers sooner, and the CPU does nothing else.`,
  'page cache': msg`Memory that holds parts of files, so that they need not be read from disk again.`,
} as const satisfies Readonly<Record<string, Message>>;

export type TermName = keyof typeof TERMS;
