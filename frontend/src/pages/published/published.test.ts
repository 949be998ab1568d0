import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { StateView } from '../../core/types';
import { wasmModule } from '../../core/testing/wasm';
import type { Scenario } from '../../capture/sources/catalogue';
import { numberIn, plain, ratioIn } from './cells';
import type {
  Cell,
  Measure,
  PublishedDocument,
  PublishedTable,
} from '../../capture/sources/published-document';
import { judge, meets, nullMeets, nullRatio, type Outcomes } from './verdict';
import { chosenRun, madeOf, numberFrom, type Outcome } from './measure';
import { parametersOf, undeclared } from './origins';
import { expand, type Row } from './rows';
import { compute, paramsOf, parseRun, runsOf, tablesOf } from './runs';
import { answerOf, countsAs, effectOf, effectWords, lineOf, surprise, totalsOf } from './summary';
import { isVaried, variationsOf, variationResult } from './variations';

const DATASETS = new URL('../../../../datasets/', import.meta.url);
const jsons = <T>(folder: string): T[] =>
  readdirSync(new URL(folder, DATASETS))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(new URL(folder + name, DATASETS), 'utf8')) as T);
const documents = jsons<PublishedDocument>('published/');
const scenarios = jsons<Scenario>('scenarios/');

const TABLE: PublishedTable = {
  id: 'io',
  source: '009',
  title: 'T',
  columns: ['measure', 'size', 'BASE', 'FAIR', 'change'],
  labels: ['measure', 'size'],
  derived: ['change'],
  rows: [
    ['ops', '0M', 100, 102, '2%'],
    ['ops', '9M', 50, 100, '100%'],
    ['swapin', '0M', 0, 0, '0%'],
    ['swapin', '9M', 4000, 0, '0%'],
    ['stalls', '9M', 0, 7, ''],
    ['huge', '9M', 1, 2, ''],
  ],
  runs: [
    { match: { size: '0M' }, column: 'BASE', scenarios: ['base-0'] },
    { match: { size: '0M' }, column: 'FAIR', scenarios: ['fair-0'] },
    { column: 'BASE', scenarios: ['base-9', 'base-9b'] },
    { column: 'FAIR', scenarios: ['fair-9'] },
  ],
  models: [
    { match: { measure: 'ops' }, columns: ['FAIR'], against: { column: 'BASE' }, measure: { stat: 'ops' } },
    { match: { measure: 'swapin' }, columns: ['FAIR'], against: { column: 'BASE' }, measure: { stat: 'in' } },
    { match: { measure: 'stalls' }, columns: ['FAIR'], against: { column: 'BASE' }, measure: { stat: 'st' } },
    { match: { measure: 'huge' }, not_modelled: 'no huge pages' },
  ],
  fitted: [{ id: 'pace', match: { measure: 'ops', size: '0M' }, columns: ['BASE'], why: 'pace' }],
  no_evidence: [{ match: { measure: 'swapin', size: '0M' }, why: 'there is nothing to swap' }],
};
const rows = (changes: Partial<PublishedTable> = {}): readonly Row[] =>
  expand({ id: 'd', title: 'D', sources: {}, tables: [{ ...TABLE, ...changes }] })[0]?.rows ?? [];
const row = (id: string, changes?: Partial<PublishedTable>): Row => {
  const found = rows(changes).find((r) => r.id === id);
  if (!found)
    throw new Error(
      `no row ${id} among ${rows(changes)
        .map((r) => r.id)
        .join('; ')}`,
    );
  return found;
};
const outcome = (stats: Record<string, number>): Outcome => ({ stats, state: {} as StateView, measured: [] });
const given = (stat: string, before: number, after: number): Outcomes => ({
  baseline: [outcome({ [stat]: before })],
  variant: [outcome({ [stat]: after })],
});

test('of several runs the worst is taken, and what was printed in steps is rounded', () => {
  const runs = [
    outcome({ ops: 9, swapin: 1, all: 1000 }),
    outcome({ ops: 4, swapin: 7, all: 1000 }),
    outcome({ ops: 6, swapin: 20, all: 1000 }),
  ];
  expect(numberFrom({ stat: 'swapin', run: { fewest: 'ops' } }, runs)).toBe(7);
  expect(numberFrom({ stat: 'swapin' }, runs)).toBe(28);
  expect(numberFrom({ stat: 'swapin', per: 'all', step: 0.01 }, runs)).toBe(0.01);
  expect(numberFrom({ stat: 'swapin', per: 'all', step: 0.1 }, runs)).toBe(0);
  expect(() => numberFrom({ stat: 'ops', run: { fewest: 'gone' } }, runs)).toThrow('no counter gone');
});

