/** Machines to try the page with, which are mmscope's own: what Debian's kernels printed in guests. Fetched when they are asked for. */
import { joined } from './text';

export interface Sample {
  name: string;
  about: string;
  text: () => Promise<string>;
}

const rawOf = async (...files: readonly Promise<{ default: string }>[]): Promise<string> =>
  joined((await Promise.all(files)).map((file) => file.default));

export const SAMPLES: readonly Sample[] = [
  {
    name: 'Two nodes with swap',
    about: 'zones and swap devices of a guest with Debian’s 6.12',
    text: () =>
      rawOf(
        import('../../../../datasets/foreign/ftrace/numa-reclaim/before.zoneinfo.txt?raw'),
        import('../../../../datasets/foreign/ftrace/numa-reclaim/before.swaps.txt?raw'),
      ),
  },
  {
    name: 'A report of the OOM killer',
    about: 'of a guest with Debian’s 7.3, whose memory a program ate',
    text: () => rawOf(import('../../../../datasets/pasted/debian-7.3-oom.txt?raw')),
  },
];
