import { expect, test } from 'vitest';
import type { SwapSelect } from '../../core/types';
import { ENUM_DOCS } from '../../core/gen/docs';
import type { CheckWhyName, VerdictStruct } from '../../core/gen/tables';
import { textOf } from '../../core/message';
import type { ParamValues } from '../../core/params';
import type { Frame } from '../scene';
import { decide, run, RULES, SHAPES } from '../testing/swap-devices';
import { sentenceText } from '../testing/narration';
import { namesOf } from './names';
import { swapSelect } from './swap-select';
import { verdictOf } from './verdict';

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

function eventOf({ event }: Frame): SwapSelect {
  if (event?.kind !== 'swap_select') throw new Error('no decision');
  return event;
}

/** The sentences, without the numbers of their discs. */
const said = (frame: Frame): string[] =>
  swapSelect.sentences(eventOf(frame), namesOf(frame.before)).map(({ words }) => textOf(words));

const heading = (frame: Frame) => textOf(swapSelect.heading(eventOf(frame), namesOf(frame.before)));

test('rule node, at home', async () => {
  const frame = decide(await frameOf({}), { cpu: 5 });
  expect(said(frame)).toEqual([
    'CPU 5 needs 64 slots. It is on node 2: list 2.',
    'Node 2’s own disk is first in line: swapC, promoted to key 1.',
    'No equal is behind it, so it stays first (requeue).',
    'It has room: takes 64. The walk ends here.',
  ]);
  expect(heading(frame)).toBe('Why swapC?');
});

test('rule node, two devices at home', async () => {
  const frame = await frameOf({ devices: 6, dev_node: [0, 0, 1, 2, 2, 3] });
  const event = eventOf(frame);
  const names = ['swapD', 'swapE'];
  const [first, second] = event.type === 3 ? names : [...names].reverse();
  expect(said(frame).slice(1, 3)).toEqual([
    `One of node 2’s own disks is first in line: ${first ?? ''}, promoted to key 1 as one other.`,
    `Before it is tried ${first ?? ''} goes behind ${second ?? ''}, the last of its equals (requeue).`,
  ]);
});

test('rule node, nothing at home', async () => {
  const frame = await frameOf({ devices: 2, dev_node: [0, 1] });
  expect(said(frame)[1]).toBe(
    'First in line: swapA. Priority \u22122, so key 2. Nothing on this list sits on node 2.',
  );
});

test('rule global', async () => {
  const lines = said(await frameOf({ rule: 'global' }));
  expect(lines[0]).toMatch(/^CPU \d needs 64 slots\. One list for every node\.$/);
  expect(lines[1]).toBe('First in line: swapA. Its priority \u22121 is the highest on the list.');
});

test('rule round robin', async () => {
  const lines = said(await frameOf({ rule: 'roundrobin' }));
  expect(lines[1]).toMatch(
    /^First in line: swap[A-D]\. All four have priority \u22121, so the order of the list is only whose turn it is\.$/,
  );
  expect(lines[2]).toMatch(/^Before it is tried swap[A-D] goes to the tail \(requeue\)\.$/);
  expect(lines[3]).toMatch(/^It has room: takes 64\. Next in turn: swap[A-D]\.$/);
});

test('explicit priorities come first, alone and in turn', async () => {
  expect(said(await frameOf({ dev_prio: [-1, 5, -1, -1] }))[1]).toBe(
    'First in line: swapB. swapon gave it priority 5: key \u22125, ahead of every automatic one.',
  );
  expect(said(await frameOf({ dev_prio: [-1, 5, 5, -1] }))[1]).toMatch(
    /^First in line: swap[BC]\. swapon gave it priority 5: key \u22125, as one other\.$/,
  );
});

test('one page at a time, without the slots cache', async () => {
  expect(said(await frameOf({ slots_cache: 0 }))[0]).toMatch(
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
  const all = said(decide(frame, values(eventOf(frame))));
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
        const lines = said(source.frame(k));
        expect(lines.length).toBeGreaterThanOrEqual(4);
        for (const line of lines) expect(line).toMatch(/^\S.+\.$/);
        expect(lines.join(' ')).not.toMatch(/undefined|NaN|null/);
      }
    }
  },
);

