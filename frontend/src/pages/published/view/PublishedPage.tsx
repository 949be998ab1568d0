/** The page: every table of the five documents beside what the model gives and what captures show. */
import { useEffect, useMemo, useState, type FC } from 'react';
import { useStore } from 'zustand';
import { failureOf } from '../../../core/error';
import { nearestName } from '../../../core/suggestion';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { Computation } from '../computation';
import type { PublishedDocument } from '../../../capture/sources/published-document';
import type { Evidence } from '../evidence';
import { expand } from '../rows';
import { paramsOf, runsOf, tablesOf } from '../runs';
import { answerOf, totalsOf, type Answer } from '../summary';
import { TableList } from './TableList';
import { LinksContext, type Links } from './links';
import { Page } from '../../../ui/page/Page';
import './published.css';
import { SummaryLine } from './SummaryLine';
import { TableView } from './TableView';

/** Lives as long as the page, so that nothing is computed twice. */
const computation = new Computation();

interface Props {
  catalogue: Catalogue;
  /** The table to show; null for the first. */
  table: string | null;
  links: Links;
}

export const PublishedPage: FC<Props> = ({ catalogue, table: wanted, links }) => {
  const documents = useMemo(() => byNumber(catalogue.published), [catalogue]);
  const tables = useMemo(
    () => documents.flatMap((document) => expand(document).map((own) => ({ ...own, document }))),
    [documents],
  );
  const shown = tables.find(({ table }) => table.id === wanted) ?? tables[0];
  const evidence = useEvidence();
  const { outcomes, current, wanted: runs } = useStore(computation.store);
  const answers = useMemo(() => {
    const found = new Map<string, Answer>();
    for (const row of tables.flatMap((t) => t.rows)) {
      const answer = answerOf(row, outcomes);
      if (answer) found.set(row.id, answer);
    }
    return found;
  }, [tables, outcomes]);
  const begin = () => {
    const every = tables.flatMap((t) => t.rows);
    const order = runsOf([...(shown?.rows ?? []), ...every]);
    void computation.compute(
      order.map((run) => ({ run, params: () => paramsOf(run, catalogue.scenarios) })),
      tablesOf(every),
    );
  };
  // Begun once; another table shown meanwhile changes nothing of what is under way.
  useEffect(() => {
    if (computation.store.getState().wanted.length === 0) begin();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (!shown) return <p className="pub-page">No table was bundled with this page.</p>;
  const totals = totalsOf([...answers.values()]);
  return (
    <LinksContext value={links}>
      <Page className="pub-page">
        <header className="pub-head">
          <h1>Published, model, kernel</h1>
          <p>
            Every table of the five documents beside what the model computes and what a patched kernel did. A
            row is one ratio, a printed value over the one it was compared with, or an answer that is right or
            wrong. <Key />
          </p>
          <SummaryLine
            totals={totals}
            rows={tables.reduce((n, t) => n + t.rows.length, 0)}
            done={runs.filter((run) => outcomes.has(run)).length}
            runs={runs.length}
            current={current}
            onStop={() => {
              computation.stop();
            }}
            onStart={begin}
          />
        </header>
        <TableList tables={tables} answers={answers} shown={shown.table.id} />
        <div className="pub-body">
          {wanted !== null && wanted !== shown.table.id && (
            <p className="note" role="status">
              There is no table “{wanted}”.{' '}
              {nearestName(
                wanted,
                tables.map(({ table }) => table.id),
              )}{' '}
              Below is the first.
            </p>
          )}
          {typeof evidence === 'string' && <p className="note">{evidence}</p>}
          <TableView
            {...shown}
            citation={shown.document.sources[shown.table.source]}
            scenarios={catalogue.scenarios}
            searched={shown.document.searched}
            evidence={typeof evidence === 'string' ? {} : (evidence ?? {})}
            answers={answers}
            computing={current !== null}
          />
        </div>
      </Page>
    </LinksContext>
  );
};

const Key: FC = () => (
  <span className="pub-key">
    <span className="k-published">published</span> <span className="k-model">model</span>{' '}
    <span className="k-kernel">kernel</span>{' '}
    <span className="k-allowed">25 % around the published ratio</span>
  </span>
);

/** In the order of the documents' numbers. */
function byNumber(published: readonly PublishedDocument[]): PublishedDocument[] {
  const number = ({ sources }: PublishedDocument) => Object.keys(sources)[0] ?? '';
  return [...published].sort((a, b) => number(a).localeCompare(number(b)));
}

/** Null while it is fetched; a sentence when it cannot be. */
function useEvidence(): Evidence | string | null {
  const [evidence, setEvidence] = useState<Evidence | string | null>(null);
  useEffect(() => {
    const fetched = async () => {
      const response = await fetch(new URL('datasets/evidence.json', document.baseURI));
      if (!response.ok) throw new Error(`What the captures show cannot be fetched (${response.status}).`);
      return (await response.json()) as Evidence;
    };
    fetched().then(setEvidence, (error: unknown) => {
      setEvidence(failureOf(error).message);
    });
  }, []);
  return evidence;
}
