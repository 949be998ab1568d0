/** Scripts that make an unpatched kernel tell its decisions: which of them a trace's kernel runs, and what each costs. */
import type { Era } from '../../trace/report/era';
import TABLE from '../../../../tracer/stock/scripts.json';

export interface StockScript {
  /** Of the file that is copied. */
  name: string;
  asks: string;
  /** Series of kernels whose decisions it records, and the checker knows. */
  series: readonly string[];
  /** When its probes run. */
  cost: string;
  text: string;
}

const TEXTS = import.meta.glob<string>('../../../../tracer/stock/*.bt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const textOf = (name: string): string => TEXTS[`../../../../tracer/stock/${name}`] ?? '';

const SCRIPTS: readonly StockScript[] = TABLE.map((row) => ({ ...row, text: textOf(row.name) }));

export const SERIES: readonly string[] = [...new Set(SCRIPTS.flatMap(({ series }) => series))].sort(
  new Intl.Collator('en', { numeric: true }).compare,
);

/** The series of a trace's kernel; '' where its text does not tell the release. */
export const seriesOf = ({ release }: Pick<Era, 'release'>): string => /^\d+\.\d+/.exec(release)?.[0] ?? '';

/** Of that series; all where it is unknown. */
export const scriptsFor = (series: string): readonly StockScript[] =>
  SCRIPTS.filter((script) => series === '' || script.series.includes(series));

/** At most so many decisions are recorded: the scripts leave out the rest. */
export const A_SECOND = Number(/@taken\[cpu\] > (\d+)/.exec(textOf('kswapd.bt'))?.[1]);

/** How long the command records: Ctrl-C does not reach the other end of ssh, and its last line would be missing. */
export const SECONDS = 60;

/** What it writes: "kswapd.txt". */
const outputOf = ({ name }: StockScript) => `${name.split(/[-.]/)[0] ?? 'decisions'}.txt`;

export const commandOf = (script: StockScript): string =>
  `ssh host sudo timeout -s INT ${SECONDS} bpftrace - < ${script.name} > ${outputOf(script)}`;
