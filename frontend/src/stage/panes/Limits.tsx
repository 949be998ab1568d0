/** Of a capture that another tool recorded: what this scene can show of it, and what it cannot. */
import type { FC } from 'react';
import type { Finding } from '../../core/diagnosis';
import { Findings } from '../../ui/Findings';
import { isUnsuited } from '../state/pane-info';
import { useStageState } from '../control/stage-context';
import type { PaneId } from '../../core/panes';
import './limits.css';

/** What is missing is said in any case; beside a drawing the rest is folded away. */
export const Limits: FC<{ id: PaneId; findings: readonly Finding[] }> = ({ id, findings }) => {
  const info = useStageState((s) => s.panes[id].source?.info);
  if (!info) return null;
  const missing = findings.filter((f) => f.events === null);
  return (
    <details className="limits" open={isUnsuited(info)}>
      <summary>
        Derived from a trace of another tool, which has {findings.length - missing.length} of the{' '}
        {findings.length} things this scene shows. {missingWords(missing)}More of it is on the timeline and in
        the report.
      </summary>
      <Findings findings={findings} />
    </details>
  );
};

/** More than these are counted. */
const NAMED = 2;

function missingWords(missing: readonly Finding[]): string {
  const named = missing.slice(0, NAMED).map((f) => f.what);
  const rest = missing.length - named.length;
  if (rest > 0) named.push(`${rest} more`);
  return named.length > 0 ? `Missing: ${named.join('; ')}. ` : '';
}
