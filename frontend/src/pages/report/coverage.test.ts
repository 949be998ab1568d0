/** What the report says first, over all samples and captures of each policy. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureReport, type CaptureReport } from '../../trace/report/capture-report';
import { bundled } from '../../trace/testing/captures';
import { load } from '../../trace/testing/loader';
import { samples } from '../../trace/testing/samples';
import { coverageOf, nextRecordingsOf } from './coverage';

const reportOf = async (path: string): Promise<CaptureReport> =>
  captureReport(await load(readFileSync(path)), 'a');
const degrees = (report: CaptureReport) =>
  Object.fromEntries(coverageOf(report).map(({ asks, degree: how }) => [asks, how]));

it.each([
  ['swap_select', 'Which swap device?'],
  ['zone_select', 'Which zone?'],
  ['kswapd_wake', 'When does kswapd wake?'],
  ['interleave', 'Which node, interleaved?'],
  ['swap_in', 'How is a page read back?'],
])('%s of a patched kernel answers “%s” in full', async (kind, asks) => {
  const [found] = bundled.filter(({ events }) => (events[kind] ?? 0) > 0).sort((a, b) => a.size - b.size);
  expect(degrees(await reportOf(found?.path ?? ''))).toMatchObject({ [asks]: 'in full' });
});

it.each([
  ['two-nodes-kswapd', 'nvme1n1 gave 67.6 % of 79,680 slots, nvme0n1 32.4 %; 1,245 decisions'],
  ['zones-everyone', 'node 0 DMA32 gave 51.7 % of 5,551 pages, node 1 DMA32 48.3 %; 5,421 decisions'],
  ['cache-fair', 'kswapd was woken 297 times in 1,829 calls, '],
  ['interleave-bulk', 'node 0 was dealt 46.8 % of 1,059 pages, node 1 26.6 %, 1 more; 1,096 decisions'],
  ['swap-in-no-queues', 'reads from swap: 5,373 slept (p99 9.33 ms); 10,746 decisions'],
])('%s answers with what its decisions came to', async (id, says) => {
  const { path = '' } = bundled.find((capture) => capture.id === id) ?? {};
  const answers = coverageOf(await reportOf(path)).filter(({ degree: how }) => how === 'in full');
  expect(answers.map((answer) => answer.says)).toEqual([expect.stringContaining(says)]);
});

it('a stock kernel tells parts of it, in numbers', async () => {
  const sample = samples.find(({ id }) => id === 'ftrace/debian-6.1-default');
  const report = await reportOf(sample?.path ?? '');
  const answers = coverageOf(report);
  expect(answers.every((answer) => answer.degree === 'in part')).toBe(true);
  const [duty] = report.derived.duty.nodes;
  const says = answers.find(({ asks }) => asks === 'When does kswapd wake?')?.says ?? '';
  expect(says).toContain(
    `kswapd was awake ${(100 * (duty?.share ?? NaN)).toFixed(1)} % of the capture on node ${duty?.nid ?? ''}`,
  );
});

it('no command stands beside one that records all it would', async () => {
  const sample = samples.find(({ id }) => id === 'perf-script/debian-6.1-default');
  const next = nextRecordingsOf(await reportOf(sample?.path ?? ''));
  const recorded = next.map(({ command }) => Array.from(command.lines.join(' ').matchAll(/-e \S+/g), String));
  expect(recorded[0]).toEqual(['-e kmem:mm_page_alloc', '-e kmem:mm_page_free']);
  expect(recorded.filter((events) => events.includes('-e kmem:mm_page_alloc'))).toHaveLength(1);
});

describe('of every sample', () => {
  it.each(samples)('$id: it is short, and what is known has events that say it', async ({ path }) => {
    const report = await reportOf(path);
    const answers = coverageOf(report);
    expect(answers).toHaveLength(5);
    for (const answer of answers) {
      expect(answer.by.length > 0).toBe(answer.degree !== 'not at all');
      if (answer.degree === 'not at all') expect(answer.says).toBe('');
    }
    const next = nextRecordingsOf(report);
    expect(next.length).toBeLessThanOrEqual(3);
    expect(new Set(next.map(({ command }) => command.lines.join())).size).toBe(next.length);
    const words = answers
      .flatMap(({ asks, by, says }) => [asks, ...by, says])
      .concat(next.map(({ what }) => what))
      .join(' ');
    expect(words.split(/\s+/).length).toBeLessThanOrEqual(200);
  });
});
