import { describe, expect, it } from 'vitest';
import { captureReport } from '../report/capture-report';
import { diagnose } from './doctor';
import { TRACE_KINDS, type TraceKindName } from '../gen/tables';
import { ASPECTS } from './topics';
import { load } from '../testing/loader';

const kinds = (...names: TraceKindName[]) =>
  names.map((name) => ({ name, id: TRACE_KINDS[name].id, system: TRACE_KINDS[name].system, count: 3 }));

const find = (diagnoses: ReturnType<typeof diagnose>, what: RegExp) => {
  const found = diagnoses.flatMap((d) => d.findings).find((f) => what.test(f.what));
  if (!found) throw new Error(`no finding ${what.source}`);
  return found;
};

describe('capture doctor', () => {
  it('says what is there, and how often', () => {
    const all = diagnose(
      { kinds: kinds('mm_vmscan_kswapd_wake', 'mm_vmscan_kswapd_sleep'), format: 'perf' },
      [],
    );
    expect(find(all, /kswapd of each node/)).toMatchObject({ events: 6, add: [] });
  });

  it('says what half of the events cannot show, and the command of the recorder at hand first', () => {
    const all = diagnose({ kinds: kinds('mm_vmscan_kswapd_wake'), format: 'trace_cmd' }, []);
    const finding = find(all, /kswapd of each node/);
    expect(finding.events).toBeNull();
    expect(finding.add[0]).toEqual({
      tool: 'trace-cmd',
      lines: [
        'trace-cmd record -e vmscan:mm_vmscan_kswapd_wake -e vmscan:mm_vmscan_kswapd_sleep sleep 30',
        'trace-cmd report > trace.txt',
      ],
      root: true,
    });
    expect(finding.add.map((c) => c.tool)).toEqual(['trace-cmd', 'perf', 'tracefs', 'bpftrace']);
  });

  it('sends those who want decisions to the patched kernel', () => {
    const all = diagnose({ kinds: [], format: 'ftrace' }, []);
    expect(find(all, /which swap device/).add[0]?.lines[0]).toContain(
      'mmscope-trace -o run.mmscope.gz --probe swap ',
    );
  });

  it('takes a file of /proc for an answer', () => {
    expect(find(diagnose({ kinds: [], format: 'ftrace' }, []), /watermarks/).events).toBeNull();
    expect(find(diagnose({ kinds: [], format: 'ftrace' }, ['zoneinfo']), /watermarks/).events).toBe(0);
  });

  it('has a way to record the answer to each question', () => {
    for (const question of ASPECTS) {
      expect(question.add('ftrace').flatMap((c) => c.lines)).not.toHaveLength(0);
      expect(question.kinds.length).toBeGreaterThan(0);
    }
  });
});

describe('the report of a capture', () => {
  const line = (event: string) => `              cc-221     [001] ...1.    24.193575: ${event}\n`;

  it('tells the era by what the kernel writes', async () => {
    const isolate =
      'mm_vmscan_lru_isolate: isolate_mode=0 classzone=1 order=0 nr_requested=10 nr_scanned=10 nr_skipped=0 nr_taken=10 lru=inactive_file';
    const text = `# tracer: nop\n#\n${line(isolate)}`;
    const { era } = captureReport(await load(text), 'old.txt');
    expect(era).toMatchObject({ from: '', until: '6.6', signs: ['mm_vmscan_lru_isolate.isolate_mode'] });
  });

  it('is plain data that a worker can send', async () => {
    const report = captureReport(
      await load(`# tracer: nop\n#\n${line('mm_vmscan_kswapd_sleep: nid=0')}`),
      'a.txt',
    );
    expect(structuredClone(report)).toEqual(report);
    expect(report.name).toBe('a.txt');
  });
});
