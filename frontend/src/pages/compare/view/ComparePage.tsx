/** Compare: a question, its runs as they finish, a picture for each measure, and every number as a table. */
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, type FC } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../capture/sources/catalogue';
import type { SourceSpec } from '../../../capture/sources/spec';
import { drivenBy } from '../asif';
import { draftOf, textOf } from '../draft';
import { linkOf, linkText, pairText, rankingText, withRanking, type LinkParts } from '../look';
import { marksOf } from '../published';
import { questionOfPanes } from '../pair';
import { besideOf, cursorStore, panesOf, pick, pickedOf, type Picked } from '../panes';
import { countOf, formatQuestion, parseQuestion, type Question, labelOf } from '../question';
import { seriesOf, measureNamed, space, spread, type Series } from '../table';
import { failuresOf, headlineOf, progressWords, seriesName, valueWords, whereWords } from '../phrases';
import { agreementsOf, kernelSources, type Agreement, type KernelMark } from '../kernel';
import { sweep, wholes } from '../workers';
import { RunStrip } from './RunStrip';
import { Tag } from '../../../ui/Tag';
import { useWidth } from '../../../ui/use-screen';
import { Looks } from './Looks';
import { QuestionForm } from './QuestionForm';
import { StorageNotice } from './StorageNotice';
import { Numbers } from './Numbers';
import { PairPage } from './PairPage';
import { Pictures } from './Pictures';
import { RankingPage } from './RankingPage';
import { PAIRS, PRESETS, RANKINGS, type Preset } from '../presets';
import type { SweepState } from '../sweep';
import { grouped } from '../../../core/number';
import { ListPicture } from '../../../ui/page/ListPicture';
import { Page } from '../../../ui/page/Page';
import './compare.css';

interface Props {
  catalogue: Catalogue;
  /** The question as the link has it; '' where it has none. */
  text: string;
  base: string;
  /** Goes to another question. */
  onAsk: (text: string) => void;
  hrefOf: (text: string) => string;
  /** What the two panes of the stage show. */
  panes: readonly [SourceSpec, SourceSpec];
  /** The stage with these two, in the scene of the machine. */
  openHref: (machine: string, a: SourceSpec, b: SourceSpec, k?: number) => string;
}

/** Fetched when somebody looks so. */
const ScrubView = lazy(async () => ({ default: (await import('../side/view/ScrubView')).ScrubView }));
const SideView = lazy(async () => ({ default: (await import('../side/view/SideView')).SideView }));

/** More runs than these wait for somebody to press Run. */
const AT_ONCE = 500;

export const ComparePage: FC<Props> = (props) => {
  const { text, catalogue, onAsk, hrefOf } = props;
  const parts = useMemo(() => linkOf(text), [text]);
  const { look, question } = parts;
  const { question: asked } = useMemo(() => read(question), [question]);
  /** `sweep`: a question with what varies in it, where the link has none. */
  const looks = (sweep: string | null = null) =>
    (asked ?? sweep) !== null && (
      <Looks parts={asked || sweep === null ? parts : { ...parts, question: sweep }} hrefOf={hrefOf} />
    );
  if (look === 'pair')
    return (
      <PairPage
        {...props}
        text={pairText(parts, asked, pickedOf(question))}
        onAsk={(pair) => {
          onAsk(linkText({ ...parts, pair }));
        }}
      >
        {looks()}
      </PairPage>
    );
  if (look === 'matters')
    return (
      <RankingPage
        {...props}
        text={rankingText(parts, asked, catalogue)}
        onAsk={(ranking) => {
          onAsk(linkText(withRanking(parts, ranking)));
        }}
        looks={looks}
      />
    );
  return (
    <SweepPage
      {...props}
      text={question}
      parts={parts}
      onAsk={(next) => {
        onAsk(linkText({ ...parts, question: next }));
      }}
    />
  );
};

