/**
 * What the capture doctor suggests was run in guests of Debian's kernels: the trace that came of it
 * answers the question it was to answer, with the fields that it was to tell.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureReport } from '../report/capture-report';
import { fieldNamed, kindNamed } from '../store/lookup';
import type { TraceKindName } from '../gen/tables';
import type { LoadedTrace } from '../loader';
import { ASPECTS, sceneOf, type Aspect } from './topics';
import { bundled } from '../testing/captures';
import { load } from '../testing/loader';
import { samples } from '../testing/samples';
import { textAt } from '../store/values';

const RERUN =
  'record it anew: put the lines into tracer/lab/foreign/doctor-*.toml, then python3 tracer/lab/lab.py foreign';

/** By the tools of the doctor whose commands are kept with what they wrote: where the samples are. */
const RECORDED: Readonly<Record<string, readonly string[]>> = {
  bpftrace: ['bpftrace/debian-6.12'],
};

/** They did not come while the samples were recorded. */
const RARE: readonly TraceKindName[] = [
  'mm_vmscan_write_folio',
  'mm_vmscan_direct_reclaim_begin',
  'block_split',
];

/** Every command of every question, with the sample that it made on each host. */
const promises = ASPECTS.filter(({ kinds }) => !kinds.some((k) => RARE.includes(k))).flatMap((question) =>
  question.add('unknown').flatMap(({ tool, lines }) =>
    (RECORDED[tool] ?? []).map((host) => {
      const script = `END'\n${lines.join('\n')}\nEND`;
      const sample = samples.find(
        ({ id, take = [] }) =>
          id.startsWith(`${host}-doctor-`) &&
          take
            .join('\n')
            .replace(/ \| head -n \d+$/m, '')
            .includes(script),
      );
      return { question, tool, host, lines, sample, title: `${host}: ${question.what}` };
    }),
  ),
);

/** Names of what printf() writes of a kind, as they stand in a command of bpftrace. */
const printed = (line: string, kind: TraceKindName) => {
  const text = new RegExp(`printf\\("${kind} ([^"]*)"`).exec(line)?.[1] ?? '';
  return Array.from(text.matchAll(/(\w+)=/g), ([, name = '']) => name);
};

/** Of the head of a line: columns that all kinds have. */
const HEAD = ['ts', 'cpu', 'tid', 'comm'];

/** Of the guests. */
const CPUS = 4;

const findingOf = (trace: LoadedTrace, question: Aspect) =>
  captureReport(trace, 'trace.txt')
    .doctor.find((d) => d.scene === sceneOf(question))
    ?.findings.find((f) => f.what === question.what);

describe('what the doctor suggests', () => {
  it.each(promises)('$title', async ({ question, tool, lines, sample }) => {
    if (!sample) throw new Error(`no sample was made by\n${lines.join('\n')}\n${RERUN}`);
    const { kinds: counted } = sample.counts;
    const count = (kind: TraceKindName) =>
      counted[kind] ?? Object.entries(counted).find(([name]) => name.endsWith(`:${kind}`))?.[1] ?? 0;
    const trace = await load(readFileSync(sample.path));
    expect(trace.report.unreadable).toBe(0);
    expect(findingOf(trace, question)).toEqual({
      what: question.what,
      events: question.kinds.reduce((sum, kind) => sum + count(kind), 0),
      limit: question.limit ?? '',
      add: [],
    });
    for (const name of question.kinds) {
      expect(count(name), name).toBeGreaterThan(0);
      const kind = kindNamed(trace.store, name);
      if (!kind || tool !== 'bpftrace') continue;
      expect(kind.rows).toBe(count(name));
      const { names } = trace.store;
      for (const column of printed(lines.join('\n'), name).filter((n) => !HEAD.includes(n))) {
        const field = fieldNamed(kind, column);
        if (!field) throw new Error(`${name} has no ${column}`);
        for (let row = 0; row < kind.rows; row++)
          expect(textAt(trace.store, field, row), column).not.toBe('–');
      }
      expect(kind.cpu.every((cpu) => cpu < CPUS)).toBe(true);
      expect(kind.pid.every((pid) => pid >= 0)).toBe(true);
      expect(kind.comm.every((comm) => names[comm] !== '')).toBe(true);
    }
  });

  it('has a command of every tool for every question that stock kernels answer', () => {
    const tools = ASPECTS.map((q) => q.add('unknown').map((c) => c.tool)).filter((t) => t.includes('perf'));
    for (const found of tools) expect(found).toEqual(['perf', 'trace-cmd', 'tracefs', 'bpftrace']);
    expect(tools.length).toBeGreaterThan(0);
  });
});

describe('what the doctor suggests for decisions', () => {
  const decided = ASPECTS.flatMap((question) => {
    const probe = question
      .add('unknown')
      .flatMap((c) => c.lines)
      .flatMap((line) => /mmscope-trace .*--probe (\w+)/.exec(line)?.[1] ?? []);
    return probe.length > 0 ? [{ question, probe: probe[0] ?? '', what: question.what }] : [];
  });

  it.each(decided)('$probe: $what', async ({ question, probe }) => {
    const capture = bundled
      .filter(({ probes, events }) => probes.includes(probe) && question.kinds.every((kind) => events[kind]))
      .toSorted((a, b) => a.size - b.size)[0];
    if (!capture) throw new Error(`no capture that was made with --probe ${probe} answers it`);
    const trace = await load(readFileSync(capture.path));
    const events = question.kinds.reduce((sum, kind) => sum + (capture.events[kind] ?? 0), 0);
    expect(findingOf(trace, question)).toMatchObject({ events, add: [] });
  });
});
