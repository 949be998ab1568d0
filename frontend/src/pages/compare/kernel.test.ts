import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BundledCapture, Scenario } from '../../capture/sources/catalogue';
import { agreementsOf, kernelSources, type KernelMark } from './kernel';
import { parseQuestion } from './question';
import { seriesOf } from './table';

const folder = (name: string) => new URL(`../../../../datasets/${name}/`, import.meta.url);
const read = <T>(name: string): T[] =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder(name)), 'utf8')) as T);
const scenarios = read<Scenario>('scenarios');
const catalogue = { scenarios, captures: read<BundledCapture>('captures'), published: [] };
const marks = (text: string) =>
  kernelSources(parseQuestion(text), catalogue).map(({ capture, at }) => [capture.id, at]);

test('every capture that a scenario names is bundled', () => {
  const named = scenarios.flatMap(({ captures = {} }) => Object.keys(captures));
  expect(named.length).toBeGreaterThan(10);
  for (const id of named) expect(catalogue.captures.map((one) => one.id)).toContain(id);
});

test('captures stand at the values they were made with, where they differ in nothing else', () => {
  const sweep = 'of=model:published-iostat-interleave-1&x=granularity:1,2,4,8';
  expect(marks(sweep)).toEqual([
    ['interleave-1', 1],
    ['interleave-2', 2],
    ['interleave-8', 8],
  ]);
  expect(marks(`${sweep}&of.nodes=4`)).toEqual([]);
  expect(marks(`${sweep}&y=policy_nodes:3,1`)).toEqual([]);
  expect(marks('of=model:four-nodes&x=rule:node,roundrobin')).toEqual([
    ['one-each-node', 'node'],
    ['one-each-roundrobin', 'roundrobin'],
  ]);
});

test('what agrees is counted, and what does not is named one by one; times are left out', () => {
  const question = parseQuestion('of=model:interleave-1&x=granularity:1,2');
  const measured = (text: string) => ({ measure: 'sectors' as const, part: 0, of: 1, text });
  const series = seriesOf(question, [[measured('320')], [measured('532')]]);
  const late = { measure: 'latency_p50' as const, part: 0, of: 1, text: '5' };
  const kernel = (at: number, text: string): KernelMark => ({
    at,
    capture: 'x',
    measures: [measured(text), late],
  });
  const printed = [{ measure: 'sectors' as const, at: 1, label: '1', values: [317], source: '004' }];
  expect(agreementsOf(series, printed, [kernel(1, '301'), kernel(2, '400')])).toEqual([
    { whose: 'published', agrees: '1 of 1 within 1 %', not: [] },
    { whose: 'kernel', agrees: '1 of 2 within 7 %', not: ['sectors per request at 2: 400, model 532'] },
  ]);
  expect(agreementsOf(series, [], [])).toEqual([]);
});
