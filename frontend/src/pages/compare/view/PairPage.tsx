/** Two sides, of a source or several: what differs, as a table, and whether it is more than the captures of a side do. */
import { useEffect, useMemo, useRef, useState, type FC, type ReactNode } from 'react';
import { SourceError } from '../../../core/error';
import { MEASURES } from '../../../core/gen/measures';
import { grouped } from '../../../core/number';
import type { Catalogue } from '../../../capture/sources/catalogue';
import type { SourceSpec } from '../../../capture/sources/spec';
import { tunablesOf } from '../../../capture/sources/spec';
import { resolveSource, asifTitle } from '../../../capture/sources/resolver';
import { CopyButton } from '../../../ui/CopyButton';
import { Tag } from '../../../ui/Tag';
import {
  csvOf,
  differences,
  formatPair,
  ownSpreads,
  spreadDifferences,
  ownOf,
  parsePair,
  phasesOf,
  SIDES,
  missingMeasures,
  type Difference,
  type PairSource,
  type Pair,
  type Side,
  withFiles,
} from '../pair';
import { cellsOf, headlineOf, headsOf, three, unitOf } from '../pair-phrases';
import { leastASide, leastP, LEVEL } from '../permutation';
import type { Stretch, Whole } from '../run';
import { wholes } from '../workers';
import { Refusal } from './Field';
import { SourceMenu, chosenFiles } from './SourceMenu';
import { PairTable } from './PairTable';
import { Page } from '../../../ui/page/Page';

interface Props {
  catalogue: Catalogue;
  text: string;
  base: string;
  /** What the panes of the stage show. */
  panes: readonly [SourceSpec, SourceSpec];
  onAsk: (text: string) => void;
  hrefOf: (text: string) => string;
  openHref: (machine: string, a: SourceSpec, b: SourceSpec) => string;
  /** Other looks. */
  children: ReactNode;
}

interface Compared {
  sources: readonly Whole[];
  rows: Difference[];
  spreads: Difference[];
  phases: {
    text: string;
    number: number;
    of: readonly Stretch[];
    rows: Difference[];
    spreads: Difference[];
  }[];
  missing: { measure: string; without: number[] }[];
}

type Found = Compared | { refused: string } | null;

/** A pair, and what it came to. */
interface Shown {
  pair: Pair;
  compared: Compared;
}

/** `text`: of the pair that was measured. What is shown stays until another pair has come to something. */
export const PairPage: FC<Props> = ({ catalogue, text, base, panes, onAsk, hrefOf, openHref, children }) => {
  const [inA, inB] = panes;
  const pair = useMemo(() => read(text, [inA, inB]), [text, inA, inB]);
  const [{ of, found }, setFound] = useState<{ of: Pair | null; found: Found }>({ of: null, found: null });
  const [shown, setShown] = useState<Shown | null>(null);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    page.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (typeof pair === 'string') return;
    let here = true;
    void measured(pair, catalogue, base).then((rows) => {
      if (!here) return;
      setFound({ of: pair, found: rows });
      if (rows && 'rows' in rows) setShown({ pair, compared: rows });
    });
    return () => {
      here = false;
      wholes.stop();
    };
  }, [pair, catalogue, base]);
  const own = of === pair ? found : null;
  const refused = typeof pair === 'string' ? pair : own && 'refused' in own ? own.refused : '';
  const compared = own && 'rows' in own ? own : null;
  const change = (next: Pair) => {
    onAsk(formatPair(next));
  };
  return (
    <Page className="cmp-page" ref={page}>
      <header className="cmp-head">
        <h1>{shown && !refused ? headlineOf(shown.compared.rows) : 'Compare: what differs'}</h1>
        {typeof pair === 'string' && <p>Two sides, each of one source or several.</p>}
      </header>
      <Refusal why={refused} />
      {typeof pair !== 'string' && (
        <Sides pair={pair} catalogue={catalogue} base={base} found={compared} onChange={change} />
      )}
      {children}
      {typeof pair !== 'string' && !refused && (
        <p className="cmp-progress" role="status">
          {compared
            ? `${compared.rows.length} numbers, ${compared.rows.filter((d) => d.verdict !== 'same').length} differ`
            : 'measuring …'}
        </p>
      )}
      {shown && shown.pair !== pair && (
        <p className="note cmp-before">
          The previous comparison is still shown below: <code>{formatPair(shown.pair)}</code>
        </p>
      )}
      {shown && <Outcome {...shown} catalogue={catalogue} hrefOf={hrefOf} openHref={openHref} />}
    </Page>
  );
};

