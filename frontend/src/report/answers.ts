/** The five questions of the documents, what a capture tells of each, and what to record next: as plain data. */
import type { Command } from '../core/diagnosis';
import type { CaptureReport } from '../trace/capture-report';
import type { TraceKindName } from '../trace/gen/tables';
import { ASKS, QUESTIONS, type Ask } from '../trace/questions';
import { count, lengthBy, share } from './words';

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
const SAYS: Readonly<Record<Ask['ask'], (report: CaptureReport) => readonly string[]>> = {
  device: ({ derived }) => [
    ...listOf(
      derived.swaps.map(({ name, priority }) => `${name} ${priority}`),
      'swap devices with their priorities: ',
    ),
    ...listOf(
      derived.disks.filter((d) => d.writes > 0).map((d) => `${count(d.writes)} to ${d.name}`),
      'writes: ',
    ),
  ],
  zone: ({ derived, report }) => [
    ...events(report, 'mm_page_alloc', 'allocations'),
    ...listOf(
      derived.efficiency.map((e) => `${share(e.share)} by ${e.by} on node ${e.nid}`),
      'reclaimed of what was scanned: ',
    ),
    ...(derived.zones.length > 0
      ? [`free pages and watermarks of ${count(derived.zones.length)} zones`]
      : []),
  ],
  kswapd: ({ derived: { duty, direct }, report: { clock } }) => [
    ...listOf(
      duty.filter((d) => d.share !== null).map((d) => `${share(d.share)} on node ${d.nid}`),
      'kswapd was awake, of the time that is known: ',
    ),
    ...(direct && direct.begun > 0
      ? [
          `tasks reclaimed by themselves ${count(direct.begun)} times` +
            (direct.done > 0 ? `, one for ${lengthBy(clock)(direct.longest)}` : ''),
        ]
      : []),
  ],
  node: ({ derived }) =>
    listOf(
      derived.disks.flatMap((d) => (d.sizes ? [`${count(d.requests)} to ${d.name}`] : [])),
      'requests with their lengths, without their segments: ',
    ),
  back: ({ derived, report }) => [
    ...events(report, 'page_fault_user', 'page faults'),
    ...listOf(
      derived.disks
        .filter((d) => d.reads > 0)
        .map(
          (d) =>
            `${count(d.reads)} from ${d.name}` +
            (d.times ? `, half of its requests within ${lengthBy(report.clock)(d.times.median)}` : ''),
        ),
      'reads: ',
    ),
  ],
};

function events({ kinds }: CaptureReport['report'], name: TraceKindName, what: string): string[] {
  const n = kinds.find((k) => k.name === name)?.count ?? 0;
  return n > 0 ? [`${count(n)} ${what}`] : [];
}

/** So many of a list are told; who wants all finds them below. */
const TOLD = 2;

function listOf(parts: readonly string[], lead: string): string[] {
  if (parts.length === 0) return [];
  const more = parts.length > TOLD ? `, ${count(parts.length - TOLD)} more` : '';
  return [`${lead}${parts.slice(0, TOLD).join(', ')}${more}`];
}

export function answersOf(report: CaptureReport): Answer[] {
  const counts = new Map(report.report.kinds.map(({ name, count: n }) => [name, n]));
  const has = (kind: TraceKindName) => counts.has(kind);
  return ASKS.map(({ ask, asks, scene }): Answer => {
    const questions = QUESTIONS.filter((question) => question.ask === ask);
    const decided = unique(
      questions.filter((q) => q.decides).flatMap(({ kinds, or = [] }) => [...kinds, ...or].filter(has)),
    );
    if (decided.length > 0) {
      const n = decided.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
      return { asks, scene, told: 'in full', by: decided, says: `${count(n)} decisions with their inputs` };
    }
    // One kind of event is enough to name what tells something.
    const part = questions.flatMap(({ kinds, also = [] }) => [...kinds, ...also].filter(has).slice(0, 1));
    const files = report.snapshots.filter((s) => questions.some((q) => q.snapshot === s.format));
    const by = unique([...part, ...files.map((s) => s.name)]);
    const told = by.length > 0 ? 'in part' : 'not at all';
    return { asks, scene, told, by, says: SAYS[ask](report).join('; ') };
  });
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** A command, and what it would add. */
export interface Next {
  what: string;
  command: Command;
}

const NEXT_MOST = 3;

/** At most three: what the recorder at hand can add, then what only the patched kernel tells. */
export function nextOf({ doctor }: Pick<CaptureReport, 'doctor'>): Next[] {
  const missing = doctor.flatMap(({ findings }) => findings.filter((f) => f.events === null));
  const all = missing.flatMap(({ what, add: [command] }) => (command ? [{ what, command }] : []));
  const keyed = new Map(all.map((next) => [next.command.lines.join('\n'), next]));
  const [recorded, others] = [
    [...keyed.values()].filter(isRoot),
    [...keyed.values()].filter((n) => !isRoot(n)),
  ];
  return [...recorded, ...others].slice(0, NEXT_MOST);
}

/** Recorders of any kernel run as root; the commands of the others say so themselves. */
const isRoot = ({ command }: Next): boolean => command.root === true;
