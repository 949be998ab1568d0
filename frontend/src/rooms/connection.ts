/** A WebSocket to a room that comes back by itself: after a lost network, or a server that was started anew. */
import ReconnectingWebSocket from 'partysocket/ws';
import type { Ended, First, FromLeader, FromMember, ToLeader, ToMember } from './gen/protocol';

/** The first pause before trying again, doubled each time, up to the longest. */
const FIRST_MS = 250;
const LONGEST_MS = 1000;
/** A connection that is not there by then is tried anew. */
const OPENING_MS = 8000;
/** Looks so often whether time has passed that nobody was awake for; a page in the background looks once a minute. */
const LOOK_MS = 10_000;
/** A pause that no connection is trusted to have outlived: the server has given up by then. */
const ASLEEP_MS = 100_000;
/** After so many that failed, and none that did not, it is asked whether the server answers otherwise. */
const FAILED = 3;

interface ConnectionListener<T> {
  /** What is said first, on each connection. */
  first: () => First;
  heard: (message: Exclude<T, Ended>) => void;
  /** It does not come back. */
  ended: (ended: Ended) => void;
  /** It is gone, and tried again. `blocked`: the server answers, but no WebSocket gets through to it. */
  lost: (blocked: boolean) => void;
}

export class Connection<T extends ToMember | ToLeader> {
  readonly #hears: ConnectionListener<T>;
  readonly #socket: ReconnectingWebSocket;
  #closed = false;
  /** The one there is goes, for a new one. */
  #renewing = false;
  /** Something was heard over one of these connections. */
  #works = false;
  #failed = 0;
  #blocked = false;
  readonly #health: URL;
  readonly #online = () => {
    this.again();
  };
  #looked = Date.now();
  readonly #watch = setInterval(() => {
    const slept = Date.now() - this.#looked > ASLEEP_MS;
    this.#looked = Date.now();
    if (slept) this.again();
  }, LOOK_MS);

  constructor(code: string, base: string, hears: ConnectionListener<T>) {
    const url = new URL(`api/rooms/${code}`, base);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#health = new URL('api/health', base);
    this.#hears = hears;
    addEventListener('online', this.#online);
    // Not all of a class at the same moment.
    const share = 0.5 + Math.random();
    this.#socket = new ReconnectingWebSocket(url.href, null, {
      minReconnectionDelay: FIRST_MS * share,
      maxReconnectionDelay: LONGEST_MS * share,
      reconnectionDelayGrowFactor: 2,
      minUptime: LONGEST_MS,
      connectionTimeout: OPENING_MS,
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener('open', () => {
      this.#socket.send(JSON.stringify(hears.first()));
    });
    this.#socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as T | Ended;
      if (message.type === 'ended') {
        this.close();
        hears.ended(message);
        return;
      }
      this.#works = true;
      this.#blocked = false;
      hears.heard(message as Exclude<T, Ended>);
    });
    this.#socket.addEventListener('close', () => {
      if (this.#closed || this.#renewing) return;
      hears.lost(this.#blocked);
      this.#failed++;
      if (!this.#works && this.#failed % FAILED === 0) void this.#look();
    });
  }

  /** False: it is not there, and nothing was sent. */
  say(message: FromMember | FromLeader): boolean {
    return !this.#closed && this.#socket.send(JSON.stringify(message));
  }

  /** Does not wait any longer: connects anew, now. */
  again(): void {
    if (this.#closed) return;
    this.#renewing = true;
    this.#socket.reconnect();
    this.#renewing = false;
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#online);
    clearInterval(this.#watch);
    this.#socket.close();
  }

  /** A proxy before the server may refuse WebSockets: then waiting is of no use, and somebody has to know. */
  async #look(): Promise<void> {
    const answer = await fetch(this.#health, { cache: 'no-store' }).catch(() => null);
    if (this.#closed || this.#works) return;
    this.#blocked = answer?.ok === true;
    this.#hears.lost(this.#blocked);
  }
}