/** What a pair came to. */
const Outcome: FC<Shown & Pick<Props, 'catalogue' | 'hrefOf' | 'openHref'>> = ({
  pair,
  compared,
  catalogue,
  hrefOf,
  openHref,
}) => (
  <section className="cmp-numbers cmp-pair">
    <PairTable name="What differs" rows={compared.rows} />
    {compared.spreads.length > 0 && (
      <>
        <h2>What one number hides</h2>
        <p className="note">
          Values one by one: what 50, 90 and 99 of 100 do not exceed, and the greatest. Drawn from the median
          on, thinner at each of them.
        </p>
        <PairTable name="What one number hides" rows={compared.spreads} percentiles />
      </>
    )}
    {compared.phases.filter(happened).map(({ text: mark, number, of, rows }) => (
      <details key={`${mark} ${number}`}>
        <summary>
          From mark “{mark}”{number > 1 ? ` (${number}.)` : ''}: A {overWords(of.slice(0, pair.a.length))}, B{' '}
          {overWords(of.slice(pair.a.length))}
        </summary>
        {rows.length > 0 ? (
          <PairTable name={`From mark ${mark}`} rows={rows} />
        ) : (
          <p>The sources have no measure in common here.</p>
        )}
      </details>
    ))}
    <p className="note">
      Difference: B − A{pair.a.length + pair.b.length > 2 ? ', of means' : ''}. Times of the lab’s captures
      are those of an emulated machine. What is counted grows with what a source covers.
    </p>
    {compared.missing.length > 0 && (
      <p className="note">
        Left out, missing in some source:{' '}
        {compared.missing
          .map(({ measure }) => MEASURES.find(({ name }) => name === measure)?.words)
          .join(', ')}
        .
      </p>
    )}
    <p className="cmp-out">
      <a
        className="btn"
        href={openHref(compared.rows[0]?.measure.machine ?? 'swap', first(pair.a), first(pair.b))}
      >
        Open both panes
      </a>
      <CopyButton text={plainText(pair, catalogue, compared)} what="the comparison as text" />
      <CopyButton text={csvText(compared)} what="the comparison as CSV" words="Copy CSV" />
      <a href={hrefOf('')}>Another question</a>
    </p>
  </section>
);

/** Behind the last mark there may be nothing. */
const happened = ({ of }: { of: readonly Stretch[] }) => of.some(({ decisions }) => decisions > 0);

const first = (side: readonly PairSource[]): SourceSpec => side[0] ?? { kind: 'none' };

