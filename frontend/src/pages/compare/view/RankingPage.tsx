/** Which tunable matters: the widest bar first, the runs behind it, and pairs that do not simply add up. */
import { useEffect, useMemo, useRef, useState, type FC, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../capture/sources/catalogue';
import type { SourceSpec } from '../../../capture/sources/spec';
import { saveFile } from '../../../ui/drawing-file';
import { Page } from '../../../ui/page/Page';
import { Tag } from '../../../ui/Tag';
import { csvOf } from '../ranking';
import { headline, lead, runWords, slightWords, sorted, sweepOf } from '../ranking-phrases';
import type { RankingState } from '../ranking-runs';
import { ranked } from '../workers';
import { RankingBars } from './RankingBars';
import { RankingForm } from './RankingForm';
import { RankingPairs, RunsBehind } from './RankingRuns';
import './compare.css';
import './ranking.css';

interface Props {
  catalogue: Catalogue;
  /** The question as the link has it. */
  text: string;
  onAsk: (text: string) => void;
  hrefOf: (text: string) => string;
  openHref: (machine: string, a: SourceSpec, b: SourceSpec) => string;
  /** Other looks; of this question with the tunable of a bar varied, where nothing else varies. */
  looks: (sweep: string | null) => ReactNode;
}

export const RankingPage: FC<Props> = ({ catalogue, text, onAsk, hrefOf, openHref, looks }) => {
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
  const own = drawn.find((bar) => bar.variation === picked) ?? drawn[0];
  const variation = varied[own?.variation ?? -1];
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
      <RankingForm
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
      {looks(ranking && variation ? sweepOf(ranking, variation) : null)}
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
                <RankingBars
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
                <RunsBehind
                  ranking={ranking}
                  bar={own}
                  variation={variation}
                  hrefOf={hrefOf}
                  openHref={openHref}
                />
                <RankingPairs ranking={ranking} varied={varied} state={state} at={own.variation} />
              </aside>
            )}
          </div>
          <Progress state={state} />
        </>
      )}
    </Page>
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
