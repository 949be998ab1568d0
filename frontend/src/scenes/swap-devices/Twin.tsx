import type { FC } from 'react';
import { CopyButton } from '../../ui/CopyButton';
import { tone } from '../../ui/nodes';
import { Tag } from '../../ui/Tag';
import type { PaneProps, Published } from '../scene';
import { factsOf } from './facts';
import { twinId } from './ids';
import { clean } from '../text';
import { COLUMNS, decisionLine, listLines, RIGHT, twinRows, twinText } from './twin-text';

/** Rows beyond this make the table dense. */
const DENSE = 6;

/** What was printed at the end of the published run; the citation is one click away. */
const PublishedLine: FC<{ published: Published }> = ({ published: { title, used, citation, url } }) => (
  <p className="pub">
    <Tag of="published" /> same experiment, at its end (
    {url ? (
      <a href={url} target="_blank" rel="noreferrer" title={title}>
        source<span className="visually-hidden">: {citation}</span>
      </a>
    ) : (
      citation
    )}
    ):
    <br />
    <span className="mono">{used.map(([name, value]) => `${clean(name)} ${value}`).join(' ')}</span>
  </p>
);

/** What the drawing shows, as text that a terminal might have printed. It is the drawing's description. */
export const Twin: FC<PaneProps> = ({ pane, frame, info }) => {
  const facts = factsOf(frame);
  const rows = twinRows(facts, info.provenance);
  return (
    <div className="twin" id={twinId(pane)}>
      <div className="twin-head">
        <h2>$ swapon --show</h2>
        <CopyButton text={twinText(facts, frame, info.provenance)} what={`the text of pane ${pane}`} />
      </div>
      <div className="twin-scroll">
        <table className={rows.length > DENSE ? 'dense' : undefined}>
          <thead>
            <tr>
              {COLUMNS.map((name, i) => (
                <th key={name} scope="col" className={RIGHT[i] ? 'r' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ device, cells }) => (
              <tr
                key={device.type}
                className={
                  device.type === facts.event?.type ? 'hot' : device.status === 'listed' ? undefined : 'off'
                }
              >
                <th scope="row">
                  <span className="sw" style={{ background: tone(device.node).fill }} aria-hidden="true" />
                  {cells[0]}
                </th>
                {cells.slice(1).map((cell, i) => (
                  <td key={COLUMNS[i + 1]} className={RIGHT[i + 1] ? 'r' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {info.published && <PublishedLine published={info.published} />}
      <details>
        <summary>lists and walk</summary>
        <pre>{[...listLines(facts), decisionLine(facts, frame)].join('\n')}</pre>
      </details>
    </div>
  );
};
