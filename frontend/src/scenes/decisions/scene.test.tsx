import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { COMMON_FIELDS, KINDS } from '../../core/gen/kinds';
import { interleave, swapIn, zones } from '../../core/testing/policies.mjs';
import { page, tick } from './decision';
import { rowsOf } from './fields';
import { labelled, texts } from '../testing/narration';
import type { PaneSourceFrame } from '../scene';
import { Drawing } from './Drawing';
import { narrate } from './narration';
import { sourceOf } from '../testing/decisions';

const narrated = (a: PaneSourceFrame, b: PaneSourceFrame | null = null) => texts(narrate(a, b));
afterEach(cleanup);

test('the page holds the decision, one before it and one after it, and stands still meanwhile', () => {
  let last = 0;
  for (let k = 0; k <= 100; k++) {
    const { first, count } = page(k);
    if (k > 1) expect(first).toBeLessThan(k);
    if (k > 0) expect(first + count - 1).toBeGreaterThan(k);
    if (first !== last && last > 0) expect(first - last).toBe(8);
    last = first;
  }
  expect(page(2)).toEqual(page(9));
});

test.each([
  ['interleave', interleave(30), 13],
  ['swap-in', swapIn(15), 14],
  ['zones', zones(15), 13],
])('a pane of %s: sentences, fields, modes, and nothing that axe minds', async (_, text, k) => {
  const source = await sourceOf(text);
  const a = source.pane(k);
  const { container } = render(
    <main>
      <h1>Test</h1>
      <Drawing {...labelled('Decisions', narrate, a)} />
      <Drawing {...labelled('Decisions', narrate, source.pane(k, 'B', 342))} />
    </main>,
  );
  const [whole, narrow] = screen.getAllByRole('list').filter((l) => l.tagName === 'OL' && !l.className);
  if (!whole || !narrow) throw new Error('no list');
  expect(within(whole).getAllByRole('button')).toHaveLength(10);
  expect(within(narrow).getAllByRole('button')).toHaveLength(6);
  for (const list of [whole, narrow]) {
    expect(list.querySelector('[aria-current]')?.textContent).toMatch(new RegExp(`^${k}`));
    expect(list.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  }
  expect(container.innerHTML).not.toMatch(/NaN|undefined/);
  const modes = source.info.totals?.modes ?? [];
  expect(narrate(a, null).table?.rows.map(({ key, cells }) => [key, cells[1]])).toEqual(
    modes.map(({ mode, decisions }) => [mode, String(decisions)]),
  );
  // Colours are not computed in jsdom; ui/style/tokens.test.ts looks at them.
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(found.violations).toEqual([]);
});

test('a click on a sentence goes there', async () => {
  const source = await sourceOf(interleave(30));
  const seek = vi.fn();
  render(<Drawing {...source.pane(3)} seek={seek} />);
  fireEvent.click(screen.getByRole('button', { name: /^7 node/ }));
  expect(seek).toHaveBeenCalledExactlyOnceWith(7);
});

test('the fields are those of the table, with units and meanings; lanes in use only', async () => {
  const source = await sourceOf(zones(2));
  const { event } = source.frame(1);
  if (event?.kind !== 'zone_select') throw new Error('another kind');
  const rows = rowsOf(event);
  const described = [...KINDS.zone_select.fields, ...COMMON_FIELDS];
  expect(rows.map((r) => r.name)).toEqual(described.map((f) => f.name));
  const value = (name: string) => rows.find((r) => r.name === name)?.value;
  expect(value('visit_zone')).toBe('2, 1');
  expect(value('visit_verdict')).toBe('wmark, took');
  expect(value('visit_free')).toBe('1,900, 52,000');
  expect(value('nodes')).toBe('0-1');
  const { twin } = narrate(source.pane(1), null);
  expect(twin.rows.map(({ doc }) => doc)).toEqual(rows.map(({ doc }) => doc));
});

test('a mask of every node is all of them', async () => {
  const source = await sourceOf(zones(2).replace('nodes=3', 'nodes=ffffffffffffffff'));
  const { event } = source.frame(1);
  if (!event) throw new Error('no event');
  expect(rowsOf(event).find((r) => r.name === 'nodes')?.value).toBe('all');
});

test('the caption says what one pane did, or both, or each', async () => {
  const [il, si] = [await sourceOf(interleave(30)), await sourceOf(swapIn(15))];
  expect(narrated(il.pane(3)).title).toBe('Interleave: node 1 (il_prev 0, granularity 2, 1 of 2 given)');
  expect(narrated(il.pane(3), il.pane(4, 'B')).title).toBe('Interleave: node 1 in both');
  expect(narrated(il.pane(3), il.pane(5, 'B')).title).toBe('Interleave: A node 1, B node 0');
  expect(narrated(il.pane(3), si.pane(1, 'B')).title).toBe('A Interleave: node 1. B Read-ahead: one page.');
  expect(narrated(il.pane(0)).title).toBe('Before the first decision.');
  expect(narrated(il.pane(3)).context).toBe('Decision 3, by <b>reader on CPU 0 at 0.000 s.');
});

test('a broken decision is marked as broken, with what was expected', async () => {
  const source = await sourceOf(interleave(30).replace(/g=2 nid=1/, 'g=2 nid=0'));
  render(<Drawing {...source.pane(3)} />);
  expect(screen.getAllByText('different').length).toBeGreaterThan(0);
  const [place] = narrated(source.pane(3)).places;
  expect(place).toMatchObject({ kind: 'different' });
  expect(place?.detail).toMatch(/^another node is chosen, expected node 1/);
});

test('a policy that is set is a mark on the overview', async () => {
  const source = await sourceOf(interleave(3));
  const { event, before } = source.frame(1);
  if (!event) throw new Error('no event');
  const policy = { ...event, kind: 'mempolicy', mode: 'interleave', nodes: 3, comm: 'a\u202eb' } as const;
  expect(tick(policy, before)).toEqual({ words: 'a\ufffdb sets interleave over nodes 0-1' });
});
