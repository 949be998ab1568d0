import { expect, it } from 'vitest';
import { TraceReader } from './reader';
import { traceModule } from '../testing/wasm';
import { LINES, WARM_UP_FORMATS, warmUp, warmUpText } from './warm-up';

it.each(WARM_UP_FORMATS)(
  'what warms the reader up is text of %s, every line an event of the table',
  async (format) => {
    const reader = await TraceReader.create(traceModule, {});
    reader.feed(warmUpText(reader.description, format));
    reader.end();
    expect(reader.report()).toMatchObject({
      format,
      lines: LINES,
      understood: LINES,
      unreadable: 0,
      generic: 0,
    });
    expect(reader.counts().length).toBeGreaterThan(30);
  },
);

it('messages are let in while it warms up', async () => {
  const order: string[] = [];
  const warming = warmUp(traceModule, 500_000).then(() => order.push('warm'));
  setTimeout(() => order.push('message'));
  await warming;
  expect(order).toEqual(['message', 'warm']);
});
