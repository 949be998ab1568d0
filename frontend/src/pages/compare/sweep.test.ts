import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ParamValues } from '../../core/params';
import type { Measured } from '../../core/session';
import type { Catalogue } from '../../capture/sources/catalogue';
import { Pool, type Runner } from './pool';
import { csvOf, runOnce } from './run';
import { sweeping, type Sweep } from './sweep';

const CORE = new URL('../../../../wasm-core/dist/mmscope.wasm', import.meta.url);
const scenario = (id: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../datasets/scenarios/${id}.json`, import.meta.url), 'utf8'),
  ) as Catalogue['scenarios'][number];
const CATALOGUE: Catalogue = {
  scenarios: ['two-nodes', 'interleave-1'].map((id) => ({ ...scenario(id), id })),
  captures: [{ id: 'own', title: 'own', file: 'own.gz', bytes: 1 }],
  published: [],
};
const core = WebAssembly.compile(readFileSync(CORE));

type Answer = (params: ParamValues) => Promise<Measured[] | string>;
const value = (n: number): Measured[] => [{ measure: 'home', part: 0, of: 1, text: String(n) }];

/** A sweep whose runs come from here. */
function swept(answer: Answer, workers = 2): Sweep {
  const runner = (): Runner<Measured[]> => ({
    run: (params) => answer(params ?? {}),
    stop: () => undefined,
  });
  return sweeping(new Pool(runner, workers), () => Promise.resolve(null));
}

/** Waits until nothing runs. */
const ended = (sweep: Sweep) =>
  new Promise<void>((resolve) => {
    const look = () => {
      const { running, refused, done, all } = sweep.store.getState();
      if (!running && (refused !== '' || done === all)) resolve();
    };
    sweep.store.subscribe(look);
    look();
  });

const ask = async (sweep: Sweep, text: string, most?: number) => {
  sweep.ask(text, CATALOGUE, 'http://here/', most);
  await ended(sweep);
  return sweep.store.getState();
};

const GOOD = 'of=model:two-nodes&x=rule:node,global&m=home';

test.each([
  ['of=model:two-nodes&x=nodes:0,2', /^nodes is 1 to \d+, not 0$/],
  [
    'of=model:interleave-1&x=granularity:1..600&seeds=1..20',
    /are 12,000 runs, at most 10,000 are made: take fewer/,
  ],
  ['of=model:nowhere&x=rule:node', /^there is no scenario “nowhere”$/],
  ['of=capture:nowhere&x=rule:node', /^there is no bundled capture “nowhere”$/],
  ['of=capture:own&x=turn:call', /^a capture can be asked about rule, .*, not about turn$/],
  ['of=model:two-nodes&x=rule:fast', /^rule is node, global, roundrobin, not “fast”$/],
])('%s is refused, and what was shown stays', async (text, said) => {
  let made = 0;
  const sweep = swept(() => Promise.resolve(value(made++)));
  const before = await ask(sweep, GOOD);
  const { refused, ...after } = await ask(sweep, text);
  expect(refused).toMatch(said);
  expect([after.question, after.rows]).toEqual([before.question, before.rows]);
  expect(made).toBe(2);
});

test('a question of which every run fails is refused, too; of which some fail, is shown', async () => {
  const sweep = swept(({ rule }) =>
    Promise.resolve(rule === 'global' ? value(1) : `this capture has no walk under ${String(rule)}`),
  );
  const before = await ask(sweep, 'of=model:two-nodes&x=rule:global');
  const none = await ask(sweep, 'of=model:two-nodes&x=rule:node,roundrobin&seeds=1..3');
  expect(none.refused).toBe(
    'rule node: this capture has no walk under node. rule roundrobin: this capture has no walk under roundrobin.',
  );
  expect([none.question, none.rows]).toEqual([before.question, before.rows]);
  const some = await ask(sweep, GOOD);
  expect([some.refused, some.failed.size, some.rows.filter(Boolean).length]).toEqual(['', 1, 1]);
});

test('many runs wait for somebody who wants them; stopped, what was made is shown', async () => {
  const sweep = swept(() => Promise.resolve(value(1)), 1);
  sweep.ask('of=model:two-nodes&x=rule:node&seeds=1..9', CATALOGUE, 'http://here/', 8);
  expect(sweep.store.getState()).toMatchObject({ all: 9, done: 0, running: false, question: null });
  let n = 0;
  const stopped = swept(() => {
    if (++n === 4) stopped.stop();
    return Promise.resolve(value(n));
  }, 1);
  stopped.ask('of=model:two-nodes&x=rule:node&seeds=1..9', CATALOGUE, 'http://here/');
  await new Promise<void>((resolve) => {
    stopped.store.subscribe(({ running }) => {
      if (!running) resolve();
    });
  });
  const state = stopped.store.getState();
  expect([state.done, state.rows.filter(Boolean).length, state.all]).toEqual([3, 3, 9]);
});

/** A number of 0 to `most`, the same each time. */
function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * (most + 1));
  };
}

test('what comes out depends neither on the number of workers nor on the order in which they finish', async () => {
  const text = 'of=model:two-nodes&x=rule:node,global,roundrobin&y=demand.0:1,3&seeds=1..3';
  const texts = new Set<string>();
  for (const [seed, workers] of [1, 1, 2, 3, 5, 7, 18, 40].entries()) {
    const draw = random(seed);
    const open: (() => void)[] = [];
    const sweep = swept(async (params) => {
      const found = await runOnce(await core, params);
      // Finished, and reported when its turn is drawn.
      await new Promise<void>((tell) => {
        open.push(tell);
        setTimeout(() => open.splice(draw(open.length - 1), 1)[0]?.());
      });
      return found;
    }, workers);
    const { question, rows, refused } = await ask(sweep, text);
    expect(refused).toBe('');
    if (question) texts.add(csvOf(question, rows));
  }
  expect(texts.size).toBe(1);
  expect([...texts][0]?.split('\n').length).toBeGreaterThan(18 * 4);
});
