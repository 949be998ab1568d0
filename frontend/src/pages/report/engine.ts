/**
 * What `mmscope report` says of a trace, `compare` of two, and what `convert` draws, for the engine that the command line
 * carries: strings in, strings out. The host opens files and unpacks them; what they say is read here, by the page's own
 * code.
 */
import '../../core/polyfills';
import { bytesOf } from '../../core/wasm/bytes';
import { answerOf, SourceError } from '../../core/error';
import { atOnce } from '../../core/work/work';
import type { LoadedTrace } from '../../trace/loader';
import { startPipeline } from '../../trace/reader/pipeline';
import { captureReport, type Snapshot } from '../../trace/report/capture-report';
import { headlineOf, sentenceOf } from '../../trace/report/headline';
import { notAwake } from '../../trace/report/clauses';
import { clockUnitOf } from '../../trace/report/phrases';
import { countable, countedAs } from '../../trace/report/tracepoints';
import { SNAPSHOTS } from '../../trace/report/snapshots';
import { deviceNumber } from '../../trace/statistics/devices';
import { missingIn } from '../../trace/statistics/gaps';
import { kswapds } from '../../trace/statistics/kswapd';
import { spansIn } from '../../trace/statistics/spans';
import type { Held } from '../../trace/statistics/waits';
import { UNKNOWN_PID } from '../../trace/store/lookup';
import { withGenericKinds } from '../../trace/store/generic-kinds';
import { reportOf } from '../../trace/trace-report';
import { NUMBERS } from '../../trace/report/numbers';
import { comparedSide, comparedTraces, type ComparedSide } from './comparison';
import { coverageOf } from './coverage';
import { mapTables } from './maps';
import { meantPhrase } from './phrases';
import { tablesOf } from './tables';

let module: WebAssembly.Module | null = null;
let reading: Awaited<ReturnType<typeof startPipeline>> | null = null;
let trace: (LoadedTrace & { name: string }) | null = null;
const snapshots: Snapshot[] = [];

const must = <T>(value: T | null): T => {
  if (value === null) throw new Error('nobody gave a trace');
  return value;
};

/** The reader, as base64. */
function begin(reader: string): void {
  module = new WebAssembly.Module(bytesOf(reader));
}

/** A text begins: the first is the trace, those behind it are files of /proc. */
async function open(): Promise<void> {
  const trace = must(module);
  // What unpacks is the host.
  reading = await startPipeline({ trace, zstd: () => Promise.reject(new Error('the host unpacks')) });
}

/** The next bytes of it, as base64. */
function feed(bytes: string): string {
  return answerOf(() => {
    must(reading).reader.feed(bytesOf(bytes));
    return null;
  });
}

/** Its end. `cutOff`: why there should be more, '' where there should not. */
function end(name: string, cutOff: string): string {
  return answerOf(() => {
    const { reader, builder } = must(reading);
    reader.end();
    const { store, cut } = builder.finish(reader.names());
    const report = reportOf(reader, cut, cutOff === '' ? null : cutOff);
    const loaded = { name, store: withGenericKinds(store), report };
    if (!trace) trace = loaded;
    else if (SNAPSHOTS.includes(report.format)) snapshots.push(loaded);
    else throw new Error(`${name} is not a file of /proc that can be added.`);
    reading = null;
    return report.format;
  });
}

/** `pairs`: names of events and the tracepoints as whose they count, as JSON. */
function count(pairs: string): string {
  return answerOf(() => {
    const { name, ...loaded } = must(trace);
    const asked = JSON.parse(pairs) as [name: string, tracepoint: string][];
    const can = countable(loaded);
    const choices = can.map((of) => `${of.name}=${of.tracepoint}`);
    for (const [own, tracepoint] of asked)
      if (!choices.includes(`${own}=${tracepoint}`))
        throw new SourceError(`Events “${own}” cannot be counted as ${tracepoint}.`, {
          advice: choices.length > 0 ? `What can be: ${choices.join(', ')}.` : '',
        });
    const names = asked.map(([own]) => own);
    trace = { name, ...countedAs(loaded, names) };
    return null;
  });
}

