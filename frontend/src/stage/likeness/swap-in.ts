/** How the kernel waited, and its readahead. */
import { settingOf } from '../../sources/facts';
import { cpusOf, first, type Beginning, type Likeness } from './beginning';

const CORES_MAX = 64;

export function swapInLikeness(of: Beginning, faults: number): Likeness {
  const [read, window] = [first(of, 'swap_in'), first(of, 'swap_ra')];
  if (!read) return { cannot: 'The capture holds no read from swap.' };
  const cluster = Number(settingOf(of.manifest, 'page-cluster') ?? NaN);
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
