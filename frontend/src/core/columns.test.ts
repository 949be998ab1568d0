import { expect, it } from 'vitest';
import { readColumns } from './columns';
import type { Decision } from './decision';
import { Session } from './session';
import { CAPTURE, changed, text, wasmModule } from './testing/wasm';

const reader: Decision = {
  kinds: null,
  tables: ['dev'],
  cell: (event, state) => {
    if (event.kind !== 'swap_select') throw new Error(`asked about ${event.kind}`);
    const device = state.dev[event.type];
    return { letter: '?', node: device?.node_id ?? -1, name: device?.name ?? '' };
  },
  tick: (event) => (event.kind === 'mark' ? { words: event.text } : null),
};

async function columns(capture: string) {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  session.feed(text.encode(capture));
  session.endCapture();
  return readColumns(session, reader, session.decisionsOf(reader.kinds), () => Promise.resolve());
}

it('has one entry per decision, named by the state before it', async () => {
  const { cell, cells, ts } = await columns(CAPTURE);
  expect([...cell].map((c) => cells[c]?.name)).toEqual(['sdA', 'sdB', 'sdA']);
  expect(cells).toHaveLength(2);
  expect(ts).toHaveLength(3);
});

it('counts time from the first event', async () => {
  const { ts, span, ticks } = await columns(CAPTURE);
  expect([...ts]).toEqual([110, 210, 360]);
  expect(span).toBe(360);
  expect(ticks).toEqual([{ k: 0, ts: 0, words: 'it begins' }]);
});

it('marks a missing seq as a gap where it is missing', async () => {
  const { gaps, cell } = await columns(changed((lines) => lines.filter((l) => !l.includes('seq=4'))));
  expect(cell).toHaveLength(2);
  expect(gaps).toEqual([{ k: 1, n: 1 }]);
});

it('marks what the tracer said it lost', async () => {
  const { gaps } = await columns(changed((lines) => lines.toSpliced(8, 0, 'lost n=17')));
  expect(gaps.reduce((sum, g) => sum + g.n, 0)).toBe(17);
});

it('stops when its pause says so', async () => {
  const session = await Session.create(await wasmModule());
  session.beginModel({ stop_decisions: 20000 });
  while (!session.runModel(20000));
  const stop = () => Promise.reject(new Error('enough'));
  await expect(readColumns(session, reader, session.decisionsOf(null), stop)).rejects.toThrow('enough');
});
