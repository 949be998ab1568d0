/** The page of a machine that nobody traced: what its kernel printed in, its zones and swap devices out. */
import { useCallback, useEffect, useState, type FC } from 'react';
import { grouped } from '../../../core/number';
import type { ParamValues } from '../../../core/params';
import { Page } from '../../../ui/page/Page';
import type { Answer } from '../answer';
import { momentWords, reportCaption, swapCaption, verdicts } from '../phrases';
import { useMachine } from '../use-machine';
import { COPIES, pressCopies, TYPED, useKeys } from '../keys';
import { openedOf, type Asked, type Opened } from '../query';
import { zonesOf } from '../zones';
import { ComparisonView } from './ComparisonView';
import { KubeletView } from './KubeletView';
import { ViewCaption } from './ViewCaption';
import { PasteField, textOfFiles } from './PasteField';
import { ReportView } from './ReportView';
import { SwapView } from './SwapView';
import { ZonesView } from './ZonesView';
import './machine.css';

type View = 'zones' | 'swap' | 'report' | 'kube' | 'compare' | 'text';

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
  /** The scene of zones with a model of these parameters. */
  modelHref: (params: ParamValues) => string;
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

export const MachinePage: FC<Props> = ({ modelHref, query, queryHref, shortcuts }) => {
  const [{ opened, wrong }] = useState(() => opening(query));
  const machine = useMachine(opened?.text ?? '');
  const { answer, text, setText } = machine;
  const [view, setView] = useState<View>(opened ? 'zones' : 'text');
  const [refusal, setRefusal] = useState(wrong);
  const [asked, setAsked] = useState<Asked | null>(opened);
  const [at, setAt] = useState({ zones: 0, swap: 0, report: 0 });
  const first = VIEWS.find(([id]) => id !== 'text' && has(answer, id))?.[0];
  const shown: View = has(answer, view) ? view : 'text';
  const put = useCallback(
    (next: string) => {
      setRefusal('');
      setText(next);
      setView('text');
      setAsked(null);
      setAt({ zones: 0, swap: 0, report: 0 });
    },
    [setText],
  );
  const open = useCallback(
    async (files: readonly File[]) => {
      const found = await textOfFiles(files);
      if (found.refusal === '') put(found.text);
      else {
        setRefusal(found.refusal);
        setView('text');
      }
    },
    [put],
  );
  // Pasted anywhere on the page.
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(TYPED)) return;
      const words = event.clipboardData?.getData('text/plain') ?? '';
      if (words === '') return;
      event.preventDefault();
      put(words);
    };
    document.addEventListener('paste', pasted);
    return () => {
      document.removeEventListener('paste', pasted);
    };
  }, [put]);
  const show = (id: View) => () => {
    if (has(answer, id)) setView(id);
  };
  const views = new Map(VIEWS.map(([id], i) => [String(i + 1), show(id)]));
  useKeys({ ...Object.fromEntries(views), [COPIES]: pressCopies }, shortcuts);
  const moments = momentsOf(answer);
  const moment = moments[at.zones] ?? moments[0];
  const list = answer?.swap_lists[at.swap] ?? answer?.swap_lists[0];
  const report = reportsOf(answer)[at.report] ?? reportsOf(answer)[0];
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
          {answer?.notice === '' && <span className="tag kernel">kernel · pasted</span>}
          {(shown === 'zones' || shown === 'kube') && answer && (
            <Choice
              name="moment"
              options={moments.map(
                (one) =>
                  `${answer.machines > 1 ? `machine ${one.machine}: ` : ''}${momentWords(one, zonesOf(answer, one.moment))}`,
              )}
              at={at.zones}
              onAt={(zones) => {
                setAt({ ...at, zones });
              }}
            />
          )}
          {shown === 'swap' && answer && (
            <Choice
              name="list of swap devices"
              options={answer.swap_lists.map(({ lines }) => `list at line ${grouped(lines[0])}`)}
              at={at.swap}
              onAt={(swap) => {
                setAt({ ...at, swap });
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
                setAt({ ...at, report: next });
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
              onClick={() => {
                setView(id);
              }}
            >
              {title}
            </button>
          ))}
        </div>
      </div>
      {shown === 'text' && (
        <>
          <PasteField
            machine={machine}
            canDraw={first !== undefined}
            refusal={refusal}
            onFiles={(files) => void open(files)}
            onDraw={() => {
              if (first) setView(first);
            }}
          />
          {answer?.notice === '' && <Offers answer={answer} onView={setView} />}
        </>
      )}
      {shown === 'zones' && answer && moment && (
        <ZonesView
          answer={answer}
          moment={moment}
          modelHref={modelHref}
          asked={asked}
          onAsked={setAsked}
          queryHref={queryHref}
          shortcuts={shortcuts}
        />
      )}
      {shown === 'kube' && answer && moment && (
        <KubeletView key={moment.moment} answer={answer} moment={moment} />
      )}
      {shown === 'compare' && answer && <ComparisonView answer={answer} moments={moments} />}
      {shown === 'swap' && answer && list && <SwapView answer={answer} list={list} />}
      {shown === 'report' && report && <ReportView report={report} text={text} />}
    </Page>
  );
};

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
  const offers: readonly (readonly [View, string, string])[] = [
    [
      'zones',
      'Zones',
      moment
        ? `Marks recomputed: ${verdicts(zonesOf(answer, moment.moment))}.`
        : 'No zone is in the text with its marks.',
    ],
    ['swap', 'Swap', list ? swapCaption(list).title : 'No list of swap devices is in the text.'],
    ['report', 'Report', report ? reportCaption(report).title : 'No report is in the text.'],
    [
      'kube',
      'Kubernetes',
      moment ? 'Whether kubelet evicts before the kernel stalls.' : 'No zone is in the text with its marks.',
    ],
    [
      'compare',
      'Before and after',
      momentsOf(answer).length > 1
        ? 'What has changed from one zoneinfo to another.'
        : 'A second zoneinfo below this one, or a second file, is compared with it.',
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
