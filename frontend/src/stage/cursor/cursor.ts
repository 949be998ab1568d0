/** The cursor of both panes: moves it, and keeps what is drawn and what is written in step with it. */
import type { Frame } from '../../scenes/scene';
import { FIRST_STOP } from '../../scenes/timing';
import { clamp, decisionAt, realigned, stepped, type Align, type Position } from '../state/position';
import { TWEEN_MAX } from './clock';
import { Frames } from './frames';
import { runs, stopsOf, type StageStore, type StageState } from '../state/store';
import { READING_SPEED, TextClock } from './text-clock';
import { otherOf, PANES, type PaneId } from '../../core/panes';
import type { WorkerPool } from '../workers/pool';

/** Shares of a step that are the same to the eye. */
const CLOSE = 1e-6;

/** While they do, strip and slider move in the turn of this one. */
const STRIP_PANE: PaneId = 'B';

/**
 * Which panes the next step is drawn in. Played faster than steps can be told apart, the panes take turns, one in
 * each animation frame: so a frame of the page costs one drawing, and a pane lags behind the cursor by a few
 * steps at most. At rest, stepped by hand, scrubbed or played slowly, both are always at the same position.
 */
class Turns {
  #last: PaneId = 'B';
  #panes: StageState['panes'] | null = null;

  next({ playing, speed, panes }: Pick<StageState, 'playing' | 'speed' | 'panes'>): readonly PaneId[] {
    const same = panes === this.#panes;
    this.#panes = panes;
    if (!same || !playing || speed <= READING_SPEED || PANES.some((id) => !panes[id].source)) return PANES;
    this.#last = otherOf(this.#last);
    return [this.#last];
  }
}

export class Cursor {
  readonly #store: StageStore;
  readonly #workers: Pick<WorkerPool, 'get'>;
  readonly #frames = new Frames();
  readonly #textClock = new TextClock();
  readonly #turns = new Turns();
  /** Where playing has come to, while the frames of it are on their way: it is shown together with them. */
  #ahead: Position | null = null;
  /** True while the sources that a position belongs to are not there, to clamp it by. */
  #free = false;
  /** How much of the step is held by hand; null: it takes its time. */
  #held: number | null = null;
  #fetching = false;
  #stale = false;

  constructor(store: StageStore, workers: Pick<WorkerPool, 'get'>) {
    this.#store = store;
    this.#workers = workers;
    store.subscribe(({ playing, speed, drawing: drawn, position }, before) => {
      if (!before.playing || (playing === before.playing && speed === before.speed)) return;
      // Text that lagged behind catches up, and so does the pane whose turn did not come.
      store.setState({ text: drawn, textAt: position });
      void this.refresh();
    });
  }

  /** Sets out for a position, kept as it is until `move`: its sources are not there yet. */
  await(position: Position): void {
    this.#free = true;
    this.#ahead = null;
    this.#store.setState({ position });
  }

  /** The sources that were awaited are there. */
  arrive(position: Position): void {
    this.#free = false;
    this.move(position);
  }

