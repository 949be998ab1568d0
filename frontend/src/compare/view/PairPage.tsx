/** Two sources: what differs, as a table, and how large each difference is beside the others. */
import { useEffect, useMemo, useRef, useState, type FC } from 'react';
import { SourceError } from '../../core/error';
import type { Catalog } from '../../sources/catalog';
import type { SourceSpec } from '../../sources/spec';
import { tunablesOf } from '../../sources/spec';
import { open, titled } from '../../sources/open';
import { Table } from '../../ui/Table';
import { Tag } from '../../ui/Tag';
import {
  differences,
  ownSpreads,
  spreadDifferences,
  ownOf,
  parsePair,
  SIDES,
  type Difference,
  type Pair,
  type Side,
  withFiles,
} from '../pair';
import type { Whole } from '../run';
import { wholes } from '../workers';

interface Props {
  catalog: Catalog;
  text: string;
  base: string;
  /** What the panes of the stage show. */
  panes: readonly [SourceSpec, SourceSpec];
  hrefOf: (text: string) => string;
  openHref: (machine: string, a: SourceSpec, b: SourceSpec) => string;
}

type Found = { rows: Difference[]; spreads: Difference[] } | { refused: string } | null;

/** Its link, its text: another pair is another page. */
export const PairPage: FC<Props> = ({ catalog, text, base, panes, hrefOf, openHref }) => {
  const [inA, inB] = panes;
  const pair = useMemo(() => read(text, [inA, inB]), [text, inA, inB]);
  const [found, setFound] = useState<Found>(null);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (typeof pair === 'string') return;
    let here = true;
    void measured(pair, catalog, base).then((rows) => {
      if (here) setFound(rows);
    });
    return () => {
      here = false;
      wholes.stop();
    };
  }, [pair, catalog, base]);
  const refused = typeof pair === 'string' ? pair : found && 'refused' in found ? found.refused : '';
  const rows = found && 'rows' in found ? found.rows : [];
  const spreads = found && 'rows' in found ? found.spreads : [];
  return (
    <main className="cmp-page" id="panes" tabIndex={-1} ref={page}>
      <header className="cmp-head">
        <h1>Compare: what differs</h1>
        <p>
          {typeof pair === 'string' ? 'Two sources, side by side.' : <Names pair={pair} catalog={catalog} />}
        </p>
      </header>
      {refused && (
        <p className="cmp-error" role="alert">
          {refused}
        </p>
      )}
      {typeof pair !== 'string' && !refused && (
        <p className="cmp-progress" role="status">
          {found
            ? `${rows.length} numbers, ${rows.filter((d) => d.verdict !== 'same').length} differ`
            : 'measuring …'}
        </p>
      )}
      {rows.length > 0 && typeof pair !== 'string' && (
        <section className="cmp-numbers cmp-pair">
          <div className="cmp-scroll" tabIndex={0} role="region" aria-label="What differs">
            <Table
              className="tally"
              heads={HEADS}
              rows={rows.map(rowOf)}
              right={(column) => column > 0 && column < 5}
            />
          </div>
          {spreads.length > 0 && (
            <>
              <h2>What one number hides</h2>
              <p className="note">
                Values one by one: what 50, 90 and 99 of 100 do not exceed, and the greatest.
              </p>
              <div className="cmp-scroll" tabIndex={0} role="region" aria-label="What one number hides">
                <Table
                  className="tally"
                  heads={HEADS}
                  rows={spreads.map(rowOf)}
                  right={(column) => column > 0 && column < 5}
                />
              </div>
            </>
          )}
          <p className="note">
            Difference: B − A. Times of the lab’s captures are those of an emulated machine. What is counted
            grows with what a source covers. One source a side tells nothing of chance:{' '}
            <code>mmscope compare</code> tests several, and can fail a build.
          </p>
          <p>
            <a className="btn" href={openHref(rows[0]?.measure.machine ?? 'swap', pair.a, pair.b)}>
              Open both panes
            </a>{' '}
            <a href={hrefOf('')}>Another question</a>
          </p>
        </section>
      )}
    </main>
  );
};

