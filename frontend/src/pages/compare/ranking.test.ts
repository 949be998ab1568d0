/** Which tunable matters: what is varied, how far, and what the runs come to. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numberOf, paramNamed, type ParamValues } from '../../core/params';
import type { Measured } from '../../core/session';
import { paramsOf, parseQuestion, runsOf } from './question';
import {
  barsOf,
  formatRanking,
  pairResults,
  pairsOf,
  parseRanking,
  runsWithin,
  singlesOf,
  variationsOf,
  type Ranking,
} from './ranking';
import { runOnce } from './run';

const root = new URL('../../../../', import.meta.url);
const core = WebAssembly.compile(readFileSync(new URL('wasm-core/dist/mmscope.wasm', root)));
const scenarios = new URL('datasets/scenarios/', root);
const paramsNamed = (id: string) =>
  (JSON.parse(readFileSync(new URL(`${id}.json`, scenarios), 'utf8')) as { params: ParamValues }).params;
const MEASURE = { swap: 'home', zones: 'local', swap_in: 'cpu', interleave: 'sectors' } as const;
const machineOf = (params: ParamValues) => (params.machine ?? 'swap') as keyof typeof MEASURE;

/** All of it, by the core. */
async function made(runs: readonly { set: ParamValues }[]): Promise<(Measured[] | null)[]> {
  const module = await core;
  const rows: (Measured[] | null)[] = [];
  for (const { set } of runs) rows.push(await runOnce(module, set).catch(() => null));
  return rows;
}

async function ranked(text: string) {
  const ranking = parseRanking(text);
  const { params, varied, omitted } = variationsOf(ranking, paramsNamed(ranking.of.id));
  const { runs, left } = singlesOf(ranking, params, varied);
  const rows = await made(runs);
  const bars = barsOf(ranking, varied, runs, rows);
  const pairs = pairsOf(ranking, params, varied, bars, runs.length);
  const pairRows = await made(pairs.runs);
  return {
    ranking,
    varied,
    omitted,
    runs,
    left,
    bars,
    pairs,
    results: pairResults(ranking, bars, pairs.runs, pairRows),
  };
}

test.each([
  'of=model:two-nodes&rank=home',
  'of=model:two-nodes&rank=device_share.1&seeds=1..3',
  'of=model:swap-in-hybrid&of.dev_ns=20000&rank=cpu&by=4&seeds=3',
])('%s: to text and back', (text) => {
  expect(formatRanking(parseRanking(text))).toBe(text);
});

test.each([
  ['of=model:two-nodes&rank=nothing', /^there is no measure “nothing”: there is decisions, /],
  ['of=model:two-nodes&rank=home.x', /^home has parts \.0, \.1, …, not “x”$/],
  ['of=model:two-nodes&rank=home&by=3', /^by is 2 or 4, not “3”$/],
  ['of=capture:node-two-nodes&rank=home', /^which tunable matters is asked of a model/],
  ['of=model:two-nodes&rank=home&x=rule:node', /^“x” is not part of a sweep$/],
  ['rank=home', /say of=model:two-nodes$/],
])('%s cannot be asked, and a sentence says why', (text, why) => {
  expect(() => parseRanking(text)).toThrow(why);
});

test('a measure of another machine is refused', () => {
  const ranking = parseRanking('of=model:two-nodes&rank=cpu');
  expect(() => variationsOf(ranking, paramsNamed('two-nodes'))).toThrow(
    'cpu is measured in a model of swap in, and two-nodes is one of swap',
  );
});

test('of every scenario: each value is allowed, differs from its own, and what is left out says why', () => {
  for (const file of readdirSync(scenarios)) {
    const id = file.replace('.json', '');
    const scenario = paramsNamed(id);
    const measure = MEASURE[machineOf(scenario)];
    const ranking: Ranking = {
      of: { kind: 'model', id, overrides: {} },
      measure,
      part: 0,
      by: 2,
      seeds: [1, 2, 3],
    };
    const { params, varied, omitted } = variationsOf(ranking, scenario);
    expect(varied.length, id).toBeGreaterThan(8);
    for (const { name, values, own } of varied)
      for (const { text, set } of values) {
        expect(text, `${id} ${name}`).not.toBe(own);
        const row = paramNamed(name);
        for (const value of [set[name] ?? NaN].flat()) {
          if (!row) throw new Error(`${name} is no parameter`);
          const number = numberOf(row, value);
          expect(number, `${id} ${name}`).toBeGreaterThanOrEqual(row.min);
          expect(number, `${id} ${name}`).toBeLessThanOrEqual(row.max);
          expect(Number.isInteger(number), `${id} ${name}`).toBe(true);
        }
      }
    for (const { why, names } of omitted) expect(why !== '' && names.length > 0, id).toBe(true);
    // Either all fit, or what does not is named; never more than a minute makes.
    const { runs, left } = singlesOf(ranking, params, varied);
    expect(runs.length, id).toBeLessThanOrEqual(runsWithin(params));
    const asked = new Set(runs.map(({ variation }) => variation));
    expect(asked.size - 1 + left.length, id).toBe(varied.length);
    expect(runs).toEqual(singlesOf(ranking, params, varied).runs);
  }
});

