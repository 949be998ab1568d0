/** What would have let the request of a report through, and where the reserves that kept it out come from. */
import { useId, type FC } from 'react';
import { grouped } from '../../../core/number';
import { CopyButton } from '../../../ui/CopyButton';
import type { Report } from '../answer';
import { zoneName } from '../phrases';
import { helpOf, reserveSums } from '../report-reserve';
import { zoneId } from '../zones';
import { Source } from './Source';

export const ReportHelp: FC<{ report: Report }> = ({ report }) => {
  const id = useId();
  const { sentences, command } = helpOf(report);
  if (sentences.length === 0) return null;
  return (
    <section className="machine-help" aria-labelledby={id}>
      <h2 id={id}>What would have helped</h2>
      <ul>
        {sentences.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {command && <li>{command.words}</li>}
      </ul>
      {command && (
        <div className="machine-line">
          <code>{command.line}</code>
          <CopyButton text={command.line} what="the command" />
        </div>
      )}
    </section>
  );
};

export const ReserveOrigins: FC<{ report: Report }> = ({ report }) => {
  const id = useId();
  const sums = reserveSums(report);
  if (sums.length === 0) return null;
  return (
    <section className="machine-origins" aria-labelledby={id}>
      <h2 id={id}>Where the reserves come from</h2>
      <dl className="machine-pairs">
        {sums.map(({ zone, from, sum, ratio, pages, now }) => (
          <div key={zoneId(zone)}>
            <dt>{zoneName(zone)}</dt>
            <dd>
              keeps <b>{grouped(pages)}</b> from what may use {from}:{' '}
              <Source of="printed">{grouped(sum)}</Source> ÷ <Source of="computed">{grouped(ratio)}</Source>
              {now !== pages && ` is ${grouped(now)}: the zones above had other sizes when it was computed`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="note">The pages of the zones above it, shared out by vm.lowmem_reserve_ratio.</p>
    </section>
  );
};
