/** Compare: a question, its runs as they finish, a picture for each measure, and every number as a table. */
import { Fragment, useEffect, useMemo, useRef, useState, type FC } from 'react';
import { useStore } from 'zustand';
import { grouped } from '../../core/number';
import type { Catalog } from '../../sources/catalog';
import type { SourceSpec } from '../../sources/spec';
import { tunableLabel as paramLabel } from '../../sources/tunable-words';
import { figureOf, pngOf, save, svgOf } from '../../ui/figure';
import { Table } from '../../ui/Table';
import { Tag } from '../../ui/Tag';
import { drivenBy, isAssumed } from '../captured';
import { draftOf, textOf } from '../draft';
import { marksOf, printedWords, type Mark } from '../marks';
import { isPair, questionOfPanes } from '../pair';
import { PAIRS, PRESETS } from '../presets';
import { formatQuestion, labelOf, paramsOf, parseQuestion, runsOf, type Question } from '../question';
import { csvOf } from '../run';
import { ask, stop, sweep } from '../sweep';
import { finding, measureNamed, seriesOf, short, partWords, spread, topOf, type Series } from '../table';
import { Ask } from './Ask';
import { Heat } from './Heat';
import { PairPage } from './PairPage';
import { Plot, type Line } from './Plot';
import './compare.css';

