/** The five questions of the documents, what a capture tells of each, and what to record next: as plain data. */
import type { Command } from '../core/diagnosis';
import type { CaptureReport } from '../trace/capture-report';
import {
  allocations,
  awake,
  decided,
  decisionsOf,
  direct,
  faults,
  got,
  lengths,
  reads,
  requests,
  swapDevices,
  wordsOf,
  writes,
  zones,
  type Clause,
  type Found,
} from '../trace/facts';
import type { TraceKindName } from '../trace/gen/tables';
import { ASKS, QUESTIONS, type Ask } from '../trace/questions';

/** All that the rule reads, a part of what came of it, or nothing. */
export type Told = 'in full' | 'in part' | 'not at all';

export interface Answer {
  asks: string;
  /** Where it is shown. */
  scene: string;
  told: Told;
  /** Kinds of event and files of /proc that tell it. */
  by: readonly string[];
  /** A sentence without its stop; '' where nothing is told. */
  says: string;
}

/** What a capture says of each where it tells a part of it. */
const SAYS: Readonly<Record<Ask['ask'], readonly ((found: Found) => Clause[])[]>> = {
  device: [swapDevices, writes],
  zone: [allocations, got, zones],
  kswapd: [awake, direct],
  node: [lengths],
  back: [faults, reads, requests],
};

export function answersOf(report: CaptureReport): Answer[] {
  const kinds: ReadonlySet<string> = new Set(report.report.kinds.map(({ name }) => name));
  const has = (kind: TraceKindName) => kinds.has(kind);
  return ASKS.map(({ ask, asks, scene }): Answer => {
    const questions = QUESTIONS.filter((question) => question.ask === ask);
    const decisions = decisionsOf(report, ask);
    if (decisions.n > 0) {
      return { asks, scene, told: 'in full', by: decisions.by, says: words(decided(decisions.n)) };
    }
    // One kind of event is enough to name what tells something.
    const part = questions.flatMap(({ kinds: all, also = [] }) => [...all, ...also].filter(has).slice(0, 1));
    const files = report.snapshots.filter((s) => questions.some((q) => q.snapshot === s.format));
    const by = unique([...part, ...files.map((s) => s.name)]);
    const told = by.length > 0 ? 'in part' : 'not at all';
    return { asks, scene, told, by, says: words(SAYS[ask].flatMap((fact) => fact(report))) };
  });
}

const words = (clauses: readonly Clause[]): string => clauses.map(wordsOf).join('; ');

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** A command, and what it would add. */
export interface Next {
  what: string;
  command: Command;
}

const NEXT_MOST = 3;

/**
 * At most three: what the recorder at hand can add, then what only the patched kernel tells. One that records no
 * more than another does not stand beside it.
 */
export function nextOf({ doctor }: Pick<CaptureReport, 'doctor'>): Next[] {
  const missing = doctor.flatMap(({ findings }) => findings.filter((f) => f.events === null));
  const all = missing.flatMap(({ what, add: [command] }) => (command ? [{ what, command }] : []));
  const keyed = [...new Map(all.map((next) => [next.command.lines.join('\n'), next])).values()];
  const more = keyed.filter((next) => !keyed.some((other) => other !== next && covers(other, next)));
  return [...more.filter(isRoot), ...more.filter((n) => !isRoot(n))].slice(0, NEXT_MOST);
}

const RECORDED = new Map(QUESTIONS.map(({ what, kinds }) => [what, kinds]));

/** The one's command records all that the other's does. */
function covers(one: Next, other: Next): boolean {
  const [all, some] = [RECORDED.get(one.what) ?? [], RECORDED.get(other.what) ?? []];
  const same = one.command.tool === other.command.tool;
  return same && isRoot(other) && some.length < all.length && some.every((kind) => all.includes(kind));
}

/** Recorders of any kernel run as root; the commands of the others say so themselves. */
const isRoot = ({ command }: Next): boolean => command.root === true;
