import { expect, it } from 'vitest';
import { COMMON_FIELDS, KINDS } from '../gen/kinds';
import { Session } from '../session';
import { capture, line } from '../testing/capture.mjs';
import { COUNTERPARTS } from '../types';
import { interleave, swapIn, zones } from '../testing/policies.mjs';
import { CAPTURE, text, wasmModule } from '../testing/wasm';

const STOCK = capture([
  line('mms_begin', { ts: 1, version: 1, release: '6.12.1' }),
  line('mms_kswapd', { ts: 2 }),
  line('mms_ra', { ts: 3, hi: 4096 }),
  ...[0, 1].map((by_place) => line('mms_il', { ts: 4 + by_place, mode: 3, nodes: 1, nodes2: 1, by_place })),
]);

it.each([
  ['swap', CAPTURE],
  ['zones', zones(4)],
  ['swap-in', swapIn(3)],
  ['interleave', interleave(5)],
  ['unpatched', STOCK],
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
    expect(glance['counterpart']).toEqual(whole['counterpart']);
  }
});

it('the core gives each decision of an unpatched kernel that has one its counterpart, and no other event', async () => {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  session.feed(text.encode(STOCK));
  session.endCapture();
  const found = Array.from({ length: session.events }, (_, i) => session.event(i)).flatMap((event) =>
    'counterpart' in event ? [[event.kind, event.counterpart.kind, event.counterpart.ts === event.ts]] : [],
  );
  const known = Object.entries(COUNTERPARTS).flatMap(([kind, ours]) => ours.map((own) => [kind, own, true]));
  expect(found.sort()).toEqual(known.sort());
});
