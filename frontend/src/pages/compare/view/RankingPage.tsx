/** Which tunable matters: the widest bar first, the runs behind it, and pairs that do not simply add up. */
import { scaleLinear } from 'd3-scale';
import { useEffect, useId, useMemo, useRef, useState, type FC } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../capture/sources/catalogue';
import type { SourceSpec } from '../../../capture/sources/spec';
import { MEASURES } from '../../../core/gen/measures';
import { unitWord } from '../../../core/number';
import { saveFile } from '../../../ui/drawing-file';
import { Page } from '../../../ui/page/Page';
import { Tag } from '../../../ui/Tag';
import { useWidth } from '../../../ui/use-screen';
import {
  csvOf,
  formatRanking,
  parseRanking,
  type Bar,
  type PairResult,
  type Ranking,
  type Variation,
} from '../ranking';
import {
  betterWords,
  endWords,
  headline,
  lead,
  measureName,
  panesOf,
  runWords,
  slightWords,
  sorted,
  sweepOf,
} from '../ranking-phrases';
import type { RankingState } from '../ranking-runs';
import { measureNamed, short, space } from '../table';
import { ranked } from '../workers';
import './compare.css';
import './ranking.css';

interface Props {
  catalogue: Catalogue;
  /** The question as the link has it. */
  text: string;
  onAsk: (text: string) => void;
  hrefOf: (text: string) => string;
  openHref: (machine: string, a: SourceSpec, b: SourceSpec) => string;
}

export const RankingPage: FC<Props> = ({ catalogue, text, onAsk, hrefOf, openHref }) => {
  const state = useStore(ranked.store);
  const page = useRef<HTMLElement>(null);
  const [picked, setPicked] = useState<number | null>(null);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
    return ranked.stop;
  }, []);
  const [shown, setShown] = useState(text);
  if (shown !== text) {
    setShown(text);
    setPicked(null);
  }
  useEffect(() => {
    void ranked.ask(text, catalogue);
  }, [text, catalogue]);
  const { ranking, varied, bars, running } = state;
  const known = bars.some(({ base }) => base !== null);
  const { drawn, slight } = useMemo(() => sorted(bars), [bars]);
  const own = drawn.find(({ variation }) => variation === picked) ?? drawn[0];
  return (
    <Page className="cmp-page" ref={page}>
      <header className="cmp-head">
        <h1>{(!running && headline(varied, bars)) || 'Which tunable matters?'}</h1>
        <p>
          {ranking && known
            ? lead(ranking, bars)
            : 'Each tunable of a model alone, then the widest in pairs.'}{' '}
          <Tag of="model" />
        </p>
      </header>
      <Form
        key={text}
        catalogue={catalogue}
        text={text}
        running={running}
        refused={state.refused}
        onAsk={(asked) => {
          if (asked === text) void ranked.ask(text, catalogue);
          else onAsk(asked);
        }}
      />
      {ranking && (
        <>
          {state.failed.map((why) => (
            <p className="cmp-error" key={why}>
              {why}
            </p>
          ))}
          <div className="rank-body">
            <div>
              {known ? (
                <Bars
                  ranking={ranking}
                  varied={varied}
                  bars={drawn}
                  at={own?.variation ?? -1}
                  onPick={setPicked}
                />
              ) : (
                <p className="note">No run has ended yet.</p>
              )}
              {!running && slight.length > 0 && (
                <section className="small rank-slight">
                  <h2>
                    {slight.length} that {slight.length === 1 ? 'changes' : 'change'} it by less than 3 % of
                    the widest
                  </h2>
                  {slightWords(varied, slight).map((words) => (
                    <p key={words}>{words}</p>
                  ))}
                </section>
              )}
              <Omitted state={state} />
              {!running && known && (
                <p className="note">
                  <button
                    type="button"
                    className="link-btn"
                    onClick={() => {
                      saveFile(csvOf(ranking, varied, bars, state.results), 'ranking.csv');
                    }}
                  >
                    Save as CSV
                  </button>
                </p>
              )}
            </div>
            {own && known && (
              <aside className="rank-aside">
                <Behind
                  ranking={ranking}
                  bar={own}
                  variation={varied[own.variation]}
                  hrefOf={hrefOf}
                  openHref={openHref}
                />
                <Pairs ranking={ranking} varied={varied} state={state} at={own.variation} />
              </aside>
            )}
          </div>
          <Progress state={state} />
        </>
      )}
    </Page>
  );
};

interface FormProps {
  catalogue: Catalogue;
  text: string;
  running: boolean;
  refused: string;
  onAsk: (text: string) => void;
}

