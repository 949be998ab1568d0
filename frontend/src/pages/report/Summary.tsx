/** What one reads first: question by question what the capture tells, and what to record next. */
import type { FC } from 'react';
import type { CaptureReport } from '../../trace/report/capture-report';
import { CopyButton } from '../../ui/CopyButton';
import type { ReportController } from './controller';
import { coverageOf, nextRecordingsOf, type Coverage, type CoverageDegree } from './coverage';

type Props = Pick<ReportController, 'titleOf' | 'draws' | 'openIn'> & { report: CaptureReport };

export const Summary: FC<Props> = ({ report, titleOf, draws, openIn }) => {
  const answers = coverageOf(report);
  const next = nextRecordingsOf(report);
  // A scene is offered once, where something of it is known.
  const offered = new Map<string, Coverage>();
  for (const answer of answers)
    if (answer.degree !== 'not at all' && !offered.has(answer.scene) && draws(answer.scene))
      offered.set(answer.scene, answer);
  return (
    <>
      <table className="report-answers">
        <caption>What it tells</caption>
        <thead>
          <tr>
            <th scope="col">question</th>
            <th scope="col">events</th>
            <th scope="col">what it says</th>
            <th scope="col">open in</th>
          </tr>
        </thead>
        <tbody>
          {answers.map((answer) => (
            <tr key={answer.asks}>
              <th scope="row">
                <Disc degree={answer.degree} /> {answer.asks}
              </th>
              <td className="mono">{answer.by.join(', ')}</td>
              <td>
                {answer.degree === 'not at all' ? 'nothing' : answer.says || 'its events are on the timeline'}
              </td>
              <td>
                {offered.get(answer.scene) === answer && (
                  <button
                    type="button"
                    className="link-btn"
                    onClick={() => {
                      openIn(answer.scene);
                    }}
                  >
                    <span className="visually-hidden">Open in </span>
                    {titleOf(answer.scene)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {next.length > 0 && (
        <section className="report-next" aria-label="Record next">
          <h2>Record next</h2>
          <ol>
            {next.map(({ what, command: { tool, lines, root } }) => (
              <li key={what}>
                {what}{' '}
                <span className="small">
                  {tool}
                  {root && ', as root'}
                </span>
                <Lines lines={lines} what={what} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
};

/** Longer ones are folded: they are copied more often than read, and the page is to be read in a minute. */
const SHORT = { lines: 1, characters: 100 };

const Lines: FC<{ lines: readonly string[]; what: string }> = ({ lines, what }) => {
  const text = lines.join('\n');
  const pre = <pre tabIndex={0}>{text}</pre>;
  return (
    <div className="findings-command">
      <CopyButton text={text} what={`the commands for ${what}`} />
      {lines.length <= SHORT.lines && text.length <= SHORT.characters ? (
        pre
      ) : (
        <details>
          <summary>
            Show<span className="visually-hidden"> the commands for {what}</span>
          </summary>
          {pre}
        </details>
      )}
    </div>
  );
};

/** Full, half or empty; in words for those who do not see it. */
const Disc: FC<{ degree: CoverageDegree }> = ({ degree }) => (
  <svg className="report-disc" viewBox="0 0 12 12" role="img" aria-label={`${degree}:`}>
    <title>{degree}</title>
    <circle cx="6" cy="6" r="5" />
    {degree !== 'not at all' && (
      <path d={degree === 'in full' ? 'M6 1a5 5 0 1 0 .01 0' : 'M6 1a5 5 0 0 0 0 10'} />
    )}
  </svg>
);
