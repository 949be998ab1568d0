import { expect, it } from 'vitest';
import { COMMON_FIELDS, KINDS } from '../gen/kinds';
import { Session } from '../session';
import { interleave, swapIn, zones } from '../testing/policies.mjs';
import { CAPTURE, text, wasmModule } from '../testing/wasm';

it.each([
  ['swap', CAPTURE],
  ['zones', zones(4)],
  ['swap-in', swapIn(3)],
  ['interleave', interleave(5)],
])('a glance at an event of %s reads every field as the whole event has it', async (_, capture) => {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  session.feed(text.encode(capture));
  session.endCapture();
  expect(session.events).toBeGreaterThan(3);
  for (let i = 0; i < session.events; i++) {
    const whole = session.event(i) as unknown as Record<string, unknown>;
    const glance = session.glance(i) as unknown as Record<string, unknown>;
    expect([glance['kind'], glance['index']]).toEqual([whole['kind'], i]);
    const fields = KINDS[session.event(i).kind].fields;
    for (const { name } of [...COMMON_FIELDS, ...fields]) expect(glance[name], name).toEqual(whole[name]);
  }
});
