import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Measured } from '../../core/session';
import {
  differences,
  formatPair,
  ownOf,
  ownSpreads,
  parsePair,
  questionOfPanes,
  spreadDifferences,
  withFiles,
  beyondWord,
  csvOf,
  differenceOf,
} from './pair';
import { decimal, mean } from './rational';
import { PAIRS } from './presets';

const row = (measure: Measured['measure'], text: string, part = 0): Measured => ({
  measure,
  part,
  of: 1,
  text,
});

test('a link names two sources, and its text comes back', () => {
  const text = 'a=capture:two-nodes-node&b=capture:two-nodes-node&b.rule=global';
  const pair = parsePair(text);
  expect(formatPair(pair)).toBe(text);
});

test('a side may have several sources, each with tunables of its own', () => {
  const text =
    'a=capture:x&a.rule=global&a=capture:y&a=server:z&b=file:q.gz&b=capture:x&b.rule=node&b.seed=2';
  const pair = parsePair(text);
  expect(formatPair(pair)).toBe(text);
  expect([pair.a.length, pair.b.length]).toEqual([3, 2]);
  const many = (n: number) => Array.from({ length: n }, (_, i) => `a=capture:c${i}`).join('&');
  expect(() => parsePair(`${many(40)}&b=capture:x`)).toThrow('41 captures are too many: compare at most 40');
  expect(() => parsePair('a=capture:x&a=capture:x&b=capture:y')).toThrow(
    '“capture:x” stands twice on side A, which hides how captures differ: leave one out',
  );
});

interface Example {
  better: 'more' | 'less' | 'neither';
  a: string[];
  b: string[];
  means: [string, string];
  difference: string;
  percent: string | null;
  verdict: string;
  p: string | null;
  beyond: string;
}

test('what is said of two sides is what the command line says, to the last digit', () => {
  const file = new URL('../../../../datasets/compare/examples.json', import.meta.url);
  const examples = JSON.parse(readFileSync(file, 'utf8')) as Example[];
  expect(examples.length).toBeGreaterThan(50);
  for (const { a, b, better, ...expected } of examples) {
    const about = {
      name: 'x',
      at: '',
      machine: 'swap',
      unit: '',
      better,
      part: 'all',
      words: 'x',
      doc: '',
    } as const;
    const d = differenceOf(about, 0, a, b);
    expect({
      means: [decimal(mean(d.a)), decimal(mean(d.b))],
      difference: decimal(d.difference),
      percent: d.percent && decimal(d.percent),
      verdict: d.verdict,
      p: d.p && decimal(d.p),
      beyond: beyondWord(d),
    }).toEqual(expected);
  }
});

test('CSV has a line for each number, as the command line writes it', () => {
  const rows = differences([[row('home', '100')]], [[row('home', '51.5')]]);
  expect(
    csvOf([
      { text: '', number: null, rows },
      { text: 'a, b', number: 2, rows },
    ]),
  ).toBe(
    [
      'phase,number,measure,at,part,unit,better,a,b,difference,percent,p',
      ',,home,,,%,more,100,51.5,-48.5,-48.5,',
      '"a, b",2,home,,,%,more,100,51.5,-48.5,-48.5,',
      '',
    ].join('\n'),
  );
});

test('CSV quotes commas, quotes and both ends of lines', () => {
  const rows = differences([[row('home', '1')]], [[row('home', '1')]]);
  const csv = csvOf(['a,b', 'a"b', 'a\rb', 'a\nb', 'a b'].map((text) => ({ text, number: 1, rows })));
  for (const cell of ['\n"a,b",1,', '\n"a""b",1,', '\n"a\rb",1,', '\n"a\nb",1,', '\na b,1,'])
    expect(csv).toContain(cell);
});

test('what two panes show is a question, where both can be compared here', () => {
  const {
    a: [a],
    b: [b],
  } = parsePair('a=model:x&a.rule=global&b=capture:two-nodes-node&b.rule=global');
  if (!a || !b) throw new Error('no sides');
  expect(questionOfPanes(a, b)).toBe('a=model:x&a.rule=global&b=capture:two-nodes-node&b.rule=global');
  expect(questionOfPanes(a, { kind: 'server', id: 'x' })).toBe('a=model:x&a.rule=global&b=server:x');
  expect(questionOfPanes(a, { kind: 'none' })).toBeNull();
});

