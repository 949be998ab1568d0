/** For tests: the reader as built, and texts of an invented machine of two nodes, whose numbers are the kernel's rule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Distances } from '../answer';
import { PasteReader } from '../module';

const module = new WebAssembly.Module(
  readFileSync(join(import.meta.dirname, '../../../../../wasm-core/dist/mmpaste.wasm')),
);

/** What a text says, and what is then said to requests. */
export async function read(text: string): Promise<{ answer: Answer; ask: (request: string) => Distances }> {
  const reader = await PasteReader.of(module);
  const answer = reader.read(new TextEncoder().encode(text));
  return { answer, ask: (request) => reader.ask(request) };
}

interface Zone {
  node: number;
  zone: string;
  free: number;
  marks: readonly [number, number, number];
  managed: number;
  reserve: readonly number[];
}

const ZONES: readonly Zone[] = [
  { node: 0, zone: 'DMA', free: 3840, marks: [10, 13, 16], managed: 3840, reserve: [0, 2902, 15806, 15806] },
  {
    node: 0,
    zone: 'DMA32',
    free: 15688,
    marks: [2046, 2788, 3530],
    managed: 742912,
    reserve: [0, 0, 12904, 12904],
  },
  {
    node: 0,
    zone: 'Normal',
    free: 12390,
    marks: [9100, 12403, 15706],
    managed: 3303424,
    reserve: [0, 0, 0, 0],
  },
  {
    node: 1,
    zone: 'Normal',
    free: 210048,
    marks: [11370, 15497, 19624],
    managed: 4127744,
    reserve: [0, 0, 0, 0],
  },
];

const zoneText = ({
  node,
  zone,
  free,
  marks: [min, low, high],
  managed,
  reserve,
}: Zone) => `Node ${node}, zone ${zone.padStart(8)}
  pages free     ${free}
        boost    0
        min      ${min}
        low      ${low}
        high     ${high}
        spanned  ${managed}
        present  ${managed}
        managed  ${managed}
        cma      0
        protection: (${reserve.join(', ')})
      nr_free_pages ${free}
      nr_free_cma  0
        reserved_highatomic 0
  start_pfn:           ${node}
`;

export const ZONEINFO = ZONES.map(zoneText).join('');

/** A machine of so many nodes: node 0 has low zones, too, and all others are alike but for a page or two. */
export const manyNodes = (nodes: number): string =>
  [
    ...ZONES.slice(0, 2),
    ...Array.from({ length: nodes }, (_, node): Zone => ({
      node,
      zone: 'Normal',
      free: node === 0 ? 2900 : 3500 + node,
      marks: [2000, 3000, 4000 + node],
      managed: 1000000 + node,
      reserve: [0, 0, 0, 0],
    })),
  ]
    .map(zoneText)
    .join('');

export const SYSCTLS = `vm.min_free_kbytes = 90112
vm.watermark_scale_factor = 10
`;

export const SWAPS = `Filename				Type		Size		Used		Priority
/dev/nvme0n1p3                          partition	16777212	9437180		-2
/dev/zram0                              partition	8126460		0		-3
`;

export const REPORT = `stress invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0
Node 0 DMA free:13648kB boost:0kB min:20kB low:32kB high:44kB reserved_highatomic:0KB present:15992kB managed:15360kB free_cma:0kB
lowmem_reserve[]: 0 2902 7982 7982
Node 0 DMA32 free:24452kB boost:0kB min:4152kB low:7120kB high:10088kB reserved_highatomic:0KB present:2971648kB managed:2971648kB free_cma:0kB
lowmem_reserve[]: 0 0 5080 5080
Node 0 Normal free:7232kB boost:0kB min:7268kB low:12468kB high:17668kB reserved_highatomic:0KB present:5201920kB managed:5201920kB free_cma:0kB
lowmem_reserve[]: 0 0 0 0
`;

/** Of one node, with what kubelet counts. */
export const KUBE = `Node 0, zone   Normal
  per-node stats
      nr_inactive_file 40000
      nr_anon_pages 200000
      nr_file_pages 90000
${zoneText({
  node: 0,
  zone: 'Normal',
  free: 150000,
  marks: [5120, 6400, 7680],
  managed: 512000,
  reserve: [0, 0, 0],
})
  .split('\n')
  .slice(1)
  .join('\n')}`;

export const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 600000  12044 204800    0    0     2     9   33   61  1  0 99  0  0
 2  0      0 559040  12044 204800    0    0     0     0   91  141  1  0 99  0  0
 2  1    512  20000   1044   4800    0  512     0   512   91  141  1  0 99  0  0
`;
