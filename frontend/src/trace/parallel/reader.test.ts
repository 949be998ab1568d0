/** Texts read side by side are what one reader makes of them, to the byte, wherever they are split. */
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compressionOf } from '../../capture/local/compression';
import { SourceError } from '../../core/error';
import { some, trials } from '../../core/testing/trials';
import { loadTrace, type EarlyView, type LoadedTrace } from '../loader';
import { TraceReader } from '../reader/reader';
import { localPool } from '../testing/pool';
import { samples, type Sample } from '../testing/samples';
import { traceModules } from '../testing/wasm';
import { ParallelRefusal } from './errors';
import { chunksOf, lineEnd } from './chunks';
import type { ReaderPool, PartReader } from './pool';
import { workersFor } from './worker-pool';

const blobOf = (text: string | Uint8Array<ArrayBuffer>) => new Blob([text]);
const load = (blob: Blob, crew: ReaderPool | null, signal?: AbortSignal, early?: EarlyView) =>
  loadTrace(traceModules, { kind: 'blob', blob }, () => undefined, signal, early, crew);

/** What is read, or the error. */
const outcome = (blob: Blob, crew: ReaderPool | null) =>
  load(blob, crew).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    return { message: error.message, line: error.line, advice: error.advice };
  });

async function same(blob: Blob, block: number, hands = 3) {
  const crew = localPool(hands, block);
  const [apart, alone] = [await outcome(blob, crew), await outcome(blob, null)];
  expect(apart).toEqual(alone);
  expect(crew.closed).toBe(crew.made);
  return crew;
}

/** A crew that has `hand` in the place of its second one. */
const withSecond = (crew: ReaderPool, hand: (second: PartReader) => PartReader): ReaderPool => {
  let made = 0;
  return {
    ...crew,
    hand: (blob, module) => (made++ === 1 ? hand : (h: PartReader) => h)(crew.hand(blob, module)),
  };
};

/** A sample, so often that there is more to it than a format is recognised from. */
function repeated({ path }: Sample): Buffer {
  const packed = readFileSync(path);
  const unpack = { none: (bytes: Buffer) => bytes, gzip: gunzipSync, zstd: zstdDecompressSync };
  const once = unpack[compressionOf(packed)](packed);
  const times = Math.ceil((1 << 17) / once.length);
  return Buffer.concat(Array.from({ length: times }, () => once));
}

/** More than a format is recognised from. */
const filler = (lines: number) =>
  Array.from(
    { length: lines },
    (_, i) =>
      `     kswapd0-57      [000] d.h1.  ${100 + i}.000001: mm_vmscan_kswapd_wake: nid=0 order=${i % 4} and what fills it\n`,
  ).join('');
const FILLER = filler(700);

const us = fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, '0'));
/** Mostly as time goes on. */
const time = fc.oneof(
  { arbitrary: fc.tuple(fc.integer({ min: 800, max: 810 }), us), weight: 6 },
  { arbitrary: fc.tuple(fc.integer({ min: 0, max: 4_000_000_000 }), us), weight: 1 },
);
const cpu = fc.constantFrom('000', '001', '007', '8191', '9000');
const task = fc.constantFrom(
  '         kswapd1-60     ',
  '      kworker/u4-1234   ',
  '            a\\xff-7      ',
  '           a\u{fffd}b-8      ',
);
const event = fc.oneof(
  fc.tuple(fc.nat(3), fc.nat(9)).map(([nid, order]) => `mm_vmscan_kswapd_wake: nid=${nid} order=${order}`),
  fc.nat(9).map((nid) => `mm_vmscan_kswapd_sleep: nid=${nid === 9 ? 'x' : nid}`),
  fc.nat(5).map((n) => `own_${n}: a${n}=${n} ${n % 2 ? 'b=2' : 'c d'}`),
  fc.nat(5).map((n) => `own_${n}: c=${n} kswapd1=3`),
  fc
    .nat(20)
    .map(
      (n) => `mm_page_alloc: page=00000000f00d pfn=0x${n} order=0 migratetype=1 gfp_flags=GFP_${n}|__GFP_X`,
    ),
  fc.nat(3).map((n) => `sys${n}:mm_vmscan_kswapd_sleep: nid=${n}`),
  fc.constant('sched_switch: prev_comm=a b prev_pid=1'),
);
const line = fc.oneof(
  {
    arbitrary: fc
      .tuple(task, cpu, time, event)
      .map(([who, where, [s, fraction], what]) => `${who}[${where}] d.h1.  ${s}.${fraction}: ${what}`),
    weight: 12,
  },
  fc.tuple(fc.nat(3), fc.nat(99)).map(([on, n]) => `CPU:${on} [LOST ${n} EVENTS]`),
  fc.constantFrom(
    ' 0)   1.234 us    |  shrink_node();',
    '# clock: uptime',
    '# clock: mono',
    '##### CPU 3 buffer started ####',
    '# nop latency trace v1.1.5 on 6.1.0',
    '# nop latency trace v1.1.5 on 6.12.0',
    '',
    ' => do_it',
    'nothing that anybody knows',
    `far too long ${'x'.repeat(17_000)}`,
    '           jiff-9       [001] .....  81234: mm_vmscan_kswapd_wake: nid=1 order=1',
    '\u{feff}# tracer: nop',
    '\u001f\u008b gzip',
  ),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, ended]) => FILLER + lines.join(end) + (ended ? end : ''));

