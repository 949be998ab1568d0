/** Capture doctor: scene by scene what the capture shows, what it does not, and how to record that. */
import type { FC } from 'react';
import type { Diagnosis, Finding } from '../trace/doctor';
import { CopyButton } from '../ui/CopyButton';
import type { ReportActions } from './ReportPage';
import { count } from './words';

type Props = Pick<ReportActions, 'titleOf' | 'openIn'> & { doctor: readonly Diagnosis[] };

export const Doctor: FC<Props> = ({ doctor, titleOf, openIn }) => (
  <div className="report-scenes">
    {doctor.map(({ scene, findings }) => {
      const title = titleOf(scene);
      if (title === null) return null;
      const [known, missing] = [findings.filter(isKnown), findings.filter((f) => !isKnown(f))];
      return (
        <section key={scene} aria-label={title}>
          <h3>{title}</h3>
          {known.length > 0 ? (
            <>
              <p className="report-lead">It shows</p>
              <ul>
                {known.map(({ what, events }) => (
                  <li key={what}>
                    {what}{' '}
                    <span className="small">
                      {events ? `${count(events)} events` : 'from a file of /proc'}
                    </span>
                  </li>
                ))}
              </ul>
              <button
                type="button"
                className="btn"
                onClick={() => {
                  openIn(scene);
                }}
              >
                Open in {title}
              </button>
            </>
          ) : (
            <p>Nothing of this scene.</p>
          )}
          {missing.length > 0 && (
            <>
              <p className="report-lead">It cannot show</p>
              <ul>
                {missing.map((finding) => (
                  <Missing key={finding.what} {...finding} />
                ))}
              </ul>
            </>
          )}
        </section>
      );
    })}
  </div>
);

const isKnown = (finding: Finding) => finding.events !== null;

const Missing: FC<Finding> = ({ what, add }) => (
  <li>
    {what}
    <details>
      <summary>
        How to record <span className="visually-hidden">{what}</span>
      </summary>
      {add.map(({ tool, lines }) => (
        <div key={tool} className="report-command">
          <p className="small">
            {tool} <CopyButton text={lines.join('\n')} what={`the commands for ${tool}`} />
          </p>
          <pre tabIndex={0}>{lines.join('\n')}</pre>
        </div>
      ))}
    </details>
  </li>
);
