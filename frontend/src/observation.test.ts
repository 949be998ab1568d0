/**
 * What scenes say of a stock kernel's trace, against counts that awk made of its text: no scene denies an event that
 * the file has, and none draws a value at a step at which it was not measured.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifestFacts } from './capture/sources/manifest-facts';
import { isRecorded, type Recorded } from './core/coverage';
import { textOf } from './core/message';
import * as interleave from './scenes/interleave/decision';
import { narrate as tellInterleave } from './scenes/interleave/narration';
import { captureInput, openSource, type Source } from './scenes/testing/source';
import { texts } from './scenes/testing/narration';
import * as zones from './scenes/zones/decision';
import { factsOf } from './scenes/zones/facts/facts';
import { narrate as tellZones } from './scenes/zones/narration';
import { captureText } from './trace/capture-text';
import { readTrace } from './trace/reader/input';
import { FOREIGN, samples, type Sample } from './trace/testing/samples';
import { traceModules } from './trace/testing/wasm';

const sample = (id: string): Sample => {
  const found = samples.find((one) => one.id === id);
  if (!found) throw new Error(`there is no sample ${id}`);
  return found;
};

/** As the page does with a trace and files of /proc: its text as a capture, opened in a scene. */
async function opened(
  scene: 'zones' | 'interleave',
  { path }: Sample,
  files: readonly string[] = [],
): Promise<Source> {
  const blob = (file: string) => new Blob([readFileSync(file)]);
  const added = files.map((file) => blob(join(FOREIGN, file)));
  const text = await captureText(traceModules, { kind: 'blob', blob: blob(path) }, added);
  const reader = scene === 'zones' ? zones : interleave;
  return openSource(scene, reader, captureInput(new Uint8Array(await text.arrayBuffer())), {
    more: ({ observed, noun, manifest, kinds }) => ({
      observed,
      ...(noun ? { noun } : {}),
      ...(manifest ? { facts: manifestFacts([], manifest, kinds, 0, true) } : {}),
    }),
  });
}

const MEMBERS: readonly (readonly [kind: Recorded, tracepoint: string])[] = [
  ['kswapd_waker', 'mm_vmscan_wakeup_kswapd'],
  ['kswapd_woke', 'mm_vmscan_kswapd_wake'],
  ['kswapd_sleep', 'mm_vmscan_kswapd_sleep'],
  ['block_rq', 'block_rq_issue'],
  ['mm_vmscan_lru_shrink_inactive', 'mm_vmscan_lru_shrink_inactive'],
];

/** Events by tracepoint, without the system that perf and bpftrace name before it. */
function countsOf({ counts }: Sample): Map<string, number> {
  const all = new Map<string, number>();
  for (const [name, n] of Object.entries(counts.kinds)) {
    const kind = name.replace(/^\w+:/, '');
    all.set(kind, (all.get(kind) ?? 0) + n);
  }
  return all;
}

async function plain({ path }: Sample): Promise<string> {
  const lines: string[] = [];
  const decoder = new TextDecoder();
  await readTrace({ kind: 'blob', blob: new Blob([readFileSync(path)]) }, traceModules.zstd, (bytes) => {
    lines.push(decoder.decode(bytes, { stream: true }));
  });
  return lines.join('');
}

/** By its lines alone: of each reclaim that began and ended, the first node in between. */
function directs(text: string): { pid: number; reclaimed: number; nid: number }[] {
  const running = new Map<number, number>();
  return text.split('\n').flatMap((line) => {
    const pid = Number(/-(\d+) +\[/.exec(line)?.[1]);
    const number = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(line)?.[1]);
    if (line.includes('direct_reclaim_begin:')) running.set(pid, -1);
    if (line.includes('lru_shrink_inactive:') && running.get(pid) === -1) running.set(pid, number('nid'));
    if (!line.includes('direct_reclaim_end:')) return [];
    const nid = running.get(pid);
    running.delete(pid);
    return nid === undefined ? [] : [{ pid, reclaimed: number('nr_reclaimed'), nid }];
  });
}