test('how a value was made of several runs is said, and which one it is of', () => {
  const runs = [6, 4, 4].map((ops) => outcome({ ops, swapin: 1, all: 10 }));
  const said = (measure: Measure, of = runs) => [chosenRun(measure, of), madeOf(measure, of.length)];
  expect(said({ stat: 'swapin' })).toEqual([null, 'sum of 3 runs']);
  expect(said({ stat: 'swapin', per: 'all' })).toEqual([null, 'quotient of the sums of 3 runs']);
  const worst = { stat: 'swapin', run: { fewest: 'ops' } };
  expect(said(worst)).toEqual([1, 'of 3 runs the one with the fewest ops']);
  expect(said({ list: 0 })).toEqual([2, 'at the end of the last of 3 runs']);
  expect(said({ stat: 'swapin' }, runs.slice(0, 1))).toEqual([0, '']);
  expect(said(worst, runs.slice(0, 1))).toEqual([0, '']);
});

test.each<[Cell, number | null]>([
  [5170, 5170],
  ['16G', 16 * 2 ** 30],
  ['0B', 0],
  ['19%', 0.19],
  ['similar', null],
  [null, null],
])('%j is the number %j', (cell, number) => {
  expect(numberIn(cell)).toBe(number);
});

test.each<[string, [number, number] | null]>([
  ['+14%', [1.14, 1.14]],
  ['10%~25%', [1.1, 1.25]],
  ['2x and even 3x', [2, 3]],
  ['~27%', [1.27, 1.27]],
  ['similar', null],
])('%s tells the ratio %j', (words, range) => {
  expect(ratioIn(words)).toEqual(range);
});

test('a row is a ratio; a cell of nothing is no ratio; what no model answers has its reason', () => {
  const [table] = expand({ id: 'd', title: 'D', sources: {}, tables: [TABLE] });
  expect(
    table?.rows.map((r) => [r.id, r.kind, r.published.ratio?.[0] ?? null, r.published.direction]),
  ).toEqual([
    ['io/ops, 0M/FAIR', 'ratio', 1.02, 'keeps'],
    ['io/ops, 9M/FAIR', 'ratio', 2, 'rises'],
    ['io/swapin, 0M/FAIR', 'nothing', null, 'keeps'],
    ['io/swapin, 9M/FAIR', 'ratio', 0, 'falls'],
    ['io/stalls, 9M/FAIR', 'direction', null, 'rises'],
  ]);
  expect(table?.unmodelled).toEqual([{ line: 5, columns: ['BASE', 'FAIR'], reason: 'no huge pages' }]);
  expect(row('io/ops, 9M/FAIR').runs).toEqual({ baseline: ['base-9', 'base-9b'], variant: ['fair-9'] });
});

test('each scenario is run once with each of the document’s iterations', () => {
  const iterations = ['seed=1', 'seed=2&demand=3'];
  const runs = [{ scenarios: ['a', 'b?rule=node'] }];
  const [table] = expand({ id: 'd', title: 'D', sources: {}, iterations, tables: [{ ...TABLE, runs }] });
  const each = ['a?seed=1', 'a?seed=2&demand=3', 'b?rule=node&seed=1', 'b?rule=node&seed=2&demand=3'];
  expect(table?.rows[0]?.runs).toEqual({ baseline: each, variant: each });
});

test('a row that touches a fitted cell, its baseline too, is fitted; others are not', () => {
  expect(
    rows()
      .filter((r) => r.fitted)
      .map((r) => r.id),
  ).toEqual(['io/ops, 0M/FAIR']);
});

test('a row that says again what another one says does not count; the one at the root does', () => {
  const swapin = { measure: 'swapin', size: '9M' };
  const doubles = [
    { match: swapin, of: { line: { measure: 'ops' } }, why: 'a look-up swaps in' },
    { match: { measure: 'stalls' }, of: { row: 'io/swapin, 9M/FAIR' }, why: 'they stall' },
  ];
  expect(rows({ doubles }).map((r) => [r.double?.of ?? null, countsAs(r)])).toEqual([
    [null, 'fitted'],
    [null, 'independent'],
    [null, 'no evidence'],
    ['io/ops, 9M/FAIR', 'double'],
    ['io/ops, 9M/FAIR', 'double'],
  ]);
  const of = (other: string) => () => rows({ doubles: [{ match: swapin, of: { row: other }, why: 'x' }] });
  expect(of('io/luck')).toThrow('there is no row io/luck to be a double of');
  expect(of('io/swapin, 9M/FAIR')).toThrow('doubles of each other');
});

