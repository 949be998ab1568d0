/**
 * Sending a file to the server: the one thing on this page that leaves the machine, and only on request.
 * By tus 1.0: it can pause, and goes on where it stopped after a lost connection or a reload, when the same
 * file is chosen again. Then the server reads the file and tells how far it is.
 */
import type { Upload } from 'tus-js-client';
import { SourceError } from '../../core/error';
import { uploadHeaders } from './secret';
import { refusalOf, type ApiError } from './server';

export interface UploadProgress {
  /** Paused ones are `sending`, too. */
  step: 'sending' | 'waiting' | 'reading';
  /** Of the file as it is: sent, then read. */
  bytes: number;
  total: number;
  lines: number;
  events: number;
  /** Why the server has to wait before it reads the file, in its words. */
  held?: string;
}

export interface UploadHandle {
  /** The id of the capture it became; rejected with SourceError in words when it fails or is cancelled. */
  readonly done: Promise<string>;
  /** While it is sending; what was sent stays on the server for some hours. */
  pause: () => void;
  resume: () => void;
  /** Nothing stays on the server. */
  cancel: () => void;
}

/** Bytes of a request: what is sent again at most after a lost connection. */
const CHUNK = 8 << 20;
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000];
const CANCELLED = 'The upload was cancelled; nothing is kept on the server.';

export function startUpload(base: string, file: File, on: (progress: UploadProgress) => void): UploadHandle {
  const upload = new Sender(base, file, on);
  void upload.start();
  return upload;
}

class Sender implements UploadHandle {
  readonly done: Promise<string>;
  readonly #file: File;
  readonly #base: string;
  readonly #on: (progress: UploadProgress) => void;
  #resolve: (id: string) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #upload: Upload | null = null;
  #events: EventSource | null = null;
  #cancelled = false;

  constructor(base: string, file: File, on: (progress: UploadProgress) => void) {
    this.#base = base;
    this.#file = file;
    this.#on = on;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  async start(): Promise<void> {
    try {
      // Fetched when it is first used: few who open the page send anything.
      const tus = await import('tus-js-client');
      const upload = new tus.Upload(this.#file, {
        endpoint: new URL('api/uploads', this.#base).href,
        chunkSize: CHUNK,
        headers: uploadHeaders(),
        retryDelays: RETRY_MS,
        onShouldRetry: (error) => mayPass(error.originalResponse?.getStatus() ?? 0),
        removeFingerprintOnSuccess: true,
        metadata: { filename: this.#file.name, filetype: this.#file.type || 'application/octet-stream' },
        onProgress: (bytes, total) => {
          this.#on({ step: 'sending', bytes, total, lines: 0, events: 0 });
        },
        onSuccess: () => {
          this.#follow(upload.url ?? '');
        },
        onError: (error) => {
          if (this.#cancelled) return;
          const response = 'originalResponse' in error ? error.originalResponse : null;
          this.#reject(response ? refusalOf(response.getStatus(), parse(response.getBody())) : brokeOff());
        },
      });
      this.#upload = upload;
      const [previous] = await upload.findPreviousUploads();
      if (previous) upload.resumeFromPreviousUpload(previous);
      if (!this.#cancelled) upload.start();
    } catch (error) {
      this.#reject(error);
    }
  }

  pause(): void {
    void this.#upload?.abort();
  }

  resume(): void {
    this.#upload?.start();
  }

  cancel(): void {
    this.#cancelled = true;
    this.#events?.close();
    const upload = this.#upload;
    const gone = upload ? upload.abort(true) : Promise.resolve();
    gone
      // Where the server does not hear of it, the upload expires there.
      .catch(() => undefined)
      .finally(() => {
        this.#reject(new SourceError(CANCELLED));
      });
  }

  /** All is sent: the server reads it now. */
  #follow(url: string): void {
    const events = new EventSource(`${url}/events`);
    this.#events = events;
    const heard = (name: string, act: (data: Partial<UploadNews>) => void) => {
      events.addEventListener(name, (event) => {
        act((parse(String(event.data)) ?? {}) as Partial<UploadNews>);
      });
    };
    heard('progress', ({ state, bytes = 0, lines = 0, events: n = 0, held }) => {
      const step = state === 'reading' ? 'reading' : 'waiting';
      const why = held ? { held } : {};
      this.#on({ step, bytes, total: this.#file.size, lines, events: n, ...why });
    });
    heard('done', ({ id }) => {
      events.close();
      if (id === undefined) this.#reject(brokeOff());
      else this.#resolve(id);
    });
    heard('failed', ({ message, line }) => {
      events.close();
      this.#reject(
        refusalOf(0, { error: { ...(message === undefined ? {} : { message }), line: line ?? null } }),
      );
    });
    // The browser asks again by itself, unless the server said that there is nothing.
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) this.#reject(brokeOff());
    };
  }
}

/** Data of the server's events. */
interface UploadNews {
  state: string;
  bytes: number;
  lines: number;
  events: number;
  held: string | null;
  id: string;
  message: string;
  line: number | null;
}

/**
 * Whether what was answered with this status may pass by itself: no answer at all (0), too slow for a while, a
 * request that the server still believes to go on, and what is wrong with the server, except that it is full.
 */
export function mayPass(status: number): boolean {
  return status < 400 || [408, 409, 423].includes(status) || (status >= 500 && status !== 507);
}

function brokeOff(): SourceError {
  return new SourceError('The upload broke off.', {
    advice: 'Choose the same file again: it goes on where it stopped.',
  });
}

function parse(text: string): ApiError | null {
  try {
    return JSON.parse(text) as ApiError;
  } catch {
    return null;
  }
}
