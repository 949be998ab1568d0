/** The room that this window leads, also after a reload. The page asks before anything else of rooms is fetched. */
const LEADING = 'mmscope.leading';

/** Where storage is forbidden, it lasts as long as the page. */
let unkept: string | null = null;

export function ledRoom(): string | null {
  try {
    return sessionStorage.getItem(LEADING);
  } catch {
    return unkept;
  }
}

export function setLedRoom(code: string | null): void {
  unkept = code;
  try {
    if (code === null) sessionStorage.removeItem(LEADING);
    else sessionStorage.setItem(LEADING, code);
  } catch {
    // A reload does not lead on, then.
  }
}
