import { expect, it } from 'vitest';
import type { TraceFormatName } from '../../trace/gen/tables';
import { openFiles, type Destinations } from './destinations';

/** Opens files whose names are their formats, and returns the result. */
async function opened(names: string[], at: Parameters<typeof openFiles>[1], open = true): Promise<string[]> {
  const said: string[] = [];
  const places: Destinations = {
    recognise: (file) => {
      const format = (file as File).name.split('.')[0] as TraceFormatName;
      const failure = format === 'unknown' ? { message: 'no trace', line: null, advice: '' } : null;
      const decides = (file as File).name.includes('.decisions');
      return Promise.resolve({ format, failure, decides });
    },
    captureText: (file) =>
      Promise.resolve(
        file.name.includes('.damaged')
          ? { ok: false, failure: { message: 'damaged', line: null, advice: '' }, cancelled: false }
          : { ok: true, value: new Blob(['capture']) },
      ),
    refuse: (pane, name, { message }) => said.push(`pane ${pane} refuses ${name}: ${message}`),
    choose: (pane, spec) => said.push(`pane ${pane} ${'name' in spec ? spec.name : ''}`),
    onTimeline: (slot, file) => {
      said.push(`timeline ${slot} ${file.name}`);
      return Promise.resolve();
    },
    showTimeline: () => {
      said.push('shown');
      return Promise.resolve();
    },
    addSnapshot: (slot, file) => {
      return Promise.resolve(open ? `added ${slot} ${file.name}` : null);
    },
    complain: (words) => said.push(words),
  };
  await openFiles(
    names.map((name) => new File(['x'], name)),
    at,
    places,
  );
  return said;
}

const STAGE = { first: 'B', timeline: false } as const;
const TIMELINE = { first: 'A', timeline: true } as const;
const REPORT = { first: 'A', timeline: false, report: true } as const;

it.each([
  ['a capture of our own goes to the pane', ['mmscope'], STAGE, ['pane B mmscope']],
  ['what nobody knows is refused there', ['unknown'], STAGE, ['pane B refuses unknown: no trace']],
  [
    'two captures go to both panes',
    ['mmscope.1', 'mmscope.2'],
    STAGE,
    ['pane A mmscope.1', 'pane B mmscope.2'],
  ],
  ['another trace goes to the timeline', ['perf'], STAGE, ['timeline B perf', 'shown']],
  [
    'two traces go there beneath each other',
    ['perf', 'ftrace'],
    STAGE,
    ['timeline A perf', 'timeline B ftrace', 'shown'],
  ],
  [
    'so does a capture beside a trace',
    ['mmscope', 'ftrace'],
    STAGE,
    ['timeline A mmscope', 'timeline B ftrace', 'shown'],
  ],
  ['on the timeline everything stays there', ['mmscope'], TIMELINE, ['timeline A mmscope', 'shown']],
  [
    'decisions of an unpatched kernel go to a pane',
    ['bpftrace.decisions'],
    STAGE,
    ['pane B bpftrace.decisions'],
  ],
  [
    'beside a capture of our own, too',
    ['bpftrace.decisions', 'mmscope'],
    STAGE,
    ['pane B mmscope', 'pane A bpftrace.decisions'],
  ],
  [
    'what cannot be read of them is refused there',
    ['bpftrace.decisions.damaged'],
    STAGE,
    ['pane B refuses bpftrace.decisions.damaged: damaged'],
  ],
  ['from the report, too', ['bpftrace.decisions'], REPORT, ['pane A bpftrace.decisions']],
  ['a capture of our own stays beside the report', ['mmscope'], REPORT, ['timeline A mmscope', 'shown']],
  ['on the timeline they stay', ['bpftrace.decisions'], TIMELINE, ['timeline A bpftrace.decisions', 'shown']],
  [
    'a file of /proc is added to its trace',
    ['zoneinfo', 'perf'],
    STAGE,
    ['timeline B perf', 'shown', 'added B zoneinfo'],
  ],
  ['one alone to what is open', ['vmstat'], TIMELINE, ['added A vmstat']],
  ['several are named together', ['vmstat', 'swaps'], TIMELINE, ['added A vmstat added A swaps']],
] as const)('%s', async (_, names, at, wanted) => {
  expect(await opened([...names], at)).toEqual(wanted);
});

it('says in words what has no place', async () => {
  expect(await opened(['perf', 'perf', 'mmscope'], STAGE)).toEqual([
    'There are two panes: drop one capture or two, not 3.',
  ]);
  expect(await opened(['swaps.txt'], STAGE, false)).toEqual([
    'swaps.txt is /proc/swaps: open the trace it belongs to, then add it.',
  ]);
  expect(await opened(['swaps.txt', 'vmstat.txt'], STAGE, false)).toEqual([
    'swaps.txt is /proc/swaps: open the trace it belongs to, then add it. ' +
      'vmstat.txt is /proc/vmstat: open the trace it belongs to, then add it.',
  ]);
  expect(await opened(['mmscope', 'zoneinfo'], STAGE)).toEqual([
    'pane B mmscope',
    expect.stringContaining('already'),
  ]);
});
