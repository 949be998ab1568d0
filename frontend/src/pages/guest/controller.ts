/**
 * One guest and what it records, for the page and beyond it: whoever looks at a scene meanwhile finds it paused when he
 * comes back. Two threads of their own do the work.
 */
import * as Comlink from 'comlink';
import { createStore } from 'zustand/vanilla';
import { failureOf, sentence, type Failure } from '../../core/error';
import guestUrl from '../../guest/guest.worker.ts?worker&url';
import type { GuestWork } from '../../guest/guest.worker';
import type { RecordNews } from '../../guest/record';
import type { RecordWork } from '../../guest/record.worker';
import { fileOf, GUEST_SETTINGS, lineOf, type Workload } from './settings';

interface TerminalLine {
  readonly kind: 'command' | 'output' | 'refusal' | 'kernel';
  readonly text: string;
}

interface GuestTask {
  readonly pid: number;
  readonly line: string;
  /** The workload it was started by; null: by hand. */
  readonly of: string | null;
}

export interface GuestState {
  /** `stopped`: it goes on no more; what it recorded is there. */
  readonly phase: 'offered' | 'fetching' | 'starting' | 'running' | 'paused' | 'stopped';
  readonly fetched: number;
  /** Why it could not start, or stopped. */
  readonly failure: Failure | null;
  /** Seconds from the press to the first event. */
  readonly first: number | null;
  readonly log: readonly string[];
  readonly terminal: readonly TerminalLine[];
  /** What was typed or pressed, with the number of events before it. */
  readonly done: readonly { readonly line: string; readonly events: number }[];
  /** The line that was written last to a sysctl, and what is read back. */
  readonly written: { readonly name: string; readonly line: string; readonly answer: string } | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly tasks: readonly GuestTask[];
  readonly cpu: number;
  readonly swap: boolean;
  /** The command that is under way, and whether it has been for long. */
  readonly busy: string | null;
  readonly silent: boolean;
  readonly news: RecordNews | null;
  /** A capture is being made of it. */
  readonly packing: boolean;
}

const OFFERED: GuestState = {
  phase: 'offered',
  fetched: 0,
  failure: null,
  first: null,
  log: [],
  terminal: [],
  done: [],
  written: null,
  settings: {},
  tasks: [],
  cpu: 0,
  swap: false,
  busy: null,
  silent: false,
  news: null,
  packing: false,
};

const LINES_KEPT = 400;
/** The kernel's last words. */
const ENDS: readonly (readonly [RegExp, string])[] = [
  [/Kernel panic/, 'The kernel panicked.'],
  [/reboot: .*(halted|Power down)/, 'The kernel switched itself off.'],
  [/reboot: Restarting/, 'The kernel restarted itself.'],
];
const STARTED = /^\[(\d+)\]$/m;
const ENDED = /^\[(\d+)\] (done|failed)$/gm;
/** A task in the background is only heard of with the next answer. */
const ASK_MS = 700;
/** Without an answer and without an event for so long, somebody should know. */
const SILENT_MS = 15_000;

interface Threads {
  guest: Comlink.Remote<GuestWork>;
  record: Comlink.Remote<RecordWork>;
  stop: () => void;
}

/** The emulator asks its own address whether it may use the browser's scheduler. */
function guestThread(): Worker {
  const url = new URL(guestUrl, location.href);
  url.searchParams.set('use-scheduling-api', '1');
  return new Worker(url, { type: 'module' });
}

function threads(): Threads {
  const guest = guestThread();
  const record = new Worker(new URL('../../guest/record.worker.ts', import.meta.url), { type: 'module' });
  return {
    guest: Comlink.wrap<GuestWork>(guest),
    record: Comlink.wrap<RecordWork>(record),
    stop: () => {
      guest.terminate();
      record.terminate();
    },
  };
}

export class GuestController {
  readonly store = createStore<GuestState>(() => OFFERED);
  #threads: Threads | null = null;
  #asking: ReturnType<typeof setInterval> | null = null;
  /** When something was heard of it last. */
  #heard = 0;
  #marks = 0;
  #pressed = 0;
  /** It went on by itself before the window was hidden. */
  #hidden = false;

  constructor() {
    document.addEventListener('visibilitychange', () => {
      void this.#visibility();
    });
  }

