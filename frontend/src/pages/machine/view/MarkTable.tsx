/** Where the marks of one zone come from: each as arithmetic, each number with its source. */
import type { FC, ReactNode } from 'react';
import { grouped } from '../../../core/number';
import type { AnswerZone, Moment, Span } from '../answer';
import { minFreeWords, otherScaleWords, scaleWords, span, verdict } from '../phrases';
import { Source, SourceLegend } from './Source';

interface Marks {
  min: number;
  low: number;
  high: number;
}

interface Props {
  zone: AnswerZone;
  moment: Moment;
  /** vm.watermark_scale_factor, where the text has it. */
  scale?: unknown;
  /** Null where nothing is set. */
  asif: Marks | null;
}

/** A number that the text may tell only as an interval. */
const Computed: FC<{ of: Span }> = ({ of }) => <Source of="computed">{span(of)}</Source>;
const Printed: FC<{ of: number }> = ({ of }) => <Source of="printed">{grouped(of)}</Source>;

interface Row {
  key: string;
  name: string;
  of: ReactNode;
  asif?: number;
  value: string;
}

export const MarkTable: FC<Props> = ({ zone, moment, scale, asif }) => (
  <section className="machine-arithmetic" aria-labelledby="machine-arithmetic">
    <h2 id="machine-arithmetic">
      Where the marks of {zone.zone}, node {zone.node}, come from
    </h2>
    <table>
      <thead>
        <tr>
          <th scope="col">mark</th>
          <th scope="col">
            <span className="visually-hidden">arithmetic</span>
          </th>
          {asif && (
            <th scope="col" className="set">
              as if
            </th>
          )}
          <th scope="col">kernel</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(zone, moment, asif).map(({ key, name, of, asif: set, value }) => (
          <tr key={key} className={key}>
            <th scope="row">{name}</th>
            <td>{of}</td>
            {asif && <td className="set">{set === undefined ? '' : grouped(set)}</td>}
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="machine-verdict">
      Recomputed: <b>{verdict(zone)}</b>.
    </p>
    {moment.min_free_kbytes ? (
      <p className="note">{minFreeWords(moment.min_free_kbytes)}</p>
    ) : (
      <p className="note">
        min_free_kbytes is not told: that takes all zones that share it, with their pages and with marks of
        the rule.
      </p>
    )}
    <p className="note">
      {scaleWords(moment)} {otherScaleWords(moment.watermark_scale_factor, scale)}
    </p>
    <SourceLegend />
  </section>
);

function rowsOf(zone: AnswerZone, moment: Moment, asif: Marks | null): Row[] {
  const { min, low, high, computed, reserves = [] } = zone;
  const rows: Row[] = [];
  const mark = (key: 'min' | 'low' | 'high', of: ReactNode, value: number | undefined) => {
    rows.push({
      key,
      name: key,
      of,
      ...(asif ? { asif: asif[key] } : {}),
      value: value === undefined ? '–' : grouped(value),
    });
  };
  const pages =
    computed &&
    (computed.managed[0] === computed.managed[1] ? (
      <Printed of={computed.managed[0]} />
    ) : (
      <Computed of={computed.managed} />
    ));
  const boost = computed?.boost ?? zone.boost ?? 0;
  const more = boost > 0 && (
    <> + boost {zone.boost === undefined ? <Computed of={[boost, boost]} /> : <Printed of={boost} />}</>
  );
  mark(
    'min',
    computed ? (
      <>
        {minOf(computed.rule, pages, moment)}
        {more}
      </>
    ) : (
      'as printed'
    ),
    min,
  );
  const old = computed && moment.old_gaps === true;
  if (computed && !old) {
    const [first, second] = computed.gaps;
    rows.push({
      key: 'step',
      name: 'step',
      of: (
        <>
          larger of {grouped(computed.min)} ÷ 4 and {pages} × {scaleOf(moment.watermark_scale_factor)} ÷
          10,000
        </>
      ),
      ...(asif ? { asif: asif.low - asif.min } : {}),
      value: first === second ? grouped(first) : `${grouped(first)}, ${grouped(second)}`,
    });
  }
  mark(
    'low',
    computed && min !== undefined ? (
      <>
        min <Printed of={min} /> + {old ? `${grouped(computed.min)} ÷ 4` : 'step'}
      </>
    ) : (
      'as printed'
    ),
    low,
  );
  mark(
    'high',
    old && min !== undefined ? (
      <>
        min <Printed of={min} /> + {grouped(computed.min)} ÷ 2
      </>
    ) : computed && low !== undefined ? (
      <>
        low <Printed of={low} /> + step
      </>
    ) : (
      'as printed'
    ),
    high,
  );
  if (zone.boost !== undefined || boost > 0)
    rows.push({
      key: 'boost',
      name: 'boost',
      of:
        zone.boost === undefined
          ? 'not printed by this release, seen in min'
          : 'in all three, until kswapd takes it back',
      value: grouped(boost),
    });
  for (const { from, pages: kept, sum, ratio, now } of reserves) {
    if (kept === 0 && now === 0) continue;
    rows.push({
      key: `reserve ${from}`,
      name: 'reserve',
      of: (
        <>
          from what may use {from}: <Printed of={sum} /> ÷ <Source of="computed">{grouped(ratio)}</Source>
          {now !== kept && <> is {grouped(now)} today</>}
        </>
      ),
      value: grouped(kept),
    });
  }
  return rows;
}

function minOf(rule: 'share' | 'own', pages: ReactNode, { min_free_kbytes: free }: Moment): ReactNode {
  if (rule === 'own') return <>{pages} ÷ 1,024, but from 32 to 128</>;
  if (!free) return <>{pages} by the share that all zones have in common</>;
  return (
    <>
      <Computed of={free.pages} /> × {pages} ÷ <Computed of={free.sum} />
    </>
  );
}

const scaleOf = (scale: Span | undefined): ReactNode => (scale ? <Computed of={scale} /> : '–');
