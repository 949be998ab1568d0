/** Two moments side by side, before and after: what has changed in each zone, and how far each is from kswapd. */
import { useId, useState, type FC } from 'react';
import { grouped } from '../../../core/number';
import { Table } from '../../../ui/Table';
import { COMPARED, type Answer, type Comparison, type Moment, type Pair } from '../answer';
import { count, distanceCaption, momentWords, sentence, zoneName, type Caption } from '../phrases';
import { firstRequest, NO_CHANGE, requestText } from '../settings';
import { useDistances } from '../use-machine';
import { zonesOf } from '../zones';
import { ViewCaption } from './ViewCaption';

interface Props {
  answer: Answer;
  moments: readonly Moment[];
}

const side = (n: number | undefined): string => (n === undefined ? '–' : grouped(n));

/** "+1,024", "−3", "0". */
function changeOf({ change }: Pair): string {
  if (change === undefined) return '–';
  if (change === 0) return '0';
  return `${change > 0 ? '+' : '−'}${grouped(Math.abs(change))}`;
}

function captionOf(comparison: Comparison): Caption {
  if (comparison.reason !== '')
    return { title: 'These cannot be compared.', lead: sentence(comparison.reason) };
  const zones = comparison.zones ?? [];
  const moved = zones.filter((zone) =>
    (['min', 'low', 'high'] as const).some((mark) => (zone[mark]?.change ?? 0) !== 0),
  );
  const lead = comparison.same_machine
    ? ''
    : 'Zones have other sizes, or the text names two hosts: these may be two machines, or memory was added.';
  if (moved.length === 0) return { title: 'The marks are the same in both.', lead };
  return {
    title: `The marks of ${moved.length} of ${zones.length} ${zones.length === 1 ? 'zone' : 'zones'} have changed.`,
    lead,
  };
}

export const ComparisonView: FC<Props> = ({ answer, moments }) => {
  const id = useId();
  const [before, setBefore] = useState(0);
  const [after, setAfter] = useState(moments.length - 1);
  const [a, b] = [moments[before] ?? moments[0], moments[after] ?? moments.at(-1)];
  const found = useDistances(
    answer,
    a && b
      ? [
          `${requestText(firstRequest(zonesOf(answer, a.moment).map(({ node }) => node)), NO_CHANGE)} before=${a.moment} after=${b.moment}`,
        ]
      : [],
  );
  const comparison = found?.[0]?.comparison;
  if (!a || !b) return null;
  const distances = [a, b].map(
    (one) => found?.[0]?.moments.find(({ moment }) => moment === one.moment) ?? null,
  );
  const every = (comparison?.zones ?? []).flatMap((zone) =>
    COMPARED.flatMap((name) => {
      const pair = zone[name];
      return pair ? [{ zone, name, pair }] : [];
    }),
  );
  const rows = every.filter(({ pair }) => pair.change !== 0);
  const choice = (words: string, at: number, onAt: (at: number) => void) => (
    <label>
      {words}{' '}
      <select
        value={at}
        onChange={({ target }) => {
          onAt(Number(target.value));
        }}
      >
        {moments.map((one, i) => (
          <option key={one.moment} value={i}>
            {momentWords(one, zonesOf(answer, one.moment))}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className="machine-comparison" aria-label="Before and after">
      <ViewCaption {...(comparison ? captionOf(comparison) : { title: 'Before and after', lead: '' })} />
      <form
        className="machine-ask"
        aria-label="What is compared"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        {choice('before', before, setBefore)}
        {choice('after', after, setAfter)}
      </form>
      <dl className="machine-pairs">
        {distances.map((distance, i) => (
          <div key={i}>
            <dt>{i === 0 ? 'Before' : 'After'}</dt>
            <dd>{distanceCaption(distance, (i === 0 ? a : b).page).title}</dd>
          </div>
        ))}
      </dl>
      {rows.length > 0 && (
        <div
          className="machine-table"
          id={`${id}-table`}
          role="region"
          aria-label="What has changed"
          tabIndex={0}
        >
          <Table
            caption="What has changed, in pages"
            heads={['zone', 'what', 'before', 'after', 'change']}
            right={(column) => column > 1}
            rows={rows.map(({ zone, name, pair }) => ({
              key: `${zoneName(zone)} ${name}`,
              cells: [zoneName(zone), name, side(pair.before), side(pair.after), changeOf(pair)],
            }))}
          />
          <p className="note">
            {count(every.length - rows.length, 'number')} of these zones{' '}
            {every.length - rows.length === 1 ? 'is' : 'are'} the same in both. A zone that stands in one of
            them only has a dash in the other.
          </p>
        </div>
      )}
    </section>
  );
};
