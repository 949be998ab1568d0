/** How the kernel waited, and its readahead. */
import { sysctlOf } from '../../core/manifest';
import type { Beginning } from '../../capture/local/source';
import { cpusOf, firstOfKind } from '../replica';
import type { Replica } from '../scene';

const CORES_MAX = 64;

export function replicaOf(of: Beginning, faults: number): Replica {
  const [read, window] = [firstOfKind(of, 'swap_in'), firstOfKind(of, 'swap_ra')];
  if (!read) return { cannot: 'The capture holds no read from swap.' };
  const cluster = Number(sysctlOf(of.manifest.start, 'page-cluster') ?? NaN);
  return {
    params: {
      swap_poll: read.mode,
      swap_poll_delay: read.delay,
      ...(Number.isInteger(cluster) ? { page_cluster: cluster } : {}),
      ...(window ? { readahead: window.ra } : {}),
      cores: Math.min(
        CORES_MAX,
        Math.max(
          1,
          cpusOf(of).reduce((sum, n) => sum + n, 0),
        ),
      ),
      faults: Math.max(1, faults),
    },
    words: 'Same CPUs, readahead and way to wait; the disk and the faults are the model’s own.',
  };
}
