/** The cells of a row: what was printed, what the model gives, what captures say. */
import type { FC, ReactNode } from 'react';
import { short } from '../axis';
import { plain } from '../cells';
import type { Cell, Measure } from '../../../capture/sources/published-document';
import type { KernelLine } from '../evidence';
import type { RowVerdict } from '../verdict';
import { madeOf } from '../measure';
import type { Row } from '../rows';
import { useLinks } from './links';

/** The Latin fonts have no arrow: it is drawn, and read aloud as "to". */
const To: FC = () => (
  <>
    <svg className="to" width="14" height="8" aria-hidden="true">
      <path d="M0 4h12M8.5 1l3.5 3-3.5 3" fill="none" stroke="currentColor" />
    </svg>
    <span className="visually-hidden"> to </span>
  </>
);

export const Dash: FC<{ children?: ReactNode }> = ({ children }) => (
  <span className="dash">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">nothing</span>
    {children && <span className="why"> {children}</span>}
  </span>
);

const printed = (cell: Cell) =>
  typeof cell === 'object' && cell !== null ? (
    cell.map((part, i) => <div key={i}>{plain(part)}</div>)
  ) : (
    <span>{plain(cell)}</span>
  );

export const PublishedCell: FC<{ row: Row }> = ({ row }) => {
  const { baseline, value } = row.published;
  return (
    <div className={typeof value === 'string' && value.length > 14 ? 'words' : 'values'}>
      {baseline !== null && (
        <>
          <span>{plain(baseline)}</span>
          <To />
        </>
      )}
      {printed(value)}
    </div>
  );
};

const unitOf = (measure: Measure): string => ('unit' in measure ? (measure.unit ?? '') : '');

export const ModelCell: FC<{ row: Row; judged: RowVerdict | string | null; waiting: boolean }> = (props) => {
  const { row, judged, waiting } = props;
  const { open } = useLinks();
  if (judged === null) return <span className="dash">{waiting ? 'to come' : 'not computed'}</span>;
  if (typeof judged === 'string') return <Dash>{judged}</Dash>;
  const { baseline, value } = judged;
  const unit = unitOf(row.measure);
  const { chosen } = judged;
  const made = madeOf(row.measure, Math.max(row.runs.baseline.length, row.runs.variant.length));
  /** The run to watch: the one that counts, or where all do, the last. */
  const watched = (side: 'baseline' | 'variant') => row.runs[side].at(chosen[side] ?? -1) ?? null;
  return (
    <div className="values">
      {baseline !== null && row.kind !== 'share' && (
        <>
          <span>{short(baseline)}</span>
          <To />
        </>
      )}
      <span>{typeof value === 'number' ? short(value) : value}</span>
      {unit && <span className="unit"> {unit}</span>}
      <span className="unit">
        {' '}
        <a href={open(watched('baseline'), watched('variant'))}>
          open
          <span className="visually-hidden">
            {' '}
            the model of {row.label}, {row.column}
          </span>
        </a>
      </span>
      {made && <span className="what">{made}</span>}
    </div>
  );
};

const VERDICTS: Readonly<Record<KernelLine['verdict'], string>> = {
  holds: 'holds',
  'direction holds': 'direction holds',
  'does not hold': 'does not hold',
  'not shown': 'not shown by emulation',
  'no capture': 'no capture',
};

export const KernelCell: FC<{ lines: readonly KernelLine[]; silent: boolean; above: boolean }> = (props) => {
  const { lines, silent, above } = props;
  const { capture } = useLinks();
  const known = lines.filter((line) => line.verdict !== 'not shown');
  if (known.length === 0) return <Dash>{silent ? '' : above ? 'as above' : lines[0]?.reason}</Dash>;
  if (above) return <span className="what">as above</span>;
  return known.map((line, at) => (
    <div key={at} className="claim">
      <span className="what">{line.what}: </span>
      {(line.captures ?? []).map((id, i) => (
        <span key={id}>
          {i > 0 && ', then '}
          {line.given?.[i] ?? ''} <a href={capture(id)}>{id}</a>
        </span>
      ))}
      {line.reason && <span className="what"> {line.reason}</span>} <b>{VERDICTS[line.verdict]}</b>
    </div>
  ));
};
