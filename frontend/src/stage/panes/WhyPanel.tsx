/** Why it was decided so, step by step, with the numbers of the drawing; the verdict, and where in the kernel. */
import { type FC, type ReactNode, useId, useState } from 'react';
import { textOf } from '../../core/message';
import type { PaneNarration } from '../../scenes/narration';
import { glossary, piecesOfAll } from '../../scenes/terms';
import type { PaneId } from '../../core/panes';
import { EraMark } from '../../ui/EraMark';
import { Verdict } from '../../ui/Verdict';
import { useHidden } from '../state/class-link';
import { TermText } from './TermText';
import { DataTable } from './TwinPanel';
import { checkHref } from '../state/view';

/** What stands for a sentence that no disc belongs to. */
const NO_DISC = '+';

interface Props {
  pane: PaneId;
  narration: PaneNarration;
  here?: ReactNode;
  more?: ReactNode;
  /** Where in the kernel is shown, too. */
  details?: boolean;
  /** Discs of a step under way that are not there yet (useAwaited). */
  awaited?: string | null;
}

export const WhyPanel: FC<Props> = (props) => {
  const { pane, narration, here, more, details = true, awaited = null } = props;
  const { heading, era, sentences, empty, functions: places, terms, table } = narration;
  const unverdicted = useHidden('verdict');
  const shown = details ? places : unverdicted ? [] : places.filter(({ verdict }) => verdict);
  const ahead = awaited?.split(' ');
  const pieces = piecesOfAll(sentences.map(({ words }) => textOf(words)));
  // What the sentences themselves explain is not named once more.
  const marked = new Set(pieces.flat().map((piece) => (typeof piece === 'string' ? null : piece.term)));
  const others = [...new Set(terms)].filter((term) => !marked.has(term));
  return (
    <div className="why-panel">
      <div className="why-head">
        <h2>{textOf(heading)}</h2>
        <EraMark {...era} />
      </div>
      {sentences.length > 0 ? (
        <ol className="why">
          {sentences.map(({ n, to, off, of }, i) => (
            <li
              key={i}
              data-n={n ?? NO_DISC}
              data-to={to}
              data-of={of?.join(' ')}
              tabIndex={i === 0 ? 0 : -1}
              className={off ? 'off' : ahead && isAhead(n, ahead) ? 'ahead' : undefined}
            >
              <TermText pane={pane} of={pieces[i] ?? []} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="note">{textOf(empty)}</p>
      )}
      {here}
      {shown.length > 0 && (
        <div className="foot">
          {shown.map(({ fn, verdict }) => (
            <span className="place" key={fn}>
              {details && <span className="fn">{fn}</span>}
              {verdict && !unverdicted && (
                <Verdict
                  kind={verdict.kind}
                  detail={verdict.detail && textOf(verdict.detail)}
                  href={checkHref(verdict.of)}
                />
              )}
            </span>
          ))}
        </div>
      )}
      <Terms entries={others.map((term) => ({ term, text: glossary[term].what }))} more={more} />
      {table &&
        (table.rows.length > 0 ? (
          <DataTable table={table} className="tally" />
        ) : (
          <p className="note">{textOf(table.title)}</p>
        ))}
    </div>
  );
};

/** Its disc is not in the drawing yet; without one it belongs to the end of the step. */
const isAhead = (n: number | null, awaited: readonly string[]) => n === null || awaited.includes(String(n));

interface TermEntry {
  /** The term as the text uses it, e.g. "plist key". */
  term: string;
  /** One or two sentences for someone who knows C but not mm. */
  text: string;
}

/** Terms that a text uses, each a button that discloses its explanation below; one is open at a time. `more`: beside them. */
const Terms: FC<{ entries: readonly TermEntry[]; more?: ReactNode }> = ({ entries, more }) => {
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  const shown = entries.find((e) => e.term === open);
  if (entries.length === 0 && !more) return null;
  return (
    <div className="terms">
      {entries.map(({ term }) => (
        <span className="term" key={term}>
          <button
            type="button"
            aria-expanded={open === term}
            aria-controls={id}
            onClick={() => {
              setOpen(open === term ? null : term);
            }}
          >
            {term}
          </button>
        </span>
      ))}
      {more}
      <p className="term-text" id={id} hidden={!shown}>
        {shown?.text}
      </p>
    </div>
  );
};
