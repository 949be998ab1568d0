/** Captures without a decision: what a stock kernel told of reclaim is stepped through, and nothing more is said. */
import { expect, test } from 'vitest';
import { captureInput, openSource } from '../testing/source';
import { caption } from './caption';
import * as reader from './decision';
import { factsOf } from './facts';
import { kswapdLine } from './kswapd-words';
import { whySentences, whyTitle } from './words';

/** As wasm-core/trace/derive.c writes it. */
const capture = (...lines: string[]) =>
  [
    'mmscope-capture 1',
    'manifest {"derived":{"from":"ftrace"}}',
    'zone ts=0 zone=2 managed=1000 min=10 low=20 high=30 free=25 reserve=0,0,0,0',
    ...lines,
    'node ts=0 nid=0 cpus=0 pages=0',
    `end events=${lines.length} lost=0 manifest={}`,
    '',
  ].join('\n');

const event = (kind: string, ts: number, fields: string, comm = 'kswapd0') =>
  `${kind} ts=${ts} cpu=0 pid=59 seq=0 ${fields} comm=${comm}`;

test('kswapd’s sleeps are the steps, each with what was reclaimed', async () => {
  const source = await openSource(
    'zones',
    reader,
    captureInput(
      capture(
        event('kswapd_sleep', 1000, 'nid=0 why=2 order=0 highest=4 zone=-1 ran=0 reclaimed=0 scanned=0'),
        event('kswapd_woke', 2000, 'nid=0 order=0'),
        event(
          'kswapd_sleep',
          424_002_000,
          'nid=0 why=2 order=0 highest=4 zone=-1 ran=424000000 reclaimed=1015 scanned=2030',
        ),
        event('direct_reclaim', 500_000_000, 'nid=0 order=0 lat=1500 reclaimed=7 scanned=9', 'cc'),
      ),
    ),
  );
  expect(source.info.decisions).toBe(2);
  const [first, second] = [source.pane(1), source.pane(2)];
  expect(caption(first, null).title).toBe('On node 0 kswapd goes to sleep.');
  expect(caption(second, null)).toEqual({
    title: 'On node 0 kswapd goes to sleep after 420 ms, with 1,015 pages reclaimed.',
    context: 'Step 2.',
  });
  const facts = factsOf(second.frame, second.info);
  expect(whyTitle(facts)).toBe('What did kswapd0 do?');
  const sentences = whySentences(facts).map((s) => s.text);
  expect(sentences).toContain('It looked at 2,030 pages and reclaimed 1,015 of them.');
  expect(sentences).toContain('Why it may sleep: the capture does not tell.');
  expect(sentences.at(-1)).toMatch(/a task reclaimed 7 pages/);
  // Nobody told of a check of the marks: none is said to have been.
  const [node] = facts.nodes;
  expect(node && kswapdLine(facts, node)).toBe('kswapd0 asleep');
  expect(facts.zones.map(({ free, marks }) => [free, marks])).toEqual([[25, { min: 10, low: 20, high: 30 }]]);
});

test('where tasks alone reclaimed, these are the steps', async () => {
  const text = capture(event('direct_reclaim', 5000, 'nid=0 order=0 lat=1500 reclaimed=7 scanned=9', 'cc'));
  const pane = (await openSource('zones', reader, captureInput(text))).pane(1);
  expect(caption(pane, null).title).toBe('The task cc reclaims by itself for 1.5 µs and gets 7 pages.');
});

test('nothing observed: nothing is said to be decided', async () => {
  const pane = (
    await openSource('zones', reader, captureInput(capture(event('kswapd_woke', 1, 'nid=0 order=0'))))
  ).pane(0);
  expect(caption(pane, null).title).toBe('No choice of a zone is in this source.');
});