describe('a text read side by side', () => {
  it('is what one reader makes of it, wherever it is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 5 }),
        async (made, block, hands) => {
          await same(blobOf(made), block, hands);
        },
      ),
      { numRuns: trials(150) },
    );
  }, 300_000);

  it('is read again where lines before it were guessed wrongly, and only there', async () => {
    const lines = (n: number, from: number) =>
      FILLER.split('\n', n).map((l, i) => l.replace(/\d+\.000001/, `${from + i}.5`));
    const texts = {
      quiet: lines(400, 900),
      changed: [...lines(200, 900), '# clock: mono', ...lines(200, 1100)],
      untimed: [...lines(200, 900), ...lines(200, 1100).flatMap((l) => [l, ' 0)   1.2 us    |  f();'])],
    };
    const again: Record<string, number> = {};
    for (const [name, rows] of Object.entries(texts)) {
      const blob = blobOf(`${FILLER}${rows.join('\n')}\n`);
      const reads = vi.spyOn(TraceReader.prototype, 'goOn');
      const crew = await same(blob, 1000);
      again[name] = reads.mock.calls.length - crew.read;
      reads.mockRestore();
    }
    expect(again['quiet']).toBe(0);
    // Those that were being read meanwhile, and those that begin with a line without a time.
    expect(again['changed']).toBeGreaterThan(0);
    expect(again['changed']).toBeLessThan(7);
    expect(again['untimed']).toBeGreaterThan(0);
    expect(again['untimed']).toBeLessThan(30);
  });

  it.each(some(samples))(
    'of $id is the same, wherever it is split',
    async (sample) => {
      const whole = repeated(sample);
      const blob = blobOf(new Uint8Array(whole));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 2, max: 60 }),
          fc.integer({ min: 1, max: 5 }),
          async (n, hands) => {
            await same(blob, Math.ceil(blob.size / n), hands);
          },
        ),
        { numRuns: 2 },
      );
    },
    60_000,
  );

  it('and damaged is the same, or refused in the same words', async () => {
    const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 20,
    });
    const [sample, kept] = [fc.constantFrom(...samples), fc.double({ min: 0.6, max: 1, noNaN: true })];
    await fc.assert(
      fc.asyncProperty(sample, damage, kept, fc.integer({ min: 2, max: 60 }), async (of, bytes, share, n) => {
        const whole = new Uint8Array(repeated(of));
        for (const [at, byte] of bytes) whole[Math.floor(at * (whole.length - 1))] = byte;
        const blob = blobOf(whole.slice(0, Math.ceil(share * whole.length)));
        await same(blob, Math.ceil(blob.size / n));
      }),
      { numRuns: trials(40) },
    );
  }, 120_000);

  it('of perf script or of a capture is read in parts, of bpftrace alone', async () => {
    const read = async (one: (i: number) => string, head = '') => {
      const made = head + Array.from({ length: 4000 }, (_, i) => one(i)).join('');
      return (await same(blobOf(made), 20_000)).read;
    };
    const perf = (i: number) =>
      `kswapd0    57 [000]  ${100 + i}.000001: vmscan:mm_vmscan_kswapd_wake: nid=0 order=${i % 5}\n`;
    const ours = (i: number) => `kswapd_sleep ts=${1000 + i} cpu=0 pid=57 node=0 comm=kswapd${i % 7}\n`;
    const script = (i: number) => `swap_in ts=${i} cpu=1 pid=42 dev=8:0 and=more that=makes\n`;
    expect(await read(perf)).toBeGreaterThan(5);
    expect(await read(ours, 'mmscope-capture 1\n')).toBeGreaterThan(5);
    expect(await read(script, 'Attaching 2 probes...\n')).toBe(0);
  });

  it('of more names than can be put together is read by one', async () => {
    const own = Array.from(
      { length: 3000 },
      (_, i) => ` a-1       [001] .....  ${900 + i}.5: own_${i}: x=${i}\n`,
    );
    const crew = await same(blobOf(FILLER + own.join('')), 5000);
    expect(crew.read).toBeGreaterThan(0);
  });

  it('is read by one where it is packed, or short, or has no ends of lines', async () => {
    const packed = new Uint8Array(gzipSync(FILLER + FILLER));
    expect((await same(blobOf(packed), 1000)).made).toBe(0);
    const crew = localPool(3, 1000);
    await load(blobOf(FILLER), { ...crew, alone: FILLER.length });
    expect(crew.made).toBe(0);
    const endless = 'x'.repeat(2 << 20);
    expect((await same(blobOf(endless), 1000)).read).toBe(0);
    expect((await same(blobOf(`${FILLER}${endless}\n${FILLER}`), 1000)).read).toBeGreaterThan(0);
    await expect(lineEnd(blobOf(endless), 5)).rejects.toThrow(ParallelRefusal);
  });

  it('can be given up on the way, and its readers are let go', async () => {
    const abort = new AbortController();
    const crew = localPool(3, 1000);
    const silent = withSecond(crew, (hand) => ({
      ...hand,
      read: () => (abort.abort(), new Promise(() => undefined)),
    }));
    await expect(load(blobOf(FILLER + FILLER + FILLER), silent, abort.signal)).rejects.toThrow(/abort/i);
    expect(crew.closed).toBe(3);
  });

  it('is read by one where another dies, cannot be had, or cannot read the file, and nothing is left', async () => {
    const blob = blobOf(FILLER + FILLER + FILLER);
    const whole = await load(blob, null);
    const after = (n: number) => (hand: PartReader) => {
      let asked = 0;
      const read: PartReader['read'] = (block, carry) =>
        asked++ < n ? hand.read(block, carry) : Promise.reject(new Error('It has ended.'));
      return { ...hand, read };
    };
    for (const n of [0, 1, 7]) {
      const crew = localPool(3, 1000);
      expect(await load(blob, withSecond(crew, after(n)))).toEqual(whole);
      expect([crew.made, crew.closed]).toEqual([3, 3]);
    }
    const few = localPool(3, 1000);
    const none = () => {
      throw new ReferenceError('Worker is not defined');
    };
    expect(await load(blob, withSecond(few, none))).toEqual(whole);
    expect(few.closed).toBe(1);
    const full = localPool(3, 1000);
    const noRoom = () => Promise.reject(new RangeError('Array buffer allocation failed'));
    expect(
      await load(
        blob,
        withSecond(full, (hand) => ({ ...hand, read: noRoom })),
      ),
    ).toEqual(whole);
    const torn = localPool(3, 1000);
    class Torn extends Blob {
      override slice(from = 0, to = this.size): Blob {
        const part = super.slice(from, to);
        if (from > 1 << 17) part.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
        return part;
      }
    }
    expect(await load(new Torn([blob]), torn)).toEqual(whole);
    expect([torn.read > 0, torn.closed]).toEqual([true, 3]);
  });

  it('is shown while it is read: the parts before', async () => {
    const blob = blobOf(filler(140_000));
    const shown: LoadedTrace[] = [];
    const show = (part: LoadedTrace) => Promise.resolve(void shown.push(part));
    let now = 0;
    // A look is due each time.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const whole = await load(blob, localPool(2, 1 << 20), undefined, { after: 0, show });
    clock.mockRestore();
    expect(whole).toEqual(await load(blob, null));
    const rowsOf = ({ store }: LoadedTrace) => store.kinds.reduce((sum, kind) => sum + kind.rows, 0);
    const seen = [...shown.map(rowsOf), rowsOf(whole)];
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(3);
    for (const { store } of shown) {
      for (const [i, kind] of store.kinds.entries())
        expect(kind.ts).toEqual(whole.store.kinds[i]?.ts.slice(0, kind.rows));
    }
  });
});