test('a file is that of a pane, or none', () => {
  const blob = new Blob(['x']);
  const pair = parsePair('a=file:mine.gz&a.rule=node&b=file:other.gz');
  const {
    a: [a],
    b: [b],
  } = withFiles(pair, [{ kind: 'file', name: 'mine.gz', blob }, { kind: 'none' }]);
  expect(a).toMatchObject({ blob, asif: { rule: 'node' } });
  expect(b).toMatchObject({ blob: null });
});

test.each(PAIRS)('$title', ({ question }) => {
  expect(formatPair(parsePair(question))).toBe(question);
});

test.each([
  ['a=capture:x', /^B has no source/],
  ['a=capture:x&b=capture:x&b.seed=2', /not about seed$/],
  ['a=capture:x&b=none', /^B names no source$/],
  ['a=capture:x&b=model:y&b.rul=node', /no tunable “rul”/],
  ['a=capture:x&b=server', /is not a kind of source|names no source/],
])('%s is refused', (text, said) => {
  expect(() => parsePair(text)).toThrow(said);
});

test('differences are exact, and say which is better', () => {
  const found = differences(
    [
      [
        row('home', '100'),
        row('device_share', '49.924812'),
        row('tries', '1'),
        row('empty', '0'),
        row('latency_p50', '157.03'),
      ],
    ],
    [
      [
        row('home', '51.667245'),
        row('device_share', '63.021436'),
        row('tries', '1'),
        row('empty', '0.5'),
        row('latency_p50', '59.67'),
      ],
    ],
  );
  const rows = found.map((d) => [
    d.measure.name,
    decimal(d.difference),
    d.percent && decimal(d.percent),
    d.verdict,
  ]);
  expect(new Set(rows)).toEqual(
    new Set([
      ['home', '-48.332755', '-48.332755', 'worse'],
      ['device_share', '13.096624', '26.232696', 'more'],
      ['tries', '0', '0', 'same'],
      ['empty', '0.5', null, 'worse'],
      ['latency_p50', '-97.36', '-62.000892', 'better'],
    ]),
  );
});

test('nothing differs from itself, whatever it is', () => {
  for (let seed = 1; seed < 200; seed++) {
    const text = String((seed * 7919) % 1000) + (seed % 3 ? `.${(seed * 104729) % 999999}` : '');
    const [found] = differences([[row('home', text)]], [[row('home', text)]]);
    expect(
      found && [decimal(found.difference), found.percent && decimal(found.percent), found.verdict],
    ).toEqual(['0', '0', 'same']);
  }
});

test('sources of different policies are refused, and of a machine only its own is said', () => {
  expect(() => differences([[row('home', '1')]], [[row('polled', '1')]])).toThrow(
    'A is about swap, B about swap_in',
  );
  expect(ownOf([row('home', '1'), row('polled', '1')], { machine: 'swap_in' })).toEqual([row('polled', '1')]);
  expect(ownOf([row('home', '1'), row('polled', '1')], null)).toHaveLength(2);
});

test('every capture that a pair names is bundled', () => {
  for (const { question } of PAIRS) {
    const { a, b } = parsePair(question);
    for (const spec of [...a, ...b]) {
      if (spec.kind === 'file') throw new Error(spec.name);
      readFileSync(
        new URL(
          `../../../../datasets/${spec.kind === 'model' ? 'scenarios' : 'captures'}/${spec.id}.json`,
          import.meta.url,
        ),
      );
    }
  }
});

test('percentiles of both sides are set side by side, part by part', () => {
  const spread = (p50: string, part = 0) =>
    ({ spread: 'age', part, of: 9, p50, p90: '20', p99: '30', max: '40' }) as const;
  const rows = spreadDifferences([[spread('10'), spread('1', 8)]], [[spread('12.5')]]);
  expect(
    rows.map(({ measure, who, difference, verdict }) => [
      measure.name,
      measure.at,
      who,
      decimal(difference),
      verdict,
    ]),
  ).toEqual([
    ['age', 'p50', 'DMA of node 0', '2.5', 'better'],
    ['age', 'p90', 'DMA of node 0', '0', 'same'],
    ['age', 'p99', 'DMA of node 0', '0', 'same'],
    ['age', 'max', 'DMA of node 0', '0', 'same'],
  ]);
  expect(ownSpreads([spread('1')], { machine: 'swap' })).toEqual([]);
  expect(ownSpreads([spread('1')], null)).toHaveLength(1);
});
