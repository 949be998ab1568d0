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
import { kswapdClauses } from '../../trace/report/clauses';
import { headlineOf, sentenceOf } from '../../trace/report/headline';
import { clockUnitOf } from '../../trace/report/phrases';
import type { Held } from '../../trace/statistics/waits';
import { UNKNOWN_PID } from '../../trace/store/lookup';
import { bundled } from '../../trace/testing/captures';
import { load } from '../../trace/testing/loader';
import { samples, type Sample } from '../../trace/testing/samples';
import { LocalCapture } from '../worker/local-capture';
import { idleProgress } from '../testing/progress';
import { Capture } from './capture';

const ORACLE = join(import.meta.dirname, '../../../../tools/oracle');

type Numbers = Record<string, number | null>;

interface Expected {
  numbers: Numbers;
  kswapd: {
    missing?: 'wake-up' | 'sleep' | 'time';
    nodes?: Record<string, { awake: number; known: number; unknown: number }>;
  };
}

const toolOf = ({ id, made_from }: Sample) => (made_from ?? id).split('/')[0] ?? '';

/** The oracle reads what tracefs, trace-cmd and perf write, and of bpftrace the kernel's own names and fields. */
const foreign = samples.filter((sample) => {
  const of = sample.made_from ?? sample.id;
  return (
    ['ftrace', 'trace-cmd', 'perf-script'].includes(toolOf(sample)) ||
    of.startsWith('bpftrace/debian-6.12-doctor')
  );
});

const titleOf = ({ id, title, made_from }: Sample): string =>
  samples.find((sample) => sample.id === (made_from ?? id))?.title ?? title;

/** Of captures of our own the smallest that together have all that a patched kernel tells. */
const OWN = [
  'cache-fair',
  'zones-fair-local',
  'zones-everyone',
  'swap-in-zswap',
  'swap-in-no-queues',
  'interleave-bulk',
  'zram-node',
  'two-nodes-kswapd',
];

interface Given {
  id: string;
  path: string;
  tool: string;
  clock: string;
}

const given: readonly Given[] = [
  ...foreign.map((sample) => ({
    ...{ id: sample.id, path: sample.path, tool: toolOf(sample) },
    clock: /, clock (\S+)$/.exec(titleOf(sample))?.[1] ?? '',
  })),
  ...bundled
    .filter(({ id }) => OWN.includes(id))
    .map(({ id, path }) => ({ id, path, tool: 'mmscope', clock: '' })),
];

const unpacked = (path: string): Buffer => {
  const packed = readFileSync(path);
  if (path.endsWith('.zst')) return zstdDecompressSync(packed);
  return path.endsWith('.gz') ? gunzipSync(packed) : packed;
};

/** Files of /proc that were saved beside a sample, in their order. */
const besideOf = ({ path }: Given, what: 'vmstat' | 'zoneinfo'): string[] => {
  const files = ['before', 'after'].map((when) =>
    join(path.replace(/\.txt(\.\w+)?$/, ''), `${when}.${what}.txt`),
  );
  return files.filter((file) => existsSync(file));
};

