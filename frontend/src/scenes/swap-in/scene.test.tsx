import { ENUM_DOCS } from '../../core/gen/docs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import type { DrawingProps, Frame } from '../scene';
import { labelled, texts } from '../testing/narration';
import { swapIn } from '.';
import { Drawing } from './Drawing';
import { factsOf } from './facts/facts';
import { narrate } from './narration';
import { capture, find, model, win, type Source } from '../testing/swap-in';

afterEach(cleanup);

const narrated = (props: DrawingProps, other: DrawingProps | null = null) => texts(narrate(props, other));

/** The drawing as the stage shows it: named and described by its narration. */
function Pane(props: DrawingProps) {
  const drawn = labelled(swapIn.title, narrate, props);
  return (
    <>
      <Drawing {...drawn} />
      <pre id={drawn.describedBy}>{narrated(props).twin.lines.join('\n')}</pre>
    </>
  );
}

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
    const said = [narrated(a), narrated(a, b), narrated(b)].map((t) => JSON.stringify(t));
    for (const text of [container.innerHTML, ...said])
      expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
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

const polled = ({ trail }: Frame) => trail.some((e) => e.kind === 'swap_in' && e.how === 'poll');

test.each([
  ['swap-in-random', model],
  ['swap-in-poll', model],
  ['swap-in-hybrid', model],
  ['swap-in-hybrid', capture],
  ['swap-in-readahead', capture],
])('%s: drawing and sentences carry the same numbers', async (id, open) => {
  const source = await open(id);
  for (const k of moments(source).slice(1)) {
    const props = source.pane(k);
    const { container } = render(<Drawing {...props} />);
    const discs = [...container.querySelectorAll('text.ip')].map((e) => Number(e.textContent)).sort();
    const numbers = narrate(props, null).sentences.flatMap(({ n }) => n ?? []);
    expect(discs).toEqual(numbers);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    cleanup();
  }
});

test('why: the window, the read, and what only the end of the read tells', async () => {
  const none = '1 No hits, not adjacent, last window 1: 1 page.';
  const [irq, poll, hybrid] = [
    await model('swap-in-random'),
    await model('swap-in-poll'),
    await model('swap-in-hybrid'),
  ];
  const why = (source: Source, k = 100) => narrated(source.pane(k));
  expect(why(irq).heading).toBe('Why sleep?');
  expect(why(irq).sentences).toEqual([
    none,
    '2 One page, but swap_poll is 0: does not poll.',
    '3 Submit, switch away, sleep until the interrupt says that the read is complete.',
    expect.stringMatching(
      /^4 Asleep for [\d.]+ µs; then interrupt, wake-up, switch back: the fault returns after [\d.]+ µs\.$/,
    ),
  ]);
  expect(why(poll).heading).toBe('Why spin?');
  expect(why(poll).sentences).toEqual([
    none,
    '2 One page, and the device can poll: may poll.',
    '3 Spin until it is read: no switch, no interrupt.',
    expect.stringMatching(/^\+ It spins [\d.]+ µs, [\d,]+ looks: back after [\d.]+ µs\.$/),
  ]);
  expect(why(hybrid).heading).toBe('Why sleep, then spin?');
  expect(why(hybrid).sentences.slice(2)).toEqual([
    expect.stringMatching(/^3 Sleep half the mean: [\d.]+ µs of [\d.]+ µs\.$/),
    '4 Then spin until it is read.',
    expect.stringMatching(/^\+ It spins [\d.]+ µs, [\d,]+ looks?: back after [\d.]+ µs\.$/),
  ]);
  // Before anything was polled for there is no mean, so nothing to draw a disc over.
  const kernel = await capture('swap-in-hybrid');
  const first = find(kernel, (f) =>
    f.trail.some((e) => e.kind === 'swap_in' && e.how === 'hybrid' && e.sleep === 0),
  );
  expect(why(kernel, first).heading).toBe('Why spin at once?');
  expect(why(kernel, first).sentences.slice(2, 4)).toEqual([
    '+ No sleep: no delay is set, and there is no mean yet.',
    '3 Then spin until it is read.',
  ]);
  expect(narrated(hybrid.pane(0)).sentences).toEqual([]);
  expect(narrated(hybrid.pane(0)).empty).toBe('Step forward to see the first fault.');
});

