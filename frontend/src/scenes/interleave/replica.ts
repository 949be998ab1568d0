/** Policy of the task, its nodes and the limit of its disk. */
import type { StateView } from '../../core/types';
import { settingsOf, sysctlOf } from '../../core/manifest';
import type { Beginning } from '../../capture/local/source';
import { firstOfKind } from '../replica';
import type { Replica } from '../scene';

const WEIGHT = '/sys/kernel/mm/mempolicy/weighted_interleave/node';

/** SCSI disks: block major 8, 16 minors each (Documentation/admin-guide/devices.txt). */
const [MAJOR, SCSI, MINORS] = [2 ** 20, 8, 16];

function diskName(dev: number): string {
  const minor = dev % MAJOR;
  return Math.floor(dev / MAJOR) === SCSI ? `sd${String.fromCharCode(97 + Math.floor(minor / MINORS))}` : '';
}

/** The limit of the disk that most requests went to, where the manifest noted it. */
function limitsOf({ manifest }: Beginning, { rq }: StateView): { max_segments?: number } {
  const [busiest] = [...rq].sort((a, b) => b.requests - a.requests);
  if (!busiest) return {};
  const name = busiest.name === '' ? diskName(busiest.dev) : busiest.name;
  const segments = Number(settingsOf(manifest)[`/sys/block/${name}/queue/max_segments`]);
  return segments > 0 ? { max_segments: segments } : {};
}

export function replicaOf(of: Beginning, pages: number): Replica {
  const decided = firstOfKind(of, 'interleave') ?? firstOfKind(of, 'interleave_vma');
  const policy = firstOfKind(of, 'mempolicy');
  const nodes = of.state.node.filter((n) => n.present === 1).length;
  if (nodes === 0) return { cannot: 'The capture does not say what its nodes are.' };
  const mask = decided?.nodes ?? policy?.nodes ?? 2 ** nodes - 1;
  const granularity = Number(sysctlOf(of.manifest.start, 'numa_interleave_granularity') ?? 1);
  const weights = Array.from({ length: nodes }, (_, n) =>
    Number(settingsOf(of.manifest)[WEIGHT + String(n)]),
  );
  return {
    params: {
      nodes,
      mempolicy: decided?.mode ?? 'default',
      policy_nodes: mask,
      granularity: granularity > 0 ? granularity : 1,
      ...(weights.every((w) => w > 0) ? { weight: weights } : {}),
      ...limitsOf(of, of.end),
      ...(pages > 0 ? { file_pages: pages } : {}),
    },
    words: 'Same nodes, policy, granularity and segments limit; fragmentation is the model’s own.',
  };
}
