/**
 * Asks a server about one capture. What it does not answer is asked again, later and later, until it does or nobody
 * wants to know any more; meanwhile `trouble` says why.
 */
import { SourceError } from '../../core/error';

/** A capture on a server. */
export interface ServerInput {
  kind: 'server';
  /** Of the capture in the server's API. */
  url: string;
}

/** Seconds until it is asked again: the first time, and at most. */
const [SOON, LATEST] = [1, 15];

/** ms after which an answer does not count any more. */
const PATIENCE = 20_000;

const SILENT = 'The server does not answer.';
const BUSY = 'The server has too much to do.';
const READING = 'The server is still reading this capture.';
const GONE = 'The server does not have this capture any more.';

/** Statuses that may pass, and what they say. */
const PASSING: Readonly<Record<number, string>> = {
  409: READING,
  429: BUSY,
  500: 'The server failed.',
  502: SILENT,
  503: BUSY,
  504: SILENT,
};

/** The part of an answer that is no success that is read here. */
interface Refusal {
  error?: { message?: string };
}

export class CaptureClient {
  /** Why there is no answer, in a sentence; null: there is one. */
  trouble: string | null = null;
  readonly #url: string;
  readonly #changed: () => void;
  #seconds = SOON;
  /** What waits to be asked again. */
  #waiting: { until: Promise<void>; end: () => void } | null = null;

  /** `changed`: called when `trouble` changes. */
  constructor(url: string, changed: () => void) {
    this.#url = url;
    this.#changed = changed;
  }

  /** Throws SourceError where it is refused for good, and what `signal` was aborted with. */
  async json<T>(path: string, params: Readonly<Record<string, string>>, signal: AbortSignal): Promise<T> {
    return this.#ask(path, params, 'application/json', signal, (answer) => answer.json() as Promise<T>);
  }

  async bytes(
    path: string,
    params: Readonly<Record<string, string>>,
    accept: string,
    signal: AbortSignal,
  ): Promise<ArrayBuffer> {
    return this.#ask(path, params, accept, signal, (answer) => answer.arrayBuffer());
  }

  /** Asks again at once. */
  again(): void {
    this.#seconds = SOON;
    this.#waiting?.end();
  }

  async #ask<T>(
    path: string,
    params: Readonly<Record<string, string>>,
    accept: string,
    signal: AbortSignal,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const query = new URLSearchParams(params).toString();
    const url = `${this.#url}${path}${query === '' ? '' : `?${query}`}`;
    for (;;) {
      signal.throwIfAborted();
      if (this.#waiting) await this.#pause(signal);
      const found = await this.#once(url, accept, signal, read);
      signal.throwIfAborted();
      if ('value' in found) {
        this.#seconds = SOON;
        this.#say(null);
        return found.value;
      }
      this.#say(found.why);
      this.#wait();
    }
  }

  async #once<T>(
    url: string,
    accept: string,
    signal: AbortSignal,
    read: (answer: Response) => Promise<T>,
  ): Promise<{ value: T } | { why: string }> {
    let answer: Response;
    try {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
      answer = await fetch(url, { headers: { accept }, signal: soon });
      if (answer.ok) return { value: await read(answer) };
    } catch {
      return { why: SILENT };
    }
    const why = PASSING[answer.status];
    if (why !== undefined) return { why };
    const refusal = (await answer.json().catch(() => null)) as Refusal | null;
    const gone = answer.status === 404 || answer.status === 410;
    throw new SourceError(
      gone ? GONE : (refusal?.error?.message ?? `The server refused (${answer.status}).`),
      {
        advice: 'Choose another source.',
      },
    );
  }

  #say(trouble: string | null): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.#changed();
  }

  /** From now on all are to wait, and are asked again together. */
  #wait(): void {
    if (this.#waiting) return;
    let end: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = setTimeout(end, this.#seconds * 1000);
    this.#seconds = Math.min(LATEST, 2 * this.#seconds);
    this.#waiting = {
      until,
      end: () => {
        clearTimeout(timer);
        this.#waiting = null;
        end();
      },
    };
    void until.then(() => {
      this.#waiting = null;
    });
  }

  async #pause(signal: AbortSignal): Promise<void> {
    await Promise.race([
      this.#waiting?.until,
      new Promise((_, reject: (reason: Error) => void) => {
        signal.addEventListener(
          'abort',
          () => {
            reject(signal.reason as Error);
          },
          { once: true },
        );
      }),
    ]);
  }
}