const HEADS = ['measure', 'A', 'B', 'difference', '% of A', 'B is', 'meaning'];

function rowOf(d: Difference) {
  const { measure, who, part, a, b, difference, percent, verdict } = d;
  const name = [measure.name.replaceAll('_', ' '), who].filter(Boolean).join(' ');
  const told = [measure.unit, measure.better === 'neither' ? '' : `${measure.better} is better`].filter(
    Boolean,
  );
  return {
    key: `${measure.name} ${part}`,
    look: verdict === 'same' ? undefined : 'differs',
    cells: [
      [name, told.length > 0 ? `(${told.join(', ')})` : ''].filter(Boolean).join(' '),
      a,
      b,
      difference,
      percent === null ? 'from 0' : signed(percent),
      verdict,
      measure.doc,
    ],
  };
}

const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(2)}`;

const Names: FC<{ pair: Pair; catalog: Catalog }> = ({ pair, catalog }) =>
  SIDES.map((side) => (
    <span key={side} className="cmp-side">
      <b>{side.toUpperCase()}</b> <Tag of={tagOf(pair, side)} /> {titleOf(pair, side, catalog)}{' '}
    </span>
  ));

function tagOf(pair: Pair, side: Side): 'model' | 'asif' | 'kernel' {
  const spec = pair[side];
  if (spec.kind === 'model') return 'model';
  return spec.asif ? 'asif' : 'kernel';
}

function titleOf(pair: Pair, side: Side, catalog: Catalog): string {
  const spec = pair[side];
  if (spec.kind === 'file') return titled(spec.name, spec.asif);
  const list = { model: catalog.scenarios, capture: catalog.captures, server: [] }[spec.kind];
  const title = list.find(({ id }) => id === spec.id)?.title ?? spec.id;
  if (spec.kind !== 'model') return titled(title, spec.asif);
  const set = Object.entries(tunablesOf(spec)).map(([name, value]) => `${name} ${String(value)}`);
  return [title, ...set].join(', ');
}

function read(text: string, panes: readonly SourceSpec[]): Pair | string {
  try {
    return withFiles(parsePair(text), panes);
  } catch (error) {
    return sentence(error);
  }
}

const sentence = (error: unknown) =>
  error instanceof SourceError
    ? [error.message, error.advice].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : String(error);

/** A file of the same name may be another one. */
const fileKey = (blob: Blob) => [blob.size, blob instanceof File ? `${blob.name} ${blob.lastModified}` : ''];

/** Both are measured at once, each by a worker. */
async function measured(pair: Pair, catalog: Catalog, base: string): Promise<Found> {
  try {
    const jobs = SIDES.map((side) => {
      const { input } = open(pair[side], catalog, base);
      if (input.kind === 'model')
        return { key: JSON.stringify(input.params), params: input.params, capture: null };
      const [params, capture] = [input.asif ?? null, input.kind === 'url' ? input.url : input.blob];
      const name = typeof capture === 'string' ? capture : fileKey(capture);
      return { key: JSON.stringify([name, params]), params, capture };
    });
    const found: Whole[] = [];
    const failed: string[] = [];
    await wholes.make(jobs, (i, whole) => {
      if (typeof whole === 'string') failed.push(`${(SIDES[i] ?? '').toUpperCase()}: ${whole}`);
      else found[i] = whole;
    });
    if (failed[0] !== undefined) return { refused: failed[0] };
    const [a, b] = found;
    const [asA, asB] = jobs.map(({ params }) => params);
    if (!a || !b || asA === undefined || asB === undefined) return null;
    return {
      rows: differences(ownOf(a.measures, asA), ownOf(b.measures, asB)),
      spreads: spreadDifferences(ownSpreads(a.spreads, asA), ownSpreads(b.spreads, asB)),
    };
  } catch (error) {
    return { refused: sentence(error) };
  }
}