test('why: several pages at once, of which no event names the one that is waited for', async () => {
  const source = await capture('swap-in-readahead');
  const k = find(source, (f) => win(f) > 1 && f.trail.filter((e) => e.kind === 'swap_in').length > 1, 50);
  const { heading, sentences, places } = narrated(source.pane(k));
  expect(heading).toMatch(/^Why \d+ pages, and sleep\?$/);
  expect(sentences.slice(1)).toEqual([
    '2 More than one page takes longer: it does not poll.',
    '3 Submit, switch away, sleep until the interrupt says that the read is complete.',
    expect.stringMatching(/^\+ \d+ reads at once: the fault sleeps until its page is there\.$/),
  ]);
  expect(places).toEqual([
    { fn: 'mm/swap_state.c:swap_vma_ra_win()', kind: 'same', detail: null },
    { fn: 'mm/page_io.c:swap_read_folio()', kind: 'same', detail: null },
  ]);
});

test('why: a read whose end is not there, and one that never began', async () => {
  const source = await capture('swap-in-poll');
  const props = source.pane(20);
  const without = (kinds: string[]) => {
    const near = props.frame.neighbours.map((n) => ({
      ...n,
      trail: n.trail.filter((e) => !kinds.includes(e.kind)),
    }));
    return narrated({ ...props, frame: { ...props.frame, neighbours: near } });
  };
  expect(without(['swap_in_done']).sentences.slice(2)).toEqual([
    '+ Spin until it is read: no switch, no interrupt.',
    '(+ How it ended is not in the events at hand.)',
  ]);
  const none = without(['swap_in', 'swap_in_done']);
  expect(none.heading).toBe('Why one page?');
  expect(none.sentences.slice(1)).toEqual([
    '(2 No read follows: the page is there after all, or its read is not on this page of faults.)',
  ]);
  expect(none.places.map(({ fn }) => fn)).toEqual(['mm/swap_state.c:swap_vma_ra_win()']);
});

test('the twin: means of the state, faster and ratio against the interrupt, published rows beside', async () => {
  const source = await model('swap-in-hybrid');
  const props = source.pane(300);
  const [irq, poll] = props.frame.before.would;
  if (!irq || !poll) throw new Error('no state');
  const { twin } = narrated(props);
  const mean = (sum: number, n: number) => (sum / n / 1000).toFixed(1);
  const percent = Math.round(100 * (irq.lat / irq.done / (poll.lat / poll.done) - 1));
  expect(twin.title).toBe('mean of 299 faults, in µs');
  expect(twin.rows[1]?.slice(0, 4)).toEqual([
    'poll',
    mean(poll.lat, poll.done),
    mean(poll.cpu, poll.done),
    `+${percent} %`,
  ]);
  expect(twin.rows[0]?.slice(3)).toEqual(['-', '-']);
  expect(narrate(props, null).twin.rows.map(({ look }) => look)).toEqual([undefined, undefined, 'hot']);
  expect(twin.rows[1]?.[4]).toMatch(/^\d\.\d×$/);
  expect(twin.printed).toEqual([
    'NVMe on DRAM, one thread',
    'poll ~27% better, CPU 2× more, hybrid: CPU 50% more',
  ]);
  const slow = (await model('swap-in-hybrid', { dev_ns: 25_000 })).pane(1);
  expect(narrated(slow).twin.printed).toEqual([
    'NVMe in a virtual machine',
    'poll 10%~25% faster, CPU 2× and even 3× more',
  ]);
  expect(twin.lines).toContainEqual(expect.stringMatching(/^fault 300: pid \d+, nvme0n1$/));
  expect(twin.lines).toContainEqual(expect.stringMatching(/^hybrid: \d+ ns, CPU \d+ ns$/));
  expect(narrated({ ...props, info: { ...source.info, tables: [] } }).twin.printed).toEqual([]);
});

