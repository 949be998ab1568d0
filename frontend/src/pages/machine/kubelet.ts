/** What is said of kubelet beside the kernel: which comes first while a pod takes memory. Pure. */
import type { Kubelet, KubeletCount, Span } from './answer';
import { bytes, spanBytes, type Caption } from './phrases';

export const MIB = 1024 * 1024;
/** pkg/kubelet/eviction/defaults_linux.go. */
export const DEFAULT_MIB = 100;
export const EVICTION_RANGE = [10, 16384] as const;
export const RATE_RANGE = [1, 4096] as const;

/** What a reader sets of kubelet: MiB, MiB a second, and how it counts a node. */
export interface KubeletSetting {
  evictionHard?: number | undefined;
  rate?: number | undefined;
  counts?: KubeletCount['counts'] | undefined;
}

/** As the core takes it: what a reader sets behind a request. */
export const evictionWords = (mib: number, rate: number | undefined): string =>
  `evictionHard=${mib}Mi${rate === undefined ? '' : ` rate=${rate}Mi`}`;

/** "100Mi", as Kubernetes writes it. */
export const quantity = (n: number): string => `${Math.round(n / MIB)}Mi`;

export const COUNT_NAMES: Readonly<Record<KubeletCount['counts'], string>> = {
  'anon + file': 'since Kubernetes 1.29, or cgroup v1: anon + file',
  'MemTotal - MemFree': 'to 1.28 under cgroup v2: MemTotal − MemFree',
};

const place = (span: Span): string => spanBytes(span, 1);

/** No inactive file is left by then: what kubelet waits for comes later by what goes to swap, and so does what tasks wait for. */
const swapsFirst = ({ files }: Kubelet, { eviction }: KubeletCount): boolean =>
  files !== undefined && eviction[1] > files[0];

/** What comes when, first to last; places are bytes that a pod has taken. */
export interface Mark {
  key: 'kswapd' | 'files' | 'reclaim' | 'eviction';
  at: Span;
  title: string;
  words: string;
}

export function marksOf(kubelet: Kubelet, count: KubeletCount): Mark[] {
  const { kswapd, files, reclaim, look_s: look = 0, rate, swap_free: swap } = kubelet;
  if (!kswapd || !files || !reclaim) return [];
  const later = swap ? `, and what goes to swap, up to ${bytes(swap)}` : '';
  const seen =
    rate === undefined ? `with the next look, up to ${look} s later` : 'with the next look at the latest';
  const marks: Mark[] = [
    {
      key: 'kswapd',
      at: kswapd,
      title: 'kswapd wakes',
      words: `after ${place(kswapd)}: free is down to low`,
    },
    {
      key: 'files',
      at: files,
      title: 'no inactive file is left',
      words: `after ${place(files)}: kswapd finds nothing to drop${swap ? `, and swaps: ${bytes(swap)} are free` : swap === 0 ? ' and no swap' : ''}`,
    },
    {
      key: 'reclaim',
      at: reclaim,
      title: 'tasks reclaim for themselves',
      words: `after ${place(reclaim)}${later}: free is down to min; a task that can reclaim nothing calls the OOM killer`,
    },
    {
      key: 'eviction',
      at: count.eviction,
      title: 'kubelet evicts',
      words: `after ${place(count.eviction)}${swapsFirst(kubelet, count) ? later : ''}, ${seen}`,
    },
  ];
  return marks.toSorted((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]);
}

export function kubeletCaption(kubelet: Kubelet, count: KubeletCount): Caption {
  const threshold = quantity(kubelet.threshold ?? 0);
  const due = count.eviction[0];
  const stall = kubelet.reclaim ?? [0, 0];
  const needed =
    count.needed > (kubelet.capacity ?? 0)
      ? 'no evictionHard of this node is high enough'
      : `evictionHard must be ${quantity(count.needed)} or more`;
  const both = swapsFirst(kubelet, count) ? 'Both come' : 'The task comes';
  const later = kubelet.swap_free
    ? ` ${both} later by what goes to swap, up to ${bytes(kubelet.swap_free)}.`
    : '';
  const base =
    kubelet.rate === undefined
      ? `For kubelet to be due before that, ${needed}; what the pod takes between two looks comes on top of that.`
      : `At ${quantity(kubelet.rate)} a second, ${needed} to be seen in time: ${quantity(kubelet.rate * (kubelet.look_s ?? 0))} go between two looks.`;
  const lead = base + later;
  if (count.first === 'reclaim')
    return {
      title: `Kubelet’s ${threshold} comes too late: a task reclaims for itself ${bytes(Math.max(1, due - stall[1]))} before that.`,
      lead,
    };
  if (count.first === 'eviction')
    return {
      title: `Kubelet evicts first: ${bytes(Math.max(1, stall[0] - count.eviction[1]))} before a task must reclaim for itself.`,
      lead,
    };
  return { title: `With ${threshold} either may come first: kubelet may look too late.`, lead };
}

/** For KubeletConfiguration. */
export const configuration = (mib: number): string => `evictionHard:\n  memory.available: "${mib}Mi"`;
