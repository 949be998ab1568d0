import type { FC } from 'react';
import { CopyButton } from '../../ui/CopyButton';
import { Table } from '../../ui/Table';
import { Tag } from '../../ui/Tag';
import type { PaneProps } from '../scene';
import { factsOf } from './facts';
import { twinId } from './ids';
import type { PublishedRequest } from './published';
import { COLUMNS, decisionLines, publishedLines, twinRows, twinText } from './twin-text';

/** What the document printed for the same policy; the citation is one click away. */
const PublishedLine: FC<{ published: PublishedRequest }> = ({ published }) => {
  const {
    rows: [first],
    without,
    title,
    citation,
    url,
  } = published;
  const source = url ? (
    <a href={url} target="_blank" rel="noreferrer" title={title}>
      source<span className="visually-hidden">: {citation}</span>
    </a>
  ) : (
    citation
  );
  return (
    <p className="pub">
      <Tag of="published" /> {first?.disk}: <b>{first?.sectors.toFixed(2)}</b> ({source})
      {without !== null && <>, no policy {without.toFixed(2)}</>}
    </p>
  );
};

/** What the drawing shows, as text that a terminal might have printed. It is the drawing's description. */
export const Twin: FC<PaneProps> = ({ pane, frame, info }) => {
  const facts = factsOf(frame, info);
  const rows = twinRows(facts, frame);
  return (
    <div className="twin" id={twinId(pane)}>
      <div className="twin-head">
        <h2>the task and its request</h2>
        <CopyButton text={twinText(facts, frame, info)} what={`the text of pane ${pane}`} />
      </div>
      <div className="twin-scroll">
        <Table
          className={rows.length > 8 ? 'dense' : undefined}
          heads={COLUMNS}
          rows={rows.map(({ field, before, after }) => ({
            key: field,
            look: before === after ? undefined : 'changed',
            cells: [field, before, after],
          }))}
        />
      </div>
      {facts.published && <PublishedLine published={facts.published} />}
      <details>
        <summary>decision and disk</summary>
        <pre>{[...decisionLines(facts), ...publishedLines(facts)].join('\n')}</pre>
      </details>
    </div>
  );
};