/** No sample says which CPUs its nodes have: here the even ones are of one node, the odd ones of another, two of none. */
const CPUS = 'node 0 cpus: 0 2 4 6 8 10\nnode 1 cpus: 1 3 5 7 9\n';

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
  for (const { pid, comm, allocations, failed, pages, unknown, home, away } of derived.placement?.tasks ??
    []) {
    const task = `allocations of ${comm} ${pid === UNKNOWN_PID ? 'None' : pid}:`;
    Object.assign(found, {
      [`${task} n`]: allocations,
      [`${task} failed`]: failed,
      [`${task} unknown`]: unknown,
      ...(home === null ? {} : { [`${task} at home`]: home, [`${task} away`]: away }),
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
  for (const [i, { name, flow, usage }] of capture.tracks.entries()) {
    const { all = null, got = null } = tracks[i]?.flow ?? {};
    const { unit, words } = flow?.sort ?? {};
    if (unit === 'bytes') found[`row ${name}`] = all;
    // The oracle reads what a patched kernel tells in captures of mmscope-trace alone.
    if (report.format !== 'mmscope') continue;
    if (words) Object.assign(found, { [`row ${name}`]: got, [`row ${name}, of`]: all });
    else if (flow) found[`row ${name}`] = all;
    else if (usage) found[`row ${name}`] = tracks[i]?.extreme ?? null;
  }
  if (report.format === 'mmscope') Object.assign(found, patchedNumbers(derived));
  return found;
}

/** What a patched kernel alone tells. */
function patchedNumbers({ wakes, slots, reads, walks, shares }: CaptureReport['derived']): Numbers {
  const found: Numbers = {};
  for (const { nid, asked, by, ...verdicts } of wakes) {
    for (const [verdict, n] of Object.entries({ all: asked, ...verdicts }))
      found[`calls on node ${nid}: ${verdict}`] = n;
    for (const { comm, n } of by) found[`calls on node ${nid}: for ${comm}`] = n;
  }
  for (const { name, size, taken, freed, most, last } of slots) {
    for (const [what, n] of Object.entries({ size, given: taken, back: freed, most, last }))
      found[`slots of ${name}: ${what}`] = n;
  }
  for (const { name, how, n, times } of reads.devices) {
    const { p50 = null, p99 = null, longest = null } = times ?? {};
    for (const [what, value] of Object.entries({ n, p50, p99, longest }))
      found[`reads of ${name} ${how}: ${what}`] = value;
  }
  for (const { nid, name, gave, resets, passed } of walks) {
    Object.assign(found, { [`node ${nid} ${name} gave`]: gave, [`node ${nid} ${name} resets`]: resets });
    for (const { why, n } of passed) found[`node ${nid} ${name} passed over: ${why}`] = n;
  }
  for (const { nid, dealt, landed } of shares)
    Object.assign(found, { [`node ${nid}: dealt`]: dealt, [`node ${nid}: landed`]: landed });
  return found;
}

/** As a definition, not of one node, disk or task. */
const defined = (name: string) => name.replace(/ of .* -?\d+:/, ' of a task:').replace(/\b\d+(:\d+)?\b/, 'N');

describe('numbers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  let found: Expected[] = [];
  const [names, counts] = [new Set<string>(), { samples: 0, numbers: 0, same: 0 }];
  // A minute on a machine with much else to do; some seconds on another.
  beforeAll(() => {
    const cpus = join(folder, 'cpus');
    writeFileSync(cpus, CPUS);
    const texts = given.map((of, i) => {
      const [path, { tool, clock }] = [join(folder, String(i)), of];
      writeFileSync(path, unpacked(of.path));
      const beside = { vmstat: besideOf(of, 'vmstat'), zoneinfo: besideOf(of, 'zoneinfo') };
      return { tool, clock, path, ...beside, cpus: [cpus] };
    });
    const ran = spawnSync('python3', [ORACLE], { input: JSON.stringify(texts), maxBuffer: 1 << 26 });
    expect(ran.stderr.toString()).toBe('');
    found = JSON.parse(ran.stdout.toString()) as Expected[];
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

  it.each(given.map((sample, i) => ({ sample, id: sample.id, i })))('$id', async ({ sample, i }) => {
    const loaded = await load(readFileSync(sample.path));
    const files = [...besideOf(sample, 'vmstat'), ...besideOf(sample, 'zoneinfo')];
    const read = files.map(async (file) => ({ name: file, ...(await load(readFileSync(file))) }));
    read.push(load(CPUS).then((cpus) => ({ name: 'cpus', ...cpus })));
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
    expect(duty.why).toBe(kswapd.missing ?? null);
    const says = sentenceOf(headlineOf(report));
    const [awake] = kswapdClauses(report);
    if (kswapd.missing) expect(awake?.text).toContain('kswapd was awake for an unknown time: ');
    const { tracks } = new LocalCapture(capture).counts(0, loaded.store.span);
    for (const { nid, awake: time, known } of expected) {
      const track = capture.tracks.findIndex(({ name }) => name === `kswapd${nid} awake`);
      if (known <= 0) continue;
      const share = time / known;
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
