/**
 * What is said of the samples, beside what tools/oracle makes of the same texts from docs/numbers.md alone. `make
 * test-oracle` runs this and prints what ORACLE_LINE names.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureReport, type CaptureReport } from '../../trace/report/capture-report';
import { headlineOf, sentenceOf } from '../../trace/report/headline';
import { clockUnitOf } from '../../trace/report/phrases';
import type { Held } from '../../trace/statistics/waits';
import { UNTOLD_PID } from '../../trace/store/lookup';
import { load } from '../../trace/testing/loader';
import { samples, type Sample } from '../../trace/testing/samples';
import { LocalCapture } from '../worker/local-capture';
import { idleProgress } from '../testing/progress';
import { Capture } from './capture';

const ORACLE = join(import.meta.dirname, '../../../../tools/oracle');

type Numbers = Record<string, number | null>;

interface Told {
  numbers: Numbers;
  kswapd: {
    missing?: 'wake-up' | 'sleep' | 'time';
    nodes?: Record<string, { awake: number; known: number; unknown: number }>;
  };
}

const toolOf = ({ id, made_from }: Sample) => (made_from ?? id).split('/')[0] ?? '';

/** The oracle reads what tracefs, trace-cmd and perf write, and of bpftrace the kernel's own names and fields. */
const told = samples.filter((sample) => {
  const of = sample.made_from ?? sample.id;
  return (
    ['ftrace', 'trace-cmd', 'perf-script'].includes(toolOf(sample)) ||
    of.startsWith('bpftrace/debian-6.12-doctor')
  );
});

const unpacked = (path: string): Buffer => {
  const packed = readFileSync(path);
  if (path.endsWith('.zst')) return zstdDecompressSync(packed);
  return path.endsWith('.gz') ? gunzipSync(packed) : packed;
};

const titleOf = ({ id, title, made_from }: Sample): string =>
  samples.find((sample) => sample.id === (made_from ?? id))?.title ?? title;

/** Files of /proc that were saved beside a sample, in their order. */
const besideOf = ({ path }: Sample, what: 'vmstat' | 'zoneinfo'): string[] => {
  const files = ['before', 'after'].map((when) =>
    join(path.replace(/\.txt(\.\w+)?$/, ''), `${when}.${what}.txt`),
  );
  return files.filter((file) => existsSync(file));
};

/** Kinds whose events docs/numbers.md counts. */
const FAMILIES = /^(mm_page_|writeback_|page_fault_)|^(folio_wait_writeback|balance_dirty_pages)$/;

/** By the names that the oracle has for them. `size`: `ts` of one of what the clock counts. */
function numbersOf({ report, derived }: CaptureReport, capture: Capture, size: number): Numbers {
  const time = (ts: number) => ts / size;
  const held = (name: string, of: Held | null): Numbers => ({
    [`${name} n`]: of?.n ?? 0,
    [`${name} p50`]: of && time(of.p50),
    [`${name} p99`]: of && time(of.p99),
    [`${name} longest`]: of && time(of.longest),
  });
  const found: Numbers = {
    'text: events': report.events,
    'text: span': time(report.ts_last - report.ts_first),
    'text: lost': report.lost,
    'text: lines that say so': report.lost_lines,
    'text: overwritten': report.overwritten,
  };
  for (const { name, unended, unbegun, held: all, got, gotUnbegun, tasks } of derived.waits) {
    Object.assign(found, held(`${name}:`, all));
    if (name === 'throttling') continue;
    Object.assign(found, { [`${name}: unended`]: unended, [`${name}: unbegun`]: unbegun });
    if (name !== 'compaction')
      Object.assign(found, { [`${name}: pages`]: got, [`${name}: pages unbegun`]: gotUnbegun });
    for (const { pid, comm, waited, ...of } of tasks) {
      const task = `${name} of ${comm} ${pid}:`;
      Object.assign(found, held(task, of), { [`${task} waited`]: time(waited) });
    }
  }
  for (const { nid, by, scanned, reclaimed } of derived.efficiency) {
    found[`node ${nid} by ${by}: scanned`] = scanned;
    found[`node ${nid} by ${by}: reclaimed`] = reclaimed;
  }
  if (derived.counted.directReclaims !== null)
    found['vmstat: direct reclaims'] = derived.counted.directReclaims;
  const kinds = [...report.kinds, ...report.generics];
  for (const { name, count } of kinds) if (FAMILIES.test(name)) found[`events ${name}`] = count;
  for (const { pid, comm, allocations, failed, pages, unknown } of derived.placement?.tasks ?? []) {
    const task = `allocations of ${comm} ${pid === UNTOLD_PID ? 'None' : pid}:`;
    Object.assign(found, {
      [`${task} n`]: allocations,
      [`${task} failed`]: failed,
      [`${task} unknown`]: unknown,
    });
    for (const [i, nid] of (derived.placement?.nodes ?? []).entries())
      found[`${task} on node ${nid}`] = pages[i] ?? null;
  }
  if (derived.requests) {
    found['requests: n'] = derived.requests.n;
    Object.assign(found, held('requests: time', derived.requests.times));
  }
  for (const { name, requests, reads, writes, read, written, sizes, times } of derived.disks) {
    const disk = `disk ${name}:`;
    Object.assign(found, held(`${disk} time`, times), {
      [`${disk} requests`]: requests,
      [`${disk} reads`]: reads,
      [`${disk} writes`]: writes,
      [`${disk} read`]: read,
      [`${disk} written`]: written,
      [`${disk} size p50`]: sizes?.p50 ?? null,
      [`${disk} size largest`]: sizes?.largest ?? null,
    });
  }
  const { tracks } = new LocalCapture(capture).counts(0, capture.store.span + 1);
  for (const [i, { name, flow }] of capture.tracks.entries()) {
    if (flow?.unit === 'bytes') found[`row ${name}`] = tracks[i]?.flow?.all ?? null;
  }
  return found;
}

