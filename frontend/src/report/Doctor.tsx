/** Capture doctor: scene by scene what the capture shows, what it does not, and how to record that. */
import type { FC } from 'react';
import type { Diagnosis } from '../core/diagnosis';
import { Findings } from '../ui/Findings';
import type { ReportActions } from './actions';

type Props = Pick<ReportActions, 'titleOf' | 'draws' | 'openIn'> & { doctor: readonly Diagnosis[] };

export const Doctor: FC<Props> = ({ doctor, titleOf, draws, openIn }) => (
  <div className="report-scenes">
    {doctor.map(({ scene, findings }) => {
      const title = titleOf(scene);
      if (title === null) return null;
      return (
        <section key={scene} aria-label={title}>
          <h3>{title}</h3>
          <Findings findings={findings}>
            {!draws(scene) && findings.some((f) => f.events !== null) && (
              <p className="small">
                The scene itself finds nothing to step through: the events are on the timeline.
              </p>
            )}
            {draws(scene) && (
              <button
                type="button"
                className="btn"
                onClick={() => {
                  openIn(scene);
                }}
              >
                Open in {title}
              </button>
            )}
          </Findings>
        </section>
      );
    })}
  </div>
);
