/** Play and pause: asks the clock once per animation frame how many steps are due. */
import type { StageController } from './controller';
import { PlaybackClock } from '../cursor/clock';

export class Playback {
  readonly #stage: StageController;
  readonly #clock = new PlaybackClock();
  #request = 0;

  constructor(stage: StageController) {
    this.#stage = stage;
    stage.store.subscribe((now, before) => {
      if (now.speed !== before.speed) this.#clock.reset();
      if (now.playing !== before.playing) this.#toggled(now.playing);
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
