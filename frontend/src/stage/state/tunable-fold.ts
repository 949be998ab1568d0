/** How many tunables go into the one line there is room for, and what a person unfolded. */

/** Rough widths in CSS pixels: a letter, the space around a control, the button that unfolds. */
const LETTER = 6.9;
const AROUND = 42;
const MORE = 96;

/** `letters`: of each control, label and unit included, in order. */
export function foldAt(letters: readonly number[], width: number): number {
  const widths = letters.map((n) => n * LETTER + AROUND);
  const fitting = (room: number) => {
    let used = 0;
    return widths.findIndex((w) => (used += w) > room);
  };
  if (fitting(width) < 0) return letters.length;
  return Math.max(1, fitting(width - MORE));
}

type Fold = 'tunables' | 'details';

/** Kept in this browser; storage may be forbidden, then it is not. */
export function rememberedFold(fold: Fold): boolean {
  try {
    return localStorage.getItem(`mmscope.${fold}`) === 'all';
  } catch {
    return false;
  }
}

export function rememberFold(fold: Fold, unfolded: boolean): void {
  try {
    localStorage.setItem(`mmscope.${fold}`, unfolded ? 'all' : 'few');
  } catch {
    // Not remembered, then.
  }
}
