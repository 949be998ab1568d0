/** A figure as a file: SVG, PNG, or PDF by the browser's own print dialog. */
import { useState, type FC } from 'react';
import type { Figure } from '../../embed/figure/svg';
import { saveFile } from '../../ui/drawing-file';
import { pngOf, printFigure } from './figure-formats';

interface Props {
  /** Of the file, without its ending. */
  name: string;
  /** Null until it can be drawn. */
  draw: (() => Figure) | null;
}

const KINDS = {
  SVG: ({ svg }: Figure, name: string) => {
    saveFile(svg, `${name}.svg`);
  },
  PNG: async (figure: Figure, name: string) => {
    saveFile(await pngOf(figure), `${name}.png`);
  },
  PDF: printFigure,
} as const;

export const FigureFiles: FC<Props> = ({ name, draw }) => {
  const [error, setError] = useState('');
  const make = async (kind: keyof typeof KINDS, figure: Figure) => {
    await KINDS[kind](figure, name);
  };
  return (
    <>
      <p className="class-acts save-as">
        <span aria-hidden="true">Save as</span>
        <span className="save-kinds">
          {(['SVG', 'PNG', 'PDF'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              className={kind === 'SVG' ? 'btn main' : 'btn'}
              data-autofocus={kind === 'SVG' ? true : undefined}
              disabled={!draw}
              onClick={() => {
                if (!draw) return;
                setError('');
                make(kind, draw()).catch((why: unknown) => {
                  setError(why instanceof Error ? why.message : String(why));
                });
              }}
            >
              <span className="visually-hidden">Save as </span>
              {kind}
            </button>
          ))}
        </span>
      </p>
      {error !== '' && (
        <p role="alert" className="note">
          {error}
        </p>
      )}
      <p className="note">
        PDF opens the print dialog, with a page as large as the figure: choose <em>Save as PDF</em> there.
      </p>
    </>
  );
};
