/** The emulated PC in a thread of its own. Pages of its trace go straight to the thread that reads them. */
import './polyfill';
import * as Comlink from 'comlink';
import { failureOf, type Failure } from '../core/error';
import { loadGuest } from './load';
import { GuestMachine, type Answer } from './machine';
import type { PagesMessage, TakenMessage } from './record';

interface GuestEvents {
  /** Bytes fetched so far. */
  fetched(bytes: number): void;
  /** A line that answers no command: the kernel's log, a task in the background. */
  console(line: string): void;
  /** The emulator itself has failed; nothing more comes. */
  failed(failure: Failure): void;
}

/** Bytes of the trace that may wait to be read: the guest stands still above the first, and goes on below the second. */
const WAITING = { most: 2 ** 24, few: 2 ** 22 };

class GuestHost {
  #machine: GuestMachine | null = null;
  #pages: Uint8Array[] = [];
  #waiting = 0;
  /** Stands still because the reader is behind. */
  #behind = false;
  /** Stands still because it was asked to. */
  #paused = false;

  /** Fetches and starts it. Throws SourceError, as a failure. */
  async start(port: MessagePort, events: GuestEvents): Promise<Failure | null> {
    try {
      const { state, emulator } = await loadGuest((bytes) => {
        events.fetched(bytes);
      });
      const fail = (error: unknown) => {
        events.failed(failureOf(error));
      };
      addEventListener('error', ({ error, message }) => {
        fail(error ?? message);
      });
      addEventListener('unhandledrejection', ({ reason }) => {
        fail(reason);
      });
      port.onmessage = ({ data }: MessageEvent<TakenMessage>) => {
        this.#waiting -= data.taken;
        this.#balance();
      };
      this.#machine = new GuestMachine(
        { state },
        {
          wasm_fn: async (imports) => (await WebAssembly.instantiate(emulator, imports)).exports,
        },
        {
          page: (bytes) => {
            if (this.#pages.length === 0)
              queueMicrotask(() => {
                this.#send(port);
              });
            this.#pages.push(bytes);
          },
          console: (line) => {
            events.console(line);
          },
        },
      );
      await this.#machine.ready;
      return null;
    } catch (error) {
      return failureOf(error);
    }
  }

  run(command: string): Promise<Answer> {
    if (!this.#machine) throw new Error('the guest has not started');
    return this.#machine.run(command);
  }

  async pause(): Promise<void> {
    this.#paused = true;
    await this.#machine?.pause();
    this.#machine?.poll();
  }

  async goOn(): Promise<void> {
    this.#paused = false;
    if (!this.#behind) await this.#machine?.goOn();
  }

  #send(port: MessagePort): void {
    const pages = this.#pages;
    this.#pages = [];
    for (const { length } of pages) this.#waiting += length;
    port.postMessage(
      { pages } satisfies PagesMessage,
      pages.map(({ buffer }) => buffer as ArrayBuffer),
    );
    this.#balance();
  }

  #balance(): void {
    if (!this.#behind && this.#waiting > WAITING.most) {
      this.#behind = true;
      void this.#machine?.pause();
    } else if (this.#behind && this.#waiting < WAITING.few) {
      this.#behind = false;
      if (!this.#paused) void this.#machine?.goOn();
    }
  }
}

export type GuestWork = GuestHost;

Comlink.expose(new GuestHost());
