/** What task, CPU and disk do while a page is read, as spans of time in ns since the fault began. */
import type { ParamName, SwapPollName } from '../../../core/gen/tables';
import { ENUMS } from '../../../core/gen/tables';
import type { SourceInfo } from '../../scene';
import type { Fault, Read, SwapInTime } from './fault';

/** `asleep`: another task may run. `queue`: ready to run, or to be read, and it waits for its turn. */
export type SpanKind = 'work' | 'switch' | 'spin' | 'asleep' | 'queue' | 'read';

export interface Span {
  kind: SpanKind;
  from: number;
  to: number;
}

export interface FaultSpans {
  cpu: Span[];
  /** Empty where nothing says when the disk was busy. */
  disk: Span[];
  /** The fault returns; for a capture, the read is complete. */
  end: number;
  /** CPU time; null where the events do not tell. */
  busy: number | null;
}

/** Lanes of one mode in swap_in_time, and the value of a step that is not taken. */
const STEPS = 8;
const NOT_TAKEN = 0xffffffff;

export const MODES: readonly SwapPollName[] = Object.values(ENUMS.swap_poll).filter(
  (name) => name !== undefined,
);

const long = ({ from, to }: Span) => to > from;

type Cost = Extract<ParamName, 'irq_ns' | 'timer_ns' | 'switch_ns'>;

function param(info: SourceInfo, name: Cost): number {
  const value = info.params?.[name];
  return typeof value === 'number' ? value : 0;
}

/** The steps of one mode by the names of the event table. */
function stepsOf({ at }: SwapInTime, mode: number) {
  const lane = (step: number) => {
    const value = at[mode * STEPS + step] ?? NOT_TAKEN;
    return value === NOT_TAKEN ? null : value;
  };
  return {
    submitted: lane(0),
    away: lane(1),
    wake: lane(2),
    back: lane(3),
    polling: lane(4),
    diskDone: lane(5),
    known: lane(6),
    returned: lane(7),
  };
}

/** From the interrupt or timer to the task on its CPU again: its work, perhaps a wait for the CPU, the switch. */
function wayBack(info: SourceInfo, wake: number, back: number, by: Cost): Span[] {
  const worked = Math.min(wake + param(info, by), back);
  const switching = Math.max(worked, back - param(info, 'switch_ns'));
  return [
    { kind: 'work', from: wake, to: worked },
    { kind: 'queue', from: worked, to: switching },
    { kind: 'switch', from: switching, to: back },
  ];
}

/** The fault in one mode of swap_poll; null where the event has no such lanes. */
export function modelSpans(time: SwapInTime, mode: number, info: SourceInfo): FaultSpans | null {
  const { submitted, away, wake, back, polling, diskDone, known, returned } = stepsOf(time, mode);
  if (submitted === null || diskDone === null || known === null || returned === null) return null;
  const cpu: Span[] = [{ kind: 'work', from: 0, to: submitted }];
  if (away !== null && wake !== null && back !== null) {
    cpu.push({ kind: 'switch', from: submitted, to: away });
    cpu.push({ kind: 'asleep', from: away, to: wake });
    cpu.push(...wayBack(info, wake, back, polling === null ? 'irq_ns' : 'timer_ns'));
  }
  if (polling !== null) cpu.push({ kind: 'spin', from: Math.max(polling, back ?? 0), to: known });
  cpu.push({ kind: 'work', from: known, to: returned });
  const busyFrom = Math.max(submitted, diskDone - time.device);
  const disk: Span[] = [
    { kind: 'queue', from: submitted, to: busyFrom },
    { kind: 'read', from: busyFrom, to: diskDone },
  ];
  return { cpu: cpu.filter(long), disk: disk.filter(long), end: returned, busy: time.on_cpu[mode] ?? null };
}

/** One page that a capture saw read: from the decision to the completion. */
function seenOne({ begun: { how }, done }: Read): FaultSpans | null {
  if (!done) return null;
  const { lat, slept } = done;
  const asleep = how === 'hybrid' ? Math.min(slept, lat) : how === 'poll' ? 0 : lat;
  const cpu: Span[] = [{ kind: 'asleep', from: 0, to: asleep }];
  if (how === 'poll' || how === 'hybrid') cpu.push({ kind: 'spin', from: asleep, to: lat });
  const spot = how !== 'interrupt' && how !== 'poll' && how !== 'hybrid';
  return {
    cpu: spot ? [{ kind: 'work', from: 0, to: lat }] : cpu.filter(long),
    disk: [],
    end: lat,
    busy: null,
  };
}

/** Pages read ahead together: a line for each, from its decision to its completion. */
function seenMany(reads: readonly Read[]): FaultSpans | null {
  const first = reads[0]?.begun.ts ?? 0;
  const disk = reads.flatMap(({ begun, done }): Span[] => {
    const from = begun.ts - first;
    return done ? [{ kind: 'read', from, to: from + done.lat }] : [];
  });
  if (disk.length < reads.length) return null;
  const end = Math.max(...disk.map((s) => s.to));
  return { cpu: [{ kind: 'asleep', from: 0, to: end }], disk, end, busy: null };
}

/** What was seen of a fault, in a capture or a model; null where its end is not at hand. */
export function recordedSpans({ reads }: Fault): FaultSpans | null {
  const [one] = reads;
  if (!one) return null;
  return one.begun.single === 1 || reads.length === 1 ? seenOne(one) : seenMany(reads);
}

/** Time that a track spends in one kind of span. */
export function timeIn(spans: readonly Span[], kind: SpanKind): number {
  return spans.reduce((sum, s) => sum + (s.kind === kind ? s.to - s.from : 0), 0);
}
