/** No event vanishes: what is drawn and what is explained are all events of a file. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureReport } from '../../trace/report/capture-report';
import { headlineOf, sentenceOf } from '../../trace/report/headline';
import { lineCountsOf } from '../../trace/report/line-counts';
import { load } from '../../trace/testing/loader';
import { samples } from '../../trace/testing/samples';
import { cellsOf } from '../control/track-cells';
import { LocalCapture } from '../worker/local-capture';
import { activityPhrase } from './activity-phrases';
import { Capture } from './capture';
import { idleProgress } from '../testing/progress';
import { random } from '../testing/captures';

/** What the timeline draws of a text, by kind. Lines that tell of lost events have rows, and are no events. */
async function drawnOf(text: string | Uint8Array<ArrayBuffer>) {
  const { store, report } = await load(text);
  const capture = await Capture.of(store, idleProgress);
  const { tracks, events, span } = capture.info();
  const counted = new LocalCapture(capture).counts(0, span + 1).all.events;
  const kinds = tracks.filter(({ group, name }) => (group === 'own' || group === 'kind') && name !== 'lost');
  return { report, kinds, drawn: kinds.reduce((sum, { events: n }) => sum + n, 0), tracks, events, counted };
}

describe('samples', () => {
  it.each(samples)('$id: drawn and explained are all lines', async ({ path, counts }) => {
    const { report, kinds, drawn, events, counted } = await drawnOf(readFileSync(path));
    expect([drawn, events, counted]).toEqual(Array(3).fill(report.events));
    const { rest } = lineCountsOf(report);
    const explained = rest.reduce((sum, { lines }) => sum + lines, 0);
    // The last zone of /proc/zoneinfo is an event behind the last line, and an object of JSON may hold several.
    if (report.format !== 'zoneinfo' && report.format !== 'bpftrace_json')
      expect(drawn + explained).toBe(counts.lines);
    const others = Object.values(counts.kinds).reduce((sum, n) => sum + n, 0);
    expect(drawn).toBeGreaterThanOrEqual(others);
    // Each name once, or two of them would share a track.
    expect(new Set(kinds.map(({ group, name }) => `${group} ${name}`)).size).toBe(kinds.length);
  });
});

/** A script's events: `kinds` names, some of them the kernel's or ours, with fields of their own. */
function events(seed: number, kinds: number, n: number) {
  const next = random(seed);
  const taken = ['kswapd_wake', 'node', 'mark', 'mm_vmscan_kswapd_sleep', 'other_event'];
  const names = Array.from({ length: kinds }, (_, i) => taken[i] ?? `own_kind_${i}`);
  return Array.from({ length: n }, (_, i) => ({
    name: names[i < kinds ? i : Math.floor(next() * kinds)] ?? '',
    us: 1000 + i * 7,
    cpu: Math.floor(next() * 4),
    comm: `task${Math.floor(next() * 3)}`,
    args: `depth=${Math.floor(next() * 99)} disk=sd${next() < 0.5 ? 'a' : 'b'} node=${Math.floor(next() * 2)}`,
  }));
}

type Event = ReturnType<typeof events>[number];
const seconds = ({ us }: Event) => (us / 1e6).toFixed(6);

const FORMATS: Record<string, (all: readonly Event[]) => string> = {
  ftrace: (all) =>
    all
      .map((e) => `           ${e.comm}-77      [00${e.cpu}] .....   ${seconds(e)}: ${e.name}: ${e.args}`)
      .join('\n'),
  'trace-cmd': (all) =>
    `cpus=4\n${all.map((e) => `           ${e.comm}-77    [00${e.cpu}]   ${seconds(e)}: ${`${e.name}:`.padEnd(22)} ${e.args}`).join('\n')}`,
  perf: (all) =>
    all.map((e) => `${e.comm}    77 [00${e.cpu}]     ${seconds(e)}: own:${e.name}: ${e.args}`).join('\n'),
  bpftrace: (all) =>
    `Attaching 200 probes...\n${all.map((e) => `${e.name} nsecs=${e.us}000 cpu=${e.cpu} pid=77 comm=${e.comm} ${e.args}`).join('\n')}`,
  'bpftrace-json': (all) =>
    all
      .map((e) =>
        JSON.stringify({
          type: 'printf',
          data: `${e.name} nsecs=${e.us}000 cpu=${e.cpu} pid=77 comm=${e.comm} ${e.args}\n`,
        }),
      )
      .join('\n'),
};

describe('scripts of 200 kinds', () => {
  it.each(Object.keys(FORMATS))('%s', async (format) => {
    const all = events(7, 200, 3000);
    const { report, kinds, drawn, tracks } = await drawnOf(`${FORMATS[format]?.(all) ?? ''}\n`);
    expect(report.unreadable, JSON.stringify(report.bad)).toBe(0);
    expect(drawn).toBe(all.length);
    const wanted = new Map<string, number>();
    for (const { name } of all) wanted.set(name, (wanted.get(name) ?? 0) + 1);
    const found = kinds.map(({ name, events: n }) => [name.replace(/ \(own\)$/, ''), n] as const);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    const by = (group: string) =>
      tracks.filter((t) => t.group === group).reduce((sum, { events: n }) => sum + n, 0);
    expect({ cpu: by('cpu'), task: by('task'), device: by('device'), node: by('node') }).toEqual({
      cpu: all.length,
      task: all.length,
      device: all.length,
      node: all.length,
    });
  });
});

it.each([
  ['counter', 'count'],
  ['x86-tsc', 'cycle'],
  ['uptime', 'tick'],
])('of the clock %s everything is in its unit, and nothing in seconds', async (clock, name) => {
  const { path = '' } = samples.find(({ id }) => id === `ftrace/debian-6.1-clock-${clock}`) ?? {};
  const { store, report } = await load(readFileSync(path));
  const capture = await Capture.of(store, idleProgress, report);
  const info = capture.info();
  expect(info.unit?.name).toBe(name);
  expect(info.measures.find((measure) => measure.name === 'issue to complete')?.unit).toBe(`${name}s`);
  const said = capture.tracks.flatMap(({ spans }, number) => {
    const span = spans?.at(0);
    return span ? [activityPhrase(capture, number, span)] : [];
  });
  const counts = new LocalCapture(capture).counts(0, store.span);
  const cells = info.tracks.flatMap((track, i) => cellsOf([{ track, inView: counts.tracks[i] }]).slice(2));
  expect(said.length).toBeGreaterThan(2);
  const words = [...said, ...cells, sentenceOf(headlineOf(captureReport({ store, report }, 'a')))].join('\n');
  expect(words).toContain(` ${name}`);
  expect(words).not.toMatch(/\d (ns|µs|ms|s|min)\b|\/s\b/);
});