/** The question as a sentence; what it comes to is the text of the link. */
const Form: FC<FormProps> = ({ catalogue, text, running, refused, onAsk }) => {
  const [ranking, error] = useMemo((): [Ranking | null, string] => {
    try {
      return [parseRanking(text), ''];
    } catch (why) {
      return [null, why instanceof Error ? why.message : String(why)];
    }
  }, [text]);
  const [seeds, setSeeds] = useState(() => new URLSearchParams(text).get('seeds') ?? '1');
  const machineOf = (id: string) => catalogue.scenarios.find((s) => s.id === id)?.params.machine ?? 'swap';
  const measures = MEASURES.filter(({ machine }) => machine === machineOf(ranking?.of.id ?? ''));
  const ask = (changed: Partial<Ranking>) => {
    if (ranking) onAsk(formatRanking({ ...ranking, ...changed }));
  };
  return (
    <form
      className="cmp-ask"
      aria-label="Question"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = text.replace(/&seeds=[^&]*/, '');
        onAsk(seeds.trim() === '' || seeds.trim() === '1' ? asked : `${asked}&seeds=${seeds.trim()}`);
      }}
    >
      <label className="cmp-field">
        <span>Take</span>
        <select
          value={ranking?.of.id ?? ''}
          onChange={({ target }) => {
            const machine = machineOf(target.value);
            const same = ranking !== null && measureNamed(ranking.measure).machine === machine;
            const judged = MEASURES.find((m) => m.machine === machine && m.better !== 'neither');
            const measure = same || !judged ? (ranking?.measure ?? 'home') : judged.name;
            const part = same ? ranking.part : 0;
            onAsk(
              formatRanking({
                of: { kind: 'model', id: target.value, overrides: {} },
                measure,
                part,
                by: ranking?.by ?? 2,
                seeds: ranking?.seeds ?? [1],
              }),
            );
          }}
        >
          {!ranking && <option value="">a scenario</option>}
          {catalogue.scenarios.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label className="cmp-field">
        <span>vary all its tunables</span>
        <select
          value={ranking?.by ?? 2}
          onChange={({ target }) => {
            ask({ by: Number(target.value) });
          }}
        >
          <option value="2">from half to double</option>
          <option value="4">from a quarter to four times</option>
        </select>
      </label>
      <label className="cmp-field">
        <span>and measure</span>
        <select
          value={ranking ? `${ranking.measure}.${ranking.part}` : ''}
          onChange={({ target }) => {
            const [measure, part] = target.value.split('.');
            ask({ measure: measureNamed(measure as Ranking['measure']).name, part: Number(part) });
          }}
        >
          {measures.map((m) => (
            <option key={m.name} value={`${m.name}.${m.name === ranking?.measure ? ranking.part : 0}`}>
              {measureName({ measure: m.name, part: m.name === ranking?.measure ? ranking.part : 0 })}
            </option>
          ))}
        </select>
      </label>
      <label className="cmp-field">
        <span>with seeds</span>
        <input
          className="cmp-short"
          value={seeds}
          placeholder="1..5"
          onChange={({ target }) => {
            setSeeds(target.value);
          }}
        />
      </label>
      {running ? (
        <button type="button" className="btn" onClick={ranked.stop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="btn">
          Run
        </button>
      )}
      {(error || refused) !== '' && (
        <p className="cmp-error" role="alert">
          {error || refused}
        </p>
      )}
    </form>
  );
};

interface BarsProps {
  ranking: Ranking;
  varied: readonly Variation[];
  bars: readonly Bar[];
  at: number;
  onPick: (variation: number) => void;
}

const HEIGHT = 44;
const THICK = 18;
/** For the words at the ends of bars. */
const MARGIN = 72;