test('each bar is what a sweep of that tunable comes to', async () => {
  const { bars, varied, results, pairs } = await ranked(
    'of=model:swap-in-hybrid&of.faults=400&rank=cpu&seeds=1,2',
  );
  const named = (name: string) => bars.find(({ variation }) => varied[variation]?.name === name);
  const question = parseQuestion('of=model:swap-in-hybrid&of.faults=400&x=dev_ns:5000,20000&seeds=1,2&m=cpu');
  const scenario = paramsNamed('swap-in-hybrid');
  const swept = await made(runsOf(question).map((run) => ({ set: paramsOf(question, run, scenario) })));
  const values = swept.map((rows) => Number(rows?.find(({ measure }) => measure === 'cpu')?.text));
  expect(named('dev_ns')?.ends.map(({ values: own }) => own)).toEqual([values.slice(0, 2), values.slice(2)]);
  // Widest first; the disk's time and how one waits for it are what a fault's CPU time hangs on.
  const widths = bars.map(({ width }) => width);
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
  const first = bars.slice(0, 3).map(({ variation }) => varied[variation]?.name);
  expect(first).toEqual(expect.arrayContaining(['swap_poll', 'dev_ns']));
  // What no run of this model looks at changes nothing, to the last digit.
  expect(named('irq_ns')?.width).toBeGreaterThanOrEqual(0);
  expect(pairs.runs).toHaveLength(42);
  expect(results).toHaveLength(21);
  const beyond = results.map(({ added, found }) => Math.abs(found - added));
  expect(beyond).toEqual([...beyond].sort((a, b) => b - a));
});

test('a pair is both changes in one run', async () => {
  const { results, bars, varied } = await ranked('of=model:two-nodes&of.stop_decisions=500&rank=home');
  const [first] = results;
  if (!first) throw new Error('no pair came out');
  const set = [first.a, first.b].map(({ variation, value }) => varied[variation]?.values[value]?.set);
  const [rows] = await made([
    { set: { ...paramsNamed('two-nodes'), stop_decisions: 500, ...set[0], ...set[1], seed: 1 } },
  ]);
  expect(first.found).toBe(Number(rows?.find(({ measure }) => measure === 'home')?.text));
  const change = ({ variation, value }: typeof first.a) => {
    const bar = bars.find((one) => one.variation === variation);
    return (bar?.ends[value]?.median ?? NaN) - (bar?.base ?? NaN);
  };
  expect(first.added).toBeCloseTo((bars[0]?.base ?? NaN) + change(first.a) + change(first.b), 9);
});

test('a failed run is no value: its tunable keeps its place, and its end says nothing', () => {
  const ranking = parseRanking('of=model:two-nodes&rank=home');
  const { params, varied } = variationsOf(ranking, paramsNamed('two-nodes'));
  const { runs } = singlesOf(ranking, params, varied);
  const rows = runs.map(({ variation }, i): Measured[] | null =>
    variation === 0 ? null : [{ measure: 'home', part: 0, of: 1, text: String(i) }],
  );
  const bar = barsOf(ranking, varied, runs, rows).find(({ variation }) => variation === 0);
  expect(bar?.ends.every(({ median }) => median === null)).toBe(true);
  expect(bar?.width).toBe(0);
  const nothing = barsOf(
    ranking,
    varied,
    runs,
    runs.map(() => null),
  );
  expect(nothing.every(({ base, width }) => base === null && width === 0)).toBe(true);
  expect(pairsOf(ranking, params, varied, nothing, runs.length).runs).toEqual([]);
});
