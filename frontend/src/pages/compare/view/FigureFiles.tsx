/** A figure of a sweep as a file, with the question below it. */
import { Fragment, useState, type FC } from 'react';
import { drawingFileOf, pngOf, saveFile, svgOf } from '../../../ui/drawing-file';
import { formatQuestion, labelOf, type Question } from '../question';

/** `name`: of the file; `words`: what the figure is of. */
export const FigureFiles: FC<{ name: string; words: string; question: Question }> = ({
  name,
  words,
  question,
}) => {
  const [error, setError] = useState('');
  const made = async (button: HTMLElement, kind: 'svg' | 'png') => {
    const root = button.closest('figure');
    if (!root) return;
    const text = formatQuestion(question);
    const from = question.of.kind === 'capture' ? 'capture, as if' : 'model';
    const figure = drawingFileOf(root, `mmscope, ${from}: ${text}`);
    const title = `${words} by ${labelOf(question.x)}: ${text}`;
    saveFile(kind === 'svg' ? svgOf(figure, title) : await pngOf(figure), `${name}.${kind}`);
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
            aria-label={`Save ${words} as ${kind.toUpperCase()}`}
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
