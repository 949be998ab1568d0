import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ParamValues } from '../core/params';
import { scenes } from '.';
import type { Scene } from './scene';
import * as interleave from './interleave/decision';
import * as swapDevices from './swap-devices/decision';
import * as swapIn from './swap-in/decision';
import * as zones from './zones/decision';
import { openSource, scenarioInput } from './testing/source';
import { STEP_MS } from './timing';

afterEach(cleanup);

const decisions = { 'swap-devices': swapDevices, zones, interleave, 'swap-in': swapIn };

/** What stays as it is between two steps, as text: nothing of the decision itself. */
const KEPT: Readonly<Partial<Record<keyof typeof decisions, string>>> = {
  'swap-devices': '[data-device] text, [data-list] .chip text',
  zones: '[data-kswapd], .level',
  interleave: '[data-band="list"] text:not(.inow, .ip), [data-band="lead"] text',
};

const CASES: readonly [keyof typeof decisions, string, ParamValues, readonly number[]][] = [
  ['swap-devices', 'four-nodes', { rule: 'roundrobin', slots_cache: 0 }, [1, 2, 30, 918]],
  ['swap-devices', 'four-nodes', { rule: 'global' }, [5, 900]],
  ['zones', 'zones-preferred', {}, [1, 12_001, 16_000]],
  ['zones', 'zones-fair', {}, [12_001, 12_400]],
  ['interleave', 'interleave-1', {}, [1, 40, 1000, 1001]],
  ['swap-in', 'swap-in-hybrid', {}, [1, 300]],
  ['swap-in', 'swap-in-random', {}, [400]],
];

const sceneOf = (id: string): Scene => {
  const scene = scenes.find((one) => one.id === id);
  if (!scene) throw new Error(`no scene ${id}`);
  return scene;
};

describe.each(CASES)('%s, %s %o', (id, scenario, params, ks) => {
  async function open() {
    const source = await openSource(id, decisions[id], await scenarioInput(scenario, params));
    const [{ Drawing }, { course }] = await Promise.all([sceneOf(id).drawing(), sceneOf(id).narration()]);
    if (!course) throw new Error('no course');
    const seen = (k: number, ms: number) => {
      const { container, unmount } = render(<Drawing {...source.pane(k)} at={ms / STEP_MS} />);
      const texts = (what: string) =>
        [...container.querySelectorAll(what)].map(
          (e) => `${e.textContent}${e.getAttribute('data-kswapd') ?? ''}${e.getAttribute('style') ?? ''}`,
        );
      const one = {
        discs: [...container.querySelectorAll('circle + circle + text')]
          .map((e) => Number(e.textContent))
          .sort(),
        html: container.innerHTML.replaceAll(/_r_\w+_/g, ''),
        kept: texts(KEPT[id] ?? '.none'),
      };
      unmount();
      return one;
    };
    return { source, seen, courseAt: (k: number) => course({ info: source.info, frame: source.frame(k) }) };
  }

  test('parts follow each other within the step, and causes come before effects', async () => {
    const { courseAt } = await open();
    for (const k of ks) {
      const { stops, discs } = courseAt(k);
      expect(stops.length, `step ${k}`).toBeGreaterThan(1);
      expect([...stops]).toEqual([...new Set(stops)].sort((a, b) => a - b));
      expect(Math.min(...stops)).toBeGreaterThanOrEqual(160);
      expect(Math.max(...stops)).toBeLessThanOrEqual(STEP_MS);
      const times = [...discs].sort(([a], [b]) => a - b).map(([, ms]) => ms);
      expect(times, `step ${k}`).toEqual([...times].sort((a, b) => a - b));
      expect(Math.max(0, ...times)).toBeLessThanOrEqual(stops.at(-1) ?? 0);
    }
  });

  test('a disc is there from its time on, never before; at the last stop all is as it stays', async () => {
    const { courseAt, seen } = await open();
    for (const k of ks) {
      const { stops, discs } = courseAt(k);
      const rest = seen(k, STEP_MS);
      for (const ms of [0, 100, ...stops.slice(0, -1)]) {
        const due = [...discs].flatMap(([n, from]) => (from <= ms ? [n] : []));
        const shown = seen(k, ms).discs;
        expect(shown, `step ${k} at ${ms} ms`).toEqual(due.filter((n) => rest.discs.includes(n)).sort());
      }
      expect(seen(k, stops.at(-1) ?? 0).html, `step ${k}`).toBe(rest.html);
      expect(rest.discs.length, `step ${k}`).toBeGreaterThan(0);
    }
  });

  test('it begins with what the step before has left', async () => {
    const { seen } = await open();
    for (const k of ks.filter((one) => one > 1)) {
      const [before, begins] = [seen(k - 1, STEP_MS), seen(k, 0)];
      expect(begins.discs).toEqual([]);
      expect(begins.kept, `step ${k}`).toEqual(before.kept);
    }
  });
});
