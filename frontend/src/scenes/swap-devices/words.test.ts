import { beforeAll, expect, test, vi } from 'vitest';
import type { SwapSelect } from '../../core/contract';
import type { ParamValues } from '../../core/params';
import type { Frame } from '../scene';
import { factsOf } from './facts';
import { decide, run, RULES, SHAPES } from './testing/frames';
import { walkOf } from './walk';
import { whySentences, whyTitle } from './words';

// Runs of the core, on machines that do other things too.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const cache = new Map<string, Frame>();
/** The first frame of a run in which a CPU of node 2 (where there is one) decides. */
async function frameOf(params: ParamValues): Promise<Frame> {
  const key = JSON.stringify(params);
  const known = cache.get(key);
  if (known) return known;
  const source = await run(params);
  let frame = source.frame(50);
  for (let k = 50; k < 200 && frame.event?.kind === 'swap_select' && frame.event.nid !== 2; k++)
    frame = source.frame(k);
  cache.set(key, frame);
  return frame;
}

function told(frame: Frame): string[] {
  const facts = factsOf(frame);
  if (!facts.event) return [];
  return whySentences(facts, facts.event, walkOf(facts.event)).map((s) => s.text);
}

test('rule node, at home', async () => {
  const frame = decide(await frameOf({}), { cpu: 5 });
  expect(told(frame)).toEqual([
    'CPU 5 needs 64 slots. It is on node 2: list 2.',
    'First on it: swapC. It sits on node 2, so on this list it counts as 1, ahead of all the others.',
    'Requeue before trying: no equal, it stays first.',
    'It has room: takes 64. The walk ends here.',
  ]);
  expect(whyTitle(factsOf(frame))).toBe('Why swapC?');
});

test('rule node, two devices at home', async () => {
  const frame = await frameOf({ devices: 6, dev_node: [0, 0, 1, 2, 2, 3] });
  const { event } = factsOf(frame);
  const names = ['swapD', 'swapE'];
  const [first, second] = event?.type === 3 ? names : [...names].reverse();
  expect(told(frame).slice(1, 3)).toEqual([
    `First on it: ${first ?? ''}. It sits on node 2, so on this list it counts as 1, as one other here, ahead of the rest.`,
    `Requeue before trying: ${first ?? ''} goes behind ${second ?? ''}, the last of its equals.`,
  ]);
});

test('rule node, nothing at home', async () => {
  const frame = await frameOf({ devices: 2, dev_node: [0, 1] });
  expect(told(frame)[1]).toBe(
    'First on it: swapA. Priority \u22122, so key 2. Nothing on this list sits on node 2.',
  );
});

test('rule global', async () => {
  const lines = told(await frameOf({ rule: 'global' }));
  expect(lines[0]).toMatch(/^CPU \d needs 64 slots\. One list for every node\.$/);
  expect(lines[1]).toBe('First on it: swapA. Its priority \u22121 is the highest on the list.');
});

test('rule round robin', async () => {
  const lines = told(await frameOf({ rule: 'roundrobin' }));
  expect(lines[1]).toMatch(
    /^First on it: swap[A-D]\. All four have priority \u22121, so the order of the list is only whose turn it is\.$/,
  );
  expect(lines[2]).toMatch(/^Requeue before trying: swap[A-D] goes to the tail\.$/);
  expect(lines[3]).toMatch(/^It has room: takes 64\. Next in turn: swap[A-D]\.$/);
});

test('explicit priorities come first, alone and in turn', async () => {
  expect(told(await frameOf({ dev_prio: [-1, 5, -1, -1] }))[1]).toBe(
    'First on it: swapB. swapon gave it priority 5: key \u22125, ahead of every automatic one.',
  );
  expect(told(await frameOf({ dev_prio: [-1, 5, 5, -1] }))[1]).toMatch(
    /^First on it: swap[BC]\. swapon gave it priority 5: key \u22125, as one other\.$/,
  );
});

test('one page at a time, without the slots cache', async () => {
  expect(told(await frameOf({ slots_cache: 0 }))[0]).toMatch(
    /^CPU \d needs 1 slot\. It is on node 2: list 2\.$/,
  );
});

