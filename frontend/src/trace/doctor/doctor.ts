/** Capture doctor: what this capture can show of each scene, what it cannot, and what would add it. */
import type { Diagnosis } from '../../core/diagnosis';
import type { TraceFormatName } from '../gen/tables';
import { ASPECTS, sceneOf, type Aspect } from './topics';
import type { TraceReport } from '../trace-report';

/** `snapshots`: formats of the files of /proc that were added to the capture. */
export function diagnose(
  { kinds, format }: Pick<TraceReport, 'kinds' | 'format'>,
  snapshots: readonly TraceFormatName[],
): Diagnosis[] {
  const counts = new Map(kinds.map(({ name, count }) => [name, count]));
  const countOf = (question: Aspect): number | null => {
    for (const wanted of [question.kinds, question.or ?? []]) {
      if (wanted.length > 0 && wanted.every((kind) => counts.has(kind))) {
        return wanted.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
      }
    }
    return question.snapshot && snapshots.includes(question.snapshot) ? 0 : null;
  };
  const scenes = [...new Set(ASPECTS.map(sceneOf))];
  return scenes.map((scene) => ({
    scene,
    findings: ASPECTS.filter((q) => sceneOf(q) === scene).map((question) => {
      const events = countOf(question);
      const { what, limit = '' } = question;
      return { what, events, limit, add: events === null ? question.add(format) : [] };
    }),
  }));
}
