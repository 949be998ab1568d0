/**
 * What runs came to, kept in this browser across visits. Where nothing can be kept, as in some private windows or
 * with storage forbidden or full, nothing is: no call here ever fails. What is damaged is as good as none.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import { MEASURES } from '../../core/gen/measures';
import type { Measured } from '../../core/session';

/** By key. */
export interface RunStorage<T> {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /** Soon, together with others. */
  put(key: string, found: T): void;
  count(): Promise<number>;
  forget(): Promise<void>;
}

interface Stored {
  key: string;
  text: string;
  /** When it was last asked for, in ms of the epoch. */
  at: number;
}

const NAME = 'mmscope.sweeps';
const VERSION = 1;
const RUNS = 'runs';
const SUMS = 'sums';

/** What stands there is not to be trusted. */
interface Stores extends DBSchema {
  runs: { key: string; value: unknown; indexes: { at: number } };
  sums: { key: number; value: unknown };
}
type Database = IDBPDatabase<Stores>;

/** Characters of all, of keys and runs: what was not asked for longest goes first. */
export const SIZE_MAX = 32 << 20;
/** Of one run; none has so many measures. */
const RUN_MAX = 1 << 17;
/** What ends within this time is written together. */
const WRITE_EVERY_MS = 250;
/** So many are looked for or written at once: more would hold up the page. */
const AT_ONCE = 200;
/** A run asked for again counts as new, though not more often than this. */
const TOUCH_MS = 86_400_000;
/** Some browsers never answer where storage is forbidden. */
const OPEN_MS = 2000;

export class BrowserStorage implements RunStorage<Measured[]> {
  #db: Promise<Database | null> | null = null;
  #waiting = new Map<string, Measured[]>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Writing, one batch behind the other. */
  #writing: Promise<void> = Promise.resolve();

  async find(keys: readonly string[]): Promise<ReadonlyMap<string, Measured[]>> {
    const found = new Map<string, Measured[]>();
    const old: [string, Measured[]][] = [];
    await quietly(async () => {
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const db = await this.#opened();
        if (!db) return;
        const { store } = db.transaction(RUNS);
        const some = keys.slice(from, from + AT_ONCE);
        const stored = await Promise.all(some.map((key) => store.get(key)));
        for (const [i, key] of some.entries()) {
          const run = runOf(stored[i]);
          if (!run) continue;
          found.set(key, run.rows);
          if (Date.now() - run.at > TOUCH_MS) old.push([key, run.rows]);
        }
      }
    });
    for (const [key, rows] of old) this.put(key, rows);
    return found;
  }

  put(key: string, found: Measured[]): void {
    this.#waiting.set(key, found);
    this.#timer ??= setTimeout(() => void this.#flush(), WRITE_EVERY_MS);
  }

  async count(): Promise<number> {
    await this.#flush();
    let n = 0;
    await quietly(async () => {
      n = (await (await this.#opened())?.count(RUNS)) ?? 0;
    });
    return n;
  }

  async forget(): Promise<void> {
    this.#waiting.clear();
    await this.#writing;
    await quietly(async () => {
      const db = await this.#opened();
      if (!db) return;
      const change = db.transaction([RUNS, SUMS], 'readwrite');
      await Promise.all([change.objectStore(RUNS).clear(), change.objectStore(SUMS).clear(), change.done]);
    });
  }

  #flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = [...this.#waiting];
    this.#waiting.clear();
    this.#writing = this.#writing.then(async () => {
      for (let from = 0; from < batch.length; from += AT_ONCE)
        await quietly(() => this.#write(batch.slice(from, from + AT_ONCE)));
    });
    return this.#writing;
  }

  async #write(batch: readonly (readonly [string, Measured[]])[]): Promise<void> {
    const db = await this.#opened();
    if (!db) return;
    const change = db.transaction([RUNS, SUMS], 'readwrite');
    const [runs, sums] = [change.objectStore(RUNS), change.objectStore(SUMS)];
    // What fails below has failed for the whole change, too.
    change.done.catch(() => undefined);
    const at = Date.now();
    const stored = batch
      .map(([key, rows]): Stored => ({ key, text: textOf(rows), at }))
      .filter((run) => sizeOf(run) <= RUN_MAX);
    const before = await Promise.all(stored.map(({ key }) => runs.get(key)));
    const known = await sums.get(0);
    // A sum that is not to be trusted bounds nothing: begin anew.
    const lost = typeof known !== 'number' || !(known >= 0);
    if (lost) await runs.clear();
    let size = lost ? 0 : known;
    for (const [i, run] of stored.entries()) {
      await runs.put(run);
      size += sizeOf(run) - (lost ? 0 : sizeOf(before[i]));
    }
    if (size > SIZE_MAX) size -= await removed(runs, size - SIZE_MAX);
    await sums.put(size, 0);
    await change.done;
  }

  #opened(): Promise<Database | null> {
    this.#db ??= opened(() => {
      this.#db = null;
    });
    return this.#db;
  }
}

async function quietly(how: () => Promise<void>): Promise<void> {
  try {
    await how();
  } catch {
    // Not kept, then.
  }
}

/** Null where it cannot be. `gone`: it was closed by another tab, or by the browser. */
async function opened(gone: () => void): Promise<Database | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, OPEN_MS, null));
  try {
    const db = openDB<Stores>(NAME, VERSION, {
      upgrade: (made) => {
        for (const name of [...made.objectStoreNames]) made.deleteObjectStore(name);
        made.createObjectStore(RUNS, { keyPath: 'key' }).createIndex('at', 'at');
        made.createObjectStore(SUMS);
      },
      blocking: (_, __, event) => {
        (event.target as IDBDatabase).close();
        gone();
      },
      terminated: gone,
    });
    return await Promise.race([db, late]);
  } catch {
    return null;
  }
}

/** Removes those asked for longest ago until so much is gone; how much that was. */
async function removed(
  runs: IDBPObjectStore<Stores, ('runs' | 'sums')[], 'runs', 'readwrite'>,
  much: number,
): Promise<number> {
  let gone = 0;
  let cursor = await runs.index('at').openCursor();
  while (cursor && gone < much) {
    gone += sizeOf(cursor.value);
    await cursor.delete();
    cursor = await cursor.continue();
  }
  return gone;
}

type Row = [measure: string, part: number, text: string, of: number];

export const textOf = (rows: readonly Measured[]): string =>
  JSON.stringify(rows.map(({ measure, part, text, of }): Row => [measure, part, text, of]));

function sizeOf(stored: unknown): number {
  const { key, text } = (stored ?? {}) as Partial<Record<keyof Stored, unknown>>;
  return typeof key === 'string' && typeof text === 'string' ? key.length + text.length : 0;
}

function runOf(stored: unknown): { rows: Measured[]; at: number } | null {
  const { text, at } = (stored ?? {}) as Partial<Record<keyof Stored, unknown>>;
  const rows = typeof text === 'string' ? rowsOf(text) : null;
  return rows && { rows, at: typeof at === 'number' ? at : 0 };
}

/** Null where it is not what textOf() writes. */
export function rowsOf(text: string): Measured[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  const rows = parsed.flatMap((row) => rowOf(row) ?? []);
  return rows.length === parsed.length ? rows : null;
}

function rowOf(row: unknown): Measured | null {
  if (!Array.isArray(row) || row.length !== 4) return null;
  const [name, part, text, of] = row as unknown[];
  const measure = MEASURES.find((m) => m.name === name);
  if (!measure || typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) return null;
  return isCount(part) && isCount(of) ? { measure: measure.name, part, text, of } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
