import { useId, useState } from 'react';
import type { FC, ReactNode } from 'react';

export interface TermEntry {
  /** The term as the text uses it, e.g. "plist key". */
  term: string;
  /** One or two sentences for someone who knows C but not mm. */
  text: string;
}

/** Terms that a text uses, each a button that discloses its explanation below; one is open at a time. `more`: beside them. */
export const Terms: FC<{ entries: readonly TermEntry[]; more?: ReactNode }> = ({ entries, more }) => {
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
