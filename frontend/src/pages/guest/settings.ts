/** What of the guest can be set and started from the page, each as the lines that are typed for it. */
import type { SETTINGS } from '../../core/gen/balances';
import { ENUMS } from '../../core/gen/tables';

type Name = (typeof SETTINGS)[number] | 'vm.min_free_kbytes' | 'vm.watermark_scale_factor' | 'vm.swappiness';

export interface Setting {
  readonly name: Name;
  /** Its values by name; else it is a number between these two. */
  readonly values: readonly string[] | { readonly least: number; readonly most: number };
}

/** As the kernel writes them. */
const words = (of: Readonly<Partial<Record<number, string>>>) =>
  Object.values(of).flatMap((word) => (word === undefined ? [] : [word.replaceAll('_', '-')]));

export const GUEST_SETTINGS: readonly Setting[] = [
  { name: 'vm.swap_device_select', values: words(ENUMS.rule) },
  { name: 'vm.zone_alloc_policy', values: words(ENUMS.zone_policy) },
  { name: 'vm.kswapd_wake_mark', values: words(ENUMS.wake_mark) },
  { name: 'vm.numa_interleave_granularity', values: { least: 1, most: 1024 } },
  { name: 'vm.min_free_kbytes', values: { least: 1, most: 65_536 } },
  { name: 'vm.watermark_scale_factor', values: { least: 1, most: 1000 } },
  { name: 'vm.swappiness', values: { least: 0, most: 200 } },
];

export const fileOf = (name: string): string => `/proc/sys/${name.replaceAll('.', '/')}`;

/** The line that sets it. */
export const lineOf = (name: string, value: string): string => `echo ${value} > ${fileOf(name)}`;

export interface Workload {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
}

const NODES = [0, 1, 2, 3] as const;

/** Disks in memory, as a machine with swap on each node has. */
export const SWAP: Workload = {
  id: 'swap',
  title: 'Swap on, a disk on each node',
  lines: [
    'echo 0 > /proc/sys/vm/swap_slots_cache',
    ...NODES.flatMap((nid) => [
      `echo zram${nid} ${nid} > /sys/kernel/mm/swap/node_override`,
      `echo 16M > /sys/block/zram${nid}/disksize`,
      `mkswap /dev/zram${nid}`,
      `swapon /dev/zram${nid}`,
    ]),
  ],
};

export const WORKLOADS: readonly Workload[] = [
  { id: 'eat', title: 'A task writes to 175 MiB', lines: ['eat 175 2 &'] },
  { id: 'burst', title: 'A burst: 40 MiB, once', lines: ['eat 40 &'] },
  {
    id: 'interleave',
    title: 'Interleaved over nodes 0, 1 and 3',
    lines: ['policy interleave 0,1,3', 'eat 40 2 &', 'policy default'],
  },
  {
    id: 'weighted',
    title: 'Interleaved by weights',
    lines: ['policy weighted-interleave 0,1,2,3', 'eat 40 2 &', 'policy default'],
  },
  { id: 'read', title: 'A task reads a disk in a loop', lines: ['read /dev/zram3 16 200 &'] },
];
