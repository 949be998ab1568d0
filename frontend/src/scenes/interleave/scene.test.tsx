import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import type { EventRecord } from '../../core/types';
import { bits } from '../phrases';
import { labelled, texts } from '../testing/narration';
import { cell, page, tick } from './decision';
import { Drawing } from './Drawing';
import { narrate } from './narration';
import { capture, model, type Source } from '../testing/interleave';
import { interleave } from '.';

const title = (...seen: Parameters<typeof narrate>) => texts(narrate(...seen)).title;
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

test.each(Object.keys(SOURCES))('%s: drawn, explained and narrated, at every width', async (name) => {
  const source = await SOURCES[name]?.();
  if (!source) throw new Error('no source');
  const last = source.info.decisions;
  for (const k of [0, 1, Math.min(300, last), last]) {
    const [a, b] = [source.pane(k), source.pane(k, 'B', 342)];
    const { container, unmount } = render(
      <main>
        <h1>Test</h1>
        {[a, b].map((props) => (
          <section key={props.pane} aria-label={`Pane ${props.pane}`}>
            <Drawing {...labelled(interleave.title, narrate, props)} />
            <p id={`twin-${props.pane}`}>{JSON.stringify(texts(narrate(props, null)))}</p>
          </section>
        ))}
      </main>,
    );
    expect(container.innerHTML).not.toMatch(/NaN|undefined|\[object|Infinity/);
    // A number in the drawing is one in the reasons.
    const discs = [...container.querySelectorAll('section:first-of-type svg .t12.w6.mid.ip')];
    const numbers = narrate(a, null).sentences.map(({ n }) => String(n));
    if (k > 0) expect(discs.length).toBeGreaterThan(0);
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
  expect(title(one.pane(2600), eight.pane(2600, 'B'))).toBe(
    'One page from each node in turn fills the list of 40 segments: 320.0 sectors to a request. Eight in a row: 512.0.',
  );
  expect(title(eight.pane(2600), null)).toBe('Eight in a row from each node: 512.0 sectors to a request.');
  expect(title(one.pane(0), null)).toBe('Interleave: no request has been sent yet.');
  expect(title(one.pane(0), eight.pane(2600, 'B'))).toBe(
    'A, interleave: no request has been sent yet. B, eight in a row from each node: 512.0 sectors to a request.',
  );
  expect(title(one.pane(2600), one.pane(2599, 'B'))).toBe(
    'One page from each node in turn: 320.0 sectors to a request in both.',
  );
});

test('the caption of what is not granular: without a policy, and by weight', async () => {
  const [none, weights] = await Promise.all([
    model('interleave-1', { mempolicy: 'default', max_segments: 2, file_pages: 600 }),
    model('interleave-1', { mempolicy: 'weighted_interleave', weight: [3, 1], file_pages: 600 }),
  ]);
  expect(title(none.pane(300), weights.pane(300, 'B'))).toBe(
    'Without a policy, the list of 2 segments is filled: 256.0 sectors to a request. Weights 3 : 1: 512.0.',
  );
  expect(title((await capture('interleave-weighted', 1000)).pane(500), null)).toBe(
    'Weights 8 : 8: 1,194.7 sectors to a request.',
  );
});

test('the context says where each pane stands, and over which nodes', async () => {
  const [one, four] = await Promise.all([
    model('interleave-1', { file_pages: 100 }),
    model('interleave-1', { file_pages: 100, nodes: 4, policy_nodes: 13 }),
  ]);
  const context = (...seen: Parameters<typeof narrate>) => texts(narrate(...seen)).context;
  const frames = 'Frames taken in a row from one node are neighbours; frames of two nodes are not.';
  expect(context(one.pane(9), null)).toBe(`Page 8, from node 0. Two nodes (0-1). ${frames}`);
  expect(context(one.pane(9), one.pane(9, 'B'))).toBe(
    `Page 8, from node 0 in both. Two nodes (0-1). ${frames}`,
  );
  expect(context(one.pane(9), four.pane(0, 'B'))).toBe(
    `A: page 8, from node 0. B: before the first of 100 decisions. ${frames}`,
  );
});

test('the badge: plain interleave in every kernel, weights from 6.9, granularity in none', async () => {
  const [one, eight] = await Promise.all([model('interleave-1'), model('interleave-8')]);
  const weighted = await capture('interleave-weighted', 1000);
  const era = (source: Source) => narrate(source.pane(9), null).era;
  expect(era(one)).toMatchObject({ from: null, to: null });
  expect(era(eight)).toMatchObject({ lived: false });
  expect(era(weighted)).toMatchObject({ from: 6.09, to: null });
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
  expect(cell(event, before)).toMatchObject({ letter: String(event.segments), node: -1 });
  const page = { ...event, kind: 'rq_page', nid: 1 } as unknown as EventRecord;
  expect(cell(page, before)).toEqual({ letter: '1', node: 1, name: 'node 1', place: 1 });
  const policy = { ...event, kind: 'mempolicy', mode: 'interleave', nodes: 5, comm: 'a\u202eb' } as const;
  expect(bits(policy.nodes)).toEqual([0, 2]);
  const row = (await capture('interleave-1', 500)).frame(100).before;
  expect(tick(policy, before)).toBeNull();
  expect(tick(policy, row)).toEqual({ words: 'a\ufffdb sets interleave over nodes 0, 2' });
});

test('a page falls to its frame, then its segment grows, then the request', async () => {
  const source = await model('interleave-1');
  const props = source.pane(1000);
  const seen = (ms: number) => {
    const { container, unmount } = render(<Drawing {...props} at={ms / 1200} />);
    const all = (what: string) => [...container.querySelectorAll(what)];
    const bar = all('[data-band="requests"] rect.bar').at(0);
    const one = {
      discs: all('circle + circle + text')
        .map((e) => e.textContent)
        .sort(),
      falling: all('.landing[stroke-dashoffset]').length,
      bar: parseFloat((bar as SVGRectElement | undefined)?.style.width ?? ''),
      red: all('[data-band="requests"] .inow').filter((e) => e.textContent !== '').length,
    };
    unmount();
    return one;
  };
  expect(seen(100).discs).toEqual([]);
  expect(seen(300).discs).toEqual(['1']);
  expect(seen(600)).toMatchObject({ discs: ['1'], falling: 1 });
  expect(seen(800)).toMatchObject({ discs: ['1', '2', '3'], falling: 0 });
  const [growing, done] = [seen(920), seen(1200)];
  // Words in red come when the bar has grown: they never lie on it.
  expect(growing.red).toBe(0);
  expect(growing.bar).toBeLessThanOrEqual(done.bar);
  expect(done.discs).toEqual(['1', '2', '3', '4']);
});
