// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { swapIn } from '.';
import { caption } from './caption';
import { factsOf } from './facts';
import { stepsOf } from './steps';
import { paneOf } from '../testing/pane';
import { capture, find, model, win, type Source } from './testing/source';
import { tableOf, twinText } from './twin-text';

vi.setConfig({ testTimeout: 60_000 });
const { Drawing, Twin } = swapIn;
const Pane = paneOf(swapIn);
afterEach(cleanup);

/** A few faults of a source: before the first, the first, one of many pages, the last. */
function moments(source: Source): number[] {
  const many = source.cells.findIndex((c) => c.endsWith('pages'));
  return [0, 1, ...(many >= 0 ? [many + 1] : []), source.info.decisions];
}

test.each([
  ['swap-in-hybrid', model],
  ['swap-in-readahead', model],
  ['swap-in-eight-threads', model],
  ['swap-in-no-queues', capture],
  ['swap-in-cluster', capture],
  ['swap-in-rotating', capture],
])('%s: panes of every width, described, nothing broken', async (id, open) => {
  const source = await open(id);
  for (const k of moments(source)) {
    const a = source.pane(k);
    const b = { ...source.pane(k, 'B', 342), other: { info: a.info, frame: a.frame } };
    const { container } = render(
      <main>
        <h1>Test</h1>
        <Pane {...a} />
        <Pane {...b} />
      </main>,
    );
    expect(container.innerHTML).not.toMatch(/NaN|undefined|Infinity/);
    const ids = [...container.querySelectorAll('[id]')].map((e) => e.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, ref = ''] of container.innerHTML.matchAll(/url\(["']?#([^)"']+)/g))
      expect(ids).toContain(ref);
    for (const drawing of screen.getAllByRole('img')) {
      expect(drawing.getAttribute('aria-label')).toMatch(/^Swap-in path, pane [AB]: \S/);
      expect(document.getElementById(drawing.getAttribute('aria-describedby') ?? '')).not.toBeNull();
      // Bounded, whatever the source holds.
      expect(drawing.querySelectorAll('*').length).toBeLessThan(220);
    }
    for (const rect of container.querySelectorAll('svg.swap-in .fault rect')) {
      const [x, width] = ['x', 'width'].map((name) => Number(rect.getAttribute(name)));
      const drawn = Number(rect.closest('svg')?.getAttribute('width'));
      expect((x ?? 0) + (width ?? 0)).toBeLessThanOrEqual(drawn);
    }
    if (k === 1) {
      const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
      expect(found.violations).toEqual([]);
    }
    cleanup();
  }
});

test('drawing and sentences carry the same numbers', async () => {
  for (const id of ['swap-in-random', 'swap-in-poll', 'swap-in-hybrid']) {
    const props = (await model(id)).pane(100);
    const { container } = render(<Drawing {...props} />);
    const discs = [...container.querySelectorAll('text.ip')].map((e) => Number(e.textContent)).sort();
    expect(discs).toEqual(stepsOf(factsOf(props)).map((s) => s.n));
    cleanup();
  }
});

test('the twin: means of the state, faster and ratio against the interrupt, published rows beside', async () => {
  const source = await model('swap-in-hybrid');
  const props = source.pane(300);
  const { would } = props.frame.before;
  const { rows } = tableOf(factsOf(props));
  const [irq, poll] = would;
  if (!irq || !poll) throw new Error('no state');
  const mean = (sum: number, n: number) => (sum / n / 1000).toFixed(1);
  expect(rows[1]?.cells.slice(0, 2)).toEqual([mean(poll.lat, poll.done), mean(poll.cpu, poll.done)]);
  expect(rows[0]?.cells.slice(2)).toEqual(['-', '-']);
  const percent = Math.round(100 * (irq.lat / irq.done / (poll.lat / poll.done) - 1));
  expect(rows[1]?.cells[2]).toBe(`+${percent} %`);
  expect(rows.map((r) => r.taken)).toEqual([false, false, true]);
  const text = twinText(factsOf(props), props.frame, source.info);
  expect(text).toContain('poll ~27%');
  expect(twinText(factsOf(props), props.frame, {})).not.toContain('published');
  render(<Twin {...props} />);
  expect(screen.getAllByText('published')).toHaveLength(2);
});

test('a capture: its times are not performance, other modes and CPU time are not in it', async () => {
  const source = await capture('swap-in-poll');
  const props = source.pane(40);
  const { container } = render(<Pane {...props} />);
  expect(container.querySelector('[data-note="emulated"]')?.textContent).toMatch(/not performance/);
  expect(screen.getAllByText('not in this capture: one mode at a time')).toHaveLength(2);
  expect(container.textContent).not.toMatch(/\d CPU/);
  expect(tableOf(factsOf(props)).rows[0]?.cells).toEqual(['-', '-', '-', '-']);
  expect([...container.querySelectorAll('.verdict')].map((v) => v.textContent)).toEqual(['same', 'same']);
});

test('the caption is true of both panes', async () => {
  const [fast, slow] = [await model('swap-in-hybrid'), await model('swap-in-slow-device')];
  const both = caption(fast.pane(100), slow.pane(100, 'B')).title;
  const [a, b] = [fast, slow].map((s) => {
    const [irq, , hybrid] = factsOf(s.pane(100)).rows;
    return ((irq?.track?.end ?? 0) - (hybrid?.track?.end ?? 0)) / 1000;
  });
  expect(both).toContain(
    `saves ${a?.toFixed(1) ?? ''} µs of this fault in A and ${b?.toFixed(1) ?? ''} in B`,
  );
  const kernel = await capture('swap-in-poll');
  expect(caption(fast.pane(100), kernel.pane(100, 'B')).title).toMatch(
    /^A \(model\) sleeps [\d.]+ µs, then polls: [\d.]+ µs, [\d.]+ of CPU\. B \(kernel\) polls\.$/,
  );
  expect(caption(fast.pane(0), null).title).toBe('Before the first fault.');
  const ahead = await model('swap-in-readahead');
  const k = find(ahead, (f) => win(f) > 1);
  expect(caption(ahead.pane(k), null).title).toBe(
    `Model: ${win(ahead.frame(k))} pages are read at once, so nothing polls.`,
  );
});

test('which kernels: polling, windows by address and by slot', async () => {
  const ahead = await model('swap-in-readahead', { swap_poll: 'poll' });
  const many = ahead.frame(find(ahead, (f) => win(f) > 1));
  const one = ahead.frame(find(ahead, (f) => win(f) === 1));
  expect(swapIn.era(one)).toMatchObject({ from: 4.14, to: 5.18 });
  expect(swapIn.era(many)).toMatchObject({ from: 4.14, to: null });
  const slots = await capture('swap-in-cluster');
  expect(swapIn.era(slots.frame(find(slots, (f) => win(f) > 1)))).toMatchObject({ from: 3.14, to: null });
  const plain = await capture('swap-in-interrupt');
  expect(swapIn.era(plain.frame(9))).toMatchObject({ from: null, to: null });
});

test('a click on a stack goes there', async () => {
  const source = await model('swap-in-readahead');
  const seek = vi.fn();
  const { container } = render(<Drawing {...source.pane(3)} seek={seek} />);
  const target = container.querySelector('.pages.polls');
  if (!target) throw new Error('no stacks');
  const svg = container.querySelector<SVGSVGElement>('svg.swap-in');
  if (!svg) throw new Error('no drawing');
  svg.getBoundingClientRect = () => ({ left: 0, width: 671 }) as DOMRect;
  fireEvent.click(target, { clientX: 106 + ((671 - 106) / 44) * 6.5 });
  expect(seek).toHaveBeenCalledExactlyOnceWith(7);
});
