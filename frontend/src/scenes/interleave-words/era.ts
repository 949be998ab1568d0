/** Which kernels interleave so. */
import type { EventRecord } from '../../core/contract';
import type { Era } from '../scene';

/** The axis is full: whatever kernel of it one takes. */
const PLAIN: Era = { words: 'every kernel', from: null, to: null };
/** Document 004, posted in December 2011. */
const GRANULAR: Era = { words: 'never merged', from: null, to: null, lived: false };
/** fa3bea4e1f82, in 6.9. */
const WEIGHTED: Era = { words: 'from 6.9', from: 6.09, to: null };

export function interleaveEra(event: EventRecord | null): Era {
  if (event?.kind === 'interleave' || event?.kind === 'interleave_vma') {
    if (event.mode === 'weighted_interleave') return WEIGHTED;
    if (event.kind === 'interleave' && event.g > 1) return GRANULAR;
  }
  return PLAIN;
}
