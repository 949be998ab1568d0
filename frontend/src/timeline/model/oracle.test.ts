/** What is said of the samples, beside what tools/oracle makes of the same texts from the definitions alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureReport } from '../../trace/report/capture-report';
import { headlineOf, sentenceOf } from '../../trace/report/headline';
import { load } from '../../trace/testing/loader';
import { samples, type Sample } from '../../trace/testing/samples';
import { LocalCapture } from '../worker/local-capture';
import { idleProgress } from '../testing/progress';
import { Capture } from './capture';

const ORACLE = join(import.meta.dirname, '../../../../tools/oracle');

interface Told {
  /** Times are ns. */
  seconds: boolean;
  kswapd: {
    missing?: 'wake-up' | 'sleep' | 'time';
    nodes?: Record<string, { awake: number; known: number; unknown: number }>;
  };
}

const OWN = /^(vmscan:)?mm_vmscan_kswapd_(wake|sleep)$/;
const told = samples.filter(({ counts }) => Object.keys(counts.kinds).some((name) => OWN.test(name)));

const unpacked = (path: string): Buffer => {
  const packed = readFileSync(path);
  if (path.endsWith('.zst')) return zstdDecompressSync(packed);
  return path.endsWith('.gz') ? gunzipSync(packed) : packed;
};

const titleOf = ({ id, title, made_from }: Sample): string =>
  samples.find((sample) => sample.id === (made_from ?? id))?.title ?? title;

describe('kswapd awake', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  let found: Told[] = [];
  // A minute on a machine with much else to do; some seconds on another.
  beforeAll(() => {
    const texts = told.map((sample, i) => {
      const path = join(folder, String(i));
      writeFileSync(path, unpacked(sample.path));
      const [tool] = (sample.made_from ?? sample.id).split('/');
      return { tool, clock: /, clock (\S+)$/.exec(titleOf(sample))?.[1] ?? '', path };
    });
    const ran = spawnSync('python3', [ORACLE], { input: JSON.stringify(texts), maxBuffer: 1 << 26 });
    expect(ran.stderr.toString()).toBe('');
    found = JSON.parse(ran.stdout.toString()) as Told[];
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(told.map((sample, i) => ({ ...sample, i })))('$id', async ({ path, i }) => {
    const loaded = await load(readFileSync(path));
    const report = captureReport(loaded, 'a');
    const { duty } = report.derived;
    const { seconds, kswapd } = found[i] ?? { seconds: true, kswapd: {} };
    expect(duty.untold).toBe(kswapd.missing ?? null);
    const expected = Object.entries(kswapd.nodes ?? {}).map(([nid, of]) => ({ nid: Number(nid), ...of }));
    expect(duty.nodes.map(({ nid }) => nid)).toEqual(expected.map(({ nid }) => nid));
    const says = sentenceOf(headlineOf(report));
    if (kswapd.missing) expect(says).toContain('kswapd was awake for an unknown time: ');
    const capture = await Capture.of(loaded.store, idleProgress, loaded.report);
    const { tracks } = new LocalCapture(capture).counts(0, loaded.store.span);
    for (const [at, { nid, awake, known, unknown }] of expected.entries()) {
      if (seconds) expect(duty.nodes[at]).toMatchObject({ nid, awake, known, unknown });
      const share = known > 0 ? awake / known : null;
      const shown = duty.nodes[at]?.share ?? null;
      expect(shown === null).toBe(share === null);
      const track = capture.tracks.findIndex(({ name }) => name === `kswapd${nid} awake`);
      if (share === null) continue;
      expect(shown).toBeCloseTo(share, 9);
      expect(tracks[track]?.mean).toBeCloseTo(share, 9);
      expect(says).toMatch(
        new RegExp(`(awake|,) ${(100 * share).toFixed(1)} %( of [a-z0-9. ]+)? on node ${nid}\\b`),
      );
    }
  });
});
