/** What goes with the saved state: which kernel and emulator it is, its files, and the first lines of its capture. */
import described from '../../../datasets/guest/guest.json';

export interface GuestFile {
  readonly bytes: number;
  readonly sha256: string;
}

export const GUEST = described;

/** What a browser fetches, before any compression on the way. */
export const FETCHED = described.files.state.bytes + described.files.emulator.bytes;

export const TASK_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(described.tasks).map(([pid, name]) => [Number(pid), name]),
);

/** A capture of the guest begins so. */
export const CAPTURE_HEAD = `mmscope-capture 1\nmanifest ${JSON.stringify(described.manifest)}\n${described.machine}`;
