/** What this browser keeps of rooms: who one is in each, an answer on its way, the secret of one opened here. */
import { BrowserStorage } from '../ui/browser-storage';
import { MEMBER } from './gen/protocol';

const ROOMS = 'mmscope.rooms';
const WINDOW = 'mmscope.window';
/** A room ends after a day; a day later nothing of it is of use, but to who opened it: its results are kept. */
const ENDS_MS = 86_400_000;
const FORGET_MS = 2 * ENDS_MS;
/** Bytes of a member's id: 128 bits. */
const BYTES = 16;

export interface Pending {
  question: number;
  round: number;
  choice: number;
  /** It has gone out, and may have arrived. */
  sent?: boolean;
}

interface Known {
  /** When it was last used, in ms of the epoch. */
  at: number;
  member?: string;
  /** One was in it: the code was no slip. */
  joined?: boolean;
  /** What the QR picture carried beside the code. */
  key?: string;
  /** Of rooms opened here: who has it leads. */
  secret?: string;
  /** Chosen, and not confirmed yet. */
  pending?: Pending | null;
}

const rooms = new BrowserStorage<Known>(ROOMS);

function change(code: string, how: (known: Known) => Known): Known {
  const now = Date.now();
  const all = Object.entries(rooms.read()).filter(
    ([, { at, secret }]) => secret !== undefined || now - at < FORGET_MS,
  );
  const known = { ...how(Object.fromEntries(all)[code] ?? { at: now }), at: now };
  rooms.write({ ...Object.fromEntries(all), [code]: known });
  return known;
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '').slice(0, MEMBER);
}

/** Who one is in a room; `key`: what the link has beside the code. */
export function memberOf(code: string, key: string): { member: string; key: string } {
  const known = change(code, (old) => ({
    ...old,
    member: old.member?.length === MEMBER ? old.member : random(),
    ...(key === '' ? {} : { key }),
  }));
  return { member: known.member ?? '', key: known.key ?? '' };
}

export function setJoined(code: string): void {
  change(code, (known) => ({ ...known, joined: true }));
}

/** The room that one was in last, where it may be open yet. */
export function lastRoom(): string | null {
  const joined = Object.entries(rooms.read()).filter(
    ([, { joined, at }]) => joined && Date.now() - at < ENDS_MS,
  );
  const [last] = joined.sort(([, a], [, b]) => b.at - a.at);
  return last?.[0] ?? null;
}

export const pendingOf = (code: string): Pending | null => rooms.read()[code]?.pending ?? null;

export function setPending(code: string, pending: Pending | null): void {
  change(code, (known) => ({ ...known, pending }));
}

export const secretOf = (code: string): string | null => rooms.read()[code]?.secret ?? null;

/** Rooms that were opened here, the last first, and when each was used last, in ms of the epoch. */
export const ownRooms = (): { code: string; at: number }[] =>
  Object.entries(rooms.read())
    .flatMap(([code, { at, secret }]) => (secret === undefined ? [] : { code, at }))
    .sort((a, b) => b.at - a.at);

export function setSecret(code: string, secret: string): void {
  change(code, (known) => ({ ...known, secret }));
}

export function forget(code: string): void {
  rooms.write(Object.fromEntries(Object.entries(rooms.read()).filter(([known]) => known !== code)));
}

let ownWindow = '';

/** The same after a reload, where that can be kept, and in no other window. */
export function windowId(): string {
  try {
    const known = sessionStorage.getItem(WINDOW);
    if (known) return known.slice(0, MEMBER);
    const made = random();
    sessionStorage.setItem(WINDOW, made);
    return made;
  } catch {
    ownWindow ||= random();
    return ownWindow;
  }
}
