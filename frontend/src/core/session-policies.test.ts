import { describe, expect, it } from 'vitest';
import { Session } from './session';
import { line } from './testing/capture.mjs';
import { interleave, swapIn, zones } from './testing/policies.mjs';
import { text, wasmModule } from './testing/wasm';

async function read(capture: string): Promise<Session> {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  session.feed(text.encode(capture));
  session.endCapture();
  session.beginCheck();
  while (!session.check(1000));
  return session;
}

describe('modes', () => {
  it.each([
    ['interleave', interleave(8), { granular: 8 }],
    ['swap-in', swapIn(4), { hybrid: 4, ra_vma: 4 }],
    ['zones and kswapd', zones(4), { preferred: 4, wake_high: 4 }],
  ])('of a capture of %s are counted apart', async (_, capture, expected) => {
    const session = await read(capture);
    const modes = session.modeTotals();
    expect(Object.fromEntries(modes.map((m) => [m.mode, m.decisions]))).toEqual(expected);
    const failed = Array.from({ length: session.decisions }, (_, i) => session.frame(i + 1)).filter(
      (f) => f.verdict?.check !== 'same',
    );
    expect(failed.map((f) => [f.event, f.verdict])).toEqual([]);
    for (const { decisions, same } of modes) expect(same).toBe(decisions);
  });

  it('tell a decision that breaks the rule', async () => {
    const session = await read(interleave(8).replace(/g=2 nid=1/, 'g=2 nid=0'));
    expect(session.modeTotals()[0]).toMatchObject({ mode: 'granular', decisions: 8, different: 2 });
  });
});

it('a walk has as many lanes as it had visits, of kinds with eight and with four', async () => {
  const session = await read(zones(2));
  const [select, , , wake] = [1, 2, 3, 4].map((k) => session.frame(k).event);
  if (select?.kind !== 'zone_select' || wake?.kind !== 'kswapd_wake') throw new Error('other kinds');
  expect(select.visit_zone).toEqual([2, 1]);
  expect(select.visit_free).toEqual([1900, 52000]);
  expect(wake.visit_zone).toEqual([2]);
  expect(wake.visit_mark).toEqual([2500]);
});

it('a scene gets the decisions of its kinds', async () => {
  const session = await read(swapIn(3));
  expect(session.decisions).toBe(6);
  expect(session.decisionsOf(['swap_in'])).toHaveLength(3);
  expect(session.frame(2, session.decisionsOf(['swap_in'])).event).toMatchObject({
    kind: 'swap_in',
    offset: 41,
  });
  // Where nothing decides: what there is first in the list, and that alone.
  expect(session.decisionsOf(['interleave'], ['rq_page', 'swap_in_done', 'mark'])).toHaveLength(3);
  expect(session.decisionsOf(['swap_in'], ['swap_in_done'])).toHaveLength(3);
  expect(session.frame(1, session.decisionsOf(['interleave']))).toMatchObject({ k: 0, event: null });
});

it('the helper refuses a field that the table has not', () => {
  expect(() => line('interleave', { colour: 1 })).toThrow(/colour/);
});
