/** What stands open above the page, the last on top: a dialog, a menu, what a word means. */

/** What a clicker asks for. */
export type Click = 'on' | 'back';

interface StackEntry {
  close: () => void;
  /** A dialog: it has the keys to itself. Else a click goes by, and closes it. */
  modal?: boolean;
  /** What a clicker does in it; left out: it closes. */
  click?: (click: Click) => void;
}

let opened: readonly StackEntry[] = [];

/** The result tells that it is closed. */
export function pushEntry(one: StackEntry): () => void {
  opened = [...opened, one];
  return () => {
    opened = opened.filter((other) => other !== one);
  };
}

export const hasEntry = (): boolean => opened.length > 0;

/** The dialog on top. */
export const topDialog = (): StackEntry | undefined => opened.filter(({ modal }) => modal).at(-1);

/** Closes what is no dialog; false where there is none. */
export function closePopovers(): boolean {
  const passing = opened.filter(({ modal }) => !modal);
  for (const { close } of passing) close();
  return passing.length > 0;
}