/** All that is said, as numbers, and in words. */
function report(): string {
  return answerOf(() => {
    const { name, ...loaded } = must(trace);
    const made = captureReport(loaded, name, snapshots);
    const { derived, report: read } = made;
    const unit = clockUnitOf(read.clock);
    const [size, suffix] = [unit?.size ?? 1, unit ? `${unit.name}s` : 'ns'];
    const lengths = (of: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(of).map(([key, ts]) => [`${key}_${suffix}`, ts / size]));
    const held = (of: Held | null) =>
      of && { count: of.n, ...lengths({ p50: of.p50, p99: of.p99, longest: of.longest }) };
    const says = sentenceOf(headlineOf(made));
    const answers = coverageOf(made);
    return {
      words: {
        ...{ says, answers },
        sections: [...read.counted.map(meantPhrase), ...mapTables(read), ...tablesOf(made)],
      },
      facts: {
        name,
        format: read.format,
        clock: read.clock,
        ...lengths({ span: read.ts_last - read.ts_first }),
        ...{ events: read.events, lines: read.lines, unreadable: read.unreadable },
        ...{ understood: read.understood, generic: read.generic, counted: read.counted },
        kinds: Object.fromEntries(read.kinds.map(({ name: kind, count: n }) => [kind, n])),
        generic_events: read.generics,
        ...{ lost: read.lost, lost_lines: read.lost_lines, overwritten: read.overwritten },
        says,
        answers,
        kswapd: derived.duty.nodes.map(({ nid, wakes, awake, known, unknown }) => ({
          node: nid,
          ...lengths({ awake, known, unknown }),
          woken: wakes,
        })),
        kswapd_unknown: notAwake(derived.duty),
        kswapd_calls: derived.wakes.map(({ nid, asked, by, ...verdicts }) => ({
          ...{ node: nid, calls: asked, ...verdicts },
          by: by.map(({ comm, n }) => ({ task: comm, woken: n })),
        })),
        swap_slots: derived.slots,
        swap_in: derived.reads.devices.map(({ name: device, how, n, times }) => ({
          ...{ device, how, count: n },
          ...lengths(times ? { p50: times.p50, p99: times.p99, longest: times.longest } : {}),
        })),
        zone_walks: derived.walks,
        interleave: derived.shares,
        waits: derived.waits.map(({ name: wait, unended, unbegun, held: all, got, gotUnbegun, tasks }) => ({
          wait,
          ...(held(all) ?? { count: 0 }),
          ...{ pages: got, unended, unbegun, pages_unbegun: gotUnbegun },
          tasks: tasks.map(({ pid, comm, waited, ...of }) => ({
            ...{ task: comm, pid },
            ...held(of),
            ...lengths({ waited }),
          })),
        })),
        vmstat: { direct_reclaims: derived.counted.directReclaims },
        reclaim: derived.efficiency,
        requests: derived.requests && { n: derived.requests.n, completed: held(derived.requests.times) },
        swap_reads: derived.swapReads && { ...derived.swapReads, times: held(derived.swapReads.times) },
        disks: derived.disks.map(({ dev, times, ...disk }) => ({
          ...{ ...disk, number: deviceNumber(dev), times: held(times) },
        })),
        zones: derived.zones,
        swaps: derived.swaps,
        placed:
          derived.placement?.tasks.map(({ comm, pid, pages, home, away, ...of }) => ({
            ...{ task: comm, pid: pid === UNKNOWN_PID ? null : pid, ...of },
            ...{ pages_home: home, pages_away: away },
            nodes: derived.placement?.nodes.map((node, i) => ({ node, pages: pages[i] })),
          })) ?? null,
        maps: read.maps,
      },
    };
  });
}

/** What a condition on two traces may be about. */
const numbers = (): string => answerOf(() => NUMBERS.map(({ name, part, unit }) => ({ name, part, unit })));

/** What is compared of the trace, for `compared` of another. */
function side(): string {
  return answerOf(() => {
    const { name, ...loaded } = must(trace);
    return comparedSide(captureReport(loaded, name, snapshots));
  });
}

/** What differs between two of them, as JSON. */
const compared = (a: string, b: string): string =>
  answerOf(() => comparedTraces(JSON.parse(a) as ComparedSide, JSON.parse(b) as ComparedSide));

/** What went on between events. */
function spans(): string {
  return answerOf(() => {
    const { store, report: read } = must(trace);
    const missing = atOnce(missingIn(store, read));
    return atOnce(spansIn(store, missing, kswapds(store, read, missing)));
  });
}

(globalThis as unknown as Record<string, unknown>)['mmscopeReport'] = {
  begin,
  open,
  feed,
  end,
  count,
  report,
  numbers,
  side,
  compared,
  spans,
};
