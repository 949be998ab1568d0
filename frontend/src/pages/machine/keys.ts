/** Keys of the page. The dialog of keys shows this list. */
import { useEffect, useRef } from 'react';
import { TYPED } from '../../ui/use-paste';
import { hasModifier } from '../../ui/keyboard';

export const MACHINE_KEYS = [
  { shown: 'Ctrl Enter', words: 'Draw this machine', always: true },
  { shown: '1 – 6', words: 'Its views, from Zones to the text' },
  { shown: 'R', words: 'Next kind of request' },
  { shown: 'N', words: 'A request from the next node' },
  { shown: '← → Home End', words: 'On the axis: where a zone is at its mark, now, the stall', always: true },
  { shown: 'Shift ← →', words: 'On a slider: ten steps', always: true },
  { shown: 'Space', words: 'Run the axis to the stall, or pause' },
  { shown: 'U', words: 'Sysctls as they are' },
  { shown: 'C', words: 'Copy the command of this view' },
] as const;

/** What Space presses itself. */
const PRESSED = 'button, summary, a';

/** The button that `C` presses. */
export const COPIES = 'c';
export const pressCopies = (): void => {
  document.querySelector<HTMLElement>(`.machine-page [aria-keyshortcuts="${COPIES}"]`)?.click();
};

/** What single characters do while this is shown. `shortcuts`: whether they are keys. */
export function useKeys(does: Readonly<Record<string, () => void>>, shortcuts: () => boolean): void {
  const now = useRef({ does, shortcuts });
  useEffect(() => {
    now.current = { does, shortcuts };
  });
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || hasModifier(event) || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest(`${TYPED}, dialog`)) return;
      const key = event.key.toLowerCase();
      if (key === ' ' && event.target instanceof Element && event.target.closest(PRESSED)) return;
      const run = Object.hasOwn(now.current.does, key) ? now.current.does[key] : undefined;
      if (!run || !now.current.shortcuts() || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', down);
    return () => {
      removeEventListener('keydown', down);
    };
  }, []);
}
