/** For tests: the real modules, and small captures. */
import { readFile } from 'node:fs/promises';

const WASM = new URL('../../../../wasm-core/dist/mmscope.wasm', import.meta.url);

const ZSTD = new URL('../../../../wasm-core/dist/mmzstd.wasm', import.meta.url);

const compiled = (file: URL) => {
  let module: Promise<WebAssembly.Module> | undefined;
  return () => (module ??= readFile(file).then((bytes) => WebAssembly.compile(bytes)));
};

export const wasmModule = compiled(WASM);
export const zstdModule = compiled(ZSTD);

/** Two devices on two nodes, the rule node, three decisions by a task whose name is markup. */
export const CAPTURE = `mmscope-capture 1
manifest {"kernel":{"release":"6.12.0-test"},"sysctls":{"vm.swap_device_select":"node","vm.swap_slots_cache":"1"}}
node nid=0 cpus=1 pages=1000
node nid=1 cpus=2 pages=1000
mark ts=90 text=it begins
swap_list ts=100 cpu=0 pid=10 seq=1 op=0 reason=0 list=-1 type=0 prio=-2 node_id=0 mode=0 least=-2 pages=1024 used=0 list_prio=7fff7fff00020001,7fff7fff7fff7fff,7fff7fff7fff7fff,7fff7fff7fff7fff name=sdA comm=swapon
swap_list ts=110 cpu=0 pid=11 seq=2 op=0 reason=0 list=-1 type=1 prio=-3 node_id=1 mode=0 least=-3 pages=2048 used=0 list_prio=7fff7fff00010003,7fff7fff7fff7fff,7fff7fff7fff7fff,7fff7fff7fff7fff name=sdB comm=swapon
${select({ seq: 3, ts: 200, nid: 0, used: [0, 0], keys: [1, 3] })}
${select({ seq: 4, ts: 300, nid: 1, used: [0, 64], keys: [1, 2] })}
${select({ seq: 5, ts: 450, nid: 0, used: [64, 64], keys: [1, 3] })}
end events=5 lost=0 manifest={}
`;

interface Select {
  seq: number;
  ts: number;
  /** The CPU's node; the device there is first on its list and gives 64 slots. */
  nid: 0 | 1;
  /** Of the first and the second on the list. */
  used: [number, number];
  keys: [number, number];
}

/** One swap_select line. */
function select({ seq, ts, nid, used, keys }: Select): string {
  const none = 'f'.repeat(16);
  /** Word 0 of a vector whose lanes have so many hexadecimal digits. */
  const lanes = (digits: number, values: number[]) =>
    values
      .map((v) => v.toString(16).padStart(digits, '0'))
      .reverse()
      .join('')
      .padStart(16, 'f');
  const words = (n: number, first: string) => [first, ...Array<string>(n - 1).fill(none)].join(',');
  const other = 1 - nid;
  return [
    `swap_select ts=${ts} cpu=${nid} pid=20 seq=${seq} mode=0 nid=${nid} list=${nid} goal=64 batch=64 order=0`,
    `avail=3072 pass=0 list_n=2 list_type=${words(2, lanes(2, [nid, other]))}`,
    `list_prio=${words(4, lanes(4, keys))} list_used=${words(8, lanes(8, used))} visits=1`,
    `visit_type=${lanes(2, [nid])} visit_verdict=${lanes(2, [0])} visit_next=${lanes(2, [other])}`,
    `end=0 type=${nid} ret=64 comm=<img onerror=x>`,
  ].join(' ');
}

export const text = new TextEncoder();

/** The lines of CAPTURE, changed, as one text again. */
export function changed(edit: (lines: string[]) => string[]): string {
  return edit(CAPTURE.trimEnd().split('\n')).join('\n') + '\n';
}
