import { cleanup, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import type { DrawingProps } from '../scene';
import { labelled, texts } from '../testing/narration';
import { Drawing } from './Drawing';
import { factsBefore, factsOf } from './facts/facts';
import { walkOf } from './facts/walk';
import { factsAt, partsOf } from './marks/parts';
import { narrate } from './narration';
import { captureSource, scenarioSource } from '../testing/zones';
import { zones } from '.';

const Pane = (props: DrawingProps) => <Drawing {...labelled(zones.title, narrate, props)} />;
afterEach(cleanup);

function check(container: HTMLElement): void {
  expect(container.innerHTML).not.toMatch(/NaN|undefined|Infinity/);
  const ids = [...container.querySelectorAll('[id]')].map((e) => e.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id = ''] of container.innerHTML.matchAll(/url\(["']?#([^)"']+)/g)) expect(ids).toContain(id);
  for (const text of container.querySelectorAll<SVGTextElement>('svg text')) {
    if (text.style.fontSize) expect(parseFloat(text.style.fontSize)).toBeGreaterThanOrEqual(12);
  }
  for (const drawing of screen.getAllByRole('img')) {
    expect(drawing.getAttribute('aria-label')).toMatch(/^Zones and watermarks, pane [AB]: \S/);
    expect(drawing.getAttribute('aria-describedby')).toMatch(/^twin-[AB]$/);
  }
}

test.each([
  ['zones-fair', 'fair'],
  ['zones-four-nodes', 'preferred'],
  ['wake-low', 'fair'],
])('%s: every frame looked at draws its zones, at two widths', async (id, policy) => {
  const source = await captureSource(id, policy);
  const n = source.info.decisions;
  for (const k of [0, 1, 7, Math.floor(n / 3), n]) {
    const a = source.pane(k);
    const b = { ...source.pane(k, 'B', 342), other: { info: a.info, frame: a.frame } };
    const { container, unmount } = render(
      <main>
        <Pane {...a} />
        <Pane {...b} />
      </main>,
    );
    check(container);
    const facts = factsOf(a.frame, a.info);
    expect(container.querySelectorAll('[data-zone]').length).toBe(2 * facts.zones.length);
    expect(container.querySelectorAll('[data-node]').length).toBe(2 * facts.nodes.length);
    const narration = texts(narrate(a, b));
    expect(JSON.stringify(narration)).not.toMatch(/NaN|undefined|Infinity/);
    const { twin } = narration;
    expect(twin.title).toBe('zones, in the order they are asked');
    expect(twin.rows).toHaveLength(facts.zones.length);
    unmount();
  }
});

test('a model: how long pages stay is drawn, and said', async () => {
  const [preferred, fair] = await Promise.all([
    scenarioSource('zones-preferred', { run_ms: 80_000 }),
    scenarioSource('zones-fair', { run_ms: 80_000 }),
  ]);
  const [a, b] = [preferred.pane(preferred.info.decisions), fair.pane(fair.info.decisions, 'B')];
  const { container } = render(
    <main>
      <Pane {...a} other={{ info: b.info, frame: b.frame }} />
      <Pane {...b} other={{ info: a.info, frame: a.frame }} />
    </main>,
  );
  check(container);
  const [first, second] = [...container.querySelectorAll('.below')].map((e) =>
    e.querySelectorAll('path[fill^="url"]'),
  );
  expect([first?.length, second?.length]).toEqual([3, 3]);
  expect(texts(narrate(a, b)).title).toMatch(
    /^Preferred keeps a page [\d.]+ s in Normal.*\. Fair keeps a page \d+ s, wherever it landed\.$/,
  );
  // Nothing is said of reclaim while there was none.
  const early = texts(narrate(preferred.pane(100), fair.pane(100, 'B'))).title;
  expect(early).toMatch(/^Preferred takes \w+ of node 0\b.* Fair takes \w+ of node 0\b/);
});

test('axe finds nothing to complain of', async () => {
  const source = await captureSource('zones-fair', 'fair');
  const { container } = render(
    <main>
      <h1>Test</h1>
      <Pane {...source.pane(5000)} />
    </main>,
  );
  // Colours are not computed in jsdom; ui/style/tokens.test.ts looks at them.
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
});

test('only the decision is red: nothing before the first', async () => {
  const source = await captureSource('zones-fair', 'fair');
  const { container, rerender } = render(<Drawing {...source.pane(0)} />);
  expect(container.innerHTML).not.toContain('var(--now)');
  expect(container.querySelectorAll('.flow, .inow').length).toBe(0);
  const k = Array.from({ length: 300 }, (_, i) => i + 1).find((i) => {
    const { event } = source.frame(i);
    return event?.kind === 'zone_select' && event.zone >= 0;
  });
  rerender(<Drawing {...source.pane(k ?? 0)} />);
  // The words of the zone that gave the page; path and arrow are red by their class.
  expect(container.innerHTML.match(/var\(--now\)/g)?.length).toBe(1);
  expect(container.querySelectorAll('.flow-head').length).toBe(1);
});

test('a level keeps its element, so that it can move', async () => {
  const source = await captureSource('zones-fair-local', 'fair-local');
  const { container, rerender } = render(<Drawing {...source.pane(1000)} animate />);
  const levels = () => [...container.querySelectorAll<SVGGElement>('.level')];
  const before = levels();
  const places = before.map((l) => l.style.transform);
  rerender(<Drawing {...source.pane(20_000)} animate />);
  expect(levels()).toEqual(before);
  expect(levels().map((l) => l.style.transform)).not.toEqual(places);
  expect(container.querySelector('svg')?.classList.contains('back')).toBe(false);
  rerender(<Drawing {...source.pane(1000)} animate />);
  expect(container.querySelector('svg')?.classList.contains('back')).toBe(true);
});

test('a zone is looked at, then the page leaves, then it is counted', async () => {
  const { pane } = await scenarioSource('zones-preferred');
  const props = pane(16_000);
  const { event, before, after } = props.frame;
  if (event?.kind !== 'zone_select' || event.zone < 0) throw new Error('no page is taken');
  const seen = (ms: number) => {
    const { container, unmount } = render(<Drawing {...props} at={ms / 1200} />);
    const one = {
      discs: container.querySelectorAll('.walk circle + circle').length,
      token: container.querySelector('.token text')?.textContent ?? null,
    };
    unmount();
    return one;
  };
  const steps = event.visit_zone.length;
  expect(seen(100)).toEqual({ discs: 0, token: null });
  const { taken, counted } = partsOf(walkOf(event));
  expect(seen(taken.from - 1)).toEqual({ discs: steps, token: null });
  expect(seen((taken.from + taken.to) / 2)).toEqual({ discs: steps, token: String(2 ** event.order) });
  // A step is as long as what happens in it.
  expect(counted.to).toBe(160 + 160 * (steps - 1) + 400);
  expect(seen(1200)).toEqual({ discs: steps, token: null });
  const at = (share: number) => {
    const facts = factsOf(props.frame, props.info);
    return factsAt(facts, factsBefore(props.frame, props.info), walkOf(facts.event), share).byId.get(
      event.zone,
    );
  };
  const old = before.zone[event.zone];
  expect(after.zone[event.zone]?.taken).toBe((old?.taken ?? 0) + 2 ** event.order);
  expect([0.1, (counted.from - 1) / 1200, 1].map((share) => at(share)?.taken)).toEqual([
    old?.taken,
    old?.taken,
    after.zone[event.zone]?.taken,
  ]);
  expect([at(0.05)?.free, at(0.6)?.free]).toEqual([old?.free, after.zone[event.zone]?.free]);
});

test('kswapd wakes when the check has its answer', async () => {
  const source = await scenarioSource('zones-preferred');
  const k = source.info.decisions;
  const wake = Array.from({ length: k }, (_, i) => i + 1).find((n) => {
    const { event } = source.frame(n);
    return event?.kind === 'kswapd_wake' && event.verdict === 'woken';
  });
  const props = source.pane(wake ?? 0);
  const awake = (ms: number) => {
    const { container, unmount } = render(<Drawing {...props} at={ms / 1200} />);
    const states = [...container.querySelectorAll('[data-kswapd]')].map((e) => e.getAttribute('data-kswapd'));
    unmount();
    return states;
  };
  const { event } = props.frame;
  if (event?.kind !== 'kswapd_wake') throw new Error('no check');
  const { wakes } = partsOf(walkOf(event));
  expect(awake(wakes.from - 1)).not.toEqual(awake(wakes.from));
  expect(awake(wakes.from)).toEqual(awake(1200));
});
