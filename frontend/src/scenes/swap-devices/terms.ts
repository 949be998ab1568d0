/** The terms of this scene, each explained for someone who knows C but not mm. */
export const TERMS = {
  'plist key':
    'The kernel keeps each list as a plist: sorted by a number, smallest first. A device’s key is its priority with the sign turned round, so priority −2 has key 2.',
  promoted:
    'On the list of its own node, a device with an automatic priority gets key 1 instead, and so stands before all other automatic ones. A priority given by swapon -p is never changed.',
  'swap slot':
    'Room for one page on a swap device. A large folio of order n needs 2 to the n slots in a row.',
  batch: 'One call takes up to SWAP_BATCH = 64 slots, all from the device that answers first.',
  requeue:
    'Before a device is tried it moves behind the others that have the same key (plist_requeue()). Among equals this makes turns; alone with its key, it stays.',
  'slots cache':
    'Each CPU keeps up to 64 slots in hand and asks again only when they are used up. So one decision here places 64 pages (mm/swap_slots.c).',
} as const;

export type TermName = keyof typeof TERMS;