interface Props {
  catalog: Catalog;
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

/** A value of x, and one of y, by their places. */
interface Picked {
  at: number;
  row: number;
}

/** More runs than these wait for somebody to press Run. */
const AT_ONCE = 500;

export const ComparePage: FC<Props> = (props) =>
  isPair(props.text) ? <PairPage key={props.text} {...props} /> : <SweepPage {...props} />;

const SweepPage: FC<Props> = ({ catalog, text, base, panes, onAsk, hrefOf, openHref }) => {
  const state = useStore(sweep);
  const [draft, setDraft] = useState(() => draftOf(text));
  const [picked, setPicked] = useState<(Picked & { of: string }) | null>(null);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
    return stop;
  }, []);
  // A link, or Back: the sentence follows it, and few runs are made at once.
  const [shown, setShown] = useState(text);
  if (shown !== text) {
    setShown(text);
    setDraft(draftOf(text));
  }
  useEffect(() => {
    if (text !== '') ask(text, catalog, base, AT_ONCE);
  }, [text, catalog, base]);
  const asked = textOf(draft);
  const shownNow = questionOfPanes(...panes);
  const whole = draft.of !== '' && draft.x !== '' && draft.xValues !== '';
  const { question: now, error } = whole ? read(asked) : { question: null, error: '' };
  const { rows, failed, running, machine, refused } = state;
  // The sweep before stays known, but nobody asks for it here.
  const question = text === '' ? null : state.question;
  const own = picked?.of === text ? picked : null;
  const series = useMemo(() => (question ? seriesOf(question, rows) : []), [question, rows]);
  const marks = useMemo(
    () => (question ? marksOf(question, catalog.scenarios, catalog.published) : []),
    [question, catalog],
  );
  const made = rows.filter((r) => r !== null).length;
  return (
    <main className="cmp-page" id="panes" tabIndex={-1} ref={page}>
      <header className="cmp-head">
        <h1>Compare</h1>
        <p>Take a tunable, or two, through their values, and see what each run comes to.</p>
      </header>
      <Ask
        catalog={catalog}
        draft={draft}
        machine={now ? machineOf(now, catalog) : machine}
        running={running}
        error={error || (asked === textOf(draftOf(text)) || !whole ? refused : '')}
        runs={now ? runsOf(now).length : 0}
        onChange={setDraft}
        onRun={() => {
          if (!now) return;
          if (asked === text) ask(asked, catalog, base);
          else onAsk(asked);
        }}
        onStop={stop}
      />
      {!question && (
        <section className="cmp-presets">
          <h2>To begin with</h2>
          <ul>
            {PRESETS.map((preset) => (
              <li key={preset.title}>
                <a href={hrefOf(preset.question)}>{preset.title}</a>
              </li>
            ))}
          </ul>
          <h2>Or two, and what differs</h2>
          <ul>
            {shownNow !== null && (
              <li>
                <a href={hrefOf(shownNow)}>The sources of the two panes</a>
              </li>
            )}
            {PAIRS.map((preset) => (
              <li key={preset.title}>
                <a href={hrefOf(preset.question)}>{preset.title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {question && (
        <>
          <Progress made={made + failed.size} all={rows.length} running={running} />
          <Failures question={question} failed={failed} />
          <Pictures
            question={question}
            series={series}
            marks={marks}
            picked={own}
            onPick={(at) => {
              setPicked({ ...at, of: text });
            }}
          />
          {own && (
            <PickedCard
              question={question}
              series={series}
              at={own.at}
              row={own.row}
              href={openHref(machine, ...panesOf(question, own))}
            />
          )}
          <Numbers
            question={question}
            series={series}
            csv={() => csvOf(question, rows)}
            onPick={(at) => {
              setPicked({ ...at, of: text });
            }}
          />
        </>
      )}
    </main>
  );
};

function read(text: string): { question: Question | null; error: string } {
  try {
    return { question: parseQuestion(text), error: '' };
  } catch (error) {
    return { question: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function machineOf({ of, x }: Question, catalog: Catalog): string {
  if (of.kind === 'capture') return drivenBy(x.name)?.machine ?? 'swap';
  const params = catalog.scenarios.find((s) => s.id === of.id)?.params;
  return typeof params?.machine === 'string' ? params.machine : 'swap';
}

const Progress: FC<{ made: number; all: number; running: boolean }> = ({ made, all, running }) => (
  <p className="cmp-progress" role="status">
    <progress max={all} value={made} />{' '}
    {running
      ? `${grouped(made)} of ${grouped(all)} runs`
      : made < all
        ? `stopped at ${grouped(made)} of ${grouped(all)} runs`
        : `${grouped(all)} ${all === 1 ? 'run' : 'runs'}`}
  </p>
);

const Failures: FC<{ question: Question; failed: ReadonlyMap<number, string> }> = ({ question, failed }) => {
  const runs = runsOf(question);
  const told = new Set([...failed].map(([i, why]) => `${labelOf(question.x)} ${runs[i]?.x ?? ''}: ${why}`));
  if (told.size === 0) return null;
  return (
    <ul className="cmp-error">
      {[...told].slice(0, 5).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
};

const partName = ({ measure, part }: Series): string => partWords(measureNamed(measure).part, part);

interface PicturesProps {
  question: Question;
  series: readonly Series[];
  marks: readonly Mark[];
  picked: Picked | null;
  onPick: (picked: Picked) => void;
}

const Pictures: FC<PicturesProps> = ({ question, series, marks, picked, onPick }) => {
  const names = [...new Set(series.map((s) => s.measure))];
  const xLabel = paramLabel(labelOf(question.x));
  const words = (name: string) => name.replaceAll('_', ' ');
  return (
    <div className="cmp-plots">
      {names.map((name) => {
        const measure = measureNamed(name);
        const own = series.filter((s) => s.measure === name);
        const better = measure.better === 'neither' ? '' : `${measure.better} is better`;
        const [first] = own;
        const said =
          first && own.length === 1 ? finding(first, isAssumed(question.x.name) ? null : xLabel) : '';
        const printed = marks.filter((mark) => mark.measure === name);
        return (
          <figure key={name} className="cmp-figure" data-name={name}>
            <figcaption>
              <h2 title={measure.doc}>{words(name)}</h2>
              <span className="note">{[measure.unit, better].filter(Boolean).join(', ')}</span>
              <p>{said || `${measure.doc[0]?.toUpperCase() ?? ''}${measure.doc.slice(1)}.`}</p>
            </figcaption>
            <Picture
              question={question}
              own={own}
              said={said}
              marks={printed}
              picked={picked}
              onPick={onPick}
            />
            {printed.length > 0 && <PrintedWords marks={printed} unit={measure.unit} />}
            <Files name={name} question={question} />
          </figure>
        );
      })}
    </div>
  );
};

/** The figure as a file, with the question below it. */
const Files: FC<{ name: string; question: Question }> = ({ name, question }) => {
  const [error, setError] = useState('');
  const made = async (button: HTMLElement, kind: 'svg' | 'png') => {
    const root = button.closest('figure');
    if (!root) return;
    const text = formatQuestion(question);
    const from = question.of.kind === 'capture' ? 'capture, as if' : 'model';
    const figure = figureOf(root, `mmscope, ${from}: ${text}`);
    const title = `${name.replaceAll('_', ' ')} by ${labelOf(question.x)}: ${text}`;
    save(kind === 'svg' ? svgOf(figure, title) : await pngOf(figure), `${name}.${kind}`);
  };
  return (
    <p className="note" data-figure="no">
      Save as{' '}
      {(['svg', 'png'] as const).map((kind, i) => (
        <Fragment key={kind}>
          {i > 0 && ' or '}
          <button
            type="button"
            className="link-btn"
            aria-label={`Save ${name.replaceAll('_', ' ')} as ${kind.toUpperCase()}`}
            onClick={(event) => {
              setError('');
              made(event.currentTarget, kind).catch((why: unknown) => {
                setError(why instanceof Error ? why.message : String(why));
              });
            }}
          >
            {kind.toUpperCase()}
          </button>
        </Fragment>
      ))}
      {error !== '' && <span role="alert"> {error}</span>}
    </p>
  );
};

/** What the diamonds are, in words. */
const PrintedWords: FC<{ marks: readonly Mark[]; unit: string }> = ({ marks, unit }) => (
  <p className="cmp-words">
    <Tag of="published" /> Document {marks[0]?.source}:{' '}
    {marks.map((mark) => `${mark.label}: ${printedWords(mark, short)}`).join('; ')}
    {unit === '' ? '' : ` ${unit}`}
    {marks.some(({ values }) => values.length > 1)
      ? `, the first of ${marks[0]?.values.length} lines, the least and the most`
      : ''}
    .
  </p>
);

interface PictureProps extends Omit<PicturesProps, 'series'> {
  /** Of one measure. */
  own: readonly Series[];
  said: string;
}

/** Two tunables, or parts by name: a table in shades. Else dots, and a line where values have an order. */
const Picture: FC<PictureProps> = ({ question, own, said, marks, picked, onPick }) => {
  const { x, y } = question;
  const [first] = own;
  if (!first) return null;
  const measure = measureNamed(first.measure);
  const most = Math.max(0, ...own.flatMap((s) => s.rows.flat().map((p) => p.most)));
  const top = topOf(most, measure.unit);
  const xLabel = paramLabel(labelOf(x));
  const at = picked?.at ?? -1;
  const title = first.measure.replaceAll('_', ' ');
  if (y)
    return own.map((s) => (
      <Heat
        key={s.part}
        top={top}
        rows={s.rows.map((points, row) => ({ name: String(y.values[row]), points }))}
        corner={`${paramLabel(labelOf(y))} \\ ${xLabel}`}
        title={title}
        caption={partName(s)}
        at={at}
        onPick={onPick}
      />
    ));
  const pick = (place: number) => {
    onPick({ at: place, row: 0 });
  };
  if (own.length > 1 && x.values.some((value) => typeof value === 'string'))
    return (
      <Heat
        top={top}
        rows={own.map((s) => ({ name: partName(s), points: s.rows[0] ?? [] }))}
        corner={xLabel}
        title={title}
        caption=""
        at={at}
        onPick={({ at: place }) => {
          pick(place);
        }}
      />
    );
  return (
    <Plot
      measure={measure}
      lines={own.map((s): Line => ({ key: String(s.part), label: partName(s), points: s.rows[0] ?? [] }))}
      xLabel={xLabel}
      width={400}
      at={at}
      name={`${title} by ${xLabel}. ${said}`}
      marks={marks}
      onPick={pick}
    />
  );
};

interface PickedProps extends Picked {
  question: Question;
  series: readonly Series[];
  href: string;
}

const PickedCard: FC<PickedProps> = ({ question, series, at, row, href }) => {
  const { x, y } = question;
  const where = `${labelOf(x)} ${x.values[at] ?? ''}${y ? `, ${labelOf(y)} ${y.values[row] ?? ''}` : ''}`;
  return (
    <aside className="cmp-picked" aria-live="polite">
      <h2>{where.replaceAll('_', ' ')}</h2>
      <ul>
        {series.map((s) => {
          const point = s.rows[row]?.[at];
          return (
            point && (
              <li key={`${s.measure} ${s.part}`}>
                {s.measure.replaceAll('_', ' ')} {partName(s)} <b>{spread(point)}</b>{' '}
                {measureNamed(s.measure).unit}
              </li>
            )
          );
        })}
      </ul>
      <a className="btn" href={href}>
        Open beside {labelOf(x)} {x.values[0]}
      </a>
    </aside>
  );
};

/** The first value of x, and the one that was picked. */
function panesOf(question: Question, { at, row }: Picked): [SourceSpec, SourceSpec] {
  const { of, x, y, seeds } = question;
  const spec = (value: number | string | undefined): SourceSpec => {
    if (value === undefined) return of;
    const seed = seeds[0] ?? 1;
    const other = y?.values[row];
    if (of.kind === 'capture') {
      const told = Object.entries(paramsOf(question, { x: value, y: other ?? null, seed }, {}));
      const asked = told.filter(([name]) => name !== 'machine' && (name !== 'seed' || seed !== 1));
      return { ...of, asif: Object.fromEntries(asked) };
    }
    const set = { ...of.overrides, ...(seed === 1 ? {} : { seed }) };
    return {
      ...of,
      overrides: {
        ...set,
        ...(x.lane === null ? { [x.name]: value } : {}),
        ...(y?.lane === null && other !== undefined ? { [y.name]: other } : {}),
      },
    };
  };
  return [spec(x.values[0]), spec(x.values[at])];
}

function headOf(series: Series): string {
  const words = series.measure.replaceAll('_', ' ');
  const { unit } = measureNamed(series.measure);
  return [words, partName(series), unit === words ? '' : unit].filter(Boolean).join(' ');
}

interface NumbersProps {
  question: Question;
  series: readonly Series[];
  csv: () => string;
  onPick: (picked: Picked) => void;
}

const Numbers: FC<NumbersProps> = ({ question, series, csv, onPick }) => {
  const { x, y } = question;
  const heads = [labelOf(x), ...(y ? [labelOf(y)] : []), ...series.map(headOf)];
  const places = (y ? y.values : [null]).flatMap((other, row) =>
    x.values.map((value, at) => ({ value, other, row, at })),
  );
  return (
    <section className="cmp-numbers">
      <h2>
        Every number <Tag of={question.of.kind === 'capture' ? 'asif' : 'model'} />
      </h2>
      <p className="note">
        The median of the seeds, the least and the most.{' '}
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            save(csv(), 'sweep.csv');
          }}
        >
          Save as CSV
        </button>
      </p>
      <div className="cmp-scroll">
        <Table
          className="tally"
          heads={heads}
          rows={places.map(({ value, other, row, at }) => ({
            key: `${value} ${other ?? ''}`,
            cells: [
              <button
                key={at}
                type="button"
                className="link-btn"
                onClick={() => {
                  onPick({ at, row });
                }}
              >
                {value}
              </button>,
              ...(y ? [String(other)] : []),
              ...series.map((s) => {
                const point = s.rows[row]?.[at];
                return point ? spread(point) : '–';
              }),
            ],
          }))}
        />
      </div>
    </section>
  );
};
