import { beforeAll, describe, expect, test } from 'vitest';
import type { SwapSelect } from '../../core/types';
import { decide, run, RULES, SHAPES, type Run } from '../testing/swap-devices';
import { walkOf } from './swap-walk';

/** Every second decision of a run: enough to meet every device and node in each place. */
const selects = (source: Run) =>
  Array.from({ length: source.info.decisions >> 1 }, (_, i) => source.frame(2 * i + 1)).flatMap((frame) =>
    frame.event?.kind === 'swap_select' ? [{ frame, event: frame.event }] : [],
  );

describe.each(Object.entries(SHAPES))('%s', (_, shape) => {
  test.each(RULES)('rule %s: the requeue drawn is the one the core made', async (rule) => {
    const source = await run({ ...shape, rule });
    const decisions = selects(source);
    expect(decisions.length).toBeGreaterThan(100);
    for (const { frame, event } of decisions) {
      const first = walkOf(event).visits[0];
      if (!first || event.list_n > event.list_type.length) continue;
      const list = [...event.list_type];
      list.splice(0, 1);
      list.splice(first.behind ?? 0, 0, first.type);
      expect(frame.after.list[event.list]?.type).toEqual(list);
    }
  });
});

describe('steps', () => {
  let event: SwapSelect;
  beforeAll(async () => {
    const decided = (await run({ rule: 'roundrobin' })).frame(40).event;
    if (decided?.kind !== 'swap_select') throw new Error('no decision');
    event = decided;
  });
  const kinds = (values: Partial<SwapSelect>) => walkOf({ ...event, ...values }).steps.map((s) => s.kind);

  test('a plain walk has four', () => {
    expect(kinds({})).toEqual(['list', 'first', 'requeue', 'outcome']);
  });
  test('each further device adds one, the end of the list another', () => {
    const walk = { visits: 3, visit_type: event.list_type.slice(0, 3), visit_verdict: [2, 3, 1] };
    expect(kinds(walk)).toEqual(['list', 'first', 'requeue', 'outcome', 'visit', 'visit']);
    expect(kinds({ ...walk, end: 'none', type: -1 }).at(-1)).toBe('end');
  });
  test('no walk, and tries beyond the lanes', () => {
    expect(kinds({ visits: 0, visit_type: [], visit_verdict: [], end: 'noswap' })).toEqual(['list', 'end']);
    expect(kinds({ visits: 12 })).toContain('more');
  });
  test('discs are numbered from 1 without a gap', () => {
    const { steps } = walkOf({
      ...event,
      visits: 2,
      visit_type: event.list_type.slice(0, 2),
      visit_verdict: [1, 0],
    });
    expect(steps.map((s) => s.n)).toEqual([1, 2, 3, 4, 5]);
  });
  test('bit 4 of a verdict says that the next device had left', () => {
    const { visits } = walkOf({ ...event, visit_verdict: [0x11], end: 'restart' });
    expect(visits[0]).toMatchObject({ verdict: 'zero', nextLeft: true });
  });
  test('two equals that give nothing are tried in turn', () => {
    const [a = 0, b = 0] = event.list_type;
    const pair = { list_n: 2, list_type: [a, b], list_prio: [1, 1] };
    const walk = walkOf({ ...event, ...pair, visits: 3, visit_type: [a, b, a], visit_verdict: [1, 1, 0] });
    expect(walk.visits.map((v) => v.behind)).toEqual([1, 1, 1]);
    expect(walk.took).toBe(2);
  });
  test('a device that the snapshot lacks is not placed', () => {
    expect(walkOf({ ...event, visit_type: [31] }).visits[0]).toMatchObject({ key: null, behind: null });
  });
  test('decide() keeps what it is not asked to change', async () => {
    const frame = (await run()).frame(3);
    expect(decide(frame, { ret: 5 }).event).toMatchObject({ ...frame.event, ret: 5 });
  });
});
