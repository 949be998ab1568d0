/** Captures without a decision: what a stock kernel recorded of reclaim is stepped through, and nothing more is said. */
import { expect, test } from 'vitest';
import { captureInput, openSource } from '../testing/source';
import { texts } from '../testing/narration';
import * as reader from './decision';
import { factsOf } from './facts/facts';
import { narrate } from './narration';

/** As wasm-core/trace/capture/observations.c writes it. */
const capture = (...lines: string[]) =>
  [
    'mmscope-capture 1',
    'manifest {"derived":{"from":"ftrace"}}',
    'zone ts=0 zone=2 managed=1000 min=10 low=20 high=30 free=25 reserve=0,0,0,0',
    ...lines,
    'node ts=0 nid=0 cpus=0 pages=0',
    `end events=${lines.length} lost=0 manifest={"tracepoints":{"mm_vmscan_lru_shrink_inactive":3}}`,
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
  expect(texts(narrate(first, null)).title).toBe('On node 0 kswapd goes to sleep.');
  const narration = texts(narrate(second, null));
  expect(narration).toMatchObject({
    title: 'On node 0 kswapd goes to sleep after 420 ms, with 1,015 pages reclaimed.',
    context: 'Step 2.',
    heading: 'What did kswapd0 do?',
    // Observed, not decided: there is nothing to be checked.
    places: [{ fn: 'mm/vmscan.c:kswapd_try_to_sleep()' }],
    era: 'every kernel since 3.0',
  });
  expect(narration.sentences).toEqual([
    '1 It looked at 2,030 pages and reclaimed 1,015 of them.',
    '+ It had been awake for 420 ms.',
    '+ Why it may sleep: the capture does not say.',
    '+ Then direct reclaim: a task reclaimed 7 pages, beginning with those of node 0.',
  ]);
  // No event has a check of the marks: none is said to have been.
  expect(narration.twin.lines).toContain('kswapd0 asleep; who woke it: not in this capture');
  const facts = factsOf(second.frame, second.info);
  expect(facts.zones.map(({ free, marks }) => [free, marks])).toEqual([[25, { min: 10, low: 20, high: 30 }]]);
});

test('where tasks alone reclaimed, these are the steps', async () => {
  const text = capture(event('direct_reclaim', 5000, 'nid=0 order=0 lat=1500 reclaimed=7 scanned=9', 'cc'));
  const pane = (await openSource('zones', reader, captureInput(text))).pane(1);
  expect(texts(narrate(pane, null))).toMatchObject({
    title: 'The task cc reclaims by itself for 1.5 µs and gets 7 pages.',
    places: [{ fn: 'mm/vmscan.c:try_to_free_pages()' }],
  });
});

test('nothing observed: nothing is said to be decided', async () => {
  const pane = (
    await openSource('zones', reader, captureInput(capture(event('kswapd_woke', 1, 'nid=0 order=0'))))
  ).pane(0);
  expect(texts(narrate(pane, null))).toMatchObject({
    title: 'No choice of a zone is in this source.',
    empty: 'There is no decision to explain.',
    sentences: [],
    places: [],
  });
});
