/** Text whose terms are buttons: what a term is, and what it is here, opens by tap, by focus and by pointing at it. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type FC, type ReactNode } from 'react';
import { textOf } from '../../core/message';
import type { PaneId } from '../../core/panes';
import { termValueOf } from '../../scenes/voices/term-values';
import { glossary, piecesOf, type Piece, type TermName } from '../../scenes/terms';
import { pushEntry } from '../../ui/dialog/dialog-stack';
import { splitAtSpace } from '../../ui/line-break';
import { movePopover } from '../../ui/dialog/popover';
import './terms.css';
import { useTextFrame } from '../control/use-pane';

/** How long one points at a term before it opens, and how long it stays when one has left it. */
const HOVER_MS = 300;
const LEAVE_MS = 200;

interface Props {
  pane: PaneId;
  /** The text in pieces; or a text. */
  of: readonly Piece[] | string;
  /** False inside of an explanation: there a term says what it is, and no more terms. */
  deep?: boolean;
}

export const TermText: FC<Props> = ({ pane, of, deep = true }) => (
  <>
    {(typeof of === 'string' ? piecesOf(of) : of).map((piece, i, all) => {
      // What clings to a term stands beside it.
      if (typeof piece === 'string') return typeof all[i - 1] === 'object' ? splitAtSpace(piece)[1] : piece;
      const next = all[i + 1];
      return (
        <span key={i} className="unbroken">
          <TermWord pane={pane} term={piece.term} deep={deep}>
            {piece.words}
          </TermWord>
          {typeof next === 'string' && splitAtSpace(next)[0]}
        </span>
      );
    })}
  </>
);

interface WordProps extends Pick<Props, 'pane'> {
  term: TermName;
  deep?: boolean;
  children: ReactNode;
}

export const TermWord: FC<WordProps> = ({ pane, term, deep = true, children }) => {
  const [open, setOpen] = useState(false);
  const word = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const later = (to: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setOpen(to);
    }, ms);
  };
  const now = (to: boolean) => {
    clearTimeout(timer.current);
    setOpen(to);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useLayoutEffect(
    () =>
      open
        ? pushEntry({
            close: () => {
              clearTimeout(timer.current);
              setOpen(false);
            },
          })
        : undefined,
    [open],
  );
  return (
    <span
      ref={word}
      className="term-word"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') later(true, HOVER_MS);
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse' && !word.current?.contains(document.activeElement))
          later(false, LEAVE_MS);
      }}
      onFocus={({ target }) => {
        // A press focuses before it clicks: the click decides then.
        if (target.matches(':focus-visible')) now(true);
      }}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && word.current?.contains(relatedTarget))) now(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        event.stopPropagation();
        now(false);
        word.current?.querySelector('button')?.focus();
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={() => {
          now(!open);
        }}
      >
        {children}
      </button>
      {open && (
        <Explained
          id={id}
          pane={pane}
          term={term}
          deep={deep}
          word={word}
          onClose={() => {
            now(false);
            word.current?.querySelector('button')?.focus();
          }}
        />
      )}
    </span>
  );
};

interface ExplainedProps extends Required<Omit<WordProps, 'children'>> {
  id: string;
  word: React.RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** In the browser's top layer, so that nothing cuts it off. */
const Explained: FC<ExplainedProps> = ({ id, pane, term, deep, word, onClose }) => {
  const box = useRef<HTMLSpanElement>(null);
  const drawn = useTextFrame(pane);
  const here = drawn && termValueOf(term, drawn.frame, drawn.info);
  useLayoutEffect(() => {
    const place = () => {
      if (box.current && word.current) movePopover(box.current, word.current);
    };
    box.current?.showPopover();
    place();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    const elsewhere = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && word.current?.contains(target))) onClose();
    };
    addEventListener('pointerdown', elsewhere);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      removeEventListener('pointerdown', elsewhere);
    };
  });
  const { what } = glossary[term];
  // Its own name is not explained by itself.
  const pieces = deep ? piecesOf(what, new Set([term])) : [what];
  return (
    <span ref={box} className="term-box" popover="manual" role="note" aria-label={term}>
      <span className="term-head">
        <b>{term}</b>
        <button type="button" className="link-btn" onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
      </span>
      <span id={id}>
        <span className="term-what">
          <TermText pane={pane} of={pieces} deep={false} />
        </span>
        {here && <span className="term-here">Here: {textOf(here)}</span>}
      </span>
    </span>
  );
};
