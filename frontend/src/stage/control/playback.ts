/** Play and pause: asks the clock once per animation frame how many steps are due, and how much of a step has passed. */
import type { StageController } from './controller';
import { BACK_MS, PlaybackClock, stepTime } from '../cursor/clock';
import { stopsOf } from '../state/store';
import { STILL } from '../../ui/use-screen';

export class Playback {
  readonly #stage: StageController;
  readonly #clock = new PlaybackClock();
  #request = 0;
  /** The step under way: when it began, and what was drawn of it last. */
  #step = { began: 0, drawn: 1, request: 0 };

  constructor(stage: StageController) {
    this.#stage = stage;
    stage.store.subscribe((now, before) => {
      if (now.speed !== before.speed) this.#clock.reset();
      if (now.playing !== before.playing) this.#toggled(now.playing);
      if (now.drawing !== before.drawing && (now.step === 0 || now.back)) this.#begin(now.back !== null);
    });
  }

  toggle(): void {
    const { playing } = this.#stage.store.getState();
    if (!playing && !this.#stage.cursor.canStep) return;
    this.#stage.store.setState({ playing: !playing });
  }

  pause(): void {
    this.#stage.store.setState({ playing: false });
  }

  /** Who wants no motion gets all of the step at once. */
  #begin(back: boolean): void {
    cancelAnimationFrame(this.#step.request);
    this.#step = { began: performance.now(), drawn: back ? 1 : 0, request: 0 };
    if (!matchMedia(STILL).matches)
      this.#step.request = requestAnimationFrame(back ? this.#undo : this.#move);
    else if (back) this.#stage.cursor.arriveBack();
    else this.#stage.store.setState({ step: 1 });
  }

  readonly #move = (now: number): void => {
    const state = this.#stage.store.getState();
    // Another moment is held meanwhile.
    if (state.step !== this.#step.drawn || state.step === 1) return;
    const passed = Math.max(0, now - this.#step.began) / stepTime(state.playing, state.speed);
    const share = passed < stopsOf(state).end ? passed : 1;
    this.#draw(share);
    if (share < 1) this.#step.request = requestAnimationFrame(this.#move);
  };

  /** The same from its end: sooner, since all of it has been seen. */
  readonly #undo = (now: number): void => {
    const state = this.#stage.store.getState();
    if (state.step !== this.#step.drawn || !state.back) return;
    const share = stopsOf(state).end - Math.max(0, now - this.#step.began) / BACK_MS;
    if (share <= 0) {
      this.#stage.cursor.arriveBack();
      return;
    }
    this.#draw(share);
    this.#step.request = requestAnimationFrame(this.#undo);
  };

  #draw(share: number): void {
    this.#step.drawn = share;
    this.#stage.store.setState({ step: share });
  }

  #toggled(playing: boolean): void {
    cancelAnimationFrame(this.#request);
    this.#clock.reset();
    if (playing) this.#request = requestAnimationFrame(this.#tick);
  }

  readonly #tick = (now: number): void => {
    const { speed, playing } = this.#stage.store.getState();
    if (!playing) return;
    const due = this.#clock.steps(now, speed);
    if (due > 0) this.#stage.cursor.step(due);
    if (this.#stage.cursor.canStep) this.#request = requestAnimationFrame(this.#tick);
    else this.pause();
  };
}
