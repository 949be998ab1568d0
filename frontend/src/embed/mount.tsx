/** A stage of its own in a shadow tree: what the element loads when it is seen. */
import { createRoot } from 'react-dom/client';
import { SourceError } from '../core/error';
import { PANES } from '../core/panes';
import { viewOf as viewNamed, viewText } from '../figure/view';
import { NONE } from '../sources/spec';
import { StageController } from '../stage/controller';
import { Playback } from '../stage/playback';
import { StageContext, type Stage } from '../stage/stage-context';
import { createStageStore } from '../stage/store';
import { viewNow } from '../stage/view-now';
import type { View } from '../stage/view';
import { Figure } from './Figure';
import { panesOf, type Controls, type EmbedEvents } from './protocol';
import { embedSheet, loadFaces } from './style';
import { supplyOf } from './supply';

export interface Mounted {
  step: (n: number) => void;
  seek: (k: number) => void;
  play: (on: boolean) => void;
  /** What is shown, as text of a view. */
  state: () => string;
  /** The element's attributes changed. */
  update: () => void;
  stop: () => void;
}

export interface Host {
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

export async function mount(
  element: HTMLElement & { controls: Controls },
  root: ShadowRoot,
  place: HTMLElement,
  host: Host,
): Promise<Mounted> {
  const first = askedOf(element);
  const supply = supplyOf(element);
  const catalog = await supply.catalog();
  void loadFaces();
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
  const state = () => viewText(viewNow(store.getState()));
  const app = () => {
    const given = element.getAttribute('app');
    return given === null ? null : new URL(given, document.baseURI).href;
  };
  const draw = () => {
    react.render(
      <StageContext value={stage}>
        <Figure controls={element.controls} app={app()} state={state} say={host.say} />
      </StageContext>,
    );
  };
  let asked = 0;
  /** Of several views in quick succession, the last is shown. */
  const apply = async (view: View) => {
    const mine = ++asked;
    const brought = await supply.bring(view);
    if (mine === asked) await controller.apply(brought);
  };
  const fails = (error: unknown) => {
    host.say('error', { message: error instanceof Error ? error.message : String(error) });
  };
  draw();
  await apply(first);
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
        if (viewText(view) !== state()) apply(view).catch(fails);
      } catch (error) {
        fails(error);
      }
    },
    stop: () => {
      playback.pause();
      react.unmount();
      controller.stop();
    },
  };
}
