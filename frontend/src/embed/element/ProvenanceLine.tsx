/** The last line of a figure: where its numbers are from, its text, and the way to the app. */
import type { FC } from 'react';

export interface LineProps {
  provenance: string;
  /** Whether its text is shown. */
  text: boolean;
  setText: (text: boolean) => void;
  /** The same in the app; null: it is nowhere. */
  full: string | null;
}

export const ProvenanceLine: FC<LineProps> = ({ provenance, text, setText, full }) => (
  <div className="figure-foot">
    <p>mmscope. {provenance}</p>
    <button
      type="button"
      aria-expanded={text}
      onClick={() => {
        setText(!text);
      }}
    >
      Text
    </button>
    {full !== null && <Full href={full} />}
  </div>
);

export const Full: FC<{ href: string }> = ({ href }) => (
  <a href={href} target="_blank" rel="noreferrer">
    Open full
  </a>
);