const SweepPage: FC<Props & { parts: LinkParts }> = ({
  catalogue,
  text,
  parts,
  base,
  panes,
  onAsk,
  hrefOf,
  openHref,
}) => {
  const state = useStore(sweep.store);
  const [draft, setDraft] = useState(() => draftOf(text));
  const { look } = parts;
  const cursor = useStore(cursorStore);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
    return sweep.stop;
  }, []);
  // A link, or Back: the sentence follows it, and few runs are made at once.
  const [shown, setShown] = useState(text);
  if (shown !== text) {
    setShown(text);
    setDraft(draftOf(text));
  }
  useEffect(() => {
    if (text === '') sweep.clear();
    else sweep.ask(text, catalogue, base, AT_ONCE);
  }, [text, catalogue, base]);
  const asked = textOf(draft);
  const whole = draft.of !== '' && draft.x !== '' && draft.xValues !== '';
  const { question: now, error } = useMemo(
    () => (whole ? read(asked) : { question: null, error: '' }),
    [whole, asked],
  );
  const { failed, running, machine, refused } = state;
  // The sweep before stays known, but nobody asks for it here.
  const question = text === '' ? null : state.question;
  // Runs finish faster than all of it can be drawn: what is drawn may lag behind, and lets the page answer meanwhile.
  const drawn = useDeferredValue(state);
  const series = useMemo(() => (drawn.question ? seriesOf(drawn.question, drawn.rows) : []), [drawn]);
  const headline = useMemo(
    () =>
      drawn.question && !drawn.running && text !== '' ? headlineOf(drawn.question, series) : NO_HEADLINE,
    [drawn, series, text],
  );
  const marks = useMemo(
    () => (question ? marksOf(question, catalogue.scenarios, catalogue.published) : []),
    [question, catalogue],
  );
  const kernel = useKernel(question, catalogue, base);
  // Nobody has chosen yet: the cursor is where the finding is.
  const own = useMemo(
    () =>
      (cursor.of === text ? cursor.picked : null) ?? (headline.at < 0 ? null : { at: headline.at, row: 0 }),
    [cursor, text, headline],
  );
  // Of two tunables a sweep shows one, at the value of the other that is chosen.
  const row = look === 'sweep' ? (own?.row ?? 0) : null;
  const onPick = useMemo(
    () => (picked: Picked) => {
      pick(text, row === null ? picked : { at: picked.at, row });
    },
    [text, row],
  );
  const one = useMemo(
    () => (drawn.question ? ofRow(drawn.question, series, row) : null),
    [drawn, series, row],
  );
  const before = useMemo(() => question !== null && isBefore(question, text), [question, text]);
  const progress = text !== '' && refused === '' && (
    <Progress state={state} at={own?.at ?? -1} onPick={onPick} />
  );
  return (
    <Page className="cmp-page" ref={page}>
      <header className="cmp-head">
        <h1>{headline.finding || 'Compare'}</h1>
        <p>{headline.price || 'Take one or two tunables through their values and compare the results.'}</p>
      </header>
      <QuestionForm
        catalogue={catalogue}
        draft={draft}
        machine={now ? machineOf(now, catalogue) : machine}
        running={running}
        error={error}
        refused={error === '' && (asked === textOf(draftOf(text)) || !whole) ? refused : ''}
        runs={now ? countOf(now) : 0}
        onChange={setDraft}
        onRun={() => {
          if (!now) return;
          if (asked === text) sweep.ask(asked, catalogue, base);
          else onAsk(asked);
        }}
        onStop={sweep.stop}
      />
      {question && <Looks parts={parts} hrefOf={hrefOf} />}
      {(look === 'side' || look === 'scrub') && text !== '' && (
        <Suspense fallback={<p className="note" aria-busy="true" />}>
          {look === 'side' && (
            <SideView
              {...{ text, catalogue, base, openHref }}
              row={own?.row ?? 0}
              at={own?.at ?? -1}
              onPick={(at) => {
                onPick({ at, row: own?.row ?? 0 });
              }}
            />
          )}
          {look === 'scrub' && (
            <ScrubView
              {...{ text, catalogue, base, openHref }}
              row={own?.row ?? 0}
              at={own?.at ?? 0}
              onPick={(at) => {
                onPick({ at, row: own?.row ?? 0 });
              }}
            >
              {drawn.question && (
                <Pictures
                  question={drawn.question}
                  series={series}
                  marks={marks}
                  kernel={kernel}
                  picked={own}
                  onPick={onPick}
                />
              )}
            </ScrubView>
          )}
        </Suspense>
      )}
      {!drawn.question && progress}
      {!question && (text === '' || refused !== '') && (
        <Presets hrefOf={hrefOf} shown={questionOfPanes(...panes)} />
      )}
      {question && (look === 'sweep' || look === 'map') && (
        <>
          {before && (
            <p className="note cmp-before">
              The previous question is still shown below: <code>{formatQuestion(question)}</code>
            </p>
          )}
          <Failures words={failuresOf(question, failed)} />
          {look === 'map' && !question.y && (
            <p className="note">
              One tunable varies. Choose a second one in the sentence above, and what both come to is shaded
              here.
            </p>
          )}
          {one?.at && (
            <p className="note">
              At {one.at}. <a href={hrefOf(linkText({ ...parts, look: 'map' }))}>All values of both</a>
            </p>
          )}
          {drawn.question && one && (
            <>
              <Pictures
                question={one.question}
                series={one.series}
                marks={marks}
                kernel={kernel}
                picked={row === null || !own ? own : { ...own, row: 0 }}
                onPick={onPick}
              />
              <div className="cmp-below">
                {own && (
                  <PickedCard
                    question={drawn.question}
                    series={series}
                    at={own.at}
                    row={own.row}
                    href={openHref(machine, ...panesOf(drawn.question, own))}
                  />
                )}
                <Agreements of={agreementsOf(series, marks, kernel)} />
              </div>
              {progress}
              <Numbers
                question={drawn.question}
                series={series}
                rows={drawn.rows}
                onPick={(picked) => {
                  pick(text, picked);
                }}
              />
            </>
          )}
        </>
      )}
      <StorageNotice busy={running} />
    </Page>
  );
};

