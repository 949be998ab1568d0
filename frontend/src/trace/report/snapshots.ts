/** Files of /proc that may be added to a capture. */
import type { TraceFormatName } from '../gen/tables';

export const SNAPSHOTS: readonly TraceFormatName[] = ['zoneinfo', 'vmstat', 'swaps', 'partitions'];

/** In a sentence. */
export const SNAPSHOT_PHRASE = `${SNAPSHOTS.slice(0, -1).join(', ')} or ${SNAPSHOTS.at(-1) ?? ''}`;
