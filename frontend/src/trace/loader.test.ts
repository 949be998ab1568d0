import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { kindNamed } from './store/lookup';
import { loadTrace, type TraceProgress } from './loader';
import { recognise } from './file-format';
import { traceModules } from './testing/wasm';
import { numberAt, textAt } from './store/values';

const TEXT = `# tracer: nop
#
#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
#              | |         |   |||||     |         |
         kswapd1-60      [002] ...1.    24.193571: mm_vmscan_kswapd_wake: nid=1 order=0
              rm-221     [001] ...1.    24.193575: block_rq_issue: 259,0 R 4096 () 2048 + 8 [rm]
         kswapd1-60      [002] ...1.    24.193671: mm_vmscan_kswapd_sleep: nid=1
              rm-221     [001] ...1.    24.194000: my_own_event: answer=42 words=two
         kswapd1-60      [002] ...1.    24.193600: mm_vmscan_kswapd_wake: nid=1 order=3
`;

const load = (data: string | Uint8Array<ArrayBuffer>) =>
  loadTrace(traceModules, { kind: 'blob', blob: new Blob([data]) }, () => undefined);

describe('a trace of ftrace', () => {
  it('comes as columns by kind, in order of time', async () => {
    const { store, report } = await load(TEXT);
    expect(report).toMatchObject({ format: 'ftrace', understood: 4, generic: 1, unreadable: 0, lines: 9 });
    expect(store.base).toBe(24_193_571_000n);
    expect(store.span).toBe(429_000);
    const wake = kindNamed(store, 'mm_vmscan_kswapd_wake');
    if (!wake) throw new Error('no wake-up');
    expect([...wake.ts]).toEqual([0, 29_000]);
    expect([...wake.line]).toEqual([5, 9]);
    expect([...wake.cpu]).toEqual([2, 2]);
    expect([...wake.pid]).toEqual([60, 60]);
    expect(store.names[wake.comm[0] ?? 0]).toBe('kswapd1');
    expect(wake.fields.map((f) => [f.name, numberAt(f, 1)])).toEqual([
      ['nid', 1],
      ['order', 3],
    ]);
    const issue = kindNamed(store, 'block_rq_issue');
    const shown = issue?.fields.map((f) => [f.name, textAt(store, f, 0)] as const);
    expect(Object.fromEntries(shown ?? [])).toMatchObject({ dev: '259:0', rwbs: 'R', sector: '2048' });
  });

  it('tells by name what it does not know', async () => {
    const { report } = await load(TEXT);
    expect(report.generics).toEqual([
      { name: 'my_own_event', fields: ['answer', 'words'], count: 1, line: 8 },
    ]);
    expect(report.kinds.map((k) => [k.name, k.count])).toContainEqual(['mm_vmscan_kswapd_wake', 2]);
  });

  it('takes a pair of numbers for a device where its name says so, and both are in bounds', async () => {
    const own =
      '            cc-1       [000] ..... 1.000000: my_own: cluster=0:39018 swap_dev=259:0 dev=8:99999999 disk=9000:1\n';
    const { store } = await load(`# tracer: nop\n#\n${own}`);
    const kind = store.kinds.find((k) => k.own);
    expect(kind?.fields.map((f) => [f.name, f.type, textAt(store, f, 0)])).toEqual([
      ['cluster', 'name', '0:39018'],
      ['swap_dev', 'dev', '259:0'],
      ['dev', 'name', '8:99999999'],
      ['disk', 'name', '9000:1'],
    ]);
  });

  it('is the same in gzip and in zstd', async () => {
    const plain = await load(TEXT);
    for (const pack of [gzipSync, zstdCompressSync]) {
      const packed = await load(new Uint8Array(pack(TEXT)));
      expect(packed).toEqual(plain);
    }
  });

  it('that is cut off in its packing is read until there, and says so', async () => {
    const line = (i: number) =>
      `  rm-221  [001] ...1.  24.${String(100_000 + 7 * i)}: block_rq_issue: 259,0 R 4096 () ${(i * 7919) % 100_003} + 8 [rm]\n`;
    const packed = gzipSync(`# tracer: nop\n#\n${Array.from({ length: 3000 }, (_, i) => line(i)).join('')}`);
    const whole = await load(new Uint8Array(packed));
    const part = await load(new Uint8Array(packed.subarray(0, Math.floor(packed.length / 2))));
    expect([whole.report.events, whole.report.cutOff]).toEqual([3000, null]);
    expect(part.report.events).toBeGreaterThan(300);
    expect(part.report.events).toBeLessThan(3000);
    expect(part.report.cutOff).toMatch(/^The gzip data ends too early: .*\.$/);
  });

  it('longer than a piece is read to its end, and progress is reported', async () => {
    const line = TEXT.split('\n')[4] ?? '';
    const lines = 120_000;
    const seen: TraceProgress[] = [];
    const blob = new Blob([`${line}\n`.repeat(lines)]);
    const { store } = await loadTrace(traceModules, { kind: 'blob', blob }, (p) => seen.push(p));
    expect(kindNamed(store, 'mm_vmscan_kswapd_wake')?.rows).toBe(lines);
    expect(seen[0]?.total).toBe(blob.size);
    expect(seen.map((p) => p.bytes)).toEqual(seen.map((p) => p.bytes).sort((a, b) => a - b));
  });

  it('is looked at as soon as there is something to see, and not before', async () => {
    // Each look at the clock is 60 ms after the last one; the first piece is comments alone.
    let ms = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 60));
    const [, , , , line = ''] = TEXT.split('\n');
    const blob = new Blob(['# tracer: nop\n', '# a comment\n'.repeat(400_000), `${line}\n`.repeat(160_000)]);
    const looks: number[] = [];
    const show = ({ store }: { store: { kinds: readonly { ts: { length: number } }[] } }) => {
      looks.push(store.kinds.reduce((sum, { ts }) => sum + ts.length, 0));
      return Promise.resolve();
    };
    try {
      await loadTrace(traceModules, { kind: 'blob', blob }, () => undefined, undefined, { after: 0, show });
    } finally {
      clock.mockRestore();
    }
    expect(looks.length).toBeGreaterThan(0);
    expect(Math.min(...looks)).toBeGreaterThan(0);
  });

  it('can be given up on the way', async () => {
    const abort = new AbortController();
    const blob = new Blob([`${TEXT.split('\n')[4] ?? ''}\n`.repeat(120_000)]);
    const loading = loadTrace(
      traceModules,
      { kind: 'blob', blob },
      () => {
        abort.abort();
      },
      abort.signal,
    );
    await expect(loading).rejects.toThrow(/abort/i);
  });
});

