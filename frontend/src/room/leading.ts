/** The room that this window leads, also after a reload. The page asks before anything else of rooms is fetched. */
const LEADING = 'mmscope.leading';

export function leadingHere(): string | null {
  try {
    return sessionStorage.getItem(LEADING);
  } catch {
    return null;
  }
}

export function setLeading(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(LEADING);
    else sessionStorage.setItem(LEADING, code);
  } catch {
    // A reload does not lead on, then.
  }
}
