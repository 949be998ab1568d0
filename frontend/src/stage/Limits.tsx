/** Of a capture that another tool recorded: what this scene can show of it, and what it cannot. */
import type { FC } from 'react';
import { Findings } from '../ui/Findings';
import { useStageState } from './stage-context';
import type { PaneId } from './view';

export const Limits: FC<{ id: PaneId; scene: string }> = ({ id, scene }) => {
  const spec = useStageState((s) => s.panes[id].spec);
  const shown = useStageState((s) => s.panes[id].source !== null);
  if (!shown || spec.kind !== 'file' || !spec.doctor) return null;
  const findings = spec.doctor.find((d) => d.scene === scene)?.findings ?? [];
  if (findings.length === 0) return null;
  const missing = findings.filter((f) => f.events === null).length;
  return (
    <details className="limits" open>
      <summary>
        Derived from a trace of another tool, which tells {findings.length - missing} of the {findings.length}{' '}
        things this scene is about. What is not drawn here is on the timeline and in the report.
      </summary>
      <Findings findings={findings} />
    </details>
  );
};
