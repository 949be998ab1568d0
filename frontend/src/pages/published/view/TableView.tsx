/** One published table: citation, a line for each row, and what was fitted. */
import type { FC } from 'react';
import { eraNamed } from '../../../ui/era';
import { EraMark } from '../../../ui/EraMark';
import { Tag } from '../../../ui/Tag';
import { short } from '../axis';
import { plain } from '../cells';
import type { Scenario } from '../../../capture/sources/catalogue';
import type { Citation } from '../../../capture/sources/published-document';
import {
  kernelLines,
  kernelRatio,
  placesOf,
  silenceReason,
  type Evidence,
  type KernelLine,
} from '../evidence';
import { parametersOf } from '../origins';
import type { Answer } from '../summary';
import { labelOf, type Row, type TableRows, type Unmodelled } from '../rows';
import { Dash, KernelCell, ModelCell, PublishedCell } from './RowCells';
import { AxisHead, Ratio } from './Ratio';
import { VerdictMark } from './VerdictMark';

interface Props extends TableRows {
  citation: Citation | undefined;
  /** They say which parameters were fitted. */
  scenarios: readonly Scenario[];
  /** Said of the whole document. */
  searched: string | undefined;
  evidence: Evidence;
  /** By row; those still to come are missing. */
  answers: ReadonlyMap<string, Answer>;
  computing: boolean;
}

