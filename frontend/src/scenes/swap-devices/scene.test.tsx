import { cleanup, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { VerdictStruct } from '../../core/gen/tables';
import { swapDevices } from '.';
import { labelled, texts } from '../testing/narration';
import { Drawing } from './Drawing';
import { factsOf } from './facts/facts';
import { PARTS, visitPart } from './marks/parts';
import { narrate } from './narration';
import type { Visit } from '../voices/swap-walk';
import { decide, pane, run, RULES, SHAPES } from '../testing/swap-devices';

const named = (props: ReturnType<typeof pane>) => labelled(swapDevices.title, narrate, props);
afterEach(cleanup);

const svg = (root: ParentNode) => {
  const found = root.querySelector('svg.swap-devices');
  if (!found) throw new Error('no drawing');
  return found;
};

const left = (mark: SVGGElement) => Number(/translate\(([\d.]+)px/.exec(mark.style.transform)?.[1]);

describe.each(Object.keys(SHAPES))('%s', (shape) => {
  test.each(RULES)('rule %s: panes, names and sizes of text', async (rule) => {
    const source = await run({ ...SHAPES[shape], rule });
    const a = pane(source, source.frame(30));
    const b = { ...pane(source, source.frame(31), 'B', 342), other: { info: a.info, frame: a.frame } };
    const { container } = render(
      <main>
        <Drawing {...named(a)} />
        <Drawing {...named(b)} />
      </main>,
    );
    const ids = [...container.querySelectorAll('[id]')].map((e) => e.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const drawing of screen.getAllByRole('img')) {
      expect(drawing.getAttribute('aria-label')).toMatch(/^Swap devices, pane [AB]: \S/);
      expect(drawing.getAttribute('aria-describedby')).toMatch(/^twin-[AB]$/);
    }
    for (const text of container.querySelectorAll<SVGTextElement>('svg text')) {
      if (text.style.fontSize) expect(parseFloat(text.style.fontSize)).toBeGreaterThanOrEqual(12);
    }
    expect(container.innerHTML).not.toMatch(/NaN|undefined/);
    // Every reference within the drawing leads somewhere.
    for (const [, id = ''] of container.innerHTML.matchAll(/url\(["']?#([^)"']+)/g))
      expect(ids).toContain(id);
    for (const frame of [a.frame, b.frame]) {
      const facts = factsOf(frame);
      expect(svg(container).querySelectorAll('[data-device]').length).toBe(facts.devices.length);
    }
  });
});

test('axe finds nothing to complain of', async () => {
  const source = await run({ rule: 'roundrobin' }, 'kernel');
  const props = named(pane(source, source.frame(30)));
  const { container } = render(
    <main>
      <h1>Test</h1>
      <Drawing {...props} />
      <div id="twin-A">Its description</div>
    </main>,
  );
  // Colours are not computed in jsdom; ui/style/tokens.test.ts looks at them.
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([]);
});

test('only the decision is red: its CPU, its device, its path', async () => {
  const source = await run();
  const { container, rerender } = render(<Drawing {...pane(source, source.frame(30))} />);
  const red = () => container.innerHTML.match(/var\(--now\)/g)?.length ?? 0;
  expect(red()).toBe(3); // box and rim of the CPU, rim of the chip; the path is red by its class
  expect(container.querySelectorAll('.flow').length).toBeGreaterThan(1);
  rerender(<Drawing {...pane(source, source.frame(0))} />);
  expect(red()).toBe(0);
  expect(container.querySelectorAll('.flow, .inow').length).toBe(0);
});

test('a name that is markup stays text', async () => {
  const source = await run();
  const names = ['<b>x</b>', '"><img/x', '&lt;', '\u202eab'];
  const decided = decide(source.frame(30), { comm: '<img src=x>' });
  const dev = decided.before.dev.map((row, type) => ({ ...row, name: names[type] ?? row.name }));
  const frame = { ...decided, before: { ...decided.before, dev } };
  const props = pane(source, frame, 'A', 1000);
  const { container } = render(<Drawing {...named(props)} />);
  expect(container.querySelectorAll('b, img, script').length).toBe(0);
  const clean = ['<b>x</b>', '"><img/x', '&lt;', '\ufffdab'];
  for (const name of clean) expect(container.textContent).toContain(name);
  const { twin } = texts(narrate(props, null));
  expect(twin.rows.map(([name]) => name)).toEqual(clean);
  expect(twin.lines.join('\n')).toContain('<img src=x>[');
});

test('a chip keeps its element when the list is reordered, so that it can slide', async () => {
  const source = await run({ rule: 'roundrobin' });
  const { container, rerender } = render(<Drawing {...pane(source, source.frame(30))} animate />);
  const chips = () => [...container.querySelectorAll<SVGGElement>('.chip')];
  const before = chips();
  const places = before.map((c) => c.style.transform);
  rerender(<Drawing {...pane(source, source.frame(31))} animate />);
  expect(chips()).toEqual(before);
  expect(chips().map((c) => c.style.transform)).not.toEqual(places);
  expect(svg(container).classList.contains('animate')).toBe(true);
  expect(svg(container).classList.contains('back')).toBe(false);
  rerender(<Drawing {...pane(source, source.frame(30))} animate />);
  expect(svg(container).classList.contains('back')).toBe(true);
  expect(chips().map((c) => c.style.transform)).toEqual(places);
  rerender(<Drawing {...pane(source, source.frame(30))} />);
  expect(svg(container).classList.contains('animate')).toBe(false);
});

test('a promoted device is called local on the list of its own node, and there alone', async () => {
  const source = await run();
  const { container } = render(<Drawing {...pane(source, source.frame(30))} />);
  for (const list of container.querySelectorAll('[data-list]')) {
    expect([...list.querySelectorAll('.promoted')].map((e) => e.textContent)).toEqual(['key 1, local']);
    // The node's device, which comes first.
    const [first] = [...list.querySelectorAll<SVGGElement>('.chip')].sort((a, b) => left(a) - left(b));
    expect(first?.getAttribute('data-type')).toBe(list.getAttribute('data-list'));
  }
});

test('one letter for a device in lists and tanks of both panes, whatever it is called', async () => {
  const a = await run();
  const b = await run({ rule: 'roundrobin', dev_name: ['sdb', 'sdc', 'nvme10n1', 'zram0'] }, 'kernel');
  const { container } = render(
    <>
      <Drawing {...pane(a, a.frame(30))} />
      <Drawing {...pane(b, b.frame(30), 'B')} />
    </>,
  );
  for (const mark of container.querySelectorAll('[data-type], [data-device]')) {
    const type = Number(mark.getAttribute('data-type') ?? mark.getAttribute('data-device'));
    const tile = mark.querySelector('.tile');
    expect(tile?.textContent).toBe('ABCD'[type]);
    expect(tile?.querySelector('rect')?.getAttribute('fill')).toBe(`var(--n${type})`);
  }
});

test('devices off the lists: full, swapped off, of unknown size', async () => {
  const source = await run();
  const frame = source.frame(30);
  const dev = frame.after.dev.map((row, type) => {
    if (type === 0) return { ...row, listed: 0, why_off: 'full' as const, used: row.pages };
    if (type === 1) return { ...row, present: 0, listed: 0 };
    return type === 2 ? { ...row, pages: 0 } : row;
  });
  const { container } = render(<Drawing {...pane(source, { ...frame, after: { ...frame.after, dev } })} />);
  const tank = (type: number) => container.querySelector(`[data-device="${type}"]`);
  expect(tank(0)?.textContent).toContain('full, off every list');
  expect(tank(1)?.textContent).toContain('swapped off');
  expect(tank(1)?.textContent).toContain('\u2013');
  expect(tank(2)?.textContent).toContain('size not known');
});

test.each([
  ['noswap', 'no free swap'],
  ['none', 'the list is empty'],
] as const)('a walk that ends with %s says so in the drawing', async (end, words) => {
  const source = await run();
  const list = end === 'none' ? { list_n: 0, list_type: [], list_prio: [] } : {};
  const values = { end, type: -1, ret: 0, visits: 0, visit_type: [], visit_verdict: [], ...list };
  const { container } = render(<Drawing {...pane(source, decide(source.frame(30), values))} />);
  expect(container.textContent).toContain(words);
});

test('the verdict of the checker, for captures only', async () => {
  const source = await run({}, 'kernel');
  const verdict: VerdictStruct = {
    check: 'different',
    why: 'type',
    replay_check: 'same',
    replay_why: 'ok',
    visit: 0,
    pad: 0,
    expected: 3,
  };
  const frame = { ...source.frame(30), verdict };
  const [place] = texts(narrate(pane(source, frame), null)).places;
  expect(place).toMatchObject({ fn: 'mm/swapfile.c:get_swap_pages()', kind: 'different' });
  expect(place?.detail).toMatch(/, expected swapD$/);
  const model = { info: { ...source.info, provenance: 'model' as const } };
  expect(texts(narrate(pane(model, frame), null)).places).toEqual([{ fn: 'mm/swapfile.c:get_swap_pages()' }]);
});

test('before the first decision', async () => {
  const source = await run({ rule: 'roundrobin' });
  expect(texts(narrate(pane(source, source.frame(0)), null))).toMatchObject({
    heading: 'Nothing decided yet',
    sentences: [],
    places: [],
    terms: [],
    era: 'from 6.19',
  });
});

describe('a step as cause, then effect', () => {
  /** What a drawing shows at a moment of the step. */
  const seenAt = (props: ReturnType<typeof pane>, ms: number) => {
    const { container, unmount } = render(<Drawing {...named(props)} at={ms / 1200} />);
    const drawing = svg(container);
    // Words take no dashes from a frame they stand in: nobody could read them.
    expect([...drawing.querySelectorAll('text')].filter((e) => e.closest('[stroke-dasharray]'))).toEqual([]);
    const seen = {
      discs: [...drawing.querySelectorAll('.walk g > circle + circle + text')].map((e) => e.textContent),
      found: drawing.querySelectorAll('.chip [style*="--now"]').length > 0,
      ghost: drawing.querySelector('[data-list] rect[stroke-dasharray="4 3"]') !== null,
      token: drawing.querySelector('.token text')?.textContent ?? null,
      used: [...drawing.querySelectorAll('[data-device] text.end:not(.i2)')].map((e) => e.textContent),
    };
    unmount();
    return seen;
  };

  test('asked, walked, requeued, given: nothing is seen before what causes it, and the tank fills last', async () => {
    const source = await run({ rule: 'roundrobin' });
    const props = pane(source, source.frame(30));
    const taker = props.frame.event?.kind === 'swap_select' ? props.frame.event.type : -1;
    const [asked, walked, requeued, given, arriving, done] = [100, 450, 700, 900, 1100, 1200].map((ms) =>
      seenAt(props, ms),
    );
    const before = seenAt(pane(source, source.frame(29)), 1200);
    expect([asked, walked, requeued, given, arriving, done].map((s) => s?.discs.join(''))).toEqual([
      '',
      '12',
      '123',
      '1234',
      '1234',
      '1234',
    ]);
    expect([asked?.found, walked?.found]).toEqual([false, true]);
    expect([walked?.ghost, requeued?.ghost]).toEqual([false, true]);
    expect([requeued?.token, given?.token, arriving?.token, done?.token]).toEqual([null, '64', null, null]);
    for (const s of [asked, walked, requeued, given]) expect(s?.used[taker]).toBe(before.used[taker]);
    expect(done?.used[taker]).not.toBe(before.used[taker]);
  });

  test('a device that gives nothing is tried before the one that does', () => {
    const parts = [0, 1, 2].map((visit) => visitPart({ visits: new Array<Visit>(3), took: 2 }, visit));
    expect(parts[0]?.from).toBe(PARTS.given.from);
    for (const [i, part] of parts.entries()) expect(part.from).toBe(parts[i - 1]?.to ?? PARTS.given.from);
    expect(parts.at(-1)?.to).toBe(PARTS.given.to);
  });
});
