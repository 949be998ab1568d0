import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Changes } from './change';

test('a change is loading, then ready or failed; what comes later of it is no news', async () => {
  const changes = new Changes();
  expect(changes.phase).toBe('away');
  const one = changes.ask();
  const { outcome } = changes;
  expect(changes.phase).toBe('loading');
  expect(changes.ready(one)).toBe(true);
  expect(changes.ready(one)).toBe(false);
  expect([changes.phase, await outcome]).toEqual(['ready', 'ready']);
  const two = changes.ask();
  expect(changes.fail(two, 'There is no scene.')).toBe(true);
  expect(changes.fail(two, 'Nor any other.')).toBe(false);
  expect(changes.ready(two)).toBe(false);
  expect([changes.phase, changes.why, await changes.outcome]).toEqual([
    'failed',
    'There is no scene.',
    'failed',
  ]);
  changes.ask();
  expect([changes.phase, changes.why]).toEqual(['loading', '']);
});

test('what was ready can be lost, once', () => {
  const changes = new Changes();
  const one = changes.ask();
  changes.ready(one);
  expect(changes.fail(one, 'The reader stopped.')).toBe(true);
  expect([changes.phase, changes.ready(one)]).toEqual(['failed', false]);
});

test('who waits for a change that another replaces hears so, and may wait for the last', async () => {
  const changes = new Changes();
  const first = changes.ask();
  const { outcome } = changes;
  let settled = false;
  const all = changes.settled().then(() => {
    settled = true;
  });
  const last = changes.ask();
  expect([await outcome, changes.ready(first), settled]).toEqual(['replaced', false, false]);
  changes.ready(last);
  await all;
  expect(changes.phase).toBe('ready');
});

test('off its page nothing is on its way, and nobody waits', async () => {
  const changes = new Changes();
  const one = changes.ask();
  const { outcome } = changes;
  const all = changes.settled();
  changes.leave();
  await all;
  expect([await outcome, changes.phase, changes.is(one)]).toEqual(['replaced', 'away', false]);
  expect([changes.ready(one), changes.fail(one, 'too late')]).toEqual([false, false]);
});

test('in whatever order: of each change that is not replaced first there is one outcome, of the others none', async () => {
  const act = fc.oneof(
    fc.record({ does: fc.constant('ask' as const), of: fc.constant(0) }),
    fc.record({ does: fc.constant('leave' as const), of: fc.constant(0) }),
    fc.record({ does: fc.constantFrom('ready' as const, 'fail' as const), of: fc.nat({ max: 4 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const changes = new Changes();
      const asked: { number: number; outcome: Promise<string>; news: string[] }[] = [];
      /** The change that nothing has replaced; null: none is asked for. */
      let last: (typeof asked)[number] | null = null;
      for (const { does, of } of acts) {
        if (does === 'ask') {
          last = { number: changes.ask(), outcome: changes.outcome, news: [] };
          asked.push(last);
        } else if (does === 'leave') {
          changes.leave();
          last = null;
        } else {
          // Of any of the last five, and what was heard of it before does not count.
          const one = asked.at(-1 - of);
          if (!one) continue;
          const before = one.news.at(-1);
          const news = does === 'ready' ? changes.ready(one.number) : changes.fail(one.number, 'why');
          const fresh = does === 'ready' ? before === undefined : before !== 'fail';
          expect(news).toBe(one === last && fresh);
          if (news) one.news.push(does);
        }
        expect(changes.phase).toBe(
          last ? ({ ready: 'ready', fail: 'failed' }[last.news.at(-1) ?? ''] ?? 'loading') : 'away',
        );
      }
      changes.leave();
      for (const { outcome, news } of asked)
        expect(await outcome).toBe({ ready: 'ready', fail: 'failed' }[news[0] ?? ''] ?? 'replaced');
      expect(new Set(asked.map(({ number }) => number)).size).toBe(asked.length);
    }),
  );
});
