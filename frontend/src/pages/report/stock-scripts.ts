/** Scripts that make an unpatched kernel tell its decisions: which of them a trace's kernel runs, and what each costs. */
import kswapd from '../../../../tracer/stock/kswapd.bt?raw';
import slotOld from '../../../../tracer/stock/slot-6.1.bt?raw';
import slotNode from '../../../../tracer/stock/slot-6.12.bt?raw';
import slotCluster from '../../../../tracer/stock/slot-7.3.bt?raw';
import type { Era } from '../../trace/report/era';

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

const SCRIPTS: readonly StockScript[] = [
  {
    name: 'kswapd.bt',
    asks: 'Was kswapd woken, and from what?',
    series: ['6.12', '7.3'],
    cost: 'for each allocation that found no zone above its low mark',
    text: kswapd,
  },
  {
    name: 'slot-6.1.bt',
    asks: 'Which swap device gave a slot?',
    series: ['6.1'],
    cost: 'for each 64 pages that are swapped out',
    text: slotOld,
  },
  {
    name: 'slot-6.12.bt',
    asks: 'Which swap device gave a slot?',
    series: ['6.12'],
    cost: 'for each 64 pages that are swapped out',
    text: slotNode,
  },
  {
    name: 'slot-7.3.bt',
    asks: 'Which swap device gave a slot?',
    series: ['7.3'],
    cost: 'for each page or large folio that is swapped out',
    text: slotCluster,
  },
];

export const SERIES: readonly string[] = [...new Set(SCRIPTS.flatMap(({ series }) => series))].sort(
  new Intl.Collator('en', { numeric: true }).compare,
);

/** The series of a trace's kernel; '' where its text does not tell the release. */
export const seriesOf = ({ release }: Pick<Era, 'release'>): string => /^\d+\.\d+/.exec(release)?.[0] ?? '';

/** Of that series; all where it is unknown. */
export const scriptsFor = (series: string): readonly StockScript[] =>
  SCRIPTS.filter((script) => series === '' || script.series.includes(series));

/** At most so many decisions are recorded: the scripts leave out the rest. */
export const A_SECOND = Number(/@taken\[cpu\] > (\d+)/.exec(kswapd)?.[1]);

/** How long the command records: Ctrl-C does not reach the other end of ssh, and its last line would be missing. */
export const SECONDS = 60;

/** What it writes: "kswapd.txt". */
const outputOf = ({ name }: StockScript) => `${name.split(/[-.]/)[0] ?? 'decisions'}.txt`;

export const commandOf = (script: StockScript): string =>
  `ssh host sudo timeout -s INT ${SECONDS} bpftrace - < ${script.name} > ${outputOf(script)}`;
