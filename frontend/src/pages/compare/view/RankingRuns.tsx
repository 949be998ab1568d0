/** The runs behind a bar, and pairs that do not simply add up. */
import { useState, type FC } from 'react';
import type { SourceSpec } from '../../../capture/sources/spec';
import { unitWord } from '../../../core/number';
import type { Bar, PairResult, Ranking, Variation } from '../ranking';
import { endWords, measureName, panesOf, sweepOf } from '../ranking-phrases';
import type { RankingState } from '../ranking-runs';
import { measureNamed, short, space } from '../table';

interface BehindProps {
  ranking: Ranking;
  bar: Bar;
  variation: Variation | undefined;
  hrefOf: (text: string) => string;
  openHref: (machine: string, a: SourceSpec, b: SourceSpec) => string;
}

/** The runs of one bar: every value with the median of its seeds, and each of them. */
export const RunsBehind: FC<BehindProps> = ({ ranking, bar, variation, hrefOf, openHref }) => {
  if (!variation) return null;
  const { machine, unit } = measureNamed(ranking.measure);
  const base = bar.base ?? 0;
  const far = bar.ends.map(({ median }) => (median === null ? -1 : Math.abs(median - base)));
  const value = far.indexOf(Math.max(...far));
  const sweep = sweepOf(ranking, variation);
  return (
    <section aria-live="polite">
      <h2>The runs behind {variation.label}</h2>
      <table className="rank-runs">
        <thead>
          <tr>
            <th scope="col">value</th>
            <th scope="col">
              {measureName(ranking)}
              {space(unit)}
            </th>
            {ranking.seeds.length > 1 && <th scope="col">each seed</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{variation.own}, as it is</th>
            <td>{bar.base === null ? '–' : short(bar.base)}</td>
            {ranking.seeds.length > 1 && <td />}
          </tr>
          {bar.ends.map(({ text, median, values }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td>{median === null ? 'not run' : short(median)}</td>
              {ranking.seeds.length > 1 && <td>{values.map(short).join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="rank-links">
        {bar.ends[value] && (
          <a className="btn" href={openHref(machine, ...panesOf(ranking, variation, value))}>
            Open {variation.own} beside {bar.ends[value].text}
          </a>
        )}
        {sweep !== null && (
          <a className="btn" href={hrefOf(sweep)}>
            Sweep it
          </a>
        )}
      </p>
    </section>
  );
};

interface PairsProps {
  ranking: Ranking;
  varied: readonly Variation[];
  state: RankingState;
  at: number;
}

const SHOWN = 6;

export const RankingPairs: FC<PairsProps> = ({ ranking, varied, state, at }) => {
  const { results, leftPairs, running } = state;
  const [all, setAll] = useState(false);
  if (results.length === 0 && leftPairs.length === 0)
    return <p className="note">{running ? 'Pairs follow once each tunable has run alone.' : ''}</p>;
  const shown = all ? results : results.slice(0, SHOWN);
  const unit = measureNamed(ranking.measure).unit;
  const row = ({ a, b, added, found }: PairResult) => {
    const words = `${endWords(varied, a)}, ${endWords(varied, b)}`;
    const beyond = found - added;
    return (
      <tr key={words} className={a.variation === at || b.variation === at ? 'hot' : undefined}>
        <th scope="row">{words}</th>
        <td>{short(added)}</td>
        <td>{short(found)}</td>
        <td>{short(beyond) === '0' ? '0' : `${beyond > 0 ? '+' : '−'}${short(Math.abs(beyond))}`}</td>
      </tr>
    );
  };
  return (
    <section>
      <h2>Pairs, by how far they do not simply add up</h2>
      <table className="rank-runs">
        <thead>
          <tr>
            <th scope="col">both at once</th>
            <th scope="col">added up</th>
            <th scope="col">in fact</th>
            <th scope="col">{unit === '' ? 'difference' : unitWord(unit)}</th>
          </tr>
        </thead>
        <tbody>{shown.map(row)}</tbody>
      </table>
      {results.length > SHOWN && (
        <button
          type="button"
          className="link-btn"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? 'Fewer' : `All ${results.length}`}
        </button>
      )}
      {leftPairs.length > 0 && (
        <p className="small">
          Not run, since a minute does not hold them:{' '}
          {leftPairs.map(({ a, b }) => `${endWords(varied, a)} with ${endWords(varied, b)}`).join('; ')}.
        </p>
      )}
    </section>
  );
};