describe('numa-reclaim: two nodes, reclaimed by kswapd and by tasks', () => {
  const of = sample('ftrace/numa-reclaim');
  const files = ['ftrace/numa-reclaim/after.zoneinfo.txt', 'ftrace/numa-reclaim/after.vmstat.txt'];

  test('every wake-up is counted, and nobody is said not to have asked', async () => {
    const { info, pane } = await opened('zones', of, files);
    const last = pane(info.decisions);
    const woken = factsOf(last.frame, info).nodes.map(({ kswapd }) => kswapd?.woken ?? 0);
    expect(woken.reduce((sum, n) => sum + n)).toBe(of.counts.kinds['mm_vmscan_wakeup_kswapd']);
    for (let k = 0; k <= info.decisions; k++)
      expect(JSON.stringify(texts(tellZones(pane(k), null)))).not.toMatch(/nobody|declined/);
  });

  test('what was overwritten before the text begins is said beside what was lost', async () => {
    const { facts } = (await opened('zones', of)).info;
    expect(facts).toContainEqual(['lost events', '0, 220,794 overwritten before the first']);
  });

  test('free pages are of no step, marks of all, and that is said', async () => {
    const { info, pane } = await opened('zones', of, files);
    for (let k = 0; k <= info.decisions; k++) {
      const facts = factsOf(pane(k).frame, info);
      expect(facts.zones.length).toBeGreaterThan(2);
      for (const { free, marks } of facts.zones) expect([free, marks === null]).toEqual([null, false]);
    }
    const about = tellZones(pane(1), null).twin.about;
    expect(about && textOf(about)).toMatch(/^Free pages: not recorded at any step/);
  });

  test('a task’s reclaim is said of the node whose pages it looked at first', async () => {
    const { info, pane } = await opened('zones', of, files);
    const shown = Array.from({ length: info.decisions + 1 }, (_, k) => pane(k));
    const drawn = shown.flatMap(({ frame }) => factsOf(frame, info).directs);
    const wanted = directs(await plain(of));
    // A frame has what came behind its step: those before the first belong to no step.
    expect(drawn.length).toBeGreaterThan(60);
    for (const { pid, reclaimed, nid } of drawn) expect(wanted).toContainEqual({ pid, reclaimed, nid });
    expect(drawn.some(({ nid }) => nid === 0) && drawn.some(({ nid }) => nid === 1)).toBe(true);
    const said = shown.map((one) => texts(tellZones(one, null)).sentences.join('\n')).join('\n');
    expect(said).toMatch(/a task reclaimed 64 pages, beginning with those of node 0\./);
    expect(said).not.toContain('zonelist');
  });

  test('no page is said not to have been reclaimed where that may have been overwritten', async () => {
    const { info, pane } = await opened('zones', sample('ftrace/debian-6.12-default'));
    expect(info.coverage.lost).toBe('overwritten');
    const last = texts(tellZones(pane(info.decisions), null));
    expect(last.title).toBe('On node 0 kswapd goes to sleep after 110 ms.');
    expect(last.sentences[0]).toBe(
      '1 How many pages it looked at: not known, since events were overwritten.',
    );
  });

  test('requests that write are shown as such, and no read is claimed where none was', async () => {
    const { info, pane } = await opened('interleave', of);
    const [third, last] = [pane(3), pane(info.decisions)].map((shown) => texts(tellInterleave(shown, null)));
    expect(third?.sentences[0]).toBe(
      '(1 Requests are what can be seen; whether a policy decides: not in this capture (probe interleave).)',
    );
    expect(third?.sentences).toContainEqual(expect.stringMatching(/This one is a write: [\d,]+ sectors?\./));
    expect(JSON.stringify([third, last])).not.toMatch(/No request|nothing is decided|Without a policy/i);
  });
});

describe.each(
  samples.filter(({ made_from }) => made_from === undefined).map((one) => [one.id, one] as const),
)('%s', (_, one) => {
  test('what occurs in it is not said to be missing', async () => {
    const { info } = await opened('zones', one);
    const counts = countsOf(one);
    for (const [kind, tracepoint] of MEMBERS) {
      const n = counts.get(tracepoint) ?? 0;
      if (n > 0) expect([kind, isRecorded(info.coverage, kind)]).toEqual([kind, true]);
    }
    expect(info.coverage.by).toBe('tracepoints');
  });
});
