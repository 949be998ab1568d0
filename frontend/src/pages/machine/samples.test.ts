/** Samples to try the page with: docs/your-machine.md, "What it reads". */
import { expect, test } from 'vitest';
import { SAMPLES } from './samples';
import { read } from './testing/texts';
import { missingLine } from './text';

test.each(SAMPLES.map((sample) => [sample.name, sample] as const))('%s: can be drawn', async (_, sample) => {
  const { answer } = await read(await sample.text());
  expect(answer.notice).toBe('');
  expect(answer.zones.map(({ marks }) => marks)).not.toContain('not told');
  const drawn = answer.moments.length + answer.swap_lists.length + answer.reports.length;
  expect(drawn).toBeGreaterThan(0);
  for (const report of answer.reports) expect(report.explained).toBe(true);
});

test('for each piece that is missing there is a line that prints it', async () => {
  const { answer } = await read('MemTotal: 8048624 kB\nMemFree: 164452 kB\n');
  expect(answer.missing.map(({ what }) => missingLine(what))).toEqual([
    'cat /proc/zoneinfo',
    'sysctl vm.min_free_kbytes',
    'sysctl vm.watermark_scale_factor',
    'cat /proc/swaps',
    'vmstat 1 10',
  ]);
});

test('where two nodes have NVMe disks, the line that tells whose they are', async () => {
  const { answer } = await read((await SAMPLES[0]?.text()) ?? '');
  const lines = answer.missing.map(({ what }) => missingLine(what));
  expect(lines).toContain('grep -H . /sys/class/nvme/nvme*/numa_node');
  expect(lines).not.toContain('');
});

test('for what was cut from a text there is none', () => {
  for (const what of ['the head of a zone before line 7', 'the lines with the oldest first'])
    expect(missingLine(what)).toBe('');
});
