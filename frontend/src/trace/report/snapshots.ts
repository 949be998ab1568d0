/** What may be added to a capture: files of /proc, and the CPUs of nodes. */
import type { TraceFormatName } from '../gen/tables';

export const SNAPSHOTS: readonly TraceFormatName[] = ['zoneinfo', 'vmstat', 'swaps', 'partitions', 'cpus'];

/** What people call such files. */
export const SNAPSHOT_FILES: readonly string[] = [
  ...SNAPSHOTS.filter((name) => name !== 'cpus'),
  'numactl',
  'lscpu',
];

/** In a sentence. */
export const SNAPSHOT_PHRASE = `${SNAPSHOTS.slice(0, -1).join(', ')} of /proc, or what numactl -H prints`;