/** Who is compared, and who else might be. */
const Sides: FC<{
  pair: Pair;
  catalogue: Catalogue;
  base: string;
  found: Compared | null;
  onChange: (pair: Pair) => void;
}> = ({ pair, catalogue, base, found, onChange }) => (
  <>
    <div className="cmp-sides">
      {SIDES.map((side) => (
        <section key={side} aria-label={`Side ${side.toUpperCase()}`}>
          <ul>
            {pair[side].map((spec, i) => {
              const whole = found?.sources[side === 'a' ? i : pair.a.length + i];
              return (
                <li key={i}>
                  <b>{side.toUpperCase()}</b> <Tag of={tagOf(spec)} /> {titleOf(spec, catalogue)}
                  {whole && <span className="note"> {overWords([whole])}</span>}
                  {whole?.incomplete && <b className="note"> incomplete: {whole.incomplete}</b>}
                  {pair[side].length > 1 && (
                    <button
                      type="button"
                      className="link-btn"
                      aria-label={`Leave out ${titleOf(spec, catalogue)}`}
                      onClick={() => {
                        onChange({ ...pair, [side]: pair[side].filter((_, at) => at !== i) });
                      }}
                    >
                      leave out
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
          <SourceMenu
            side={side}
            catalogue={catalogue}
            base={base}
            onAdd={(specs) => {
              onChange({ ...pair, [side]: [...pair[side], ...specs] });
            }}
          />
        </section>
      ))}
    </div>
    <p className="cmp-test">{testWords(pair, found?.rows.length ?? 0)}</p>
  </>
);

/** What the test can say, in the words of `mmscope compare`. */
function testWords({ a, b }: Pair, rows: number): string {
  const needed = leastASide();
  const level = LEVEL.valueOf();
  if (Math.min(a.length, b.length) < 2)
    return `One capture a side does not show how much captures of the same side differ, so a difference may be chance. The test needs ${needed} a side.`;
  const least = leastP(a.length, b.length);
  const test = `p: exact permutation test of the means; ${a.length} and ${b.length} captures give ${three(least.valueOf())} at least`;
  if (LEVEL.lt(least))
    return `${test}, never ${level} or less, so it cannot say. The test needs ${needed} a side.`;
  return `${test}. ${level} or less counts as more than the spread; of ${rows} rows without a real difference, ${Number((rows * level).toPrecision(2))} would by chance.`;
}

/** What they cover; of several the mean. */
function overWords(of: readonly Stretch[]): string {
  const each = (key: 'decisions' | 'ns') => of.reduce((sum, s) => sum + s[key], 0) / Math.max(of.length, 1);
  return `${grouped(Math.round(each('decisions') * 10) / 10)} decisions in ${(each('ns') / 1e9).toFixed(3)} s`;
}

const csvText = ({ rows, spreads, phases }: Compared): string =>
  csvOf([
    { text: '', number: null, rows: [...rows, ...spreads] },
    ...phases.map((p) => ({ text: p.text, number: p.number, rows: [...p.rows, ...p.spreads] })),
  ]);

/** With what the first column is in. */
const named = ([name, ...cells]: string[], unit: string) => [
  unit === '' ? name : `${name ?? ''} (${unit})`,
  ...cells,
];

function plainText(pair: Pair, catalogue: Catalogue, { rows, spreads, phases }: Compared): string {
  const tested = rows.some(({ p }) => p !== null);
  const table = (of: readonly Difference[]) =>
    [headsOf(tested), ...of.map((d) => named(cellsOf(d, tested), unitOf(d)))].map((cells) =>
      cells.join('\t'),
    );
  return [
    ...SIDES.flatMap((side) =>
      pair[side].map((spec) => `${side.toUpperCase()}\t${titleOf(spec, catalogue)}`),
    ),
    '',
    ...table([...rows, ...spreads]),
    ...phases.flatMap((p) => [
      '',
      `from mark “${p.text}”${p.number > 1 ? ` (${p.number}.)` : ''}`,
      ...table(p.rows),
    ]),
    '',
    testWords(pair, rows.length),
    '',
  ].join('\n');
}

function tagOf(spec: PairSource): 'model' | 'asif' | 'kernel' {
  if (spec.kind === 'model') return 'model';
  return spec.asif ? 'asif' : 'kernel';
}

function titleOf(spec: PairSource, catalogue: Catalogue): string {
  if (spec.kind === 'file') return asifTitle(spec.name, spec.asif);
  const list = { model: catalogue.scenarios, capture: catalogue.captures, server: [] }[spec.kind];
  const title = list.find(({ id }) => id === spec.id)?.title ?? spec.id;
  if (spec.kind !== 'model') return asifTitle(title, spec.asif);
  const set = Object.entries(tunablesOf(spec)).map(([name, value]) => `${name} ${String(value)}`);
  return [title, ...set].join(', ');
}

function read(text: string, panes: readonly SourceSpec[]): Pair | string {
  try {
    return withFiles(parsePair(text), [...chosenFiles(), ...panes]);
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

/** All are measured at once, each by a worker. */
async function measured(pair: Pair, catalogue: Catalogue, base: string): Promise<Found> {
  try {
    const specs = SIDES.flatMap((side) => pair[side].map((spec) => ({ side, spec })));
    const jobs = specs.map(({ spec }) => {
      const { input } = resolveSource(spec, catalogue, base);
      if (input.kind === 'model')
        return { key: JSON.stringify(input.params), params: input.params, capture: null };
      const [params, capture] = [input.asif ?? null, input.kind === 'url' ? input.url : input.blob];
      const name = typeof capture === 'string' ? capture : fileKey(capture);
      return { key: JSON.stringify([name, params]), params, capture };
    });
    const found: Whole[] = [];
    const failed: string[] = [];
    await wholes.make(jobs, (i, whole) => {
      const side: Side = specs[i]?.side ?? 'a';
      if (typeof whole === 'string') failed.push(`${side.toUpperCase()}: ${whole}`);
      else found[i] = whole;
    });
    if (failed[0] !== undefined) return { refused: failed[0] };
    if (jobs.some((_, i) => !found[i])) return null;
    const sided = (of: readonly Stretch[]) => {
      const measures = of.map((s, i) => ownOf(s.measures, jobs[i]?.params ?? null));
      const spreads = of.map((s, i) => ownSpreads(s.spreads, jobs[i]?.params ?? null));
      const n = pair.a.length;
      return {
        measures,
        rows: differences(measures.slice(0, n), measures.slice(n)),
        spreads: spreadDifferences(spreads.slice(0, n), spreads.slice(n)),
      };
    };
    const { measures, rows, spreads } = sided(found);
    const phases = phasesOf(found).map((phase) => ({ ...phase, ...soft(() => sided(phase.of)) }));
    return { sources: found, rows, spreads, phases, missing: missingMeasures(measures) };
  } catch (error) {
    return { refused: sentence(error) };
  }
}

/** A stretch may tell nothing that all share. */
function soft(of: () => Pick<Compared, 'rows' | 'spreads'>): Pick<Compared, 'rows' | 'spreads'> {
  try {
    return of();
  } catch {
    return { rows: [], spreads: [] };
  }
}
