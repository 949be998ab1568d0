/** Capture doctor: what this capture can show of each scene, what it cannot, and what would add it. */
import type { Command } from './commands';
import type { TraceFormatName } from './gen/tables';
import { QUESTIONS, type Question } from './questions';
import type { TraceReport } from './report';

export interface Finding {
  what: string;
  /** Events it is told by, 0 for files of /proc; null where the capture cannot tell. */
  events: number | null;
  /** Ways to record it, where it is missing. */
  add: Command[];
}

export interface Diagnosis {
  scene: string;
  findings: Finding[];
}

/** `snapshots`: formats of the files of /proc that were added to the capture. */
export function diagnose(
  { kinds, format }: Pick<TraceReport, 'kinds' | 'format'>,
  snapshots: readonly TraceFormatName[],
): Diagnosis[] {
  const counts = new Map(kinds.map(({ name, count }) => [name, count]));
  const told = (question: Question): number | null => {
    for (const wanted of [question.kinds, question.or ?? []]) {
      if (wanted.length > 0 && wanted.every((kind) => counts.has(kind))) {
        return wanted.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
      }
    }
    return question.snapshot && snapshots.includes(question.snapshot) ? 0 : null;
  };
  const scenes = [...new Set(QUESTIONS.map((q) => q.scene))];
  return scenes.map((scene) => ({
    scene,
    findings: QUESTIONS.filter((q) => q.scene === scene).map((question) => {
      const events = told(question);
      return { what: question.what, events, add: events === null ? question.add(format) : [] };
    }),
  }));
}
