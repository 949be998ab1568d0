/** What is pasted into the page, and not into a field of it. */
import { useEffect, useRef } from 'react';

/** Fields that take a text. A box that shows the beginning of a long one is none. */
export const TYPED = 'textarea:not([readonly]), select, input:not([type=range])';

export function usePaste(put: (text: string) => void): void {
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(TYPED)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '') return;
      event.preventDefault();
      latest.current(text);
    };
    document.addEventListener('paste', pasted);
    return () => {
      document.removeEventListener('paste', pasted);
    };
  }, []);
}
