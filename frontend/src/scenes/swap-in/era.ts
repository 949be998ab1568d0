import type { Era } from '../scene';
import { against } from '../swap-in-words/read';
import type { Facts } from './facts';

/**
 * Which kernels read so. Polling, hybrid or not, came with 23955622ff8d (4.14) and went with 9650b453a3d4
 * (5.19); the block layer kept hybrid polling until 6.3. Windows by virtual address came with ec560175c0b6
 * (4.14), those that shrink to one page with 579f82901f6f (3.14).
 */
const POLL: Era = { words: '4.14 to 5.18', from: 4.14, to: 5.18 };
const BY_ADDRESS: Era = { words: 'by address: from 4.14', from: 4.14, to: null };
const BY_PLACE: Era = { words: 'by slot: from 3.14', from: 3.14, to: null };
const ALWAYS: Era = { words: 'every kernel since 3.0', from: null, to: null };

export function eraOf({ fault, read }: Pick<Facts, 'fault' | 'read'>): Era {
  if (read?.how === 'poll' || read?.how === 'hybrid') return POLL;
  const window = fault?.window;
  if (window && window.win > 1) return window.ra === 'vma' ? BY_ADDRESS : BY_PLACE;
  // Without polling nothing but the window tells kernels apart.
  if (read && against(read) === 'swap_poll is 0') return ALWAYS;
  return window ? (window.ra === 'vma' ? BY_ADDRESS : BY_PLACE) : ALWAYS;
}