  /** Fetches and starts it; what another recorded before is let go of. */
  async boot(): Promise<void> {
    this.#end();
    this.store.setState({ ...OFFERED, phase: 'fetching' });
    this.#pressed = performance.now();
    const now = (this.#threads = threads());
    const { port1, port2 } = new MessageChannel();
    const live = () => this.#threads === now;
    try {
      await now.record.begin(
        Comlink.transfer(port2, [port2]),
        Comlink.proxy({
          news: (news: RecordNews) => {
            if (live()) this.#hear(news);
          },
          failed: (failure: Failure) => {
            if (live()) this.#stopped(failure);
          },
        }),
      );
      const failure = await now.guest.start(
        Comlink.transfer(port1, [port1]),
        Comlink.proxy({
          fetched: (fetched: number) => {
            if (live()) this.store.setState({ fetched });
          },
          console: (line: string) => {
            if (live()) this.#console(line);
          },
          failed: (failed: Failure) => {
            if (live()) this.#stopped(failed);
          },
        }),
      );
      if (!live()) return;
      if (failure) {
        this.#end();
        this.store.setState({ ...OFFERED, failure });
        return;
      }
      this.store.setState({ phase: 'starting' });
      this.#heard = performance.now();
      this.#asking = setInterval(() => {
        this.#watch();
      }, ASK_MS);
      this.store.setState({ phase: 'running' });
      const log = await now.guest.run('dmesg');
      if (!live()) return;
      // The level and the time stand before each line.
      this.store.setState({
        log: log.output
          .replaceAll(/^<\d+>/gm, '')
          .trimEnd()
          .split('\n'),
      });
      await this.#readBack();
    } catch (error) {
      if (live()) this.#stopped(failureOf(error));
    }
  }

  /** A line as somebody types it. */
  async type(line: string): Promise<void> {
    await this.#run(line, null);
    if (line.includes('/proc/sys')) await this.#readBack();
  }

  async set(name: string, value: string): Promise<void> {
    const line = lineOf(name, value);
    const refused = await this.#run(line, null);
    await this.#readBack();
    const answer = refused ?? `read back: ${this.store.getState().settings[name] ?? '–'}`;
    this.store.setState({ written: { name, line, answer } });
  }

  async start({ id, lines }: Workload): Promise<void> {
    for (const line of lines) if ((await this.#run(line, id)) !== null) break;
    if (id === 'swap') this.store.setState({ swap: true });
  }

  async kill({ pid }: GuestTask): Promise<void> {
    await this.#run(`kill ${pid}`, null);
  }

  async moveCpu(nid: number): Promise<void> {
    if ((await this.#run(`node ${nid}`, null)) === null) this.store.setState({ cpu: nid });
  }

  async pause(): Promise<void> {
    if (this.store.getState().phase !== 'running') return;
    this.store.setState({ phase: 'paused' });
    await this.#threads?.guest.pause();
  }

  async goOn(): Promise<void> {
    if (this.store.getState().phase !== 'paused') return;
    this.#heard = performance.now();
    await this.#threads?.guest.goOn();
    this.store.setState({ phase: 'running' });
  }

  /** It stands still, all of it is recomputed, and there is a capture of it; null where there is none to be had. */
  async capture(): Promise<File | null> {
    const now = this.#threads;
    if (!now) return null;
    this.store.setState({ packing: true });
    try {
      // What was decided before this is in the trace when the mark is.
      const { phase, busy } = this.store.getState();
      if (phase === 'running' && busy === null) {
        const mark = `look ${++this.#marks}`;
        const seen = now.record.seen(mark);
        if ((await now.guest.run(`mark ${mark}`)).failure === null) await seen;
      }
      await this.pause();
      const news = await now.record.settle();
      if (news) this.store.setState({ news });
      const blob = await now.record.capture();
      return new File([blob], 'kernel-in-this-page.mmscope.gz', { type: 'application/gzip' });
    } catch (error) {
      this.#stopped(failureOf(error));
      return null;
    } finally {
      this.store.setState({ packing: false });
    }
  }

  /** Null: it was done; else why not, as a sentence. */
  async #run(line: string, of: string | null): Promise<string | null> {
    const now = this.#threads;
    if (!now || line.trim() === '') return null;
    if (this.store.getState().phase === 'paused') await this.goOn();
    const { done, news } = this.store.getState();
    this.#print({ kind: 'command', text: line });
    this.store.setState({ busy: line, done: [...done, { line, events: news?.events ?? 0 }] });
    this.#heard = performance.now();
    const { output, failure } = await now.guest.run(line);
    if (this.#threads !== now) return null;
    this.#heard = performance.now();
    this.store.setState({ busy: null, silent: false });
    this.#answered(output);
    const [, pid] = STARTED.exec(output) ?? [];
    if (pid !== undefined)
      this.store.setState(({ tasks }) => ({ tasks: [...tasks, { pid: Number(pid), line, of }] }));
    if (failure === null) return null;
    const words = `Not done: ${sentence(failure)}`;
    this.#print({ kind: 'refusal', text: words });
    return words;
  }

  #answered(output: string): void {
    for (const text of output.trimEnd().split('\n')) if (text !== '') this.#print({ kind: 'output', text });
    const ended = [...output.matchAll(ENDED)].map(([, pid]) => Number(pid));
    if (ended.length > 0)
      this.store.setState(({ tasks }) => ({ tasks: tasks.filter(({ pid }) => !ended.includes(pid)) }));
  }

  #print(line: TerminalLine): void {
    this.store.setState(({ terminal }) => ({ terminal: [...terminal, line].slice(-LINES_KEPT) }));
  }

  #console(line: string): void {
    this.#heard = performance.now();
    this.#print({ kind: 'kernel', text: line });
    this.store.setState(({ log }) => ({ log: [...log, line].slice(-LINES_KEPT) }));
    const [, words] = ENDS.find(([said]) => said.test(line)) ?? [];
    if (words !== undefined) this.#stopped({ message: words, line: null, advice: '' });
  }

  #hear(news: RecordNews): void {
    const { news: before, first } = this.store.getState();
    if (news.events > (before?.events ?? 0)) {
      this.#heard = performance.now();
      this.store.setState({ silent: false });
    }
    this.store.setState({ news, first: first ?? (performance.now() - this.#pressed) / 1000 });
    const { totals } = news;
    const differ = (totals?.different ?? 0) + (totals?.replay_different ?? 0) > 0;
    const differed = (before?.totals?.different ?? 0) + (before?.totals?.replay_different ?? 0) > 0;
    if (news.full || (differ && !differed)) void this.pause();
  }

  /** What is running in the background, and whether anything is heard at all. */
  #watch(): void {
    const { phase, busy, tasks } = this.store.getState();
    if (phase !== 'running') return;
    const silent = busy !== null && performance.now() - this.#heard > SILENT_MS;
    if (silent !== this.store.getState().silent) this.store.setState({ silent });
    if (busy === null && tasks.length > 0)
      void this.#threads?.guest.run('').then(({ output }) => {
        this.#answered(output);
      });
  }

  async #readBack(): Promise<void> {
    const answer = await this.#threads?.guest.run(
      `cat ${GUEST_SETTINGS.map(({ name }) => fileOf(name)).join(' ')}`,
    );
    const values = answer?.output.trimEnd().split('\n') ?? [];
    if (values.length !== GUEST_SETTINGS.length) return;
    this.store.setState({
      settings: Object.fromEntries(GUEST_SETTINGS.map(({ name }, i) => [name, (values[i] ?? '').trim()])),
    });
  }

  #stopped(failure: Failure): void {
    if (this.#asking !== null) clearInterval(this.#asking);
    this.store.setState({ phase: 'stopped', failure, busy: null, silent: false, tasks: [] });
    void this.#threads?.guest.pause();
  }

  /** The guest stops with the window that shows it. */
  async #visibility(): Promise<void> {
    if (document.hidden && this.store.getState().phase === 'running') {
      this.#hidden = true;
      await this.pause();
    } else if (!document.hidden && this.#hidden) {
      this.#hidden = false;
      await this.goOn();
    }
  }

  #end(): void {
    if (this.#asking !== null) clearInterval(this.#asking);
    this.#asking = null;
    this.#threads?.stop();
    this.#threads = null;
  }
}

let only: GuestController | null = null;
/** The one of this page. */
export const guestController = (): GuestController => (only ??= new GuestController());