test('a capture: its times are not performance, other modes and CPU time are not in it', async () => {
  const source = await capture('swap-in-poll');
  const props = source.pane(40);
  const { container } = render(<Pane {...props} />);
  const { context, sentences, places, twin } = narrated(props);
  expect(container.querySelector('[data-note="emulated"]')?.textContent).toMatch(/not performance/);
  expect(screen.getAllByText('a captured fault is read one way only')).toHaveLength(2);
  expect(container.textContent).not.toMatch(/\d CPU/);
  expect(sentences.join(' ')).not.toMatch(/µs|ms/);
  expect(sentences[3]).toMatch(/^\+ [\d,]+ looks at the queue\.$/);
  expect([context, ...twin.notes].join(' ')).toMatch(/not performance.*not performance/);
  expect(twin.rows[0]).toEqual(['interrupt', '-', '-', '-', '-']);
  expect(places.map(({ kind }) => kind)).toEqual(['same', 'same']);
  expect(narrated((await model('swap-in-poll')).pane(40)).places.map((p) => 'kind' in p)).toEqual([
    false,
    false,
  ]);
});

test('only what was recorded in the lab is called emulated', async () => {
  const source = await capture('swap-in-poll');
  expect(source.info.emulated).toBe(true);
  const info = { ...source.info };
  delete info.emulated;
  const props = { ...source.pane(40), info };
  const { container } = render(<Pane {...props} />);
  const { context, twin } = narrated(props);
  expect([context, twin.title, ...twin.notes, container.textContent].join(' ')).not.toMatch(/emulated/i);
});

test('what is not known is said in words, not with a dash', async () => {
  const ahead = await model('swap-in-readahead');
  const many = ahead.pane(find(ahead, (f) => win(f) > 1));
  const kernel = (await capture('swap-in-readahead')).pane(2000);
  const drawn = [many, kernel, ahead.pane(1)].map((props) => {
    const { container } = render(<Drawing {...props} />);
    const words = [...container.querySelectorAll('text')].map((t) => t.textContent);
    cleanup();
    expect(words.join('\n')).not.toMatch(/[–-]( |$)/m);
    return words;
  });
  expect(drawn[0]).toContain('known only for reads of one page');
  expect(drawn[1]).toContain('CPU time is not in this capture');
  expect(drawn[1]).toContainEqual(expect.stringMatching(/^[\d,]+ took longer than 16\.3 ms$/));
  expect(drawn[2]?.filter((words) => words === 'none complete yet')).toHaveLength(3);
  expect(narrated(many).twin.lines.at(-1)).toMatch(
    /^interrupt: \d+ ns, CPU known only for reads of one page$/,
  );
  expect(narrated(kernel).twin.lines.at(-1)).toMatch(/, CPU not in this capture$/);
});

test('each of the two decisions of a fault has the verdict of its own', async () => {
  const source = await capture('swap-in-poll');
  const props = source.pane(40);
  const at = props.frame.trail.findIndex((e) => e.kind === 'swap_in');
  const [found] = props.frame.trailVerdicts.slice(at, at + 1);
  if (!found) throw new Error('no verdict');
  const wrong = { ...found, check: 'different', why: 'how', expected: 4, replay_check: 'unchecked' } as const;
  const trailVerdicts = props.frame.trailVerdicts.map((v, i) => (i === at ? wrong : v));
  expect(narrated({ ...props, frame: { ...props.frame, trailVerdicts } }).places).toEqual([
    { fn: 'mm/swap_state.c:swap_vma_ra_win()', kind: 'same', detail: ENUM_DOCS.check['stateless'] },
    {
      fn: 'mm/page_io.c:swap_read_folio()',
      kind: 'different',
      detail: 'the page is read another way, expected interrupt',
    },
  ]);
});

