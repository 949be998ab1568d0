/** Each run beside others is the run, or the as if, of its own value: held to sessions that are asked for it alone. */
import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { keyOf, type Decision } from '../../../core/decision';
import type { ParamValues } from '../../../core/params';
import { Session } from '../../../core/session';
import { wasmModule } from '../../../core/testing/wasm';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { parseQuestion } from '../question';
import { INTERLEAVE, SWAP, ZONES } from './columns';
import { demandPhrase, nextParting, partingPhrase, previousParting } from './phrases';
import { planOf } from './plan';
import { baseOf, modelRun, Side, type Base, type SideRun } from './runs';
import { apartOf, partingsOf, type SideState } from './store';

const READERS = import.meta.glob<Decision>('../../../scenes/*/decision.ts', { eager: true });
const DATASETS = new URL('../../../../../datasets/', import.meta.url);
const pause = () => Promise.resolve();

const scenario = async (id: string) =>
  JSON.parse(
    await readFile(new URL(`scenarios/${id}.json`, DATASETS), 'utf8'),
  ) as Catalogue['scenarios'][number];

const textOf = async (id: string) =>
  new Uint8Array(gunzipSync(await readFile(new URL(`captures/${id}.mmscope.gz`, DATASETS))));

function readInto(session: Session, text: Uint8Array): Promise<void> {
  session.beginCapture();
  session.feed(text);
  session.endCapture();
  return Promise.resolve();
}

async function catalogueOf(id: string): Promise<Catalogue> {
  return {
    scenarios: [await scenario(id).catch(() => null)].filter((one) => one !== null),
    captures: [{ id, title: id, file: `${id}.gz`, bytes: 1 }],
    published: [],
  };
}

interface Made {
  base: Base;
  runs: (SideRun | string)[];
  plan: ReturnType<typeof planOf>;
}

async function made(text: string, id: string): Promise<Made> {
  const plan = planOf(parseQuestion(text), await catalogueOf(id), 'http://localhost/');
  const reader = READERS[`../../../scenes/${plan.fixed.scene}/decision.ts`];
  if (!reader) throw new Error('no reader');
  const module = await wasmModule();
  const capture = plan.fixed.capture === null ? null : await textOf(id);
  let session: Session;
  if (capture) await readInto((session = await Session.create(module)), capture);
  else session = await modelRun(module, plan.fixed.params ?? {}, pause);
  const base = await baseOf(session, plan.fixed.scene, reader, plan.fixed.name, !capture, pause);
  const side = new Side(module, base, capture && ((into) => readInto(into, capture)), pause);
  const runs: (SideRun | string)[] = [];
  for (const { number, ask } of plan.values)
    runs.push(
      number === (base.demand.own ?? plan.own)
        ? base.run
        : await side.run(ask).catch((error: unknown) => (error as Error).message),
    );
  return { base, runs, plan };
}

const keysOf = ({ cell, cells }: SideRun) => Array.from(cell, (at) => (cells[at] ? keyOf(cells[at]) : null));
const run = (of: SideRun | string | undefined): SideRun => {
  if (of === undefined || typeof of === 'string') throw new Error(of ?? 'none');
  return of;
};

/** A session that is asked for one value alone: what it gives at each of its swap decisions. */
async function alone(params: ParamValues): Promise<{ session: Session; types: number[] }> {
  const session = await modelRun(await wasmModule(), params, pause);
  const types = Array.from(session.decisionsOf(['swap_select']), (index) => {
    const event = session.event(index);
    return event.kind === 'swap_select' ? event.type : -1;
  });
  return { session, types };
}

const placesOf = ({ cell, cells }: SideRun) => Array.from(cell, (at) => cells[at]?.place ?? -1);

