import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../testing/loader';
import { samples } from '../testing/samples';
import { captureReport } from './capture-report';
import { Reporter } from './reporter';
import { countable, countedAs, tracepointsMeant } from './tracepoints';

const meant = async (text: string) => tracepointsMeant((await load(text)).report);

describe('events that a script calls otherwise', () => {
  it('have the one tracepoint whose name ends so', async () => {
    const text = 'Attaching 3 probes...\n1 rq_issue sector=8\n2 wakeup_kswapd nid=0\n3 rq_issue bytes=4096\n';
    expect(await meant(text)).toEqual([
      { name: 'rq_issue', tracepoint: 'block_rq_issue' },
      { name: 'wakeup_kswapd', tracepoint: 'mm_vmscan_wakeup_kswapd' },
    ]);
  });

  it('have none where several end so, or none does', async () => {
    expect(await meant('Attaching 2 probes...\n1 alloc pfn=8\n2 hello a=1\n')).toEqual([]);
  });

  it('have none where the kernel wrote the name', async () => {
    expect(await meant('# tracer: nop\n#\n     cc-221 [001] ..... 24.193575: rq_issue: a=1\n')).toEqual([]);
  });
});

describe('events that are counted as a tracepoint', () => {
  const own = (fields: string) =>
    `Attaching 2 probes...\n100 rq_issue cpu=1 ${fields}\n200 rq_complete cpu=1 dev=266338304 sector=8 nr_sector=16 rwbs=R\n`;

  it('are those of the kernel that writes the same under its own name', async () => {
    const text = own('dev=266338304 sector=8 bytes=4096 rwbs=R comm=sh');
    const loaded = await load(text);
    expect(countable(loaded)).toEqual([
      { name: 'rq_issue', tracepoint: 'block_rq_issue', events: 1 },
      { name: 'rq_complete', tracepoint: 'block_rq_complete', events: 1 },
    ]);
    const counted = countedAs(loaded, ['rq_issue', 'rq_complete']);
    const kernels = await load(text.replaceAll(' rq_', ' block_rq_'));
    const { counted: of, ...report } = counted.report;
    expect(of.map(({ name, events }) => [name, events])).toEqual([
      ['rq_issue', 1],
      ['rq_complete', 1],
    ]);
    expect(report.kinds).toEqual(kernels.report.kinds);
    expect([report.understood, report.generic, report.generics]).toEqual([2, 0, []]);
    expect(counted.store.kinds.map(({ name }) => name)).toEqual(kernels.store.kinds.map(({ name }) => name));
    for (const [i, kind] of counted.store.kinds.entries()) {
      const plain = (field: (typeof kind.fields)[number]) => [
        field.name,
        field.type,
        [...(field.values as Uint32Array)],
      ];
      const untied = (fields: typeof kind.fields) => fields.filter(({ type }) => type !== 'name').map(plain);
      expect(untied(kind.fields)).toEqual(untied(kernels.store.kinds[i]?.fields ?? []));
    }
    const requests = ({ derived }: ReturnType<typeof captureReport>) => [derived.requests, derived.disks];
    expect(requests(captureReport(counted, 'a'))).toEqual(requests(captureReport(kernels, 'a')));
    expect(captureReport(counted, 'a').derived.requests?.times?.n).toBe(1);
    // Scenes are drawn from the text.
    expect(captureReport(counted, 'a').shown.block_rq).toBe(0);
  });

  it.each([
    ['a field that the tracepoint has not', 'dev=266338304 sector=8 age=4'],
    ['a name for a number', 'dev=266338304 sector=first'],
    ['a number that its column cannot hold', 'dev=266338304 sector=8 bytes=4294967296'],
    ['less than nothing', 'dev=266338304 sector=-8'],
    ['more text', 'dev=266338304 sector=8 for nobody'],
    ['no field', ''],
  ])('are none with %s', async (_, fields) => {
    const loaded = await load(own(fields));
    expect(countable(loaded).map(({ name }) => name)).toEqual(['rq_complete']);
    expect(() => countedAs(loaded, ['rq_issue'])).toThrow(/have not the fields of a tracepoint/);
  });

  it('are none beside those that have its name', async () => {
    const text = own('dev=266338304 sector=8') + '300 block_rq_issue cpu=1 dev=8,0 sector=8\n';
    expect(countable(await load(text)).map(({ name }) => name)).toEqual(['rq_complete']);
  });

  it('are what they were, when that is taken back', async () => {
    const { path = '' } = samples.find(({ id }) => id === 'bpftrace/debian-6.1-keyvalue') ?? {};
    const reporter = new Reporter(await load(readFileSync(path)));
    const before = reporter.report('a');
    expect(before.countable.map(({ name, events }) => [name, events])).toContainEqual(['rq_issue', 582]);
    expect(before.derived.requests).toBeNull();
    reporter.count(['rq_issue']);
    const now = reporter.report('a');
    expect([now.derived.requests?.n, now.report.counted.length]).toEqual([582, 1]);
    expect(now.countable.map(({ name }) => name)).not.toContain('rq_issue');
    reporter.count([]);
    expect(reporter.report('a')).toEqual(before);
  });
});
