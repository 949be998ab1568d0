/** The page of a machine that nobody traced: what its kernel printed in, its zones and swap devices out. */
import { useEffect, useMemo, useRef, useState, type FC } from 'react';
import { grouped } from '../../../core/number';
import type { ParamValues } from '../../../core/params';
import { Page } from '../../../ui/page/Page';
import { usePaste } from '../../../ui/use-paste';
import type { Answer } from '../answer';
import {
  momentWords,
  noteWords,
  reportCaption,
  sentence,
  sizeWords,
  swapCaption,
  verdicts,
} from '../phrases';
import { useMachine, type Machine } from '../use-machine';
import { COPIES, pressCopies, useKeys } from '../keys';
import { keepPlace, placeNow, stateOf, type Place, type View } from '../history';
import { firstAsked, linkTo, openedOf, type Opened } from '../query';
import { zonesOf } from '../zones';
import './machine.css';
import { ComparisonView } from './ComparisonView';
import { KubeletView } from './KubeletView';
import { ViewCaption } from './ViewCaption';
import { PasteField, textOfFiles } from './PasteField';
import { ReportView } from './ReportView';
import { SwapView } from './SwapView';
import { ZonesView } from './ZonesView';

const VIEWS: readonly (readonly [View, string])[] = [
  ['zones', 'Zones'],
  ['swap', 'Swap'],
  ['report', 'Report'],
  ['kube', 'Kubernetes'],
  ['compare', 'Before and after'],
  ['text', 'The text'],
];

/** Moments that have zones to draw; reports have a view of their own. */
const momentsOf = (answer: Answer | null) =>
  (answer?.moments ?? []).filter(
    ({ from, moment }) => from === 'zoneinfo' && answer?.zones.some((z) => z.moment === moment),
  );

/** How a second text is given. */
const SECOND =
  'A second zoneinfo below this one in the box, or a second file, is compared with it. After another paste, “Have both” keeps the first.';

const reportsOf = (answer: Answer | null) => answer?.reports ?? [];

function has(answer: Answer | null, view: View): boolean {
  if (view === 'text') return true;
  if (view === 'zones' || view === 'kube') return momentsOf(answer).length > 0;
  if (view === 'compare') return momentsOf(answer).length > 1;
  return view === 'swap' ? (answer?.swap_lists.length ?? 0) > 0 : reportsOf(answer).length > 0;
}

interface Props {
  /** Of a link, '' for none (query.ts). */
  query: string;
  /** The address of this page with such a query. */
  queryHref: (query: string) => string;
  /** A text that another page brings, '' for none; the next time none. */
  taken: () => string;
  /** A step of the browser's history; the new entry keeps the state. */
  onStep: (href: string, state: unknown) => void;
  /** What a link to what is shown has behind it, from now on; '' where the address is that link. */
  onLink: (query: string) => void;
  /** The scene of zones with a model of these parameters. */
  modelHref: (params: ParamValues) => string;
  /** The scene of swap devices with models of these parameters, under two rules. */
  swapModelHref: (params: ParamValues, rules: readonly [string, string]) => string;
  /** Whether single characters are keys. */
  shortcuts: () => boolean;
}

/** What a link asks for, or why nothing of it is shown. */
function opening(query: string): { opened: Opened | null; wrong: string } {
  try {
    return { opened: query === '' ? null : openedOf(query), wrong: '' };
  } catch (error) {
    return { opened: null, wrong: error instanceof Error ? error.message : String(error) };
  }
}

const NOWHERE: Omit<Place, 'of'> = { view: 'text', at: { zones: 0, swap: 0, report: 0 }, asked: null };