it.each([
  [{}, 1],
  [{ hardwareConcurrency: 1 }, 1],
  [{ hardwareConcurrency: 2 }, 1],
  [{ hardwareConcurrency: 3 }, 2],
  [{ hardwareConcurrency: 8, deviceMemory: 8 }, 7],
  [{ hardwareConcurrency: 8, deviceMemory: 4 }, 4],
  [{ hardwareConcurrency: 8, deviceMemory: 0.5 }, 1],
  [{ hardwareConcurrency: 128 }, 8],
])('a machine of %o has as many workers as that', (machine, workers) => {
  expect(workersFor(machine)).toBe(workers);
});

it('blocks end behind ends of lines, follow one another, and have a size at least', async () => {
  const texts = fc.array(fc.string({ maxLength: 30 }), { maxLength: 20 }).map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 50 }), async (made, bytes) => {
      const blob = blobOf(made);
      const whole = new Uint8Array(await blob.arrayBuffer());
      let at = 0;
      for await (const { from, to, last } of chunksOf(blob, 0, bytes)) {
        expect(from).toBe(at);
        expect(last).toBe(to === blob.size);
        if (!last) expect([whole[to - 1], to - from >= bytes]).toEqual([10, true]);
        at = to;
      }
      expect(at).toBe(blob.size);
    }),
  );
});
