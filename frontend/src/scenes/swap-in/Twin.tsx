import type { FC } from 'react';
import { CopyButton } from '../../ui/CopyButton';
import { Table } from '../../ui/Table';
import { Tag } from '../../ui/Tag';
import type { PaneProps, SourceInfo } from '../scene';
import { factsOf } from './facts';
import { twinId } from './ids';
import { printed } from './published';
import { faultLines, tableOf, twinText, windowLines } from './twin-text';

/** What was printed of the same experiment on real devices; the citation is one click away. */
const PublishedLines: FC<{ info: SourceInfo }> = ({ info }) => {
  const { lines, citation, url } = printed(info) ?? { lines: [], citation: '', url: null };
  return lines.map(({ on, words }, i) => (
    <p className="pub" key={on}>
      <Tag of="published" /> {on}: {words}
      {i === 0 && ' ('}
      {i === 0 &&
        (url ? (
          <a href={url} target="_blank" rel="noreferrer" title={citation}>
            source<span className="visually-hidden">: {citation}</span>
          </a>
        ) : (
          citation
        ))}
      {i === 0 && ')'}
    </p>
  ));
};

/** Means in every mode beside what was published. It is the drawing's description. */
export const Twin: FC<PaneProps> = (props) => {
  const { pane, frame, info } = props;
  const facts = factsOf(props);
  const { title, columns, rows } = tableOf(facts);
  return (
    <div className="twin" id={twinId(pane)}>
      <div className="twin-head">
        <h2>{title}</h2>
        <CopyButton text={twinText(facts, frame, info)} what={`the text of pane ${pane}`} />
      </div>
      <div className="twin-scroll">
        <Table
          heads={columns}
          rows={rows.map(({ mode, taken, cells }) => ({
            key: mode,
            look: taken ? 'hot' : undefined,
            cells: [mode, ...cells],
          }))}
        />
      </div>
      <PublishedLines info={info} />
      <details>
        <summary>windows and this fault</summary>
        <pre>{[...windowLines(facts), ...faultLines(facts, frame)].join('\n')}</pre>
      </details>
    </div>
  );
};
