/**
 * What both captures have is on one scale. Their workers tell each other the greatest they have drawn of each row, so
 * that a movement costs the page's main thread nothing for it; the page hears when nothing has changed for a while.
 */
import { sameTops, type Tops } from '../canvas/state';

/** While one moves the view the canvas has the right heights at once; the words follow when it stands still. */
const SETTLED_MS = 150;

export class SharedScale {
  #own: Tops = {};
  #theirs: Tops = {};
  #others: Tops = {};
  #port: MessagePort | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #changed: (others: Tops) => void;
  readonly #settled: (own: Tops) => void;

  /** `changed`: what of the other one is greater now; `settled`: the greatest drawn here, which no longer changes. */
  constructor(changed: (others: Tops) => void, settled: (own: Tops) => void) {
    this.#changed = changed;
    this.#settled = settled;
  }

  /** The other worker's port; null: there is none any more. */
  meet(port: MessagePort | null): void {
    this.#port?.close();
    this.#port = port;
    this.#hear({});
    if (!port) return;
    port.onmessage = ({ data }: MessageEvent<Tops>) => {
      this.#hear(data);
    };
    port.postMessage(this.#own);
  }

  /** What has just been drawn. */
  tell(own: Tops): void {
    if (sameTops(own, this.#own)) return;
    this.#own = own;
    this.#port?.postMessage(own);
    this.#compare();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#settled(this.#own);
    }, SETTLED_MS);
  }

  #hear(theirs: Tops): void {
    this.#theirs = theirs;
    this.#compare();
  }

  /** Only what is greater in the other one makes a difference. */
  #compare(): void {
    const more = Object.entries(this.#theirs).filter(([key, top]) => top > (this.#own[key] ?? 0));
    const others: Tops = Object.fromEntries(more);
    if (sameTops(others, this.#others)) return;
    this.#others = others;
    this.#changed(others);
  }
}
