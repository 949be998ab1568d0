import type { FC } from 'react';
import { CopyButton } from '../../ui/CopyButton';
import { Swatched } from '../../ui/Swatched';
import { Table } from '../../ui/Table';
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
        <Table
          className={rows.length > DENSE ? 'dense' : undefined}
          heads={COLUMNS}
          right={(column) => RIGHT[column] ?? false}
          rows={rows.map(({ device, cells: [name, ...cells] }) => ({
            key: device.type,
            look: device.type === facts.event?.type ? 'hot' : device.status === 'listed' ? undefined : 'off',
            cells: [<Swatched key="name" node={device.node} name={name} />, ...cells],
          }))}
        />
      </div>
      {info.published && <PublishedLine published={info.published} />}
      <details>
        <summary>lists and walk</summary>
        <pre>{[...listLines(facts), decisionLine(facts, frame)].join('\n')}</pre>
      </details>
    </div>
  );
};
