/** What a patched kernel tells of kswapd: its waits, and calls to wake it. */
import { expect, it } from 'vitest';
import { captureReport } from '../report/capture-report';
import { load } from '../testing/loader';

const MS = 1_000_000;
const event = (kind: string, ms: number, fields: string, comm: string, pid = 60) =>
  `${kind} ts=${1e9 + ms * MS} cpu=0 pid=${pid} seq=0 ${fields} comm=${comm}\n`;
const wait = (ms: number, waiting: 0 | 1, nid = 0) =>
  event('kswapd_wait', ms, `nid=${nid} waiting=${waiting}`, `kswapd${nid}`);
const NONE = 'ffffffffffffffff';
/** 0: woken, 1: awake, 2: hopeless, 3: balanced. */
const call = (ms: number, verdict: 0 | 1 | 2 | 3, comm = 'reader', nid = 0) =>
  event(
    'kswapd_wake',
    ms,
    `mark=0 nid=${nid} zone=${8 * nid + 2} gfp=1 order=0 highest=2 asleep=1 failures=0 boosted=0 visits=0 ` +
      `visit_zone=${NONE} visit_flags=${NONE} visit_free=${NONE},${NONE} visit_unusable=${NONE},${NONE} ` +
      `visit_mark=${NONE},${NONE} visit_reserve=${NONE},${NONE} verdict=${verdict}`,
    comm,
    77,
  );
const derived = async (...lines: string[]) =>
  captureReport(await load(`mmscope-capture 1\n${lines.join('')}`), 'a').derived;
/** ms of each node: awake, known, unknown; times woken. */
const duty = async (...lines: string[]) =>
  (await derived(...lines)).duty.nodes.map((n) => [
    n.nid,
    n.awake / MS,
    n.known / MS,
    n.unknown / MS,
    n.wakes,
  ]);

it('kswapd is awake from the end of a wait to the next, and before a first one', async () => {
  expect(
    await duty(call(0, 3), wait(100, 1), call(300, 0), wait(300, 0), wait(350, 1), call(1000, 3)),
  ).toEqual([[0, 150, 1000, 0, 1]]);
  expect(await duty(call(0, 0), wait(100, 0), call(1000, 1))).toEqual([[0, 900, 1000, 0, 1]]);
});

it('a look at whether it may sleep is no sleep, unless a task woke it in it', async () => {
  const look = [wait(500, 1), wait(501, 0)];
  const around = (...lines: string[]) => duty(call(0, 0), wait(1, 0), ...lines, call(1000, 1));
  expect(await around(...look)).toEqual([[0, 999, 1000, 0, 1]]);
  expect(await around(look[0] ?? '', call(500.5, 0), look[1] ?? '')).toEqual([[0, 998, 1000, 0, 2]]);
  // Of the other node's.
  expect(await around(look[0] ?? '', call(500.5, 0, 'cc', 1), look[1] ?? '')).toEqual([[0, 999, 1000, 0, 1]]);
});

it('the short wait and the one behind it are one sleep, also where that is the last', async () => {
  const short = [call(0, 3), wait(100, 1), wait(200, 0)];
  expect(await duty(...short, wait(200.1, 1), call(600, 0), wait(600, 0), call(1000, 1))).toEqual([
    [0, 500, 1000, 0, 1],
  ]);
  expect(await duty(...short, wait(200.1, 1), call(1000, 3))).toEqual([[0, 100, 1000, 0, 0]]);
  // It had to reclaim once more.
  expect(await duty(...short, wait(230, 1), call(1000, 3))).toEqual([[0, 130, 1000, 0, 1]]);
});

it('calls are counted by node and by result, and who it was woken for', async () => {
  const { wakes } = await derived(
    ...[
      call(0, 0, 'cc'),
      call(1, 1, 'cc'),
      call(2, 0, 'ld'),
      call(3, 0, 'ld'),
      call(4, 3, 'cc', 1),
      call(5, 2, 'cc', 1),
    ],
  );
  expect(wakes).toEqual([
    {
      ...{ nid: 0, asked: 4, woken: 3, awake: 1, hopeless: 0, balanced: 0 },
      by: [
        { comm: 'ld', n: 2 },
        { comm: 'cc', n: 1 },
      ],
    },
    { nid: 1, asked: 2, woken: 0, awake: 0, hopeless: 1, balanced: 1, by: [] },
  ]);
});
