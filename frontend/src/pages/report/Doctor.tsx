/** Capture doctor: scene by scene what the capture shows, what it does not, and how to record that. */
import type { FC } from 'react';
import type { Diagnosis } from '../../core/diagnosis';
import { Findings } from '../../ui/Findings';
import type { ReportActions } from './actions';

type Props = Pick<ReportActions, 'titleOf'> & { doctor: readonly Diagnosis[] };

export const DoctorFindings: FC<Props> = ({ doctor, titleOf }) => (
  <div className="report-scenes">
    {doctor.map(({ scene, findings }) => {
      const title = titleOf(scene);
      if (title === null) return null;
      return (
        <section key={scene} aria-label={title}>
          <h3>{title}</h3>
          <Findings findings={findings} />
        </section>
      );
    })}
  </div>
);
