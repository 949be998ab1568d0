/** In three steps from a stock kernel's trace to its decisions: a script, a line to copy, a text to drop. */
import { type FC } from 'react';
import type { Era } from '../../trace/report/era';
import { CopyButton } from '../../ui/CopyButton';
import { saveFile } from '../../ui/drawing-file';
import {
  A_SECOND,
  commandOf,
  scriptsFor,
  SECONDS,
  SERIES,
  seriesOf,
  type StockScript,
} from './stock-scripts';

export const StockPanel: FC<{ era: Era }> = ({ era }) => {
  const series = seriesOf(era);
  const scripts = scriptsFor(series);
  return (
    <details className="report-more">
      <summary>
        <h2>To see this kernel’s decisions</h2>
      </summary>
      {scripts.length === 0 ? (
        <p>
          No script is for {series}: what it decides is not modelled. There are scripts for{' '}
          {SERIES.join(' and ')}.
        </p>
      ) : (
        <>
          <p>
            {series === ''
              ? 'The text does not say which kernel wrote it: take the script of its release (uname -r).'
              : `Recognised: ${era.release}.`}{' '}
            A script reads what the kernel reads just before it decides, sees what it does, and reads again.
          </p>
          <ol className="report-scripts">
            <li>
              <b>Take a script.</b>
              <ul>
                {scripts.map((script) => (
                  <ScriptRow key={script.name} script={script} all={series === ''} />
                ))}
              </ul>
            </li>
            <li>
              <b>Run it there, as root, while the load runs.</b> It ends after {SECONDS} s. It needs bpftrace
              0.23 or later and a kernel with BTF, and writes nothing there.
              {scripts.map((script) => (
                <div className="findings-command" key={script.name}>
                  <CopyButton text={commandOf(script)} what={`the command for ${script.name}`} />
                  <pre tabIndex={0}>{commandOf(script)}</pre>
                </div>
              ))}
            </li>
            <li>
              <b>Drop the text on this page.</b> It is read here only. Each decision is recomputed: same,
              raced, different or not modelled, with the reason.
            </li>
          </ol>
          <p className="small">
            What it costs: two probes and a line, some 10 µs a call on emulated CPUs. At most {A_SECOND}{' '}
            decisions a second are recorded on each CPU; the others are counted. No lock is held while it
            reads: what moved meanwhile is called raced.
          </p>
        </>
      )}
    </details>
  );
};

const ScriptRow: FC<{ script: StockScript; all: boolean }> = ({ script, all }) => {
  const { name, asks, series, cost, text } = script;
  return (
    <li>
      {asks}{' '}
      <button
        type="button"
        className="link-btn"
        onClick={() => {
          saveFile(text, name);
        }}
      >
        Save {name}
      </button>{' '}
      <CopyButton text={text} what={name} />{' '}
      <span className="small">
        {all && `Linux ${series.join(' and ')}; `}runs {cost}
      </span>
      <details>
        <summary>
          Read it<span className="visually-hidden">: {name}</span>
        </summary>
        <pre tabIndex={0}>{text}</pre>
      </details>
    </li>
  );
};
