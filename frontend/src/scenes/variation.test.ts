/** What is assumed, varied: the numbers that bands are of are those that the scene draws. */
import { openAsBlob } from 'node:fs';
import { expect, test } from 'vitest';
import type { Decision } from '../core/decision';
import { LocalSource, type SourceInput, type PaneFrame } from '../capture/local/source';
import type { ParamValues } from '../core/params';
import { wasmModule, zstdModule } from '../core/testing/wasm';
import * as interleave from './interleave/decision';
import { LAST_SECTORS, LAST_SEGMENTS, MEAN } from './interleave/facts/variation';
import type { SourceInfo } from './scene';
import * as swapDevices from './swap-devices/decision';
import { factsOf as swapInFacts } from './swap-in/facts/facts';
import * as swapIn from './swap-in/decision';
import { meanOf, OWN } from './swap-in/facts/variation';
import * as zones from './zones/decision';
import { numberOf } from './zones/facts/variation';

const CAPTURES = new URL('../../../datasets/captures/', import.meta.url);
const info = { provenance: 'asif', params: null } as unknown as SourceInfo;

type Drawn = (frame: PaneFrame) => (number | null | undefined)[];

const pages: Drawn = ({ after }) => after.dev.map(({ present, used }) => (present ? used : null));

const shares: Drawn = ({ after }) => {
  const total = after.zone.reduce((sum, { taken }) => sum + taken, 0);
  const out: (number | null)[] = [];
  after.zone.forEach(({ present, taken, free, has_batch: known, batch }, id) => {
    if (!present) return;
    if (total > 0 && taken > 0) out[numberOf(id, 'taken')] = taken / total;
    if (known) out[numberOf(id, 'batch')] = batch;
    out[numberOf(id, 'free')] = free;
  });
  return out;
};

const requests: Drawn = ({ after, trail }) => {
  const [row] = after.rq.filter(({ present }) => present).sort((a, b) => b.sectors - a.sectors);
  if (!row || row.requests === 0 || trail.some(({ kind }) => kind === 'block_rq')) return [];
  const out: number[] = [];
  out[MEAN] = row.sectors / row.requests;
  out[LAST_SECTORS] = row.last_sectors;
  out[LAST_SEGMENTS] = row.last_segments;
  return out;
};

const times: Drawn = (frame) => {
  const out: (number | null)[] = [];
  for (const { mode, taken, track, many } of swapInFacts({ frame, info }).rows) {
    if (taken && track) out[OWN] = track.end;
    if (many) out[meanOf(mode)] = many.lat;
  }
  return out;
};

const CASES: readonly [capture: string, asif: ParamValues, assumed: ParamValues[], Decision, Drawn][] = [
  [
    'two-nodes-node',
    { machine: 'swap', rule: 'global' },
    [{}, { seed: 2 }, { slots_back: 'oldest' }, { slots_back: 'newest' }],
    swapDevices,
    pages,
  ],
  [
    'zones-fair-local',
    { machine: 'zones', zone_alloc_policy: 'fair' },
    [{}, { batch_begin: 'half' }, { unseen_pages: 'there' }],
    zones,
    shares,
  ],
  [
    'interleave-1',
    { machine: 'interleave', granularity: 8 },
    [{}, { frames_next: 'endless' }, { frames_next: 'sixteen' }],
    interleave,
    requests,
  ],
  [
    'swap-in-poll',
    { machine: 'swap_in', swap_poll: 'hybrid' },
    [{}, { read_costs: 'half' }, { read_costs: 'double' }],
    swapIn,
    times,
  ],
];

test.each(CASES)(
  '%s: at each decision what is drawn is between the least and the most of all variants',
  async (capture, asked, assumed, reader, drawn) => {
    const core = new LocalSource(wasmModule, () => Promise.resolve(reader), zstdModule);
    const blob = await openAsBlob(new URL(`${capture}.mmscope.gz`, CAPTURES));
    const input = { kind: 'blob', blob, asif: { seed: 1, ...asked } } as const satisfies SourceInput;
    const silent = () => undefined;
    const loaded = await core.load(input, 'any', silent);
    if (!loaded.ok) throw new Error(loaded.failure.message);
    const n = loaded.value.decisions;
    const some = Array.from({ length: 40 }, (_, i) => 1 + Math.floor((i * (n - 1)) / 39));

    expect(core.frame(1)?.ranges).toBeUndefined();
    // One run, its own: no width, and the very numbers of the drawing.
    expect(await core.band([input.asif], silent)).toEqual({ ok: true, value: { runs: 1, alike: true } });
    let compared = 0;
    for (const k of some) {
      const frame = core.frame(k);
      if (!frame) throw new Error(`no decision ${k}`);
      drawn(frame).forEach((value, number) => {
        if (value === null || value === undefined) return;
        const [least, most] = frame.ranges?.[number] ?? [NaN, NaN];
        expect([k, number, least, most]).toEqual([k, number, value, value]);
        compared++;
      });
    }
    expect(compared).toBeGreaterThan(some.length);

    const identity = await core.identity();
    expect(identity?.decisions).toBeGreaterThan(1000);
    expect(identity?.same).toBe(identity?.decisions);

    const all = assumed.map((values) => ({ ...input.asif, ...values }));
    expect(await core.band(all, silent)).toEqual({ ok: true, value: { runs: all.length, alike: false } });
    for (const k of some) {
      const frame = core.frame(k);
      if (!frame) throw new Error(`no decision ${k}`);
      drawn(frame).forEach((value, number) => {
        const range = frame.ranges?.[number];
        if (value === null || value === undefined || !range) return;
        expect(value).toBeGreaterThanOrEqual(range[0]);
        expect(value).toBeLessThanOrEqual(range[1]);
      });
    }
  },
);