const Bars: FC<BarsProps> = ({ ranking, varied, bars, at, onPick }) => {
  const [ref, width] = useWidth();
  const unit = measureNamed(ranking.measure).unit;
  const least = Math.min(...bars.map((bar) => bar.least));
  const most = Math.max(...bars.map((bar) => bar.most));
  const scale = scaleLinear([least, most], [MARGIN, Math.max(MARGIN + 1, width - MARGIN)]);
  const ticks = scale.ticks(Math.max(2, Math.floor(width / 110)));
  const better = betterWords(ranking);
  const name = measureName(ranking);
  return (
    <div className="rank-chart">
      <table className="rank-table">
        <caption>
          {name}
          {unit === '' || name.includes(unit) ? '' : `, ${unitWord(unit)}`}
          {better && `; ${better}`}
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">tunable, and the values that it took</th>
            <th scope="col">how far it moves the measure</th>
            <th scope="col">what each value comes to</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => {
            const variation = varied[bar.variation];
            if (!variation) return null;
            const { label, own, values } = variation;
            return (
              <tr key={variation.name} className={bar.variation === at ? 'hot' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={bar.variation === at}
                    onClick={() => {
                      onPick(bar.variation);
                    }}
                  >
                    <b>{label}</b>
                    <span className="small">
                      {values.map(({ text }) => text).join(', ')}; as it is {own}
                    </span>
                  </button>
                </th>
                <td className="rank-width">
                  <b>{short(bar.width)}</b>
                  <span className="small">{space(unit)}</span>
                </td>
                <td className="rank-bar">
                  {width > 0 && <BarPicture bar={bar} scale={scale} ticks={ticks} width={width} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="rank-foot">
        <div className="rank-axis" ref={ref}>
          {width > 0 && (
            <svg width={width} height="20" aria-hidden="true">
              {ticks.map((tick) => (
                <text key={tick} x={scale(tick)} y="14" textAnchor="middle">
                  {short(tick)}
                </text>
              ))}
            </svg>
          )}
        </div>
      </div>
    </div>
  );
};

interface BarPictureProps {
  bar: Bar;
  scale: (value: number) => number;
  ticks: readonly number[];
  width: number;
}

/** What lowers the measure is hatched, what raises it is solid; a circle at each value. */
const BarPicture: FC<BarPictureProps> = ({ bar: { base, ends, least, most }, scale, ticks, width }) => {
  const id = useId();
  if (base === null) return null;
  const y = HEIGHT / 2;
  const [from, at, to] = [scale(least), scale(base), scale(most)];
  const known = ends.flatMap(({ text, median }) => (median === null ? [] : [{ text, median }]));
  // Words stand at the ends alone, or they would lie on each other.
  const left = known.find(({ median }) => median === least && median < base);
  const right = known.find(({ median }) => median === most && median > base);
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={spoken(known, base)}>
      <defs>
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="rank-hatch" d="M0 0V5" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <path key={tick} className="rank-grid" d={`M${scale(tick)} 0V${HEIGHT}`} />
      ))}
      <rect
        className="rank-less"
        x={from}
        y={y - THICK / 2}
        width={at - from}
        height={THICK}
        fill={`url(#${id})`}
      />
      <rect className="rank-more" x={at} y={y - THICK / 2} width={to - at} height={THICK} />
      <path className="rank-base" d={`M${at} 0V${HEIGHT}`} />
      {known.map(({ text, median }) => (
        <circle key={text} className="rank-run" cx={scale(median)} cy={y} r="4" />
      ))}
      {left && (
        <text x={from - 8} y={y + 4} textAnchor="end">
          {left.text}
        </text>
      )}
      {right && (
        <text x={to + 8} y={y + 4}>
          {right.text}
        </text>
      )}
    </svg>
  );
};

const spoken = (known: readonly { text: string; median: number }[], base: number): string =>
  [`as it is ${short(base)}`, ...known.map(({ text, median }) => `at ${text} ${short(median)}`)].join(', ');

interface BehindProps {
  ranking: Ranking;
  bar: Bar;
  variation: Variation | undefined;
  hrefOf: (text: string) => string;
  openHref: Props['openHref'];
}

/** The runs of one bar: every value with the median of its seeds, and each of them. */
const Behind: FC<BehindProps> = ({ ranking, bar, variation, hrefOf, openHref }) => {
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

const Pairs: FC<PairsProps> = ({ ranking, varied, state, at }) => {
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

/** What is not varied, and why; what has no room. */
const Omitted: FC<{ state: RankingState }> = ({ state: { omitted, left } }) =>
  omitted.length + left.length > 0 && (
    <details className="small">
      <summary>Not varied</summary>
      <ul>
        {left.length > 0 && <li>{left.join(', ')}: a minute does not hold their runs.</li>}
        {omitted.map(({ why, names }) => (
          <li key={why}>
            {names.join(', ')}: {why}.
          </li>
        ))}
        <li>How long the run is, and what of it is recorded.</li>
      </ul>
    </details>
  );

const Progress: FC<{ state: RankingState }> = ({ state: { singles, pairs, running } }) => (
  <section className="cmp-foot" aria-label="Runs">
    <p className="cmp-progress" role="status">
      {runWords(singles.done + pairs.done, singles.all + pairs.all)}
      {running ? '' : ', none left'}
    </p>
    <div className="rank-progress">
      <label>
        <span className="small">as it is, and one at a time</span>
        <progress max={singles.all || 1} value={singles.done} />
      </label>
      <label>
        <span className="small">pairs of the seven widest</span>
        <progress max={pairs.all || 1} value={pairs.done} />
      </label>
    </div>
  </section>
);