export const TableView: FC<Props> = (props) => {
  const { table, rows, unmodelled, citation, scenarios, searched, evidence, answers, computing } = props;
  const silent = silenceReason(evidence, table);
  // What no model answers comes last: the rows are what the table is here for.
  const lines = [
    ...rows.toSorted((a, b) => a.line - b.line),
    ...unmodelled.toSorted((a, b) => a.line - b.line),
  ];
  const kernel = (of: Row | Unmodelled) => kernelLines(evidence, table, placesOf(of));
  const several = new Set(rows.map((row) => row.column)).size > 1;
  // Of lists that are to be equal there is none to draw.
  const ratios = rows.some(
    ({ published }) => published.ratio ?? published.direction ?? published.states !== undefined,
  );
  return (
    <section className="pub-table" aria-labelledby={`table-${table.id}`}>
      <h2 id={`table-${table.id}`}>{table.title}</h2>
      <p className="cite">
        <Tag of="published" /> {citation && <Cited {...citation} />}
      </p>
      {table.unit && <p className="note">Unit: {table.unit}.</p>}
      {silent && (
        <p className="note">
          <Tag of="kernel" /> Not shown by emulation: {silent}.
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">
              <Tag of="published" />
            </th>
            <th scope="col">
              <Tag of="model" />
            </th>
            {ratios && (
              <>
                <th scope="col" className="r">
                  Ratio
                </th>
                <th scope="col" className="c-bars">
                  <span className="visually-hidden">Ratio drawn</span>
                  <AxisHead />
                </th>
              </>
            )}
            <th scope="col">Verdict</th>
            {!silent && (
              <th scope="col">
                <Tag of="kernel" />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((of, i) =>
            'kind' in of ? (
              <RowView
                key={of.id}
                row={of}
                name={several ? `${of.label}: ${of.column}` : of.label}
                answer={answers.get(of.id) ?? null}
                computing={computing}
                before={lines[i - 1] ?? null}
                kernel={kernel(of)}
                above={i > 0 && sameLines(kernel(of), kernel(lines[i - 1] ?? of))}
                silent={silent !== null}
                ratios={ratios}
              />
            ) : (
              <UnmodelledView key={`${of.line}/${of.columns.join()}`} of={of} table={table} ratios={ratios}>
                {!silent && (
                  <td className="c-kernel">
                    <KernelCell
                      lines={kernel(of)}
                      silent={false}
                      above={i > 0 && sameLines(kernel(of), kernel(lines[i - 1] ?? of))}
                    />
                  </td>
                )}
              </UnmodelledView>
            ),
          )}
        </tbody>
      </table>
      {[...(table.fitted ?? []), ...(table.levels ?? [])].map((fit, i) => (
        <p className="note" key={i}>
          <span className="mark-fitted">{table.fitted?.includes(fit) ? 'fitted' : 'level'}</span>{' '}
          <span className="mono">{parametersOf(`${table.id}/${fit.id}`, scenarios).join(', ')}</span> to{' '}
          {[...Object.values(fit.match ?? {}), ...(fit.columns ?? [])].map(String).join(', ')}: {fit.why}.
        </p>
      ))}
      {searched && rows.some((row) => row.searched) && (
        <p className="note">{`${searched[0]?.toUpperCase()}${searched.slice(1)}`}.</p>
      )}
    </section>
  );
};

const sameLines = (a: readonly KernelLine[], b: readonly KernelLine[]) =>
  a.length > 0 && a.length === b.length && a.every((line, i) => line === b[i] || silentAlike(line, b[i]));

const silentAlike = (a: KernelLine, b: KernelLine | undefined) =>
  a.verdict === 'not shown' && b?.verdict === 'not shown' && a.reason === b.reason;

const Cited: FC<Citation> = ({ title, author, date, url, era }) => {
  const kernels = eraNamed(era);
  return (
    <>
      <a href={url}>{title}</a>, {author}, {date} {kernels && <EraMark {...kernels} />}
    </>
  );
};

interface RowProps {
  row: Row;
  name: string;
  answer: Answer | null;
  /** What stands above it. */
  before: Row | Unmodelled | null;
  above: boolean;
  computing: boolean;
  kernel: ReturnType<typeof kernelLines>;
  silent: boolean;
  /** Whether the table has columns for them. */
  ratios: boolean;
}

const RowView: FC<RowProps> = (props) => {
  const { row, name, answer, before, above, computing, kernel, silent, ratios } = props;
  const judged = answer?.judged ?? null;
  const ratio = judged !== null && typeof judged !== 'string' ? judged.ratio : null;
  const range = row.published.ratio;
  const captured = kernel.map(kernelRatio).find((r) => r !== null) ?? null;
  return (
    <tr>
      <th scope="row">
        {name}
        {row.what && !(before && 'what' in before && before.what === row.what) && (
          <span className="what">{row.what}</span>
        )}
      </th>
      <td className="c-published">
        <PublishedCell row={row} />
      </td>
      <td className="c-model">
        <ModelCell row={row} judged={judged} waiting={computing} />
      </td>
      {ratios && (
        <>
          <td className="c-numbers">
            <span className="published">
              {range ? [...new Set(range)].map(short).join(' to ') : statementOf(row)}
            </span>
            <span className="model">{ratio === null ? '' : short(ratio)}</span>
          </td>
          <td className="c-bars">
            <Ratio published={range} model={ratio} kernel={captured} />
          </td>
        </>
      )}
      <td className="c-verdict">
        <VerdictMark row={row} judged={judged} />
      </td>
      {!silent && (
        <td className="c-kernel">
          <KernelCell lines={kernel} silent={silent} above={above} />
        </td>
      )}
    </tr>
  );
};

/** What stands in the place of a ratio. */
const statementOf = ({ published: { direction, states } }: Row) =>
  states === undefined ? direction : `is ${short(states)}`;

interface UnmodelledProps {
  of: Unmodelled;
  table: TableRows['table'];
  ratios: boolean;
  children: React.ReactNode;
}

const UnmodelledView: FC<UnmodelledProps> = ({ of, table, ratios, children }) => {
  const cell = (column: string) => table.rows[of.line]?.[table.columns.indexOf(column)];
  return (
    <tr className="unmodelled">
      <th scope="row">{labelOf(table, of.line)}</th>
      <td className="c-published">
        {of.columns.map((column) => (
          <div key={column} className={plain(cell(column)).length > 24 ? 'words' : 'values'}>
            {of.columns.length > 1 && <span className="unit">{column} </span>}
            {plain(cell(column))}
          </div>
        ))}
      </td>
      <td className="c-model c-reason" colSpan={ratios ? 4 : 2}>
        <Dash>not modelled: {of.reason}</Dash>
      </td>
      {children}
    </tr>
  );
};
