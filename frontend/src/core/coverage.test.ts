import { describe, expect, test } from 'vitest';
import { coverageOf, denial, denialLabels, ifComplete, isRecorded } from './coverage';
import { EVERYTHING } from './model-coverage';
import { msg, textOf } from './message';

const manifest = (start: Record<string, unknown>, end: Record<string, unknown> = {}) => ({ start, end });
const words = (...args: Parameters<typeof denial>) => textOf(denial(...args));
const nobody = [msg`nobody asked`, msg`who asked`] as const;

describe('what did not happen can be said', () => {
  test('of models, and of kinds that a probe records', () => {
    expect(words(EVERYTHING, ['kswapd_wake'], ...nobody)).toBe('nobody asked');
    const zones = coverageOf(manifest({ probes: ['zones'], comm: 'cc' }), [{}], 0);
    expect(words(zones, ['kswapd_wake'], ...nobody)).toBe('nobody asked');
  });

  test('not of kinds that were not recorded: what would record them is said', () => {
    const swap = coverageOf(manifest({}), [{ swap_select: 3 }], 0);
    expect(words(swap, ['kswapd_wake'], ...nobody)).toBe('who asked: not in this capture (probe zones)');
    const stock = coverageOf(
      manifest({ derived: { from: 'ftrace' } }, { tracepoints: { block_rq_issue: 3 } }),
      [{ block_rq: 3 }],
      0,
    );
    expect(isRecorded(stock, 'block_rq')).toBe(true);
    expect(words(stock, ['kswapd_waker'], ...nobody)).toBe(
      'who asked: not in this capture (mm_vmscan_wakeup_kswapd)',
    );
    expect(denialLabels(stock, ['direct_reclaim'], ['none'], 'direct reclaim')).toEqual([
      'direct reclaim: not in this capture (mm_vmscan_direct_reclaim_begin, mm_vmscan_direct_reclaim_end)',
      'direct reclaim: not in this capture',
      'not in this capture',
    ]);
  });

  test('nor where events were lost or overwritten, or of tasks that were not recorded', () => {
    const lost = coverageOf(manifest({ probes: ['zones'] }), [{}], 4);
    expect(words(lost, ['kswapd_wake'], ...nobody)).toBe('who asked: not known, since events were lost');
    const before = coverageOf(manifest({ probes: ['zones'] }, { overwritten: 0 }), [{}], 0);
    expect(words(before, ['kswapd_wake'], ...nobody)).toBe(
      'who asked: not known, since events were overwritten',
    );
    const some = coverageOf(manifest({ probes: ['zones'], comm: 'cc' }), [{}], 0);
    expect(words(some, ['zone_select'], ...nobody)).toBe(
      'who asked: not known, since only tasks called cc were recorded',
    );
    expect(ifComplete(some, ['zone_select'], 'every page', 'some pages')).toBe('some pages');
  });

  test('a tracepoint that occurs is recorded, though nothing came of it for scenes', () => {
    const end = { tracepoints: { mm_vmscan_direct_reclaim_begin: 1, mm_vmscan_direct_reclaim_end: 1 } };
    expect(isRecorded(coverageOf(manifest({ derived: {} }, end), [{}], 0), 'direct_reclaim')).toBe(true);
  });
});