/** Of two tunables the one that is swept, at a value of the other; null: both. `at`: that value, '' where there is none. */
function ofRow(question: Question, series: readonly Series[], row: number | null) {
  const { y } = question;
  if (!y || row === null) return { question, series, at: '' };
  return {
    question: { ...question, y: null },
    series: series.map((one) => ({ ...one, rows: [one.rows[row] ?? []] })),
    at: valueWords(y, row),
  };
}

const NO_HEADLINE = { finding: '', price: '', at: -1 };

/** What captures of the same experiment come to, once they are read. */
function useKernel(question: Question | null, catalogue: Catalogue, base: string): readonly KernelMark[] {
  const [marks, setMarks] = useState<{ of: Question | null; found: readonly KernelMark[] }>({
    of: null,
    found: [],
  });
  useEffect(() => {
    const sources = question ? kernelSources(question, catalogue) : [];
    if (sources.length === 0) return;
    let here = true;
    const jobs = sources.map(({ capture: { file } }) => {
      const url = new URL(file, base).href;
      return { key: JSON.stringify([url, null]), params: null, capture: url };
    });
    const found: KernelMark[] = [];
    void wholes
      .make(jobs, (i, whole) => {
        const source = sources[i];
        if (source && typeof whole !== 'string')
          found.push({ at: source.at, capture: source.capture.title, measures: whole.measures });
      })
      .then(() => {
        if (here) setMarks({ of: question, found });
      });
    return () => {
      here = false;
      wholes.stop();
    };
  }, [question, catalogue, base]);
  return useMemo(() => (marks.of === question ? marks.found : []), [marks, question]);
}

/** Is what is shown another question than the link's? */
function isBefore(question: Question, text: string): boolean {
  const { question: now } = read(text);
  return now === null || formatQuestion(now) !== formatQuestion(question);
}