test('a rule decides the asks of the base as its own run does, for as long as that is asked alike', async () => {
  const { base, runs, plan } = await made(
    'of=model:four-nodes&x=rule:node,global,roundrobin&seeds=39',
    'four-nodes',
  );
  const params = (await scenario('four-nodes')).params;
  expect(plan.whose).toContain('Four nodes, one device each');
  expect(runs.map((one) => run(one).origin)).toEqual(['base', 'asif', 'run']);
  for (const [i, rule] of (['node', 'global', 'roundrobin'] as const).entries()) {
    const mine = run(runs[i]);
    expect(mine.cell).toHaveLength(base.demand.decisions);
    const { types } = await alone({ ...params, rule });
    const same = (mine.parts ?? base.demand.decisions + 1) - 1;
    expect(same).toBeGreaterThan(1000);
    expect(placesOf(mine).slice(0, same)).toEqual(types.slice(0, same));
  }
  // A device is full under the one rule: from there on its own run asks otherwise.
  expect(run(runs[1]).parts).toBe(1694);
  expect(run(runs[0]).parts).toBeNull();
});

test('what is counted of a run is what the core measures of it', async () => {
  const { base, runs } = await made('of=model:two-nodes&x=rule:node,global', 'two-nodes');
  const home = base.session.measure().find(({ measure }) => measure === 'home');
  const own = run(runs[0]).numbers[SWAP.home];
  expect(own?.at(-1)).toBeCloseTo(Number(home?.text), 6);
});

test('runs that are asked alike to the end are shown as they are', async () => {
  const { base, runs } = await made('of=model:interleave-1&x=granularity:1,2,8', 'interleave-1');
  const params = (await scenario('interleave-1')).params;
  expect(runs.map((one) => run(one).origin)).toEqual(['base', 'run', 'run']);
  for (const [i, granularity] of [1, 2, 8].entries()) {
    const mine = run(runs[i]);
    const session = await modelRun(await wasmModule(), { ...params, granularity }, pause);
    const indexes = session.decisionsOf(['interleave']);
    expect(indexes).toHaveLength(base.demand.decisions);
    const nodes = Array.from(indexes, (index) => {
      const event = session.event(index);
      return event.kind === 'interleave' ? event.nid : -1;
    });
    expect(placesOf(mine)).toEqual(nodes);
    // The counter alone says where each page goes, and how far one node is ahead.
    expect(nodes.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, k) => Math.floor(k / granularity) % 2));
    expect(mine.numbers[INTERLEAVE.most]?.at(-1)).toBe(granularity);
  }
});

test('of a capture each value is its as if, at the decision that asked', async () => {
  const { base, runs, plan } = await made(
    'of=capture:two-nodes-node&x=rule:node,global,roundrobin',
    'two-nodes-node',
  );
  expect(runs.map((one) => run(one).origin)).toEqual(['base', 'asif', 'asif']);
  const session = await Session.create(await wasmModule());
  await readInto(session, await textOf('two-nodes-node'));
  session.beginAsif(plan.values[2]?.ask.asif ?? {});
  while (!session.runModel(4096));
  const indexes = session.decisionsOf(['swap_select']);
  const mine = run(runs[2]);
  let seen = 0;
  for (let k = 1; k <= base.demand.decisions; k++) {
    const own = mine.own[k - 1] ?? 0;
    if (own === 0) continue;
    const event = session.event(indexes[own - 1] ?? 0);
    expect(event.line === 0 || event.kind !== 'swap_select').toBe(false);
    if (event.kind === 'swap_select') expect(placesOf(mine)[k - 1] ?? -1).toBe(event.type);
    seen++;
  }
  expect(seen).toBeGreaterThan(2000);
});

/** The pages of a walk: whose they are, and how much is free in which zone. */
async function walks(id: string, params: ParamValues) {
  const session = await modelRun(
    await wasmModule(),
    { ...(await scenario(id)).params, seed: 1, ...params },
    pause,
  );
  const took = Array.from(session.decisionsOf(['zone_select']), (index) => session.event(index)).filter(
    (event) => event.kind === 'zone_select' && event.end === 'took',
  );
  return { session, took };
}

