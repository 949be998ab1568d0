import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MEASURES } from '../../core/gen/measures';
import type { Scenario } from '../../capture/sources/catalogue';
import type { PublishedDocument } from '../../capture/sources/published-document';
import { firstOf, marksOf, printedWords } from './published';
import { parseQuestion } from './question';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../datasets/${path}.json`, import.meta.url), 'utf8'));
const scenario = (id: string) => ({ ...(read(`scenarios/${id}`) as Scenario), id });
const published = (id: string) => read(`published/${id}`) as PublishedDocument;
const SCENARIOS = [
  'interleave-1',
  'published-iostat-none',
  'published-iostat-interleave-1',
  'published-iostat-interleave-8',
].map(scenario);
const DOCUMENTS = [published('interleave')];
const marks = (text: string) => marksOf(parseQuestion(text), SCENARIOS, DOCUMENTS);

test('a sweep of the printed experiment shows what was printed, where it was measured', () => {
  const found = marks('of=model:published-iostat-interleave-1&x=granularity:1,2,4,8,16');
  expect(
    found.map((mark) => [mark.at, mark.label, firstOf(mark), printedWords(mark, (n) => n.toFixed(0))]),
  ).toEqual([
    [null, 'none', 530.19, '530 (528 to 534)'],
    [1, 'interleave, 1', 316.77, '317 (315 to 317)'],
    [8, 'interleave, 8', 534.74, '535 (535 to 537)'],
  ]);
  expect(found.every(({ measure, source }) => measure === 'sectors' && source === '004')).toBe(true);
});

test('another machine, or two tunables, show none', () => {
  expect(marks('of=model:interleave-1&x=granularity:1,2')).toEqual([]);
  expect(marks('of=model:published-iostat-interleave-1&of.nodes=4&x=granularity:1,2')).toEqual([]);
  expect(marks('of=model:published-iostat-interleave-1&x=granularity:1&y=policy_nodes:3,1')).toEqual([]);
});

test('every column that is a measure is a column, and a measure', () => {
  for (const id of ['interleave', 'swap_devices', 'swap_in', 'zone_fairness'])
    for (const { columns, measures } of published(id).tables)
      for (const [column, measure] of Object.entries(measures ?? {})) {
        expect(columns).toContain(column);
        expect(MEASURES.map((m) => m.name)).toContain(measure);
      }
});
