/** The five questions of the documents, what a capture tells of each, and what to record next: as plain data. */
import type { CommandLine } from '../../core/diagnosis';
import type { CaptureReport } from '../../trace/report/capture-report';
import {
  allocationClauses,
  kswapdClauses,
  decisionClauses,
  decisionsOf,
  directReclaimClauses,
  faultClauses,
  efficiencyClauses,
  requestLengthClauses,
  swapDeviceClauses,
  swapReadClauses,
  readClauses,
  shareClauses,
  slotClauses,
  wakeClauses,
  walkClauses,
  clauseText,
  writeClauses,
  zoneClauses,
  type Clause,
  type ClauseInput,
} from '../../trace/report/clauses';
import type { TraceKindName } from '../../trace/gen/tables';
import { TOPICS, ASPECTS, type Topic } from '../../trace/doctor/topics';

/** All that the rule reads, a part of its results, or nothing. */
export type CoverageDegree = 'in full' | 'in part' | 'not at all';

export interface Coverage {
  asks: string;
  /** Where it is shown. */
  scene: string;
  degree: CoverageDegree;
  /** Kinds of event and files of /proc that tell it. */
  by: readonly string[];
  /** A sentence without its stop; '' where nothing is known. */
  says: string;
}

/** What a capture says of each where it tells a part of it. */
const SAYS: Readonly<Record<Topic['ask'], readonly ((found: ClauseInput) => Clause[])[]>> = {
  device: [swapDeviceClauses, writeClauses],
  zone: [allocationClauses, efficiencyClauses, zoneClauses],
  kswapd: [kswapdClauses, directReclaimClauses],
  node: [requestLengthClauses],
  back: [faultClauses, swapReadClauses],
};

/** And where it has the decisions. */
const DECIDED: Readonly<Record<Topic['ask'], readonly ((found: ClauseInput) => Clause[])[]>> = {
  device: [slotClauses],
  zone: [walkClauses],
  kswapd: [wakeClauses, kswapdClauses],
  node: [shareClauses],
  back: [readClauses],
};

export function coverageOf(report: CaptureReport): Coverage[] {
  const kinds: ReadonlySet<string> = new Set(report.report.kinds.map(({ name }) => name));
  const has = (kind: TraceKindName) => kinds.has(kind);
  return TOPICS.map(({ ask, asks, scene }): Coverage => {
    const questions = ASPECTS.filter((question) => question.ask === ask);
    const decisions = decisionsOf(report, ask);
    if (decisions.n > 0) {
      const facts = DECIDED[ask].flatMap((fact) => fact(report));
      const says = words([...facts, ...decisionClauses(decisions.n)]);
      return { asks, scene, degree: 'in full', by: decisions.by, says };
    }
    // One kind of event is enough to name what tells something.
    const part = questions.flatMap(({ kinds: all, also = [] }) => [...all, ...also].filter(has).slice(0, 1));
    const files = report.snapshots.filter((s) => questions.some((q) => q.snapshot === s.format));
    const by = unique([...part, ...files.map((s) => s.name)]);
    const degree = by.length > 0 ? 'in part' : 'not at all';
    return { asks, scene, degree, by, says: words(SAYS[ask].flatMap((fact) => fact(report))) };
  });
}

const words = (clauses: readonly Clause[]): string => clauses.map(clauseText).join('; ');

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** A command, and what it would add. */
interface NextRecording {
  what: string;
  command: CommandLine;
}

const NEXT_MOST = 3;

/**
 * At most three: what the recorder at hand can add, then what only the patched kernel tells. One that records no
 * more than another does not stand beside it.
 */
export function nextRecordingsOf({ doctor }: Pick<CaptureReport, 'doctor'>): NextRecording[] {
  const missing = doctor.flatMap(({ findings }) => findings.filter((f) => f.events === null));
  const all = missing.flatMap(({ what, add: [command] }) => (command ? [{ what, command }] : []));
  const keyed = [...new Map(all.map((next) => [next.command.lines.join('\n'), next])).values()];
  const more = keyed.filter((next) => !keyed.some((other) => other !== next && covers(other, next)));
  return [...more.filter(isRoot), ...more.filter((n) => !isRoot(n))].slice(0, NEXT_MOST);
}

const RECORDED = new Map(ASPECTS.map(({ what, kinds }) => [what, kinds]));

/** The one's command records all that the other's does. */
function covers(one: NextRecording, other: NextRecording): boolean {
  const [all, some] = [RECORDED.get(one.what) ?? [], RECORDED.get(other.what) ?? []];
  const same = one.command.tool === other.command.tool;
  return same && isRoot(other) && some.length < all.length && some.every((kind) => all.includes(kind));
}

/** Recorders of any kernel run as root; the commands of the others say so themselves. */
const isRoot = ({ command }: NextRecording): boolean => command.root === true;