test.each(['zones-fair', 'zones-four-nodes'])(
  '%s: under each wake mark the same pages are asked for, walk by walk',
  async (id) => {
    const marks = ['high', 'low', 'zone'] as const;
    const { base, runs } = await made(
      `of=model:${id}&of.zone_alloc_policy=fair&x=kswapd_wake_mark:${marks.join()}`,
      id,
    );
    expect(runs.map((one) => run(one).origin)).toEqual(['base', 'run', 'run']);
    const woken: number[] = [];
    for (const [i, kswapd_wake_mark] of marks.entries()) {
      const mine = run(runs[i]);
      const { session, took } = await walks(id, { kswapd_wake_mark, zone_alloc_policy: 'fair' });
      expect(took).toHaveLength(base.demand.decisions);
      expect(placesOf(mine)).toEqual(took.map((event) => (event.kind === 'zone_select' ? event.zone : -1)));
      // The stage counts what else is decided, too: its number leads to this walk.
      const all = session.decisionsOf(['zone_select', 'zone_batch', 'kswapd_wake']);
      expect(all[(mine.own[99] ?? 0) - 1]).toBe(took[99]?.index);
      const counted = session.measure().find(({ measure }) => measure === 'wakeups');
      woken.push(Number(counted?.text));
      const column = mine.numbers[ZONES.woken];
      expect(column?.at(-1)).toBe(Number(counted?.text));
      expect(new Set(mine.numbers[ZONES.awake])).toEqual(new Set([0, 1]));
    }
    expect(woken[1]).toBeLessThan(woken[0] ?? 0);
  },
);

test('two tasks that come in another order within a millisecond are asked alike all the same', async () => {
  const { base, runs } = await made('of=model:zones-wake-low&x=kswapd_wake_mark:low,high', 'zones-wake-low');
  const mine = run(runs[1]);
  expect(mine.origin).toBe('run');
  const { session, took } = await walks('zones-wake-low', { kswapd_wake_mark: 'high' });
  const asks = Array.from(base.indexes, (index) => {
    const event = base.session.glance(index);
    return event.kind === 'zone_select' ? event.pid : -1;
  });
  const all = session.decisionsOf(['zone_select', 'zone_batch', 'kswapd_wake']);
  const places = placesOf(mine);
  let swapped = 0;
  asks.forEach((pid, i) => {
    const event = session.event(all[(mine.own[i] ?? 0) - 1] ?? 0);
    if (event.kind !== 'zone_select') throw new Error(`walk ${i + 1} is a ${event.kind}`);
    expect(event.pid).toBe(pid);
    expect(places[i]).toBe(event.zone);
    const there = took[i];
    swapped += Number(there?.kind === 'zone_select' && there.pid !== pid);
  });
  expect(swapped).toBeGreaterThan(0);
});

test('what has no same demand says so, and what would do', async () => {
  const zones = await made('of=model:zones-fair&x=load_rate.0:12000,6000', 'zones-fair');
  expect(zones.runs[1]).toMatch(
    /^Its run is asked otherwise from walk \d+ of [\d,]+ on, .*there is no same demand/,
  );
  const demand = await made('of=model:four-nodes&x=migrate_every:256,64', 'four-nodes');
  expect(demand.runs.filter((one) => typeof one === 'string').join()).toMatch(
    /asked otherwise from decision/,
  );
  expect(() =>
    planOf(
      parseQuestion('of=capture:x&of.rule=global&x=slots_back:oldest'),
      { scenarios: [], captures: [{ id: 'x', title: 'x', file: 'x', bytes: 1 }], published: [] },
      'http://localhost/',
    ),
  ).toThrow(/what is assumed beside it/);
});

test('partings are where not all decide alike, and steps go from one to the next', async () => {
  const { base, runs, plan } = await made('of=model:two-nodes&x=rule:node,global,roundrobin', 'two-nodes');
  const all = runs.map(run);
  const apart = apartOf(all, base.demand.decisions);
  const found = partingsOf(apart);
  const keys = all.map(keysOf);
  const expected = Array.from({ length: base.demand.decisions }, (_, i) => i + 1).filter(
    (k) => new Set(keys.map((own) => own[k - 1])).size > 1,
  );
  expect([...found]).toEqual(expected);
  const [first = 0, second = 0] = expected;
  expect(nextParting(found, first)).toBe(second);
  expect(previousParting(found, second)).toBe(first);
  const state = {
    of: '',
    row: 0,
    plan,
    demand: base.demand,
    runs: all,
    failed: new Map(),
    apart,
    partings: found,
    running: false,
    refused: '',
  } satisfies SideState;
  expect(partingPhrase(state)).toMatch(/first in decision/);
  expect(demandPhrase(plan, state)).toMatch(/fixed by the model’s run .*decides it again/);
  expect(partingPhrase({ ...state, partings: new Uint32Array(0) })).toBe('All 3 decide alike to the end.');
});
