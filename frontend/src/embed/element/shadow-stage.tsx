/** A stage of its own in a shadow tree: what the element loads when it is seen. */
import { createRoot } from 'react-dom/client';
import { createStore } from 'zustand/vanilla';
import { SourceError, type Failure } from '../../core/error';
import { PANES } from '../../core/panes';
import { mustReach, mustSuit, sceneNamed, viewOf as viewNamed, viewText } from '../figure/view';
import { mustBeNamed } from '../../capture/sources/source-search';
import { NONE, sameSpec } from '../../capture/sources/spec';
import type { Position } from '../../stage/state/position';
import { StageController } from '../../stage/control/controller';
import { nextPaint } from '../../ui/paint';
import { Playback } from '../../stage/control/playback';
import { StageContext, type Stage } from '../../stage/control/stage-context';
import {
  createStageStore,
  currentView,
  shownIn,
  type StageState,
  type StageStore,
} from '../../stage/state/store';
import type { View } from '../../stage/state/view';
import { appOf, failureWords, themed, worded, type FigureElement, type FigureStage } from './figure-element';
import { loadFonts, standIn } from './fonts';
import { Figure, type Heard } from './Figure';
import { panesOf, type EmbedEvents } from './protocol';
import { embedSheet } from './style';
import { supplyOf, type Supply } from './supply';
import { ownTask } from './task-queue';

/** What the element hears of a figure, beside the result of a view it asked for. */
interface StageHost {
  /** What its view names has been read: it may take the place of what the page gave. */
  read: () => void;
  stepped: (step: EmbedEvents['step']) => void;
  answered: (answer: EmbedEvents['answer']) => void;
  /** What was shown is shown no more. */
  lost: (why: string) => void;
}

const PREDICT = /^([ab])(\d{1,6})$/;

/** The view that the attributes ask for. Throws SourceError, in words. */
function askedOf(element: FigureElement): View {
  const text = element.getAttribute('view') ?? '';
  if (text === '')
    throw new SourceError('it names no view.', {
      advice: 'Name one: view="swap-devices?a=model:four-nodes".',
    });
  const view = viewNamed(text);
  const panes = panesOf(element.getAttribute('panes'));
  const sources = { ...view.sources };
  for (const id of PANES) if (!panes.includes(id)) sources[id] = NONE;
  if (PANES.every((id) => sources[id].kind === 'none'))
    throw new SourceError(`The view has nothing in pane ${panes.join(' and ')}.`, {
      advice: 'Leave out the attribute panes, or name a source for that pane.',
    });
  const given = element.getAttribute('predict');
  const [, pane = 'a', seed = '1'] = PREDICT.exec(given ?? '') ?? [];
  const predict =
    given === null
      ? view.predict
      : { pane: pane === 'b' ? ('B' as const) : ('A' as const), seed: Number(seed) };
  return { ...view, sources, ...(predict ? { predict } : {}) };
}

/** Of one of the sources; the view is all of them. */
function failureIn({ panes }: StageState): Failure | null {
  return PANES.map((id) => panes[id].failure).find((failure) => failure !== null) ?? null;
}

interface Up {
  store: StageStore;
  controller: StageController;
  playback: Playback;
  /** As the element's attributes have it now. */
  draw: () => void;
  stop: () => void;
}

/** One figure in one place: of one view, and of others with the same sources at other moments. */
export class ShadowStage implements FigureStage {
  readonly #element: FigureElement;
  readonly #root: ShadowRoot;
  readonly #place: HTMLElement;
  readonly #host: StageHost;
  readonly #supply: Supply;
  #up: Up | null = null;
  #stopped = false;
  /** What is shown, or on its way. */
  #view: View | null = null;
  /** What the view names has been read. */
  #read = false;
  /** The cursor is where the view has it. */
  #arrived = false;
  /** Who waits for it to be drawn, with its sentence. */
  #waiting: { done: (sentence: string) => void; fail: (error: unknown) => void } | null = null;
  /** Last said by the figure. */
  #settled: { at: Position; sentence: string } | null = null;
  /** Last said to the page. */
  #said = '';

  constructor(element: FigureElement, root: ShadowRoot, place: HTMLElement, host: StageHost) {
    this.#element = element;
    this.#root = root;
    this.#place = place;
    this.#host = host;
    this.#supply = supplyOf(element);
  }

