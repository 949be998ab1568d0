import { expect, it } from 'vitest';
import { asifOptionsOf } from './asif-options';

const info = { kinds: { swap_select: 3 }, params: null };
const titles = (spec: Parameters<typeof asifOptionsOf>[1]) => asifOptionsOf('A', spec).map((q) => q.title);

it('a capture of walks can be asked about each rule', () => {
  expect(titles({ spec: { kind: 'capture', id: 'c' }, info })).toEqual([
    'Pane A’s capture, as if under rule node',
    'Pane A’s capture, as if under rule global',
    'Pane A’s capture, as if under rule round robin',
  ]);
  const asked = { kind: 'capture', id: 'c', asif: { rule: 'global' } } as const;
  const [first, , global] = asifOptionsOf('A', { spec: asked, info });
  expect(first).toMatchObject({
    title: 'Pane A’s capture as it was recorded',
    spec: { kind: 'capture', id: 'c' },
  });
  expect(global?.spec).toEqual(asked);
});

it('one of interleave about granularities', () => {
  const spec = { kind: 'file', name: 'f', blob: null, asif: { granularity: 3 } } as const;
  const found = asifOptionsOf('B', { spec, info: { kinds: { interleave: 1 }, params: null } });
  expect(found.map((q) => q.key)).toEqual(['recorded', 1, 2, 3, 4, 8, 16].map((n) => `B ${String(n)}`));
});

it('one of zones about each policy', () => {
  const spec = { kind: 'capture', id: 'c' } as const;
  expect(titles({ spec, info: { kinds: { zone_select: 3 }, params: null } })).toHaveLength(3);
});

it('one of reads from swap about each way to wait', () => {
  const spec = { kind: 'capture', id: 'c' } as const;
  const found = asifOptionsOf('A', { spec, info: { kinds: { swap_ra: 3, swap_in: 3 }, params: null } });
  expect(found.map((q) => q.title)).toEqual(
    ['interrupt', 'poll', 'hybrid'].map((mode) => `Pane A’s capture, as if under swap poll ${mode}`),
  );
  expect(found[2]?.spec).toEqual({ ...spec, asif: { swap_poll: 'hybrid' } });
});

it('nobody else', () => {
  const spec = { kind: 'model', id: 'm', overrides: {} } as const;
  expect(asifOptionsOf('A', { spec, info: { ...info, params: {} } })).toEqual([]);
  expect(
    asifOptionsOf('A', {
      spec: { kind: 'capture', id: 'c' },
      info: { kinds: { kswapd_wake: 3 }, params: null },
    }),
  ).toEqual([]);
  expect(asifOptionsOf('A', null)).toEqual([]);
});