function read(text: string): { question: Question | null; error: string } {
  try {
    return { question: parseQuestion(text), error: '' };
  } catch (error) {
    return { question: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function machineOf({ of, x }: Question, catalogue: Catalogue): string {
  if (of.kind === 'capture') return drivenBy(x.name)?.machine ?? 'swap';
  const params = catalogue.scenarios.find((s) => s.id === of.id)?.params;
  return typeof params?.machine === 'string' ? params.machine : 'swap';
}

const Failures: FC<{ words: readonly string[] }> = ({ words }) =>
  words.length > 0 && (
    <ul className="cmp-error">
      {words.map((why) => (
        <li key={why}>{why}</li>
      ))}
    </ul>
  );

interface PickedCardProps extends Picked {
  question: Question;
  series: readonly Series[];
  href: string;
}

const PickedCard: FC<PickedCardProps> = ({ question, series, at, row, href }) => (
  <aside className="cmp-picked" aria-live="polite">
    <h2>{whereWords(question, at, row)}</h2>
    <ul>
      {series.map((s) => {
        const point = s.rows[row]?.[at];
        return (
          point && (
            <li key={`${s.measure} ${s.part}`}>
              {seriesName(s)} <b>{spread(point)}</b>
              {space(measureNamed(s.measure).unit)}
            </li>
          )
        );
      })}
    </ul>
    <a className="btn" href={href}>
      Open beside {labelOf(question.x)} {question.x.values[besideOf(question, at)]}
    </a>
  </aside>
);

/** What agrees with the model, and what does not. */
const Agreements: FC<{ of: readonly Agreement[] }> = ({ of }) =>
  of.length > 0 && (
    <>
      <section>
        <h2>What agrees with the model</h2>
        {of.map(({ whose, agrees }) => (
          <p key={whose}>
            <Tag of={whose} /> {agrees}
          </p>
        ))}
      </section>
      <section>
        <h2>What does not</h2>
        {of.every(({ not }) => not.length === 0) && <p>Nothing that can be compared.</p>}
        <ul>
          {of.flatMap(({ whose, not }) =>
            not.map((words) => (
              <li key={words}>
                <Tag of={whose} /> {words}
              </li>
            )),
          )}
        </ul>
      </section>
    </>
  );

interface PresetsProps {
  hrefOf: (text: string) => string;
  /** The pair that the two panes of the stage show; null where they show none. */
  shown: string | null;
}

const Presets: FC<PresetsProps> = ({ hrefOf, shown }) => {
  const own = shown === null ? [] : [{ title: 'The sources of the two panes', question: shown }];
  return (
    <section className="cmp-presets">
      <h2>To begin with</h2>
      <List of={PRESETS} hrefOf={hrefOf} />
      <h2>Or all tunables at once: which matters?</h2>
      <List of={RANKINGS} hrefOf={hrefOf} />
      <h2>Or two, and what differs</h2>
      <List of={[...own, ...PAIRS]} hrefOf={hrefOf} />
    </section>
  );
};

const List: FC<{ of: readonly Preset[]; hrefOf: PresetsProps['hrefOf'] }> = ({ of, hrefOf }) => (
  <ul>
    {of.map(({ title, question, picture }) => (
      <li key={title}>
        {picture && <ListPicture name={picture} />}
        <a href={hrefOf(question)}>{title}</a>
      </li>
    ))}
  </ul>
);

interface ProgressProps {
  state: SweepState;
  at: number;
  onPick: (picked: Picked) => void;
}

/** How far a sweep is: its runs as a strip that fills. */
const Progress: FC<ProgressProps> = ({ state, at, onPick }) => {
  const { all, done, kept, running, question } = state;
  const [ref, width] = useWidth();
  const pick = useMemo(
    () => (place: number) => {
      onPick({ at: place, row: 0 });
    },
    [onPick],
  );
  return (
    all > 0 && (
      <section className="cmp-foot" aria-label="Runs">
        <div>
          <p className="cmp-progress" role="status">
            {progressWords(done, all, running)}
          </p>
          {kept.size > 0 && <p className="note">{grouped(kept.size)} of them kept from another visit.</p>}
        </div>
        <div ref={ref}>
          {question && width > 0 && state.rows.length === all && (
            <RunStrip question={question} state={state} at={at} width={width} onPick={pick} />
          )}
          <progress max={all} value={done} aria-label="runs made" />
        </div>
      </section>
    )
  );
};
