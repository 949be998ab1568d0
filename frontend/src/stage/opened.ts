/** What stands open above the page, the last on top: a dialog, a menu, what a word means. */

/** What a clicker asks for. */
export type Click = 'on' | 'back';

export interface Opened {
  close: () => void;
  /** A dialog: it has the keys to itself. Else a click goes by, and closes it. */
  modal?: boolean;
  /** What a clicker does in it; left out: it closes. */
  click?: (click: Click) => void;
}

let opened: readonly Opened[] = [];

/** The result tells that it is closed. */
export function keepOpened(one: Opened): () => void {
  opened = [...opened, one];
  return () => {
    opened = opened.filter((other) => other !== one);
  };
}

export const isOpened = (): boolean => opened.length > 0;

/** The dialog on top. */
export const dialogOpened = (): Opened | undefined => opened.filter(({ modal }) => modal).at(-1);

/** Closes what is no dialog; false where there is none. */
export function closePassing(): boolean {
  const passing = opened.filter(({ modal }) => !modal);
  for (const { close } of passing) close();
  return passing.length > 0;
}