test('the null model says that nothing has an effect', () => {
  const ops = row('io/ops, 9M/FAIR');
  const ratio = (of: number) => ({ ...ops, published: { ...ops.published, ratio: [of, of] as const } });
  const near = [0.79, 0.8, 1.33, 1.34, 2].map((of) => nullMeets(ratio(of)));
  expect(near).toEqual([false, true, true, false, false]);
  const share = {
    ...ratio(0.25),
    kind: 'share' as const,
    whole: Array.from({ length: 4 }, () => ops.measure),
  };
  expect([nullRatio(share), nullMeets(share)]).toEqual([0.25, true]);
  expect(nullMeets(row('io/stalls, 9M/FAIR'))).toBe(false);
});

test('a parameter without an origin is reported, as is one with two, and an origin of nothing', () => {
  const params = { rule: 'node', op_ns: 1 };
  const all = ['base-0', 'fair-0', 'base-9', 'base-9b', 'fair-9'].map((id): Scenario => ({
    id,
    title: '',
    summary: '',
    documents: [],
    params,
    fitted: { op_ns: ['io/pace'] },
  }));
  const stalls = { match: { measure: 'stalls' }, why: 'x' };
  const settled: PublishedTable = { ...TABLE, no_evidence: [...(TABLE.no_evidence ?? []), stalls] };
  const of = (more: Partial<PublishedDocument>, own: readonly Scenario[]) =>
    undeclared({ id: 'd', title: 'D', sources: {}, tables: [settled], ...more }, own);
  const given = { rule: 'the document' };
  expect(parametersOf('io/pace', all)).toEqual(['op_ns']);
  expect(of({ given }, all)).toEqual([]);
  expect(of({ given, tables: [{ ...TABLE, untouched: [stalls] }] }, all)).toEqual([]);
  expect(of({ given, tables: [TABLE] }, all)).toEqual([
    'io/stalls, 9M/FAIR: neither untouched by op_ns, which were fitted, nor only stated',
  ]);
  const one = all.slice(0, 1);
  expect(of({}, one)).toEqual(['base-0: nobody says where rule is from']);
  expect(of({ given, free: given }, one)).toEqual(['base-0: rule is both given and free']);
  expect(of({ given, free: { seed: 'any' } }, one)).toEqual(['d: no scenario needs a reason for seed']);
  const fitted = { op_ns: ['io/luck'], seed: ['io/pace'] };
  expect(
    of(
      { given },
      one.map((scenario) => ({ ...scenario, fitted })),
    ),
  ).toEqual([
    'base-0: op_ns is fitted to io/luck, which there is not',
    'base-0: seed is fitted, and not set',
  ]);
  expect(
    of(
      { given: { ...given, op_ns: 'x' } },
      one.map((scenario) => ({ ...scenario, fitted: {} })),
    ),
  ).toEqual(['d: no scenario has a parameter fitted to io/pace']);
});

test('each parameter of the project’s tables has an origin', () => {
  expect(documents.flatMap((document) => undeclared(document, scenarios))).toEqual([]);
});