it.each([
  ['empty', '', /empty/],
  ['of no known format', 'nothing that anybody knows\n'.repeat(5000), /format/],
])('a file that is %s is refused in words', async (_, text, words) => {
  await expect(load(text)).rejects.toThrow(words);
});

describe('what a file is', () => {
  const recognised = (text: string) => recognise(traceModules, { kind: 'blob', blob: new Blob([text]) });
  const format = async (text: string) => (await recognised(text)).format;

  it('is recognised by its beginning, however long it is', async () => {
    expect(await format(TEXT)).toBe('ftrace');
    expect(await format(TEXT.repeat(1000))).toBe('ftrace');
  });

  it.each(['', 'nothing that anybody knows\n'.repeat(5000), 'PK\u0003\u0004'])(
    'is unknown where it is no trace',
    async (text) => {
      expect(await format(text)).toBe('unknown');
    },
  );

  it.each([
    ['PERFILE2h\0\0\0', 'This is a perf.data', 'perf script -i FILE'],
    ['\u0017\u0008Dtracing6\0', 'This is a trace.dat', 'trace-cmd report -i FILE'],
    ['PK\u0003\u0004', 'This is a zip archive', 'unpack it'],
    ['time,cpu\n1,2\n3,4\n5,6\n', 'This is a table', 'open the text'],
  ])('of another file says what it is and what makes a trace of it', async (text, what, remedy) => {
    const { failure } = await recognised(text);
    expect(failure).toMatchObject({ line: null, advice: '' });
    expect(failure?.message).toContain(what);
    expect(failure?.message).toContain(remedy);
  });
});