  /** Whether what the attributes ask for is another moment of what is shown: then it need not be read anew. */
  holds(): boolean {
    const [up, shown] = [this.#up, this.#view];
    if (!up || !shown || !this.#read) return false;
    try {
      const asked = askedOf(this.#element);
      return (
        asked.scene === shown.scene &&
        asked.others === shown.others &&
        !asked.predict &&
        !up.store.getState().quiz &&
        PANES.every((id) => sameSpec(asked.sources[id], shown.sources[id]))
      );
    } catch {
      return false;
    }
  }

  /** Shows what the attributes ask for; its sentence, once it is drawn. Throws, in words. */
  show(): Promise<string> {
    this.#up?.playback.pause();
    this.#arrived = false;
    return new Promise<string>((done, fail) => {
      this.#waiting = { done, fail };
      this.#begin().catch(fail);
    }).catch(worded);
  }

  step(n: number): void {
    this.#up?.playback.pause();
    this.#up?.controller.cursor.step(n);
  }

  seek(k: number): void {
    this.#up?.playback.pause();
    this.#up?.controller.cursor.seek(k);
  }

  play(on: boolean): void {
    if (this.#up && this.#up.store.getState().playing !== on) this.#up.playback.toggle();
  }

  /** What is shown, as text of a view. */
  state(): string {
    return this.#up ? viewText(currentView(this.#up.store.getState())) : '';
  }

  /** Attributes changed that change nothing of what is shown. */
  redraw(): void {
    themed(this.#element);
    this.#up?.draw();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting = null;
    this.#up?.stop();
    this.#up = null;
  }

  async #begin(): Promise<void> {
    const view = askedOf(this.#element);
    this.#view = view;
    if (this.#up && this.#read) mustReach(view.position, shownIn(this.#up.store.getState()));
    const coming = Promise.all([this.#supply.catalogue(view), this.#supply.bring(view)]);
    if (!this.#up) standIn();
    const [catalogue, brought] = await coming;
    if (!this.#up) await ownTask();
    if (!this.#wants(view)) return;
    for (const id of PANES) mustBeNamed(view.sources[id], catalogue);
    const { store, controller, draw } = (this.#up ??= this.#start(createStageStore(catalogue, view.scene)));
    store.setState({ catalogue });
    await controller.apply(brought);
    if (!this.#wants(view) || failureIn(store.getState())) return;
    const shown = shownIn(store.getState());
    for (const { info } of shown) mustSuit(sceneNamed(view.scene), info);
    mustReach(view.position, shown);
    this.#read = this.#arrived = true;
    draw();
    this.#host.read();
    this.#heard();
  }

  readonly #wants = (view: View) => !this.#stopped && this.#view === view;

  #start(store: StageStore): Up {
    const element = this.#element;
    this.#root.adoptedStyleSheets = [embedSheet()];
    themed(element);
    const controller = new StageController(store, this.#supply.base);
    const playback = new Playback(controller);
    const react = createRoot(this.#place);
    const nothing = () => undefined;
    const stage: Stage = {
      controller,
      playback,
      choose: nothing,
      changed: createStore(() => ({ last: null })),
      undo: nothing,
      openFiles: nothing,
      pick: nothing,
      show: nothing,
    };
    const state = () => this.state();
    const heard: Heard = {
      drawn: () => {
        void nextPaint().then(loadFonts);
      },
      settled: (at, sentence) => {
        this.#settled = { at, sentence };
        this.#heard();
      },
      lost: () => {
        this.#fail('The drawing could not be fetched.');
      },
      answered: (answer) => {
        this.#host.answered({ view: this.state(), ...answer });
      },
    };
    const draw = () => {
      react.render(
        <StageContext value={stage}>
          <Figure
            controls={element.controls}
            app={appOf(element)}
            read={this.#read}
            state={state}
            heard={heard}
          />
        </StageContext>,
      );
    };
    const ignore = store.subscribe((now) => {
      const failure = failureIn(now);
      if (!failure) return;
      ignore();
      this.#fail(failureWords(failure));
    });
    const stop = () => {
      ignore();
      playback.pause();
      react.unmount();
      controller.stop();
    };
    draw();
    return { store, controller, playback, draw, stop };
  }

  /** What the figure said is news to the page: that it is ready, or at another step. */
  #heard(): void {
    if (!this.#up || !this.#settled || !this.#arrived) return;
    const { at, sentence } = this.#settled;
    const view = this.state();
    const said = `${view} ${sentence}`;
    if (this.#waiting) {
      // Of a moment before: the view's own comes yet.
      if (at !== this.#up.store.getState().position) return;
      this.#waiting.done(sentence);
      this.#waiting = null;
    } else if (said !== this.#said) this.#host.stepped({ view, k: at.k, sentence });
    this.#said = said;
  }

  #fail(why: string): void {
    if (this.#waiting) this.#waiting.fail(new Error(why));
    else this.#host.lost(why);
    this.#waiting = null;
  }
}
