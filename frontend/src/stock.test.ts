/** Decisions of unpatched kernels in the scenes: from a script's text to drawing, words and verdict, as on the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { manifestFacts } from './capture/sources/manifest-facts';
import { textOf } from './core/message';
import { line } from './core/testing/capture.mjs';
import type { Decision } from './core/decision';
import type { SourceFrame } from './scenes/scene';
import * as decisions from './scenes/decisions/decision';
import { narrate as tellDecisions } from './scenes/decisions/narration';
import * as interleave from './scenes/interleave/decision';
import { factsOf as interleaveFacts } from './scenes/interleave/facts/facts';
import { narrate as tellInterleave } from './scenes/interleave/narration';
import * as swapIn from './scenes/swap-in/decision';
import { factsOf as swapInFacts } from './scenes/swap-in/facts/facts';
import { pagesIn } from './scenes/swap-in/facts/fault';
import { narrate as tellSwapIn } from './scenes/swap-in/narration';
import * as swap from './scenes/swap-devices/decision';
import { factsOf } from './scenes/swap-devices/facts/facts';
import { narrate as tellSwap } from './scenes/swap-devices/narration';
import { captureInput, openSource } from './scenes/testing/source';
import { texts } from './scenes/testing/narration';
import { walkOf } from './scenes/voices/swap-walk';
import * as zones from './scenes/zones/decision';
import { narrate as tellZones } from './scenes/zones/narration';
import { captureText } from './trace/capture-text';
import { recognise } from './trace/file-format';
import { scriptsFor } from './pages/report/stock-scripts';
import { traceModules } from './trace/testing/wasm';

const KEPT = join(import.meta.dirname, '../../datasets/stock/decisions');
const kept = (question: string) =>
  gunzipSync(readFileSync(join(KEPT, `debian-6.12-${question}.txt.gz`))).toString();

const begin = (release: string) => `mms_begin ts=1 version=1 release=${release}`;
const script = (release: string, ...lines: string[]) =>
  ['Attaching 5 probes...', begin(release), ...lines, ''].join('\n');

const SCENES = {
  zones: { reader: zones, narrate: tellZones },
  'swap-devices': { reader: swap, narrate: tellSwap },
  decisions: { reader: decisions, narrate: tellDecisions },
  interleave: { reader: interleave, narrate: tellInterleave },
  'swap-in': { reader: swapIn, narrate: tellSwapIn },
};

async function opened(scene: keyof typeof SCENES, text: string) {
  const blob = await captureText(traceModules, { kind: 'blob', blob: new Blob([text]) });
  const { reader, narrate } = SCENES[scene] as { reader: Decision; narrate: typeof tellZones };
  const source = await openSource(scene, reader, captureInput(await blob.text()), {
    check: true,
    more: ({ manifest, kinds }) => (manifest ? { facts: manifestFacts([], manifest, kinds, 0, true) } : {}),
  });
  const said = (k: number) => {
    const narration = narrate(source.pane(k), null);
    const told = texts(narration);
    const [place] = told.places;
    const words = narration.sentences.map((sentence) => textOf(sentence.words));
    return { ...told, verdict: place, fn: place?.fn, words };
  };
  return { source, said };
}

const frameOf = ({ frame }: SourceFrame) => factsOf(frame);

describe('kswapd', () => {
  test('each call that was kept is drawn, told and the same', async () => {
    const { source, said } = await opened('zones', kept('kswapd'));
    expect(source.info.decisions).toBe(489);
    expect(source.info.facts).toContainEqual(['kernel', '6.12.117+deb12-amd64']);
    for (let k = 1; k <= source.info.decisions; k++) {
      const { verdict, fn } = said(k);
      expect([k, verdict?.kind, fn]).toEqual([k, 'same', 'mm/vmscan.c:wakeup_kswapd()']);
    }
    expect(source.cells.slice(0, 2)).toEqual(['woken 1', 'awake 1']);
    const first = said(1);
    expect(first.title).toBe('Kswapd1 is woken for DMA32 of node 1.');
    expect(first.heading).toBe('Why is kswapd1 woken?');
    expect(first.words[0]).toBe('DMA32 of node 1: 4,747 free is not above high (5,852).');
    expect(first.words).toContain('The kernel’s own answer, by pgdat_balanced(): not balanced.');
    expect(first.words.at(-1)).toBe('Read again 1.6 ms later: nothing else has moved.');
    expect(first.era).toContain('from 4.8');
  });

  const NODE = {
    ...{ cpu: 1, pid: 7, nid: 0, zone: 2, order: 0, highest: 2, asleep: 1, asleep2: 0, balanced: 0, woke: 1 },
    ...{ managed: [-1, 40000, 80000, -1], free: [-1, 300, 600, -1], free2: [-1, 300, 600, -1] },
    ...{ unusable: [-1, 0, 0, -1], boost: [-1, 0, 0, -1], boost2: [-1, 0, 0, -1] },
    ...{ min: [-1, 200, 400, -1], low: [-1, 250, 500, -1], high: [-1, 300, 600, -1] },
    ...{ reserve: [-1, 0, 0, -1], drift: [-1, 0, 0, -1], ns: 14000, comm: 'writer' },
  };
  const one = async (values: object, release = '6.12.117+deb12-amd64') => {
    const { said } = await opened(
      'zones',
      script(release, line('mms_kswapd', { ts: 2, ...NODE, ...values })),
    );
    return said(1);
  };

  test('that another task woke it meanwhile is said, with the field that moved', async () => {
    const { verdict, words } = await one({ woke: 0, balanced: 255 });
    expect(verdict?.kind).toBe('raced');
    expect(verdict?.detail).toContain('kswapd was woken by another task');
    expect(verdict?.detail).toContain('expected woken');
    expect(words.at(-1)).toBe('Read again 14.0 µs later: kswapd0 asleep, then awake.');
  });

  test('free pages that moved across the mark', async () => {
    const { verdict, words } = await one({ free: [-1, 300, 601, -1], free2: [-1, 300, 580, -1] });
    expect(verdict?.kind).toBe('raced');
    expect(verdict?.detail).toContain('free pages moved across the mark');
    expect(words).toContain('Normal of node 0: 601 free is above high (600).');
    expect(words.at(-1)).toBe('Read again 14.0 µs later: free pages of Normal 601, then 580.');
  });

  test.each([
    ['a block of a higher order', { order: 3, free: [-1, 900, 900, -1] }, undefined, 'free lists'],
    ['memory tiers', { tiering: 2 }, undefined, 'memory tiering'],
    ['a kernel that is not known', {}, '7.4.1-amd64', 'not among those known'],
  ])('%s is not modelled, with the reason', async (_, values, release, reason) => {
    const { verdict } = await one(values, release);
    expect(verdict?.kind).toBe('not_modelled');
    expect(verdict?.detail).toContain(reason);
  });

  test('what contradicts the rule and no reading explains is different', async () => {
    const { verdict } = await one({ woke: 0, balanced: 255, asleep2: 1 });
    expect(verdict).toMatchObject({ kind: 'different' });
    expect(verdict?.detail).toContain('expected woken');
  });
});

describe('swap devices', () => {
  test('each slot of 6.12 that was kept is drawn, told and the same', async () => {
    const { source, said } = await opened('swap-devices', kept('slot'));
    expect(source.info.decisions).toBe(161);
    for (let k = 1; k <= source.info.decisions; k++) {
      const { verdict, fn } = said(k);
      expect([k, verdict?.kind, fn]).toEqual([k, 'same', 'mm/swapfile.c:get_swap_pages()']);
      expect(frameOf(source.pane(k)).nodes.map(({ nid }) => nid)).toEqual([0, 1]);
    }
    expect(new Set(source.cells)).toEqual(new Set(['type 1']));
    const { title, words, era } = said(1);
    expect(title).toBe('Rule node keeps the pages at home, on swap device 1.');
    expect(words[1]).toBe('Node 1’s own disk is first in line: swap device 1, promoted to key 1.');
    expect(words.at(-1)).toBe('Read again within 1.6 ms: nothing has moved.');
    expect(era).toBe('4.14 to 6.18');
  });

  const SLOT = {
    ...{ cpu: 3, pid: 7, nid: -1, cpu_node: 1, goal: 1, avail: 900, cluster: 0, cluster_at: 700, ns: 9000 },
    ...{ list_n: 2, list_type: [0, 1], list_key: [1, 1], list_prio: [-1, -1], list_node: [0, 1] },
    ...{ list_used: [300, 200], list_pages: [1000, 1000], ret: 1, type: 0, off: 700, cpu2: 3 },
    ...{ list2_n: 2, list2_type: [0, 1], comm: 'kswapd1' },
  };
  const one = (values: object) =>
    opened('swap-devices', script('7.3.4-amd64', line('mms_slot', { ts: 2, ...SLOT, ...values })));

  test('7.3 goes on in the CPU’s cluster, and no list is walked', async () => {
    const { source, said } = await one({});
    const { verdict, words, fn, era, title } = said(1);
    expect([verdict?.kind, fn, era]).toEqual(['same', 'mm/swapfile.c:folio_alloc_swap()', 'from 6.19']);
    expect(title).toBe('Round robin gives the page to swap device 0, of which CPU 3 has a cluster.');
    expect(words).toEqual([
      'CPU 3 has a cluster of swap device 0, and looks at slot 700 of it next.',
      'It gives slot 700 of swap device 0.',
      'No list is looked at until the cluster of up to 512 slots is used up: only then the turn is passed on.',
      'Read again within 9.0 µs: nothing has moved.',
    ]);
    const { event } = frameOf(source.pane(1));
    expect(event && walkOf(event).steps.map(({ kind }) => kind)).toEqual(['list', 'outcome']);
    expect(event?.nid).toBe(1);
  });

  test('then it takes the first of the one list, which goes to the tail', async () => {
    const { said } = await one({ cluster: -1, cluster_at: 0, tries: 1, tried: [0], list2_type: [1, 0] });
    const { verdict, words, title } = said(1);
    expect(verdict?.kind).toBe('same');
    expect(title).toBe('Round robin gives the page to swap device 0, whose turn it is.');
    expect(words[2]).toBe('Before it is tried swap device 0 goes to the tail (requeue).');
    expect(words.at(-1)).toBe('Read again within 9.0 µs: nothing has moved.');
  });

  test('a slot of another cluster, by a task that was switched away', async () => {
    const { said } = await one({ type: 1, off: 40, switched: 1 });
    const { verdict, words } = said(1);
    expect(verdict?.kind).toBe('raced');
    expect(verdict?.detail).toContain('expected swap device 0');
    expect(words.at(-1)).toBe('Read again within 9.0 µs: it was switched away once.');
  });

  test('a cluster that was used up is not modelled', async () => {
    const { said } = await one({ tries: 1, tried: [0], list2_type: [1, 0] });
    expect(said(1).verdict?.kind).toBe('not_modelled');
  });
});

describe('interleave and readahead', () => {
  const one = async (kind: 'mms_il' | 'mms_ra', values: object) => {
    const text = script('7.3.4-amd64', line(kind, { ts: 2, ...values }));
    return (await opened('decisions', text)).said(1);
  };
  const ONES = Array.from({ length: 16 }, () => 255);
  const IL = {
    ...{ cpu: 1, pid: 7, mode: 3, nodes: 3, by_place: 0, ilx: 0, prev: 1, cnt: 0, nid: 0 },
    ...{ weight: ONES, weight2: ONES, prev_after: 0, cnt_after: 0, nodes2: 3, ns: 9000, comm: 'reader' },
  };

  test('a turn of one page each', async () => {
    const { verdict, fn, heading, words, era } = await one('mms_il', IL);
    expect([verdict?.kind, fn]).toEqual(['same', 'mm/mempolicy.c:interleave_nodes()']);
    expect(heading).toBe('Why node 0?');
    expect(words).toEqual([
      'Node 1 had its page, now node 0.',
      'Read again 9.0 µs later: nothing else has moved.',
    ]);
    expect(era).toBeTruthy();
  });

  test('by weights, of which one was set meanwhile', async () => {
    const weight = [3, 1, ...ONES.slice(2)];
    const weight2 = [5, 1, ...ONES.slice(2)];
    const set = { mode: 6, weight, weight2, cnt_after: 4 };
    const { verdict, words } = await one('mms_il', { ...IL, ...set });
    expect(verdict?.kind).toBe('raced');
    expect(verdict?.detail).toContain('weights were set');
    expect(words.at(-1)).toBe('Read again 9.0 µs later: the weight of node 0 was 3, now 5.');
  });

  test('by place, another node than the place gives', async () => {
    const { verdict, fn, words } = await one('mms_il', { ...IL, by_place: 1, ilx: 5, prev_after: 1 });
    expect([verdict?.kind, fn]).toEqual(['different', 'mm/mempolicy.c:interleave_nid()']);
    expect(verdict?.detail).toContain('expected node 1');
    expect(words[0]).toContain('Divided by 2 nodes it leaves 1');
  });

  test('interleave stands in its scene, where nobody counts pages that the bound left out', async () => {
    const turns = [0, 1, 0].map((nid, i) =>
      line('mms_il', { ...IL, ts: 2 + i, prev: 1 - nid, nid, prev_after: nid }),
    );
    const { source, said } = await opened('interleave', script('6.12.117-amd64', ...turns));
    expect(source.cells).toEqual(['node 0', 'node 1', 'node 0']);
    const facts = interleaveFacts(source.pane(3).frame, source.info);
    expect(facts.steps.map(({ node }) => node)).toEqual([0, 1, 0]);
    expect(facts.policy).toMatchObject({ by: 'counter', mode: 'interleave', nodes: [0, 1] });
    expect(facts.lead).toBeNull();
    const { verdict, words } = said(3);
    expect(verdict?.kind).toBe('same');
    expect(words[0]).toBe('Node 1 had its page, now node 0.');
    expect(words[1]).toBe('Read again 9.0 µs later: nothing else has moved.');
  });

  const word = (page: number, win: number, hits: number) => page * 4096 + win * 64 + hits;
  const RA = {
    ...{ cpu: 1, pid: 7, type: 0, off: 9, by_vma: 1, rotating: 0, page_cluster: 3, page_cluster2: 3 },
    ...{ addr: word(1001, 0, 8), lo: word(900, 0, 0), hi: word(2000, 0, 0), reads: 6, others: 0, ns: 9000 },
    ...{ info: word(1000, 8, 3), info2: word(1001, 8, 0), comm: 'writer' },
  };

  test('a window by address', async () => {
    const { verdict, fn, heading, words } = await one('mms_ra', RA);
    expect([verdict?.kind, fn]).toEqual(['same', 'mm/swap_state.c:swap_vma_ra_win()']);
    expect(heading).toBe('Why 8 pages?');
    expect(words).toEqual([
      '3 hits, adjacent, last window 8: 8 pages, the most.',
      'It began to read 6 folios: the others are in memory, or not swapped out.',
      'Read again 9.0 µs later: nothing else has moved.',
    ]);
  });

  test('another window than the word gives', async () => {
    const { verdict } = await one('mms_ra', { ...RA, info2: word(1001, 4, 0), reads: 4 });
    expect(verdict?.kind).toBe('different');
    expect(verdict?.detail).toContain('expected 8 pages');
  });

  test('over which another task’s fault has written its own', async () => {
    const { verdict, heading, words } = await one('mms_ra', { ...RA, info2: word(1500, 2, 0), others: 1 });
    expect(verdict?.kind).toBe('not_modelled');
    expect(heading).toBe('Why this window?');
    expect(words.at(-1)).toBe('Read again 9.0 µs later: another task had a fault in this mapping.');
  });

  test('each window of 6.12 that was kept stands in Swap-in, told and the same', async () => {
    const text = kept('ra');
    const lines = text.split('\n').filter((row) => row.startsWith('mms_ra '));
    const { source, said } = await opened('swap-in', text);
    expect(source.info.decisions).toBe(lines.length);
    for (const [i, row] of lines.entries()) {
      const { verdict, title, words } = said(i + 1);
      expect([i, verdict?.kind]).toEqual([i, 'same']);
      const reads = Number(/ reads=(\d+) /.exec(row)?.[1]);
      expect(title).toContain(`begins to read ${reads} folio${reads === 1 ? '' : 's'} of a window of `);
      expect(words.join(' ')).toContain(`It began to read ${reads} folio`);
    }
    // Of a word of 0: 4 hits, so 4 + 2 pages, which is 8 rounded up.
    expect(said(1)).toMatchObject({ heading: 'Why 8 pages?', era: expect.stringMatching(/\S/) as string });
    const { faults, windows } = swapInFacts(source.pane(lines.length));
    expect(faults.every(({ reads }) => reads.length === 0)).toBe(true);
    expect(windows[0]?.faults).toBe(lines.length - 1);
  });

  test('a window that is not recorded has no pages in the drawing', async () => {
    const other = line('mms_ra', { ts: 2, ...RA, info2: word(1500, 2, 0), others: 1 });
    const device = line('mms_ra', { ts: 3, ...RA, rotating: 1 });
    const { source, said } = await opened('swap-in', script('7.3.4-amd64', other, device));
    expect(source.cells).toEqual(['window not recorded', 'window not recorded']);
    for (const k of [1, 2]) {
      const { title, heading, verdict } = said(k);
      expect(title).toBe('Kernel: The fault begins to read 6 folios; its window is not recorded.');
      expect([heading, verdict?.kind]).toEqual(['Why this window?', 'not_modelled']);
      expect(swapInFacts(source.pane(k)).faults.map(pagesIn)).toEqual([0, 0]);
    }
    expect(source.frame(2).after.ra.map(({ faults }) => faults)).toEqual([0, 0]);
  });
});

test('every script is offered whole, for its kernels', () => {
  expect(scriptsFor('7.3').map(({ name }) => name)).toEqual([
    'kswapd.bt',
    'slot-7.3.bt',
    'ra-7.3.bt',
    'il-7.3.bt',
  ]);
  for (const { name, text } of scriptsFor('')) expect(text).toContain(` * ${name} - `);
});

test('a text that is cut, or has nothing of it, is refused, or counted', async () => {
  const format = async (text: string) => recognise(traceModules, { kind: 'blob', blob: new Blob([text]) });
  const whole = kept('kswapd');
  expect(await format(whole)).toMatchObject({ format: 'bpftrace', decides: true });
  expect(await format('Attaching 1 probe...\nready ts=1 cpu=2\n')).toMatchObject({ decides: false });
  const cut = whole.slice(0, whole.length / 2);
  const { source, said } = await opened('zones', cut);
  expect(source.info.decisions).toBeGreaterThan(200);
  expect(said(5).verdict?.kind).toBe('same');
  const decided = await opened('decisions', cut);
  expect(decided.said(3).heading).toBe(said(3).heading);
  expect(textOf(tellZones(source.pane(1), null).title)).toBe('Kswapd1 is woken for DMA32 of node 1.');
});