export const MachinePage: FC<Props> = ({
  modelHref,
  swapModelHref,
  query,
  queryHref,
  onStep,
  onLink,
  shortcuts,
  taken,
}) => {
  const { opened, wrong } = useMemo(() => opening(query), [query]);
  const machine = useMachine(opened?.text ?? '', taken);
  const { answer, text, of, reading } = machine;
  const [refused, setRefused] = useState('');
  const [kept, setKept] = useState(placeNow);
  const begin: Place = {
    ...NOWHERE,
    of,
    ...(opened ? { view: opened.kubelet ? 'kube' : 'zones', asked: opened } : {}),
  };
  // What is set is of one text.
  const place: Place = !kept || kept.of === of ? (kept ?? begin) : { ...begin, view: kept.view };
  const { at, asked } = place;
  const first = VIEWS.find(([id]) => id !== 'text' && has(answer, id))?.[0];
  const wanted = place.view === 'first' ? (first ?? 'text') : place.view;
  const shown: View = !reading && has(answer, wanted) ? wanted : 'text';
  const acted = useRef<'step' | 'back' | null>(null);
  /** Shows another place, as a step of the history. */
  const step = (to: Place, href = queryHref(query)) => {
    acted.current = 'step';
    setKept(to);
    onStep(href, stateOf(to));
  };
  const set = (to: Partial<Place>) => {
    setKept({ ...place, ...to });
    keepPlace({ ...place, ...to });
  };
  const show = (view: Place['view']) => {
    step({ ...place, view });
  };
  const toText = (to: Place) => {
    setRefused('');
    if (query !== '' || shown !== 'text') step(to, queryHref(''));
    else {
      setKept(to);
      keepPlace(to);
    }
  };
  const put = (next: string, example?: string) => {
    toText({ ...NOWHERE, of: machine.replace(next, example) });
  };
  const type = (next: string) => {
    const typed = machine.type(next);
    if (query !== '' || place.view !== 'text') toText({ ...NOWHERE, of: typed });
  };
  const open = async (files: readonly File[]) => {
    const found = await textOfFiles(files);
    if (found.refusal === '') put(found.text);
    else {
      setRefused(found.refusal);
      if (shown !== 'text') show('text');
    }
  };
  useEffect(() => {
    const back = () => {
      acted.current = 'back';
      setRefused('');
      setKept(placeNow());
    };
    addEventListener('popstate', back);
    return () => {
      removeEventListener('popstate', back);
    };
  }, []);
  usePaste(put);
  useUndo(machine);
  const change = (id: View) => () => {
    if (has(answer, id) && id !== shown) show(id);
  };
  const views = new Map(VIEWS.map(([id], i) => [String(i + 1), change(id)]));
  useKeys({ ...Object.fromEntries(views), [COPIES]: pressCopies }, shortcuts);
  // What was pressed may be gone with what it led from.
  useEffect(() => {
    const how = acted.current;
    acted.current = null;
    if (how === null || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('.machine-head h1')?.focus({ preventScroll: true });
    if (how === 'step') scrollTo({ top: 0, behavior: 'instant' });
  }, [shown]);
  const moments = momentsOf(answer);
  const moment = moments[at.zones] ?? moments[0];
  const list = answer?.swap_lists[at.swap] ?? answer?.swap_lists[0];
  const report = reportsOf(answer)[at.report] ?? reportsOf(answer)[0];
  const link = shown !== 'text' && answer && moment ? linkTo(answer, moment, asked) : '';
  useEffect(() => {
    onLink(link);
    return () => {
      onLink('');
    };
  }, [link, onLink]);
  return (
    <Page
      className={`machine-page ${shown}`}
      onDragOver={(event) => {
        event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        // Dropped here, a text is this page's, not a capture.
        event.preventDefault();
        event.stopPropagation();
        void open(files);
      }}
    >
      {shown === 'text' && (
        <ViewCaption
          title="Paste what your kernel prints. It is drawn, recomputed and explained here."
          lead="Nothing leaves this page: the text is read in the browser, and is gone when you close the tab."
        />
      )}
      <div className="machine-bar">
        <span className="machine-from">
          {answer?.notice === '' && (
            <span className="tag kernel">
              kernel · {opened ? 'from a link' : machine.example === '' ? 'pasted' : 'example'}
            </span>
          )}
          {(shown === 'zones' || shown === 'kube') && answer && (
            <Choice
              name="moment"
              options={moments.map(
                (one) =>
                  `${answer.machines > 1 ? `machine ${one.machine}: ` : ''}${(opened ? sizeWords : momentWords)(one, zonesOf(answer, one.moment))}`,
              )}
              at={at.zones}
              onAt={(zones) => {
                set({ at: { ...at, zones } });
              }}
            />
          )}
          {shown === 'swap' && answer && (
            <Choice
              name="list of swap devices"
              options={answer.swap_lists.map(({ lines }) =>
                // The text of a link is nowhere to be seen.
                opened ? 'swap devices' : `list at line ${grouped(lines[0])}`,
              )}
              at={at.swap}
              onAt={(swap) => {
                set({ at: { ...at, swap } });
              }}
            />
          )}
          {shown === 'report' && (
            <Choice
              name="report"
              options={reportsOf(answer).map(
                ({ event, lines }) => `${event || 'report'} at line ${grouped(lines[0])}`,
              )}
              at={at.report}
              onAt={(next) => {
                set({ at: { ...at, report: next } });
              }}
            />
          )}
        </span>
        <div className="seg machine-views" role="group" aria-label="Views">
          {VIEWS.map(([id, title], i) => (
            <button
              key={id}
              type="button"
              aria-pressed={shown === id}
              aria-keyshortcuts={String(i + 1)}
              disabled={!has(answer, id)}
              {...(id === 'compare' && !has(answer, id) ? { title: SECOND } : {})}
              onClick={change(id)}
            >
              {title}
            </button>
          ))}
        </div>
      </div>
      {answer && answer.notes.length > 0 && (
        <ul className="machine-notes" aria-label="What does not agree">
          {answer.notes.map((note, i) => (
            <li key={i} className="note">
              {opened ? sentence(note.said) : noteWords(note)}
            </li>
          ))}
        </ul>
      )}
      {shown === 'text' && (
        <>
          <PasteField
            machine={machine}
            canDraw={reading || first !== undefined}
            due={reading && place.view !== 'text'}
            refusal={refused || wrong}
            onFiles={(files) => void open(files)}
            onDraw={() => {
              show('first');
            }}
            onType={type}
            onPut={put}
          />
          {answer?.notice === '' && <Offers answer={answer} onView={show} />}
        </>
      )}
      {shown === 'zones' && answer && moment && (
        <ZonesView
          answer={answer}
          moment={moment}
          modelHref={modelHref}
          asked={asked}
          onAsked={(next) => {
            set({ asked: next });
          }}
          queryHref={queryHref}
          shortcuts={shortcuts}
        />
      )}
      {shown === 'kube' && answer && moment && (
        <KubeletView
          answer={answer}
          moment={moment}
          setting={asked?.kubelet ?? {}}
          onSetting={(kubelet) => {
            const nodes = zonesOf(answer, moment.moment).map(({ node }) => node);
            set({ asked: { ...(asked ?? firstAsked(nodes)), kubelet } });
          }}
        />
      )}
      {shown === 'compare' && answer && <ComparisonView answer={answer} moments={moments} />}
      {shown === 'swap' && answer && list && (
        <SwapView answer={answer} list={list} modelHref={swapModelHref} />
      )}
      {shown === 'report' && report && <ReportView report={report} text={text} />}
    </Page>
  );
};

/** Ctrl+Z after a text took the place of another. */
function useUndo({ untouched, former, restore }: Machine): void {
  useEffect(() => {
    if (former === null || !untouched) return undefined;
    const pressed = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || (event.target instanceof Element && event.target.closest('input, select'))) return;
      event.preventDefault();
      restore();
    };
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('keydown', pressed);
    };
  });
}

