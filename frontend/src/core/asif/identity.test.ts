import { expect, test } from 'vitest';
import { DRIVEN } from '../gen/tables';
import { identityOf } from './identity';
import type { ParamValues } from '../params';
import { Session } from '../session';
import { CAPTURE, wasmModule } from '../testing/wasm';

const [swap] = DRIVEN;

async function read(asif?: ParamValues, own = false): Promise<Session> {
  const session = await Session.create(await wasmModule());
  session.beginCapture();
  session.feed(new TextEncoder().encode(CAPTURE));
  session.endCapture();
  if (asif) session.beginAsif({ machine: 'swap', ...asif }, own);
  while (asif && !session.runModel(100));
  return session;
}

const compared = async (asif: ParamValues, own: boolean) =>
  identityOf(await read(), await read(asif, own), swap, () => Promise.resolve());

test('as if under its own switch, a capture gives back its decisions; under another, not', async () => {
  expect(await compared({}, true)).toEqual({ decisions: 3, same: 3, corrected: 0 });
  expect(await compared({ rule: 'roundrobin' }, false)).toEqual({ decisions: 3, same: 0, corrected: 0 });
});
