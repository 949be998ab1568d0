/** What a capture shows of a scene, and what it does not, with the commands that would record it. */
import { useId, type FC, type ReactNode } from 'react';
import type { Finding } from '../core/diagnosis';
import { grouped } from '../core/number';
import { CopyButton } from './CopyButton';
import './findings.css';

interface Props {
  findings: readonly Finding[];
  /** Between what is known and what is not. */
  children?: ReactNode;
}

export const Findings: FC<Props> = ({ findings, children }) => {
  const [known, missing] = [findings.filter(isKnown), findings.filter((f) => !isKnown(f))];
  return (
    <div className="findings">
      {known.length > 0 ? (
        <List lead="It shows">
          {known.map(({ what, events, limit }) => (
            <li key={what}>
              {what}{' '}
              <span className="small">
                {events ? `${grouped(events)} ${events === 1 ? 'event' : 'events'}` : 'from a file of /proc'}
                {limit && `; ${limit}`}
              </span>
            </li>
          ))}
        </List>
      ) : (
        <p>Nothing of this scene.</p>
      )}
      {children}
      {missing.length > 0 && (
        <List lead="It cannot show">
          {missing.map((finding) => (
            <Missing key={finding.what} {...finding} />
          ))}
        </List>
      )}
    </div>
  );
};

const isKnown = (finding: Finding) => finding.events !== null;

const List: FC<{ lead: string; children: ReactNode }> = ({ lead, children }) => {
  const id = useId();
  return (
    <div className="findings-part">
      <p className="findings-lead" id={id}>
        {lead}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
};

const Missing: FC<Finding> = ({ what, limit, add }) => (
  <li>
    {what}
    {limit && <span className="small">; {limit}</span>}
    <details>
      <summary>
        How to record <span className="visually-hidden">{what}</span>
      </summary>
      {add.map(({ tool, lines, root }) => (
        <div key={tool} className="findings-command">
          <p className="small">
            {tool}
            {root && ', as root'} <CopyButton text={lines.join('\n')} what={`the commands for ${tool}`} />
          </p>
          <pre tabIndex={0}>{lines.join('\n')}</pre>
        </div>
      ))}
    </details>
  </li>
);
