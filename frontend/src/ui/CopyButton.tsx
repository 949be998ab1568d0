import { useState } from 'react';
import type { FC } from 'react';

/** Copies plain text; the button itself says whether it worked. */
export const CopyButton: FC<{
  text: string;
  what: string;
  words?: string;
  look?: 'link-btn' | 'btn main';
  /** A key that presses it. */
  keys?: string;
}> = ({ text, what, words = 'Copy', look = 'link-btn', keys }) => {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Refused by the browser, or not a secure context.
      setSaid('Copying is not allowed here');
    }
  };
  return (
    <button
      type="button"
      className={look}
      aria-live="polite"
      aria-keyshortcuts={keys}
      onClick={() => void copy()}
      onBlur={() => {
        setSaid(null);
      }}
    >
      {said ?? words}
      {said === null && <span className="visually-hidden"> {what}</span>}
    </button>
  );
};
