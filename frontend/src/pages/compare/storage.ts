/**
 * What runs came to, kept in this browser across visits. Where nothing can be kept, as in some private windows or
 * with storage forbidden or full, nothing is: no call here ever fails. What is damaged is as good as none.
 */
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
  #db: Promise<IDBDatabase | null> | null = null;
  #waiting = new Map<string, Measured[]>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Writing, one batch behind the other. */
  #writing: Promise<void> = Promise.resolve();

  async find(keys: readonly string[]): Promise<ReadonlyMap<string, Measured[]>> {
    const found = new Map<string, Measured[]>();
    const old: [string, Measured[]][] = [];
    await quietly(async () => {
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const runs = await this.#store('readonly');
        if (!runs) return;
        const some = keys.slice(from, from + AT_ONCE);
        const stored = await Promise.all(some.map((key) => asked<unknown>(runs.get(key))));
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
      const runs = await this.#store('readonly');
      if (runs) n = await asked(runs.count());
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
      change.objectStore(RUNS).clear();
      change.objectStore(SUMS).clear();
      await ended(change);
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
    const done = ended(change);
    const at = Date.now();
    const stored = batch
      .map(([key, rows]): Stored => ({ key, text: textOf(rows), at }))
      .filter((run) => sizeOf(run) <= RUN_MAX);
    const before = await Promise.all(stored.map(({ key }) => asked<unknown>(runs.get(key))));
    const known = await asked<unknown>(sums.get(0));
    // A sum that is not to be trusted bounds nothing: begin anew.
    const lost = typeof known !== 'number' || !(known >= 0);
    if (lost) runs.clear();
    let size = lost ? 0 : known;
    for (const [i, run] of stored.entries()) {
      runs.put(run);
      size += sizeOf(run) - (lost ? 0 : sizeOf(before[i]));
    }
    if (size > SIZE_MAX) size -= await removed(runs, size - SIZE_MAX);
    sums.put(size, 0);
    await done;
  }

  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore | null> {
    const db = await this.#opened();
    return db?.transaction(RUNS, mode).objectStore(RUNS) ?? null;
  }

  #opened(): Promise<IDBDatabase | null> {
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
function opened(gone: () => void): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const none = () => {
      resolve(null);
    };
    const late = setTimeout(none, OPEN_MS);
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        const db = request.result;
        for (const name of [...db.objectStoreNames]) db.deleteObjectStore(name);
        db.createObjectStore(RUNS, { keyPath: 'key' }).createIndex('at', 'at');
        db.createObjectStore(SUMS);
      };
      request.onblocked = none;
      request.onerror = none;
      request.onsuccess = () => {
        clearTimeout(late);
        const db = request.result;
        db.onclose = gone;
        db.onversionchange = () => {
          db.close();
          gone();
        };
        resolve(db);
      };
    } catch {
      none();
    }
  });
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error(NAME));
    };
  });
}

function ended(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => {
      resolve();
    };
    change.onabort = () => {
      reject(change.error ?? new Error(NAME));
    };
  });
}

/** Removes those asked for longest ago until so much is gone; how much that was. */
function removed(runs: IDBObjectStore, much: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let gone = 0;
    const request = runs.index('at').openCursor();
    request.onerror = () => {
      reject(request.error ?? new Error(NAME));
    };
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || gone >= much) {
        resolve(gone);
        return;
      }
      gone += sizeOf(cursor.value);
      cursor.delete();
      cursor.continue();
    };
  });
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
