/** Compare: a question, its runs as they finish, a picture for each measure, and every number as a table. */
import { useDeferredValue, useEffect, useMemo, useRef, useState, type FC } from 'react';
import { useStore } from 'zustand';
import type { Catalogue } from '../../../capture/sources/catalogue';
import type { SourceSpec } from '../../../capture/sources/spec';
import { drivenBy } from '../asif';
import { draftOf, textOf } from '../draft';
import { marksOf } from '../published';
import { isPair, questionOfPanes } from '../pair';
import { panesOf, type Picked } from '../panes';
import { countOf, formatQuestion, parseQuestion, type Question, labelOf } from '../question';
import { seriesOf, measureNamed, spread, type Series } from '../table';
import { failuresOf, headlineOf, partName, whereWords, words, progressWords } from '../phrases';
import { sweep } from '../workers';
import { QuestionForm } from './QuestionForm';
import { StorageNotice } from './StorageNotice';
import { Numbers } from './Numbers';
import { PairPage } from './PairPage';
import { Pictures } from './Pictures';
import { PAIRS, PRESETS, type Preset } from '../presets';
import type { SweepState } from '../sweep';
import { grouped } from '../../../core/number';
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
  openHref: (machine: string, a: SourceSpec, b: SourceSpec) => string;
}

/** More runs than these wait for somebody to press Run. */
const AT_ONCE = 500;

export const ComparePage: FC<Props> = (props) =>
  isPair(props.text) ? <PairPage {...props} /> : <SweepPage {...props} />;

const SweepPage: FC<Props> = ({ catalogue, text, base, panes, onAsk, hrefOf, openHref }) => {
  const state = useStore(sweep.store);
  const [draft, setDraft] = useState(() => draftOf(text));
  const [picked, setPicked] = useState<(Picked & { of: string }) | null>(null);
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
  const own = picked?.of === text ? picked : null;
  // Runs finish faster than all of it can be drawn: what is drawn may lag behind, and lets the page answer meanwhile.
  const drawn = useDeferredValue(state);
  const series = useMemo(() => (drawn.question ? seriesOf(drawn.question, drawn.rows) : []), [drawn]);
  const headline = useMemo(
    () => (drawn.question && !drawn.running && text !== '' ? headlineOf(drawn.question, series) : ''),
    [drawn, series, text],
  );
  const marks = useMemo(
    () => (question ? marksOf(question, catalogue.scenarios, catalogue.published) : []),
    [question, catalogue],
  );
  const [pick] = useState(() => (of: string) => (at: Picked) => {
    setPicked({ ...at, of });
  });
  const onPick = useMemo(() => pick(text), [pick, text]);
  const before = useMemo(() => question !== null && isBefore(question, text), [question, text]);
  return (
    <Page className="cmp-page" ref={page}>
      <header className="cmp-head">
        <h1>{headline || 'Compare'}</h1>
        <p>Take one or two tunables through their values and compare the results.</p>
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
      {!question && (text === '' || refused !== '') && (
        <Presets hrefOf={hrefOf} shown={questionOfPanes(...panes)} />
      )}
      {text !== '' && refused === '' && <Progress state={state} />}
      {question && (
        <>
          {before && (
            <p className="note cmp-before">
              Below is what was asked before: <code>{formatQuestion(question)}</code>
            </p>
          )}
          <Failures words={failuresOf(question, failed)} />
          {drawn.question && (
            <>
              <Pictures
                question={drawn.question}
                series={series}
                marks={marks}
                picked={own}
                onPick={onPick}
              />
              {own && (
                <PickedCard
                  question={drawn.question}
                  series={series}
                  at={own.at}
                  row={own.row}
                  href={openHref(machine, ...panesOf(drawn.question, own))}
                />
              )}
              <Numbers question={drawn.question} series={series} rows={drawn.rows} onPick={onPick} />
            </>
          )}
        </>
      )}
      <StorageNotice busy={running} />
    </Page>
  );
};

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
              {words(s.measure)} {partName(s)} <b>{spread(point)}</b> {measureNamed(s.measure).unit}
            </li>
          )
        );
      })}
    </ul>
    <a className="btn" href={href}>
      Open beside {labelOf(question.x)} {question.x.values[0]}
    </a>
  </aside>
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
      <h2>Or two, and what differs</h2>
      <List of={[...own, ...PAIRS]} hrefOf={hrefOf} />
    </section>
  );
};

const List: FC<{ of: readonly Preset[]; hrefOf: PresetsProps['hrefOf'] }> = ({ of, hrefOf }) => (
  <ul>
    {of.map(({ title, question }) => (
      <li key={title}>
        <a href={hrefOf(question)}>{title}</a>
      </li>
    ))}
  </ul>
);

/** How far a sweep is. */
const Progress: FC<{ state: SweepState }> = ({ state: { all, done, kept, running } }) =>
  all > 0 && (
    <>
      <p className="cmp-progress" role="status">
        <progress max={all} value={done} /> {progressWords(done, all, running)}
      </p>
      {kept > 0 && <p className="note">{grouped(kept)} of them kept from another visit.</p>}
    </>
  );
