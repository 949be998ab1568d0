// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { bits } from '../text';
import type { Frame, PaneProps } from '../scene';
import { cell, page, tick } from './decision';
import { paneOf } from '../testing/pane';
import { capture, model, type Source } from './testing/source';
import { interleave } from '.';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const { Drawing } = interleave;
const Pane = paneOf(interleave);
const era = (frame: Frame) => interleave.era(frame);
const caption = (a: PaneProps, b: PaneProps | null) => interleave.caption(a, b);
afterEach(cleanup);

const SOURCES: Readonly<Record<string, () => Promise<Source>>> = {
  'model, by 1': () => model('interleave-1'),
  'model, weighted, four nodes': () =>
    model('interleave-1', {
      mempolicy: 'weighted_interleave',
      nodes: 4,
      policy_nodes: 13,
      weight: [3, 1, 2, 1],
    }),
  'model, no policy': () => model('interleave-1', { mempolicy: 'default' }),
  'capture, by 8': () => capture('interleave-8'),
  'capture, no policy': () => capture('interleave-none'),
  'capture, by place': () => capture('interleave-mapping'),
  'capture, policies switched': () => capture('interleave-switched'),
};

test.each(Object.keys(SOURCES))('%s: drawn, explained and told, at every width', async (name) => {
  const source = await SOURCES[name]?.();
  if (!source) throw new Error('no source');
  const last = source.info.decisions;
  for (const k of [0, 1, Math.min(300, last), last]) {
    const { container, unmount } = render(
      <main>
        <h1>Test</h1>
        <Pane {...source.pane(k)} />
        <Pane {...source.pane(k, 'B', 342)} />
      </main>,
    );
    expect(container.innerHTML).not.toMatch(/NaN|undefined|\[object|Infinity/);
    // A number in the drawing is one in the reasons.
    const discs = [...container.querySelectorAll('section:first-of-type svg .t12.w6.mid.ip')];
    const steps = [...container.querySelectorAll('section:first-of-type ol.why li')];
    const numbers = steps.map((li) => li.getAttribute('data-n'));
    for (const disc of discs) expect(numbers).toContain(disc.textContent);
    if (k === 1) {
      const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
      expect(found.violations).toEqual([]);
    }
    unmount();
  }
});

test('the DOM stays small however many marks there are', async () => {
  const source = await model('interleave-1', { nodes: 8, policy_nodes: 255 });
  const { container } = render(<Drawing {...source.pane(2600)} />);
  expect(container.querySelectorAll('*').length).toBeLessThan(220);
});

test('the caption says the finding of one pane, of two, and before the first', async () => {
  const [one, eight] = await Promise.all([model('interleave-1'), model('interleave-8')]);
  expect(caption(one.pane(2600), eight.pane(2600, 'B')).title).toBe(
    'One page from each node in turn fills the list of 40 segments: 320.0 sectors to a request. Eight in a row: 512.0.',
  );
  expect(caption(eight.pane(2600), null).title).toBe(
    'Eight in a row from each node: 512.0 sectors to a request.',
  );
  expect(caption(one.pane(0), null).title).toBe('Interleave: no request has been sent yet.');
});

test('the badge: plain interleave in every kernel, weights from 6.9, granularity in none', async () => {
  const [one, eight] = await Promise.all([model('interleave-1'), model('interleave-8')]);
  const weighted = await capture('interleave-weighted', 1000);
  expect(era(one.frame(9))).toMatchObject({ from: null, to: null });
  expect(era(eight.frame(9))).toMatchObject({ lived: false });
  expect(era(weighted.frame(9))).toMatchObject({ from: 6.09, to: null });
});

test('rows do not move with the cursor, and hold it', () => {
  for (let k = 1; k < 400; k++) {
    const { first, count } = page(k);
    expect(first).toBeLessThanOrEqual(k);
    expect(first + count).toBeGreaterThan(k);
    expect(page(k + 1).first).toBeGreaterThanOrEqual(first);
  }
});

test('cells and marks', async () => {
  const source = await capture('interleave-none', 500);
  const { event, before } = source.frame(100);
  if (event?.kind !== 'block_rq') throw new Error('another kind');
  expect(cell(event)).toMatchObject({ letter: String(event.segments), node: -1 });
  const policy = { ...event, kind: 'mempolicy', mode: 'interleave', nodes: 5, comm: 'a\u202eb' } as const;
  expect(bits(policy.nodes)).toEqual([0, 2]);
  const row = (await capture('interleave-1', 500)).frame(100).before;
  expect(tick(policy, before)).toBeNull();
  expect(tick(policy, row)).toEqual({ words: 'a\ufffdb sets interleave over nodes 0, 2' });
});