interface Case {
  values: (event: SwapSelect) => Partial<SwapSelect>;
  lines: RegExp[];
}
const CASES: Readonly<Record<string, Case>> = {
  'a short batch is taken as it is': {
    values: () => ({ ret: 12 }),
    lines: [/^It has room for 12 slots of 64: it gives those, and the walk ends here all the same\.$/],
  },
  'fewer slots free than asked for': {
    values: () => ({ batch: 12, ret: 12, avail: 12 }),
    lines: [
      /^CPU \d needs 64 slots\. It is on node 2: list 2\. It may try for 12\.$/,
      /It has room: takes 12\./,
    ],
  },
  'full, then a second device': {
    values: (e) => ({ visits: 2, visit_type: e.list_type.slice(0, 2), visit_verdict: [2, 0] }),
    lines: [
      /^No slot is free on it: it leaves every list\.$/,
      /^Next: swapA, key 2\. Requeue first: no equal behind it, it stays\. It has room: takes 64\./,
    ],
  },
  'being swapped off': {
    values: (e) => ({ visits: 2, visit_type: e.list_type.slice(0, 2), visit_verdict: [3, 0] }),
    lines: [/^It is being swapped off: it leaves every list\.$/],
  },
  'gone already, and the next too': {
    values: () => ({ visit_verdict: [0x14], end: 'restart', type: -1, ret: 0 }),
    lines: [/^It had left the list already\. The next device had left the list meanwhile: start over\.$/],
  },
  'the end of the list': {
    values: (e) => ({
      visits: 2,
      visit_type: e.list_type.slice(0, 2),
      visit_verdict: [1, 2],
      end: 'none',
      type: -1,
      ret: 0,
    }),
    lines: [/^It is asked and gives none\.$/, /^The end of the list: no slot is given\.$/],
  },
  'an empty list': {
    values: () => ({
      list_n: 0,
      list_type: [],
      list_prio: [],
      visits: 0,
      visit_type: [],
      visit_verdict: [],
      end: 'none',
      type: -1,
      ret: 0,
    }),
    lines: [/^The list is empty: every device is full or swapped off\. No slot is given\.$/],
  },
  'no swap at all': {
    values: () => ({
      visits: 0,
      visit_type: [],
      visit_verdict: [],
      end: 'noswap',
      type: -1,
      ret: 0,
      batch: 0,
      avail: 0,
    }),
    lines: [/^No free swap is left anywhere \(nr_swap_pages\): no list is walked\.$/],
  },
  'a large folio without room': {
    values: () => ({ order: 4, goal: 1, batch: 1, visit_verdict: [1], end: 'order', type: -1, ret: 0 }),
    lines: [
      /^CPU \d needs 1 slot of 16 pages\./,
      /^It has no 16 free slots in a row\. A large folio tries one device only: the walk ends with nothing\.$/,
    ],
  },
  'started over': {
    values: () => ({ pass: 1 }),
    lines: [/^Start over, pass 2: CPU \d needs 64 slots\./],
  },
  'more tries than lanes': {
    values: () => ({ visits: 11 }),
    lines: [/^10 further tries that the event has no room to tell of\.$/],
  },
};

test.each(Object.entries(CASES))('%s', async (_, { values, lines }) => {
  const frame = await frameOf({});
  const { event } = factsOf(frame);
  if (!event) throw new Error('no decision');
  const all = told(decide(frame, values(event)));
  for (const line of lines)
    expect(
      all.some((text) => line.test(text)),
      `${String(line)} in\n${all.join('\n')}`,
    ).toBe(true);
});

test.each(Object.entries(SHAPES))(
  '%s: every step of every rule has words, and none says undefined',
  async (_, shape) => {
    for (const rule of RULES) {
      const source = await run({ ...shape, rule });
      for (let k = 1; k <= 60; k++) {
        const lines = told(source.frame(k));
        expect(lines.length).toBeGreaterThanOrEqual(4);
        for (const line of lines) expect(line).toMatch(/^\S.+\.$/);
        expect(lines.join(' ')).not.toMatch(/undefined|NaN|null/);
      }
    }
  },
);

let before: Frame;
beforeAll(async () => {
  before = (await run()).frame(0);
});
test('before the first decision', () => {
  expect(told(before)).toEqual([]);
  expect(whyTitle(factsOf(before))).toBe('Nothing decided yet');
});
