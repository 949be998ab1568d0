import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Session } from '../../core/session';
import { runOnce, switchesOf, withAdvice } from './run';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url));

test('a capture without what an as if needs: which event that is, and what it can be asked about', async () => {
  const core = await WebAssembly.compile(read('wasm-core/dist/mmscope.wasm'));
  const session = await Session.create(core);
  session.beginCapture();
  session.feed(gunzipSync(read('datasets/captures/interleave-none.mmscope.gz')));
  session.endCapture();
  const switches = switchesOf(session);
  const asked = { machine: 'swap', rule: 'global' };
  await expect(runOnce(core, asked, session)).rejects.toThrow(/has no walk along a swap list/);
  expect(withAdvice('no walk', asked, switches)).toMatch(/^no walk\. It takes the event swap_select: /);
  expect(withAdvice('no walk', asked, [])).toBe(
    'no walk. It takes the event swap_select: choose a capture that has it.',
  );
  expect(withAdvice('no walk', asked, ['granularity', 'zone_alloc_policy'])).toBe(
    'no walk. It takes the event swap_select: vary granularity or zone_alloc_policy of this one, or choose a capture that has it.',
  );
  // What it can be asked about fails for another reason.
  expect(withAdvice('too long', asked, ['rule'])).toBe('too long');
});