test('why there is no device', async () => {
  const frame = await frameOf({});
  expect(heading(decide(frame, { type: -1, end: 'none' }))).toBe('Why no device?');
  expect(heading(decide(frame, { type: -1, end: 'restart' }))).toBe('Why start over?');
});

test('one sentence for each disc; what gave nothing is grey', async () => {
  const frame = await frameOf({});
  const { list_type } = eventOf(frame);
  const two = decide(frame, { visits: 2, visit_type: list_type.slice(0, 2), visit_verdict: [2, 0] });
  const all = swapSelect.sentences(eventOf(two), namesOf(two.before));
  expect(all.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
  expect(all.slice(3).map(sentenceText)).toEqual([
    '(4 No slot is free on it: it leaves every list.)',
    '5 Next: swapA, key 2. Requeue first: no equal behind it, it stays. It has room: takes 64. The walk ends here.',
  ]);
});

test('in one line', async () => {
  const frame = await frameOf({});
  const said = (values: Partial<SwapSelect>) => {
    const { lead, rest } = swapSelect.say(eventOf(decide(frame, values)), namesOf(frame.before));
    return `${textOf(lead)}: ${textOf(rest)}`;
  };
  expect(said({})).toBe('swapC: 64 slots of 64 asked for on node 2, list 2');
  expect(said({ visits: 3 })).toBe('swapC: 64 slots of 64 asked for on node 2, list 2, after 2 others');
  expect(said({ type: 30, ret: 1 })).toBe('swap device 30: 1 slot of 64 asked for on node 2, list 2');
  expect(said({ type: -1, ret: 0, end: 'none' })).toBe(
    'no device: none of 64 asked for on node 2, list 2: the list is exhausted',
  );
});

test('terms are those that the sentences use', async () => {
  const frame = await frameOf({});
  const terms = (values: Partial<SwapSelect>) =>
    swapSelect.terms(eventOf(decide(frame, values)), namesOf(frame.before));
  expect(terms({})).toEqual(['swap slot', 'plist key', 'promoted', 'requeue', 'slots cache']);
  expect(terms({ ret: 12 })).toContain('SWAP_BATCH');
  expect(terms({ goal: 1, batch: 1, ret: 1 })).not.toContain('slots cache');
  expect(terms({ visits: 0, visit_type: [], visit_verdict: [], type: -1, ret: 0, end: 'noswap' })).toEqual([
    'swap slot',
    'slots cache',
  ]);
});

test('what the core expected, by name', async () => {
  const frame = await frameOf({});
  const detail = (why: CheckWhyName, expected: number) => {
    const found: VerdictStruct = {
      check: 'different',
      why,
      replay_check: 'same',
      replay_why: 'ok',
      visit: 0,
      pad: 0,
      expected,
    };
    const { detail: words } = verdictOf(swapSelect, eventOf(frame), found, namesOf(frame.before));
    return (words ? textOf(words) : '').replace(ENUM_DOCS.check_why[why] ?? '', '');
  };
  expect(detail('type', 1)).toBe(', expected swapB');
  expect(detail('type', -1)).toBe(', expected none');
  expect(detail('visit', 255)).toBe(', expected none');
  expect(detail('replay_list', 30)).toBe(', expected swap device 30');
  expect(detail('batch', 64)).toBe(', expected 64 slots');
  expect(detail('ret', 64)).toBe(', expected 1 to 64 slots');
  expect(detail('ret', 0)).toBe(', expected 0 slots');
  expect(detail('end', 1)).toBe(`, expected ${ENUM_DOCS.walk_end['none'] ?? ''}`);
  expect(detail('which_list', 2)).toBe(', expected list 2');
  // The event alone names the device at fault, not its key.
  expect(detail('key', 3)).toBe('');
  const replayed = (why: CheckWhyName, value: number) => {
    const words = swapSelect.expected?.(
      eventOf(frame),
      { why, value, replayed: true },
      namesOf(frame.before),
    );
    return words ? textOf(words) : null;
  };
  expect(replayed('which_list', 2)).toBe('rule roundrobin');
  expect(replayed('key', 3)).toBe('key 3');
});
