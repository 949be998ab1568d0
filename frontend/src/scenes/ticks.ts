/** Marks on the overview that mean the same in every scene. */
import type { EventRecord } from '../core/types';
import { grouped } from '../core/number';
import type { Tick } from '../core/decision';
import { clean } from './phrases';

/** Phases of the workload, and lost events; null for anything else. */
export function commonTick(event: EventRecord): Tick | null {
  if (event.kind === 'mark') return { words: clean(event.text) };
  return event.kind === 'lost' ? { words: `${grouped(event.n)} events lost` } : null;
}
