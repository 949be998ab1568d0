/** The terms of this scene, each explained for someone who knows C but not mm. */
import type { TermEntry } from '../../ui/Term';
import type { Facts } from './facts';

const TERMS = {
  zone: 'A range of a node’s page frames: DMA (the first 16 MiB), DMA32 (below 4 GiB), Normal. An allocation names the highest it can use, and may use all below.',
  zonelist:
    'The order in which zones are asked: those of the preferred node from high to low, then those of the next node.',
  watermarks:
    'Free pages a zone should keep. Below low kswapd is needed, at high it may sleep, below min only special allocations get a page.',
  reserve:
    'lowmem_reserve: free pages that a lower zone keeps back from allocations that could have used a higher one. They are added to the mark.',
  batch: 'alloc_batch: pages a zone may still give before the fast path passes it over.',
  'slow path':
    'What an allocation does when the first walk finds no zone: wake kswapd, set the batches anew, compare with min.',
} as const;

export function termsOf({ event, policy }: Facts): TermEntry[] {
  const names: (keyof typeof TERMS)[] =
    event?.kind === 'kswapd_wake'
      ? ['watermarks', 'reserve']
      : event?.kind === 'zone_batch'
        ? ['batch', 'slow path', 'watermarks']
        : [
            'zonelist',
            'watermarks',
            'reserve',
            ...(policy === 'preferred' ? [] : (['batch', 'slow path'] as const)),
          ];
  return names.map((term) => ({ term, text: TERMS[term] }));
}