  /** To a place on the axis: a decision's number or ns, as the panes are aligned. */
  goTo(place: number): void {
    this.move({ ...this.#at, k: place, t: place });
  }

  move(position: Position): void {
    this.#held = null;
    this.#go(position);
  }

  /** Holds a moment between two decisions: at 4.5 half of decision 5 is drawn. */
  hold(place: number): void {
    const all = runs(this.#store.getState());
    const { k } = clamp(all, { align: 'decision', k: Math.ceil(place), t: 0 });
    this.#held = Math.min(1, Math.max(0, place - (k - 1)));
    this.#go({ ...this.#at, align: 'decision', k });
  }

  /** A step back has run to its beginning. */
  arriveBack(): void {
    const { back, position } = this.#store.getState();
    if (back) this.#store.setState({ drawing: back, text: back, textAt: position, step: 1, back: null });
  }

  /** To where the next part of the step has ended, or the one before. */
  part(by: 1 | -1): void {
    const state = this.#store.getState();
    const { step } = state;
    const { k } = this.#at;
    const { stops } = stopsOf(state);
    const near =
      by > 0 ? stops.find((end) => end > step + CLOSE) : stops.findLast((end) => end < step - CLOSE);
    if (near !== undefined && k > 0) this.hold(k - 1 + near);
    else this.hold(by > 0 ? k + FIRST_STOP : k - 1);
  }

  #go(position: Position): void {
    const state = this.#store.getState();
    const all = runs(state);
    const to = all.length > 0 && !this.#free ? clamp(all, position) : position;
    this.#ahead = state.playing ? to : null;
    if (!state.playing) this.#store.setState({ position: to });
    void this.refresh();
  }

  step(n: number): void {
    this.move(stepped(runs(this.#store.getState()), this.#at, n));
  }

  /** Goes to decision k, and by decisions. */
  seek(k: number): void {
    this.move({ ...this.#at, align: 'decision', k });
  }

  align(align: Align): void {
    const state = this.#store.getState();
    const run = state.panes[state.focus].source?.columns ?? runs(state)[0];
    if (run) this.move(realigned(run, this.#at, align));
  }

  /** True when playing would show anything: there is a step left. */
  get canStep(): boolean {
    const all = runs(this.#store.getState());
    const next = stepped(all, this.#at, 1);
    return all.length > 0 && (next.k !== this.#at.k || next.t !== this.#at.t);
  }

  /** Fetches the frames of the position; of several positions in quick succession only the last. */
  async refresh(): Promise<void> {
    this.#stale = true;
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      while (this.#stale) {
        this.#stale = false;
        const at = this.#at;
        const due = this.#turns.next(this.#store.getState());
        const frames = await Promise.all(due.map((id) => this.#frame(id, at)));
        this.#show(at, new Map(due.map((id, i) => [id, frames[i] ?? null])));
      }
    } finally {
      this.#fetching = false;
    }
  }

  get #at(): Position {
    return this.#ahead ?? this.#store.getState().position;
  }

  async #frame(id: PaneId, at: Position): Promise<Frame | null> {
    const { panes, playing, speed } = this.#store.getState();
    const { source } = panes[id];
    const worker = this.#workers.get(id);
    if (!source || !worker) return null;
    const onward = playing && speed > READING_SPEED;
    const frame = await this.#frames.of(worker, source, decisionAt(source.columns, at), onward);
    const now = this.#store.getState();
    // A source that came while this was under way asks for its own frame.
    const same = source.columns === now.panes[id].source?.columns;
    return frame && same ? frame : ((now.back ?? now.drawing)[id]?.frame ?? null);
  }

  /** Position, drawing and text change at once, so that the page is laid out once for a step. */
  #show(at: Position, frames: ReadonlyMap<PaneId, Frame | null>): void {
    const state = this.#store.getState();
    const { playing, speed } = state;
    const old = state.back ?? state.drawing;
    const now = (id: PaneId) => (frames.has(id) ? frames.get(id) : old[id]?.frame) ?? null;
    const due = [...frames.keys()].filter((id) => this.#textClock.due(performance.now(), state, id));
    const drawn = { ...old };
    const held = this.#held;
    const steps = PANES.map((id) => (now(id)?.k ?? 0) - (old[id]?.frame.k ?? 0));
    // Asked for once more, as when play stops: a step under way goes on.
    const same = held === null && steps.every((n) => n === 0);
    for (const [id, frame] of frames) {
      const moved = same ? old[id]?.moved === true : held !== null || frame?.k !== old[id]?.frame.k;
      drawn[id] = frame && { frame, other: now(otherOf(id)), moved };
    }
    if (same && state.back) {
      this.#store.setState({ back: drawn });
      return;
    }
    const text = Object.fromEntries(due.map((id) => [id, drawn[id]]));
    const single = Math.max(...steps.map(Math.abs)) === 1;
    const animate = held === null && single && (!playing || speed <= TWEEN_MAX);
    const position = this.#ahead ? at : state.position;
    if (this.#ahead === at) this.#ahead = null;
    if (animate && Math.min(...steps) < 0 && !state.quiz) {
      // Back: what was done is undone, in reverse, and then it is as it was.
      const undone = (id: PaneId) => old[id] && { ...old[id], moved: frames.get(id)?.k !== old[id].frame.k };
      this.#store.setState({
        position,
        drawing: { A: undone('A'), B: undone('B') },
        back: drawn,
        stripPosition: position,
        animate,
        step: 1,
      });
      return;
    }
    this.#store.setState({
      position,
      back: null,
      drawing: drawn,
      text: due.length > 0 ? { ...state.text, ...text } : state.text,
      textAt: due.length > 0 ? position : state.textAt,
      stripPosition: frames.has(STRIP_PANE) ? position : state.stripPosition,
      animate: same ? state.animate : animate,
      step: same ? state.step : (held ?? (animate && Math.min(...steps) >= 0 ? 0 : 1)),
    });
  }
}