const Choice: FC<{ name: string; options: readonly string[]; at: number; onAt: (at: number) => void }> = ({
  name,
  options,
  at,
  onAt,
}) =>
  options.length > 1 ? (
    <select
      aria-label={name}
      value={Math.min(at, options.length - 1)}
      onChange={({ target }) => {
        onAt(Number(target.value));
      }}
    >
      {options.map((words, i) => (
        <option key={i} value={i}>
          {words}
        </option>
      ))}
    </select>
  ) : (
    <span>{options[0]}</span>
  );

/** What of the text can be drawn already. */
const Offers: FC<{ answer: Answer; onView: (view: View) => void }> = ({ answer, onView }) => {
  const [moment] = momentsOf(answer);
  const [list] = answer.swap_lists;
  const [report] = reportsOf(answer);
  const without = report?.zones.length
    ? 'Zones are in a report only: this takes /proc/zoneinfo.'
    : 'No zone is in the text with its marks.';
  const offers: readonly (readonly [View, string, string])[] = [
    ['zones', 'Zones', moment ? `Marks recomputed: ${verdicts(zonesOf(answer, moment.moment))}.` : without],
    [
      'swap',
      'Swap',
      list ? swapCaption(list, answer.swaps).title : 'No list of swap devices is in the text.',
    ],
    ['report', 'Report', report ? reportCaption(report).title : 'No report is in the text.'],
    ['kube', 'Kubernetes', moment ? 'Whether kubelet evicts before the kernel stalls.' : without],
    [
      'compare',
      'Before and after',
      momentsOf(answer).length > 1 ? 'What has changed from one zoneinfo to another.' : SECOND,
    ],
  ];
  return (
    <ul className="machine-offers" aria-label="What can be drawn">
      {offers.map(([view, title, words]) => (
        <li key={view}>
          {has(answer, view) ? (
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                onView(view);
              }}
            >
              {title}
            </button>
          ) : (
            <span className="faint">{title}</span>
          )}
          <p className="note">{words}</p>
        </li>
      ))}
    </ul>
  );
};