test('the caption is true of both panes', async () => {
  const [fast, slow] = [await model('swap-in-hybrid'), await model('swap-in-slow-device')];
  const both = narrated(fast.pane(100), slow.pane(100, 'B'));
  const [a, b] = [fast, slow].map((s) => {
    const [irq, , hybrid] = factsOf(s.pane(100)).rows;
    return ((irq?.track?.end ?? 0) - (hybrid?.track?.end ?? 0)) / 1000;
  });
  // Each number has its unit and its pane, and what was saved is said once where it is the same.
  const cost = String.raw`for [\d.]+ µs (more|less)`;
  expect(both.title).toMatch(
    new RegExp(
      `^In the model, hybrid polling saves ${a?.toFixed(1) ?? ''} µs of this fault in A, ${cost} CPU, and ${b?.toFixed(1) ?? ''} µs in B, ${cost}\\.$`,
    ),
  );
  const same = narrated(fast.pane(100), fast.pane(100, 'B'));
  expect(same.title).toMatch(
    new RegExp(`saves [\\d.]+ µs of this fault in both panes, ${cost} CPU in A and [\\d.]+ µs more in B\\.$`),
  );
  expect(both.context).toBe(
    'Fault 100. The same fault in three modes, on one axis: what CPU and disk do until the task runs on.',
  );
  const kernel = await capture('swap-in-poll');
  const mixed = narrated(fast.pane(100), kernel.pane(90, 'B'));
  expect(mixed.title).toMatch(
    /^A \(model\) sleeps [\d.]+ µs, then polls: [\d.]+ µs, [\d.]+ of CPU\. B \(kernel\) polls\.$/,
  );
  expect(mixed.context).toBe(
    'Fault 100 in A, 90 in B. Model: one fault in three modes. Kernel: emulated, so its times are not performance.',
  );
  expect(narrated(fast.pane(0)).title).toBe('Before the first fault.');
  expect(narrated(fast.pane(100)).title).toMatch(
    /^Model: Hybrid polling: [\d.]+ µs instead of [\d.]+, for [\d.]+ of CPU instead of [\d.]+\.$/,
  );
  expect(narrated(kernel.pane(90)).title).toMatch(
    /^Kernel: One page, so the fault polls, [\d,]+ looks at the queue\.$/,
  );
  const ahead = await model('swap-in-readahead');
  const k = find(ahead, (f) => win(f) > 1);
  expect(narrated(ahead.pane(k)).title).toBe(
    `Model: ${win(ahead.frame(k))} pages are read at once, so nothing polls.`,
  );
});

test('which kernels: polling, windows by address and by slot', async () => {
  const era = (source: Source, k: number) => narrate(source.pane(k), null).era;
  const ahead = await model('swap-in-readahead', { swap_poll: 'poll' });
  expect(era(ahead, find(ahead, polled))).toMatchObject({ from: 4.14, to: 5.18 });
  expect(
    era(
      ahead,
      find(ahead, (f) => win(f) > 1),
    ),
  ).toMatchObject({ from: 4.14, to: null });
  const slots = await capture('swap-in-cluster');
  expect(
    era(
      slots,
      find(slots, (f) => win(f) > 1),
    ),
  ).toMatchObject({ from: 3.14, to: null });
  expect(era(await capture('swap-in-interrupt'), 9)).toMatchObject({ from: null, to: null });
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

test('CPU and disk run along the axis; the result is said when they have', async () => {
  const source = await model('swap-in-hybrid');
  const props = source.pane(300);
  const seen = (ms: number) => {
    const { container, unmount } = render(<Drawing {...props} at={ms / 1200} />);
    const one = {
      discs: container.querySelectorAll('.fault circle + circle').length,
      running: container.querySelectorAll('.fault [style*="clip-path"]').length,
      ends: container.querySelectorAll('.fault .t16').length,
    };
    unmount();
    return one;
  };
  const [begin, middle, done] = [100, 500, 1200].map(seen);
  expect(begin).toMatchObject({ discs: 0, ends: 0 });
  expect(begin?.running).toBeGreaterThan(0);
  expect(middle?.discs).toBeLessThanOrEqual(done?.discs ?? 0);
  expect(done?.discs).toBeGreaterThan(0);
  expect(done).toMatchObject({ running: 0, ends: begin?.running });
});
