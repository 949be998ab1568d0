/** What the drawing shows, as text that a terminal might have printed. It is the drawing's description. */
import type { FC } from 'react';
import { textOf } from '../../core/message';
import type { PublishedExcerpt, Table, Twin } from '../../scenes/narration';
import { CopyButton } from '../../ui/CopyButton';
import { Table as PlainTable } from '../../ui/Table';
import { Tag } from '../../ui/Tag';
import { twinText } from './twin-text';
import { tone } from '../../ui/nodes/colours';

/** Rows or columns beyond this make the table dense. */
const DENSE = 6;

const lookOf = ({ rows, columns }: Pick<Table, 'rows' | 'columns'>) =>
  rows.some(({ doc }) => doc !== undefined)
    ? 'fields'
    : Math.max(rows.length, columns.length) > DENSE
      ? 'dense'
      : undefined;

export const DataTable: FC<{ table: Table & Pick<Twin, 'left'>; className?: string | undefined }> = ({
  table: { title, columns, rows, left = [] },
  className,
}) => (
  <PlainTable
    className={className ?? lookOf({ rows, columns })}
    {...(className !== undefined ? { caption: textOf(title) } : {})}
    heads={columns}
    right={(column) => column > 0 && !left.includes(columns[column] ?? '')}
    rows={rows.map(({ key, look, node, letter, doc, of, cells: [name, ...cells] }) => ({
      key,
      look,
      of,
      cells: [
        <span key="name">
          {node === undefined ? name : <NodeName node={node} name={name} letter={letter} />}
          {doc !== undefined && <span className="doc">{doc}</span>}
        </span>,
        ...cells,
      ],
    }))}
  />
);

/** What was printed of the same experiment; the citation is one click away. */
const PrintedLines: FC<{ printed: PublishedExcerpt }> = ({ printed: { lines, title, citation, url } }) => (
  <p className="pub">
    <Tag of="published" /> {lines.slice(0, 1).map(textOf)} (
    {url ? (
      <a href={url} target="_blank" rel="noreferrer" title={title}>
        source<span className="visually-hidden">: {citation}</span>
      </a>
    ) : (
      citation
    )}
    )
    {lines.slice(1).map((line, i) => (
      <span className="more" key={i}>
        {textOf(line)}
      </span>
    ))}
  </p>
);

/** `hidden`: from sight; it describes the drawing all the same. */
export const TwinPanel: FC<{ id: string; pane: string; twin: Twin; hidden?: boolean }> = (props) => {
  const { id, pane, twin, hidden = false } = props;
  const { title, about, rows, notes = [], printed, folds } = twin;
  return (
    <div className="twin" id={id} hidden={hidden}>
      <div className="twin-head">
        <h2>{textOf(title)}</h2>
        <CopyButton text={twinText(twin)} what={`the text of pane ${pane}`} />
      </div>
      {about && <p className="note">{textOf(about)}</p>}
      {rows.length > 0 && (
        <div className="twin-scroll">
          <DataTable table={twin} />
        </div>
      )}
      {notes.map((note, i) => (
        <p className="note" key={i}>
          {textOf(note)}
        </p>
      ))}
      {printed && <PrintedLines printed={printed} />}
      {folds.map((fold, i) => (
        <details key={i}>
          <summary>{textOf(fold.title)}</summary>
          <pre>{fold.lines.join('\n')}</pre>
        </details>
      ))}
    </div>
  );
};

/** A name behind the colour of its node. `letter`: what is written on the colour, as in drawing and strip. */
const NodeName: FC<{ node: number; name: string | undefined; letter?: string | undefined }> = ({
  node,
  name,
  letter,
}) => (
  <>
    <span
      className={letter === undefined ? 'sw' : 'sw lettered'}
      style={{ background: tone(node).fill, color: tone(node).on }}
      aria-hidden="true"
    >
      {letter}
    </span>
    {name}
  </>
);