test('what was read off a row, or is printed four times, does not count', () => {
  const every = documents.flatMap(expand).flatMap(({ rows: own }) => own);
  const counted = every.filter((r) => countsAs(r) === 'independent').map((r) => r.id);
  expect(counted.filter((id) => id.startsWith('roundrobin-used/'))).toEqual([]);
  expect(counted.filter((id) => /^iostat\/.*sd[def]\//.test(id))).toEqual([]);
  expect(counted.filter((id) => id.startsWith('iostat/interleave, 1'))).toEqual([
    'iostat/interleave, 1, sdc/rrqm/s',
    'iostat/interleave, 1, sdc/rMB/s',
    'iostat/interleave, 1, sdc/avgqu-sz',
  ]);
});

test('what the policy core alone decides counts apart: lists, priorities, whose turn it is', () => {
  const every = documents.flatMap(expand).flatMap(({ rows: own }) => own);
  const apart = every.filter((r) => countsAs(r) === 'by construction').map((r) => r.id);
  expect(apart).toEqual(
    expect.arrayContaining([
      'numa-lists/0/devices in order, plist keys in order',
      'numa-priorities/before/priorities',
      'roundrobin-used/roundrobin/priorities',
      'roundrobin-statements/own-node/statement',
      'zone-statements/reclaim-mode/statement',
      'interleave-statements/granularity/statement',
    ]),
  );
  expect(every.filter((r) => countsAs(r) === 'independent' && r.kind === 'equal')).toEqual([]);
  const constructed = [{ match: { measure: 'stalls' }, why: 'x' }];
  expect(rows({ constructed }).map(countsAs)).toEqual([
    'fitted',
    'independent',
    'no evidence',
    'independent',
    'by construction',
  ]);
  expect(() => rows({ constructed: [{ match: { measure: 'huge' }, why: 'x' }] })).toThrow(
    'constructed names no row',
  );
});

describe('effects', () => {
  const ops = row('io/ops, 9M/FAIR');
  const published = (...ratio: [number, number]) => ({ ...ops, published: { ...ops.published, ratio } });
  const judged = (of: Row, ratio: number | null) =>
    effectOf({
      row: of,
      judged: {
        baseline: 1,
        value: ratio ?? 1,
        ratio,
        verdict: 'within',
        nullHolds: false,
        chosen: { baseline: null, variant: null },
      },
    });

  test('+2.6 % is less than half of +12 %, though its ratio is within 25 %', () => {
    const effect = judged(published(1.122, 1.122), 1.026);
    expect(effect && effectWords(effect)).toEqual(['+12 %', '+2.6 %: less than half']);
    expect(meets(1.026, [1.122, 1.122])).toBe(true);
  });

  test('half to one and a half times is within half, up and down alike; the other way is less', () => {
    const sizes = (ratio: [number, number], ...model: number[]) =>
      model.map((of) => judged(published(...ratio), of)?.size);
    expect(sizes([1.5, 1.5], 1.2, 1.23, 1.8, 1.85, 0.7)).toEqual(['less', 'half', 'half', 'more', 'less']);
    expect(sizes([1 / 1.5, 1 / 1.5], 1 / 1.2, 1 / 1.23, 1 / 1.8, 1 / 1.85)).toEqual([
      'less',
      'half',
      'half',
      'more',
    ]);
    // Of a range the nearer end; what is gone is 1 %.
    expect(sizes([1.1, 1.25], 1.04, 1.05, 1.2, 1.38, 1.5)).toEqual(['less', 'half', 'half', 'half', 'more']);
    expect(sizes([0.02, 0.02], 0, 0.2)).toEqual(['half', 'less']);
  });

  test('where none was published none is scored; a share has one where it is not an equal part', () => {
    expect(judged(published(1.03, 1.03), 2)).toBeNull();
    expect(judged(published(0.9, 1), 0.5)).toBeNull();
    const share: Row = { ...published(0.5, 0.5), kind: 'share', whole: [{ stat: 'a' }, { stat: 'b' }] };
    expect(judged(share, 0.6)).toBeNull();
    const most = judged({ ...share, published: { ...share.published, ratio: [0.75, 0.75] } }, 0.7);
    expect(most && effectWords(most)).toEqual(['+50 %', '+40 %']);
    expect(judged(published(2, 2), null)).toMatchObject({ model: null, size: 'less' });
    expect(effectOf({ row: published(2, 2), judged: 'no run' })).toMatchObject({ model: null, size: 'less' });
  });
});

test.each<[string, Partial<PublishedTable>]>([
  ['nobody accounts for BASE, FAIR of huge, 9M', { models: (TABLE.models ?? []).slice(0, 3) }],
  ['no scenario repeats FAIR', { runs: (TABLE.runs ?? []).slice(0, 3) }],
  ['an entry picks no line', { models: [{ match: { measure: 'luck' }, not_modelled: 'x' }] }],
  ['there is no column LUCK', { models: [{ columns: ['LUCK'], not_modelled: 'x' }] }],
  ['no measure for FAIR', { models: [{ columns: ['FAIR'], against: { column: 'BASE' } }] }],
  ['misses names no row', { misses: [{ match: { measure: 'huge' }, why: 'x' }] }],
  ['“100%” states no', { models: [{ columns: ['measure'], against: 'words' }] }],
])('%s', (words, changes) => {
  const error = words.startsWith('“') ? /states no ratio/ : new RegExp(words);
  expect(() => rows(changes)).toThrow(error);
});

test.each<[string, string, number, number, number | null, string]>([
  ['ops, 9M', 'ops', 10, 20, 2, 'within'],
  ['ops, 9M', 'ops', 10, 15.1, 1.51, 'within'],
  ['ops, 9M', 'ops', 10, 14, 1.4, 'outside'],
  ['ops, 9M', 'ops', 10, 9, 0.9, 'wrong direction'],
  ['ops, 0M', 'ops', 10, 9.9, 0.99, 'within'],
  ['ops, 0M', 'ops', 10, 14, 1.4, 'wrong direction'],
  ['swapin, 9M', 'in', 1000, 9, 0.009, 'within'],
  ['swapin, 9M', 'in', 1000, 20, 0.02, 'outside'],
  ['swapin, 9M', 'in', 0, 0, null, 'wrong direction'],
  ['swapin, 0M', 'in', 0, 0, null, 'within'],
  ['swapin, 0M', 'in', 0, 3, null, 'wrong direction'],
  ['stalls, 9M', 'st', 0, 3, null, 'within'],
  ['stalls, 9M', 'st', 0, 0, null, 'wrong direction'],
])('%s: %s %d then %d is %j, %s', (id, stat, before, after, ratio, verdict) => {
  const judged = judge(row(`io/${id}/FAIR`), given(stat, before, after));
  expect(judged).toMatchObject({ baseline: before, value: after, verdict });
  if (ratio === null) expect(judged.ratio).toBeNull();
  else expect(judged.ratio).toBeCloseTo(ratio, 9);
});

test('a zero printed in steps tells a size, and no direction', () => {
  const printed = row('io/swapin, 0M/FAIR');
  const inSteps: Row = { ...printed, measure: { stat: 'in', step: 0.01 } };
  const verdict = (after: number) => judge(inSteps, given('in', 0, after)).verdict;
  expect([0, 0.004, 0.023].map(verdict)).toEqual(['within', 'within', 'outside']);
});

test('a range is met inside it and within 25 % of its nearer end', () => {
  expect([1.4, 1.5, 2, 3, 3.75, 3.8].map((r) => meets(r, [2, 3]))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('several runs are summed; a quotient is of the sums; a counter that is missing is said to be', () => {
  const runs = [outcome({ steal: 10, scan: 20, ms: 500 }), outcome({ steal: 20, scan: 100, ms: 1500 })];
  expect(numberFrom({ stat: 'steal' }, runs)).toBe(30);
  expect(numberFrom({ stat: 'steal', per: 'scan' }, runs)).toBe(0.25);
  expect(numberFrom({ stat: ['steal', 'scan'], per: 'ms', scale: 1000 }, runs)).toBe(75);
  expect(() => numberFrom({ stat: 'luck' }, runs)).toThrow('no counter luck');
});

test('totals count fitted rows apart, and rows the model does not give as failed', () => {
  const outcomes = new Map<string, Outcome | string>([
    ['base-0', outcome({ ops: 10, in: 0 })],
    ['fair-0', outcome({ ops: 10, in: 0 })],
    ['base-9', outcome({ ops: 5, in: 50, st: 0 })],
    ['base-9b', outcome({ ops: 5, in: 50, st: 0 })],
    ['fair-9', outcome({ ops: 19, in: 99, st: 2 })],
  ]);
  const answers = rows().map((r) => answerOf(r, outcomes) ?? { row: r, judged: 'still to come' });
  const totals = totalsOf(answers);
  expect(totals).toEqual({
    rows: 5,
    fitted: 1,
    doubles: 0,
    independent: 3,
    within25: 2,
    null_within25: 0,
    wrong_direction: 0,
    noEvidence: 1,
    constructed: 0,
    effects: 2,
    within_half: 1,
    ratios: { independent: 2, within25: 1, null_within25: 0, effects: 2, within_half: 1 },
    stated: { independent: 1, within25: 1, null_within25: 0, effects: 0, within_half: 0 },
  });
  expect(lineOf(totals)).toBe(
    'published rows=5 fitted=1 constructed=0 independent=3 within25=2 null_within25=0 wrong_direction=0 ' +
      'effects=2 within_half=1',
  );
  const surprises = answers.map((a) => surprise(a, 'f.json'));
  expect(surprises.map((s) => s?.slice(0, 7) ?? null)).toEqual([null, null, null, 'outside', null]);
  outcomes.set('fair-9', 'the core ran out of memory');
  expect(totalsOf(rows().flatMap((r) => answerOf(r, outcomes) ?? [])).within25).toBe(0);
  outcomes.delete('fair-9');
  expect(rows().map((r) => answerOf(r, outcomes) !== null)).toEqual([true, false, true, false, false]);
});

test('a listed row that is within again is reported, as one outside that is not listed', () => {
  const listed = row('io/ops, 9M/FAIR', { misses: [{ match: { measure: 'ops', size: '9M' }, why: 'disk' }] });
  const answer = (after: number) => ({ row: listed, judged: judge(listed, given('ops', 10, after)) });
  expect(surprise(answer(14), 'f.json')).toBeNull();
  expect(surprise(answer(20), 'f.json')).toMatch(/take it out of `misses` of io in f.json/);
  expect(surprise(answer(9), 'f.json')).toMatch(/never accepted: disk/);
});

test('an independent row whose effect is missed needs a reason, though its ratio is within 25 %', () => {
  const answer = (of: Row, after: number) => ({ row: of, judged: judge(of, given('ops', 100, after)) });
  const printed = row('io/ops, 9M/FAIR', {});
  const effect = {
    ...printed,
    published: { ...printed.published, baseline: 100, value: 112, ratio: [1.12, 1.12] },
  } as Row;
  expect(surprise(answer(effect, 110), 'f.json')).toBeNull();
  expect(surprise(answer(effect, 103), 'f.json')).toMatch(/less than half, and not listed; to accept it/);
  expect(surprise(answer({ ...effect, miss: 'disk' }, 103), 'f.json')).toBeNull();
  expect(surprise(answer({ ...effect, miss: 'disk' }, 110), 'f.json')).toMatch(/take it out of `misses`/);
  expect(surprise(answer({ ...effect, double: { of: 'x', why: 'y' } }, 103), 'f.json')).toBeNull();
});

test('every cell of the project’s tables is accounted for, by scenarios that exist', () => {
  const tables = documents.flatMap(expand);
  expect(tables.length).toBeGreaterThan(10);
  for (const { rows: own, table, unmodelled } of tables) {
    expect(own.length + unmodelled.length, table.id).toBeGreaterThan(0);
    for (const run of runsOf(own)) expect(() => paramsOf(run, scenarios), run).not.toThrow();
  }
  const ids = tables.flatMap((t) => t.rows.map((r) => r.id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('overrides of a scenario are those of a link', () => {
  expect(parseRun('four-nodes?rule=global&demand=1,2')).toEqual({
    id: 'four-nodes',
    overrides: { rule: 'global', demand: [1, 2] },
  });
  expect(() => parseRun('four-nodes?luck=1')).toThrow('no tunable “luck”');
  expect(() => paramsOf('nowhere', scenarios)).toThrow('no scenario nowhere');
});

test('the published lists of four devices are those the core builds', async () => {
  const tables = documents.flatMap(expand).filter(({ table }) => table.source === '000');
  const own = tables.flatMap((t) => t.rows.filter((r) => r.kind === 'equal'));
  const outcomes = new Map<string, Outcome>();
  for (const run of runsOf(own))
    outcomes.set(run, await compute(await wasmModule(), paramsOf(run, scenarios), tablesOf(own)));
  expect(own).toHaveLength(7);
  for (const r of own) {
    const { judged } = answerOf(r, outcomes) ?? {};
    expect(judged, r.id).toMatchObject({ verdict: 'within' });
  }
  const [first] = own;
  const wrong = first && { ...first, published: { ...first.published, value: ['a', 'b'].map(plain) } };
  expect(wrong && answerOf(wrong, outcomes)?.judged).toMatchObject({ verdict: 'outside' });
});

const only = (changes: Partial<PublishedTable>, words: PublishedTable['models'] = []) =>
  rows({
    rows: [['said', '9M', null, null, 'so it is']],
    labels: ['measure', 'size'],
    derived: [],
    models: words,
    fitted: [],
    no_evidence: [],
    ...changes,
  });
const measured = (measure: 'home' | 'segments', text: string, part = 0): Outcome => ({
  ...outcome({}),
  measured: [{ measure, part, of: 1, text }],
});

test('a value that words tell is right or wrong; the null model says what the run without the policy gives', () => {
  const value = (more: object) =>
    only({}, [
      {
        match: { measure: 'said' },
        columns: ['change'],
        against: 'value',
        states: 100,
        runs: { baseline: ['base-9'], variant: ['fair-9'] },
        measure: { core: 'home' },
        ...more,
      },
    ])[0];
  const judged = (before: string | null, after: string, more = {}) => {
    const own = value(more);
    if (!own) throw new Error('no row');
    expect([own.kind, countsAs(own), own.published.ratio]).toEqual(['value', 'independent', null]);
    const baseline = before === null ? [] : [measured('home', before)];
    const {
      baseline: was,
      value: is,
      verdict,
      nullHolds,
    } = judge(own, { baseline, variant: [measured('home', after)] });
    return [was, is, verdict, nullHolds];
  };
  expect(judged('50', '100')).toEqual([50, 100, 'within', false]);
  expect(judged('99.5', '98')).toEqual([99.5, 98, 'outside', true]);
  expect(judged(null, '100')).toEqual([null, 100, 'within', true]);
  expect(judged('0.4', '0.4', { states: 0 })).toEqual([0.4, 0.4, 'outside', false]);
  expect(() => judged('50', '100', { measure: { core: 'segments' } })).toThrow(
    'the run has no segments of 0',
  );
});

test('a measure of the core may be over another, and a column over another', () => {
  const both: Outcome = {
    ...outcome({}),
    measured: [...measured('home', '12').measured, ...measured('segments', '4', 3).measured],
    state: { dev: [{ used: 3, pages: 4 }] } as unknown as StateView,
  };
  expect(numberFrom({ core: 'home', per: { core: 'segments', part: 3 } }, [both])).toBe(3);
  expect(numberFrom({ state: 'dev', column: 'used', per: 'pages', rows: [0] }, [both])).toBe(0.75);
  expect(() => numberFrom({ state: 'dev', column: 'used', per: 'luck', rows: [0] }, [both])).toThrow(
    'dev[0].luck',
  );
});

test('of a direction alone the null model says that nothing changes', () => {
  const stalls = row('io/stalls, 9M/FAIR');
  const of = (direction: 'keeps' | 'rises' | 'falls') =>
    nullMeets({ ...stalls, published: { ...stalls.published, direction } });
  expect([of('keeps'), of('rises'), of('falls')]).toEqual([true, false, false]);
});

test('of a list it says what the list was before', async () => {
  const own = documents.flatMap(expand).flatMap((t) => t.rows.filter((r) => r.table.startsWith('numa-')));
  const lists = own.filter((r) => r.kind === 'equal');
  const outcomes = new Map<string, Outcome>();
  for (const run of runsOf(lists))
    outcomes.set(run, await compute(await wasmModule(), paramsOf(run, scenarios), tablesOf(lists)));
  const nullRight = lists.filter((r) => {
    const judged = answerOf(r, outcomes)?.judged;
    return typeof judged === 'object' && judged.nullHolds;
  });
  expect(nullRight.map((r) => r.id)).toEqual([
    'numa-priorities/before/priorities',
    'numa-priorities/before/devices in order, plist keys in order',
  ]);
});

test('a row of no evidence has no ratio, and is not untouched', () => {
  const ops = { match: { measure: 'ops', size: '9M' }, why: 'x' };
  expect(() => rows({ no_evidence: [ops] })).toThrow(
    'io/ops, 9M/FAIR has a ratio, and cannot be “no evidence”',
  );
  const stalls = { match: { measure: 'stalls' }, why: 'x' };
  expect(() => rows({ no_evidence: [stalls], untouched: [stalls] })).toThrow(
    'both untouched and no evidence',
  );
  expect(() => rows({ untouched: [{ match: { measure: 'luck' }, why: 'x' }] })).toThrow(
    'untouched names no row',
  );
});

/** The project's tables with one of them changed. */
const forged = (table: string, change: (own: PublishedTable) => PublishedTable) =>
  documents.map((document) => ({
    ...document,
    tables: document.tables.map((own) => (own.id === table ? change(own) : own)),
  }));

test('an answer without a size needs a word on the constants behind it', () => {
  const without = (table: string, part: 'no_evidence' | 'untouched') =>
    forged(table, (own) => ({ ...own, [part]: [] })).flatMap((document) => undeclared(document, scenarios));
  expect(without('interleave-statements', 'untouched')).toContain(
    'interleave-statements/segment/statement: neither untouched by bio_pages, disk_rate, max_sectors, max_segments, read_ahead, read_pages, which were fitted, nor only stated',
  );
  expect(without('parallelio-vmstat', 'no_evidence')).toContain(
    'parallelio-vmstat/Direct velocity/FAIRALLOC: parameters were searched for its direction: it can only be stated',
  );
  const vain = [{ match: { node: 0 }, why: 'x' }];
  expect(
    forged('numa-lists', (own) => ({ ...own, untouched: vain })).flatMap((d) => undeclared(d, scenarios)),
  ).toContain(
    'numa-lists/0/devices in order, plist keys in order: said to be untouched, and nothing is fitted in its scenarios',
  );
});

test('a fitted row that is said to be independent is refused by the core; a true claim stands', async () => {
  const claimed = { match: { rule: 'global' }, columns: ['zram1'], why: 'a forgery' };
  const own = forged('roundrobin-used', (table) => ({
    ...table,
    untouched: [...(table.untouched ?? []), claimed],
  }))
    .flatMap(expand)
    .flatMap((t) => t.rows.filter((r) => r.table === 'roundrobin-used' && r.untouched !== null));
  expect(own.map((r) => [r.id, countsAs(r), isVaried(r)])).toEqual([
    ['roundrobin-used/global/zram1', 'independent', true],
    ['roundrobin-used/roundrobin/zram0', 'by construction', true],
    ['roundrobin-used/roundrobin/priorities', 'by construction', true],
  ]);
  const tries = own.map((r) => variationsOf(r, scenarios, []).filter(({ name }) => name === 'stop_used'));
  const wanted = runsOf([...own, ...tries.flatMap((of) => of.map((variation) => variation.row))]);
  const outcomes = new Map<string, Outcome>();
  for (const run of wanted)
    outcomes.set(run, await compute(await wasmModule(), paramsOf(run, scenarios), tablesOf(own)));
  const [lie, ...truths] = own.map((r, i) => variationResult(r, tries[i] ?? [], outcomes));
  expect(lie?.touched[0]).toMatch(
    /^roundrobin-used\/global\/zram1: moved by stop_used: with 0.5 times as much/,
  );
  for (const truth of truths) expect(truth).toEqual({ times: 2, refused: 0, touched: [] });
}, 60_000);

test('constants are halved and doubled where they are in force, free ones only where there is no size', () => {
  const scenario: Scenario = {
    id: 'base-9',
    title: '',
    summary: '',
    documents: [],
    params: { op_ns: 3, rule: 'node', fault_ns: 10, seed: 7, dev_lock_ns: 1_000_000 },
    fitted: { op_ns: ['io/pace'], dev_lock_ns: ['io/pace'] },
  };
  const stalls = {
    ...row('io/stalls, 9M/FAIR'),
    runs: { baseline: ['base-9'], variant: ['base-9?op_ns=5'] },
  };
  const runs = (of: Row, free: readonly string[]) =>
    variationsOf(of, [scenario], free).map((v) => [
      v.name,
      v.factor,
      v.row.runs.baseline[0],
      v.row.runs.variant[0],
    ]);
  expect(runs({ ...stalls, kind: 'ratio' }, ['fault_ns'])).toEqual([
    ['dev_lock_ns', 0.5, 'base-9?dev_lock_ns=500000', 'base-9?op_ns=5&dev_lock_ns=500000'],
    ['dev_lock_ns', 2, 'base-9?dev_lock_ns=1000000', 'base-9?op_ns=5&dev_lock_ns=1000000'],
    ['op_ns', 0.5, 'base-9?op_ns=2', 'base-9?op_ns=5'],
    ['op_ns', 2, 'base-9?op_ns=6', 'base-9?op_ns=5'],
  ]);
  expect(runs(stalls, ['fault_ns', 'rule']).map(([name]) => name)).toEqual([
    'dev_lock_ns',
    'dev_lock_ns',
    'fault_ns',
    'fault_ns',
    'op_ns',
    'op_ns',
  ]);
});

test('a row moves when its verdict does, or its ratio by more than a hundredth; a refusal shows nothing', () => {
  const ops = row('io/ops, 9M/FAIR');
  const at = (text: string) => ({ baseline: [`base-9?${text}`], variant: [`fair-9?${text}`] });
  const variation = (text: string) => ({ name: 'op_ns', factor: 2, row: { ...ops, runs: at(text) } });
  const own: Row = { ...ops, runs: at('own') };
  const outcomes = new Map<string, Outcome | string>();
  const set = (text: string, before: number, after: number) => {
    outcomes.set(`base-9?${text}`, outcome({ ops: before }));
    outcomes.set(`fair-9?${text}`, outcome({ ops: after }));
  };
  set('own', 10, 20);
  set('same', 100, 200);
  set('near', 100, 201);
  set('far', 100, 204);
  set('over', 100, 300);
  outcomes.set('base-9?none', 'too_many');
  outcomes.set('fair-9?none', 'too_many');
  const touched = (...texts: string[]) => variationResult(own, texts.map(variation), outcomes);
  expect(touched('same', 'near', 'none')).toEqual({ times: 2, refused: 1, touched: [] });
  expect(touched('far', 'over').touched).toEqual([
    'io/ops, 9M/FAIR: moved by op_ns: with 2 times as much its ratio is 2.04',
    'io/ops, 9M/FAIR: moved by op_ns: with 2 times as much it is outside',
  ]);
  expect(touched('none').touched).toEqual([
    'io/ops, 9M/FAIR: the core takes no other op_ns, so that nothing shows that it does not matter',
  ]);
});
