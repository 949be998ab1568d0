/** A lesson's text as React sets it: nothing of it is ever markup. */
import { useId, useLayoutEffect, useRef, useState, type FC } from 'react';
import type { Provenance } from '../../scenes/provenance';
import { pushEntry } from '../../ui/dialog/dialog-stack';
import { splitAtSpace } from '../../ui/line-break';
import { termOf } from '../terms';
import type { Block, Inline } from '../markdown';

interface FromProps {
  /** Where computed values come from, for those who ask. */
  from: Provenance | undefined;
}

export const Blocks: FC<{ blocks: readonly Block[] } & FromProps> = ({ blocks, from }) =>
  blocks.map((block, i) => <One key={i} block={block} from={from} />);

const One: FC<{ block: Block } & FromProps> = ({ block, from }) => {
  switch (block.kind) {
    case 'p':
      return (
        <p>
          <Pieces of={block.of} from={from} />
        </p>
      );
    case 'list': {
      const items = block.items.map((item, i) => (
        <li key={i}>
          <Pieces of={item} from={from} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table': {
      const [head, ...rows] = block.rows;
      return (
        <div className="lesson-table">
          <table>
            <thead>
              <tr>
                {head?.map((cell, i) => (
                  <th key={i} scope="col">
                    <Pieces of={cell} from={from} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, r) => (
                <tr key={r}>
                  {row.map((cell, i) => (
                    <td key={i}>
                      <Pieces of={cell} from={from} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case 'fence':
      return <pre>{block.text}</pre>;
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'note':
      return <Blocks blocks={block.blocks} from={from} />;
  }
};

const COMPUTED = { model: 'model', kernel: 'kernel', asif: 'as if', published: 'published' };

export const Pieces: FC<{ of: readonly Inline[] } & FromProps> = ({ of, from }) =>
  of.map((one, i, all) => {
    switch (one.kind) {
      case 'text':
        // What clings to a term stands beside it.
        return all[i - 1]?.kind === 'term' ? splitAtSpace(one.text)[1] : one.text;
      case 'code':
        return <code key={i}>{one.text}</code>;
      case 'strong':
        return (
          <b key={i}>
            <Pieces of={one.of} from={from} />
          </b>
        );
      case 'em':
        return (
          <i key={i}>
            <Pieces of={one.of} from={from} />
          </i>
        );
      case 'link':
        return (
          <a
            key={i}
            href={one.href}
            {...(one.href.startsWith('#') ? {} : { rel: 'noreferrer', target: '_blank' })}
          >
            <Pieces of={one.of} from={from} />
          </a>
        );
      case 'value':
        return (
          <span key={i} className="computed" title={from && `computed: ${COMPUTED[from]}`}>
            {one.text ?? '…'}
          </span>
        );
      case 'term':
        return (
          <span key={i} className="unbroken">
            <TermWord word={one.word} shown={one.shown} />
            {clingingTo(all[i + 1])}
          </span>
        );
    }
  });

const clingingTo = (next: Inline | undefined) => (next?.kind === 'text' ? splitAtSpace(next.text)[0] : '');

/** Of the window, on each side. */
const EDGE = 8;

/** Moves an explanation that would stand out at the right, or at the top, to where all of it is seen. */
function withinWindow(note: HTMLElement): void {
  note.style.removeProperty('left');
  note.style.removeProperty('bottom');
  const { right, top } = note.getBoundingClientRect();
  // As it was laid out: a wall is zoomed.
  const zoom = note.getBoundingClientRect().width / Math.max(1, note.offsetWidth);
  const out = right + EDGE - document.documentElement.clientWidth;
  if (out > 0) note.style.left = `${-out / zoom}px`;
  if (top < EDGE) note.style.bottom = `${-note.offsetHeight - EDGE}px`;
}

/** A word that explains itself where it is read. */
const TermWord: FC<{ word: string; shown: string }> = ({ word, shown }) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const entry = termOf(word);
  useLayoutEffect(() => {
    if (!open) return undefined;
    const close = () => {
      setOpen(false);
    };
    const away = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && box.current?.contains(target))) close();
    };
    addEventListener('pointerdown', away);
    const closed = pushEntry({ close });
    return () => {
      closed();
      removeEventListener('pointerdown', away);
    };
  }, [open]);
  const note = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (open && note.current) withinWindow(note.current);
  }, [open]);
  if (!entry) return shown;
  return (
    <span className="term-word" ref={box}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {shown}
      </button>
      <span ref={note} className="term-note" id={id} role="note" hidden={!open}>
        <b>{entry.name}</b> {entry.text}
      </span>
    </span>
  );
};
