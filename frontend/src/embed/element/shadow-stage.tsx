/** A stage of its own in a shadow tree: what the element loads when it is seen. */
import { createRoot } from 'react-dom/client';
import { SourceError, type Failure } from '../../core/error';
import { PANES } from '../../core/panes';
import { viewOf as viewNamed, viewText } from '../figure/view';
import { NONE } from '../../capture/sources/spec';
import { StageController } from '../../stage/control/controller';
import { nextPaint } from '../../ui/paint';
import { Playback } from '../../stage/control/playback';
import { StageContext, type Stage } from '../../stage/control/stage-context';
import { createStageStore, type StageStore } from '../../stage/state/store';
import { currentView } from '../../stage/state/view-now';
import type { View } from '../../stage/state/view';
import { loadFonts, standIn } from './fonts';
import { Figure } from './Figure';
import { panesOf, type Controls, type EmbedEvents } from './protocol';
import { embedSheet } from './style';
import { supplyOf } from './supply';
import { ownTask } from './task-queue';

export interface ShadowStage {
  step: (n: number) => void;
  seek: (k: number) => void;
  play: (on: boolean) => void;
  /** What is shown, as text of a view. */
  state: () => string;
  /** The element's attributes changed. */
  update: () => void;
  stop: () => void;
}

export interface StageHost {
  /** The figure is there, in the place of what the page gave. */
  shown: () => void;
  say: <E extends keyof EmbedEvents>(name: E, detail: EmbedEvents[E]) => void;
}

const PREDICT = /^([ab])(\d{1,6})$/;

/** The view that the attributes ask for. Throws SourceError, in words. */
function askedOf(element: HTMLElement): View {
  const text = element.getAttribute('view') ?? '';
  if (text === '')
    throw new SourceError('it names no view.', { advice: 'view="swap-devices?a=model:four-nodes"' });
  const view = viewNamed(text);
  const panes = panesOf(element.getAttribute('panes'));
  const sources = { ...view.sources };
  for (const id of PANES) if (!panes.includes(id)) sources[id] = NONE;
  const given = element.getAttribute('predict');
  const [, pane = 'a', seed = '1'] = PREDICT.exec(given ?? '') ?? [];
  const predict =
    given === null
      ? view.predict
      : { pane: pane === 'b' ? ('B' as const) : ('A' as const), seed: Number(seed) };
  return { ...view, sources, ...(predict ? { predict } : {}) };
}

function themed(element: HTMLElement): void {
  const theme = element.getAttribute('theme');
  if (theme === 'light' || theme === 'dark') element.dataset['theme'] = theme;
  else delete element.dataset['theme'];
}

/** Why none of the view's panes can be shown; null where one can. A worker that dies answers nothing. */
async function firstFailure(
  store: StageStore,
  { sources }: View,
  shown: Promise<void>,
): Promise<Failure | null> {
  const failed = () => {
    const { panes } = store.getState();
    const asked = PANES.filter((id) => sources[id].kind !== 'none').map((id) => panes[id].failure);
    return asked.every((one) => one !== null) ? (asked[0] ?? null) : null;
  };
  let ignore: () => void = () => undefined;
  const never = new Promise<void>((done) => {
    ignore = store.subscribe(() => {
      if (failed()) done();
    });
  });
  await Promise.race([shown, never]).finally(ignore);
  return failed();
}

export async function mountStage(
  element: HTMLElement & { controls: Controls },
  root: ShadowRoot,
  place: HTMLElement,
  host: StageHost,
): Promise<ShadowStage> {
  const first = askedOf(element);
  const supply = supplyOf(element);
  const coming = supply.catalog(first);
  standIn();
  const catalog = await coming;
  await ownTask();
  root.adoptedStyleSheets = [embedSheet()];
  themed(element);
  const controller = new StageController(createStageStore(catalog, first.scene), supply.base);
  const playback = new Playback(controller);
  const { store } = controller;
  const nothing = () => undefined;
  const stage: Stage = {
    controller,
    playback,
    choose: nothing,
    openFiles: nothing,
    pick: nothing,
    show: nothing,
  };
  const react = createRoot(place);
  const state = () => viewText(currentView(store.getState()));
  const app = () => {
    const given = element.getAttribute('app');
    return given === null ? null : new URL(given, document.baseURI).href;
  };
  const stop = () => {
    playback.pause();
    react.unmount();
    controller.stop();
  };
  let shown = false;
  /** Until it is known that anything can be shown, only the element tells of errors. */
  const say: StageHost['say'] = (name, detail) => {
    if (shown || name !== 'error') host.say(name, detail);
  };
  const drawn = () => {
    void nextPaint().then(loadFonts);
  };
  const draw = () => {
    react.render(
      <StageContext value={stage}>
        <Figure controls={element.controls} app={app()} state={state} drawn={drawn} say={say} />
      </StageContext>,
    );
  };
  let wanted = first;
  const show = async (view: View) => {
    wanted = view;
    const [known, brought] = await Promise.all([supply.catalog(view), supply.bring(view)]);
    // Another view was asked for meanwhile.
    if (wanted !== view) return;
    store.setState({ catalog: known });
    await controller.apply(brought);
  };
  const failed = (error: unknown) => {
    host.say('error', { message: error instanceof Error ? error.message : String(error) });
  };
  draw();
  const failure = await firstFailure(store, first, show(first));
  if (failure) {
    // Nothing of it can be shown: what the page gave stays in its place.
    stop();
    throw new SourceError(failure.message);
  }
  shown = true;
  host.shown();
  return {
    step: (n) => {
      playback.pause();
      controller.cursor.step(n);
    },
    seek: (k) => {
      playback.pause();
      controller.cursor.seek(k);
    },
    play: (on) => {
      if (store.getState().playing !== on) playback.toggle();
    },
    state,
    update: () => {
      themed(element);
      draw();
      try {
        const view = askedOf(element);
        if (viewText(view) !== state()) void show(view).catch(failed);
      } catch (error) {
        failed(error);
      }
    },
    stop,
  };
}