/** As a definition, not of one node, disk or task. */
const defined = (name: string) => name.replace(/ of .* -?\d+:/, ' of a task:').replace(/\b\d+(:\d+)?\b/, 'N');

describe('numbers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  let found: Told[] = [];
  const [names, counts] = [new Set<string>(), { samples: 0, numbers: 0, same: 0 }];
  // A minute on a machine with much else to do; some seconds on another.
  beforeAll(() => {
    const texts = told.map((sample, i) => {
      const path = join(folder, String(i));
      writeFileSync(path, unpacked(sample.path));
      const clock = /, clock (\S+)$/.exec(titleOf(sample))?.[1] ?? '';
      return {
        tool: toolOf(sample),
        clock,
        path,
        vmstat: besideOf(sample, 'vmstat'),
        zoneinfo: besideOf(sample, 'zoneinfo'),
      };
    });
    const ran = spawnSync('python3', [ORACLE], { input: JSON.stringify(texts), maxBuffer: 1 << 26 });
    expect(ran.stderr.toString()).toBe('');
    found = JSON.parse(ran.stdout.toString()) as Told[];
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true });
    const { numbers, same } = counts;
    const line = `oracle samples=${counts.samples} definitions=${names.size} numbers=${numbers} same=${same} different=${numbers - same}`;
    const { ORACLE_LINE } = process.env;
    if (ORACLE_LINE) writeFileSync(ORACLE_LINE, `${line}\n`);
  });

  /** Each is counted, also behind one that differs. */
  function compare(ours: Numbers, theirs: Numbers): string[] {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    const differ = keys.filter((key) => !Object.is(ours[key] ?? null, theirs[key] ?? null));
    for (const key of keys) names.add(defined(key));
    counts.numbers += keys.length;
    counts.same += keys.length - differ.length;
    return differ.map((key) => `${key}: ${ours[key] ?? 'none'}, by the oracle ${theirs[key] ?? 'none'}`);
  }

  it.each(told.map((sample, i) => ({ sample, id: sample.id, i })))('$id', async ({ sample, i }) => {
    const loaded = await load(readFileSync(sample.path));
    const files = [...besideOf(sample, 'vmstat'), ...besideOf(sample, 'zoneinfo')];
    const read = files.map(async (file) => ({ name: file, ...(await load(readFileSync(file))) }));
    const report = captureReport(loaded, 'a', await Promise.all(read));
    const capture = await Capture.of(loaded.store, idleProgress, loaded.report);
    const size = clockUnitOf(loaded.report.clock)?.size ?? 1;
    const { duty } = report.derived;
    const { numbers, kswapd } = found[i] ?? { numbers: {}, kswapd: {} };
    const expected = Object.entries(kswapd.nodes ?? {}).map(([nid, of]) => ({ nid: Number(nid), ...of }));
    const [ours, theirs] = [numbersOf(report, capture, size), { ...numbers }];
    for (const { nid, awake, known, unknown } of duty.nodes)
      Object.assign(ours, kswapdNumbers(nid, awake / size, known / size, unknown / size));
    for (const { nid, awake, known, unknown } of expected)
      Object.assign(theirs, kswapdNumbers(nid, awake, known, unknown));
    counts.samples++;
    expect(compare(ours, theirs)).toEqual([]);
    expect(duty.untold).toBe(kswapd.missing ?? null);
    const says = sentenceOf(headlineOf(report));
    if (kswapd.missing) expect(says).toContain('kswapd was awake for an unknown time: ');
    const { tracks } = new LocalCapture(capture).counts(0, loaded.store.span);
    for (const { nid, awake, known } of expected) {
      const track = capture.tracks.findIndex(({ name }) => name === `kswapd${nid} awake`);
      if (known <= 0) continue;
      const share = awake / known;
      expect(tracks[track]?.mean).toBeCloseTo(share, 9);
      expect(says).toMatch(
        new RegExp(`(awake|,) ${(100 * share).toFixed(1)} %( of [a-z0-9. ]+)? on node ${nid}\\b`),
      );
    }
  });
});

const kswapdNumbers = (nid: number, awake: number, known: number, unknown: number): Numbers => ({
  [`kswapd ${nid}: awake`]: awake,
  [`kswapd ${nid}: known`]: known,
  [`kswapd ${nid}: unknown`]: unknown,
});
