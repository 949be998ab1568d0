/** The two workers, one for each capture, and what is sent to their canvases. */
import * as Comlink from 'comlink';
import type { CaptureWorker, WorkerNews } from '../worker/capture-worker';
import type { CanvasPatch, Tops } from '../canvas/state';
import { otherOf, type PaneId } from '../../core/panes';

type CaptureWorkerClient = Comlink.Remote<CaptureWorker>;

interface Held {
  worker: Worker;
  desk: CaptureWorkerClient;
  port: MessagePort | null;
  canvas: HTMLCanvasElement | null;
  /** Everything sent so far, for a canvas that comes later. */
  scene: CanvasPatch;
}

export class CaptureWorkers {
  readonly #held = new Map<PaneId, Held>();
  readonly #onCrash: (slot: PaneId, reason: string) => void;
  readonly #onTops: (slot: PaneId, tops: Tops) => void;
  readonly #onTrouble: (slot: PaneId, trouble: string | null) => void;
  #stamp = 0;

  constructor(
    onCrash: (slot: PaneId, reason: string) => void,
    onTops: (slot: PaneId, tops: Tops) => void = () => undefined,
    onTrouble: (slot: PaneId, trouble: string | null) => void = () => undefined,
  ) {
    this.#onCrash = onCrash;
    this.#onTops = onTops;
    this.#onTrouble = onTrouble;
  }

  of(slot: PaneId): CaptureWorkerClient {
    return this.#of(slot).desk;
  }

  /** Gives back what a capture took. */
  close(slot: PaneId): void {
    void this.#held.get(slot)?.desk.close();
  }

  /** A canvas can be handed over only once. It tells which frame was asked for last, and which is drawn. */
  attach(slot: PaneId, canvas: HTMLCanvasElement): void {
    const held = this.#of(slot);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { drawn, tops } }: MessageEvent<WorkerNews>) => {
      if (tops) this.#onTops(slot, tops);
      if (!drawn) return;
      canvas.dataset['drawn'] = String(drawn.stamp);
      canvas.dataset['rough'] = drawn.rough ? 'yes' : 'no';
      this.#onTrouble(slot, drawn.trouble);
    };
    const offscreen = canvas.transferControlToOffscreen();
    void held.desk.attach(Comlink.transfer(offscreen, [offscreen]), Comlink.transfer(port2, [port2]));
    held.port?.close();
    held.port = port1;
    held.canvas = canvas;
    this.send(slot, held.scene);
  }

  send(slot: PaneId, patch: CanvasPatch): void {
    const held = this.#of(slot);
    const stamped = { ...patch, stamp: ++this.#stamp };
    Object.assign(held.scene, stamped);
    if (held.canvas) held.canvas.dataset['asked'] = String(this.#stamp);
    held.port?.postMessage(stamped);
  }

  #of(slot: PaneId): Held {
    const known = this.#held.get(slot);
    if (known) return known;
    const worker = new Worker(new URL('../worker/timeline.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      this.#held.delete(slot);
      void this.#held.get(otherOf(slot))?.desk.meet(null);
      this.#onCrash(slot, event.message || 'The reader stopped.');
    });
    const held: Held = {
      worker,
      desk: Comlink.wrap<CaptureWorker>(worker),
      port: null,
      canvas: null,
      scene: {},
    };
    this.#held.set(slot, held);
    const other = this.#held.get(otherOf(slot));
    if (other) {
      const { port1, port2 } = new MessageChannel();
      void held.desk.meet(Comlink.transfer(port1, [port1]));
      void other.desk.meet(Comlink.transfer(port2, [port2]));
    }
    return held;
  }
}
