import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { failureOf } from '../core/error';
import { scenes } from '../scenes';
import { loadCatalog } from '../capture/sources/catalog';
import { StageController } from '../stage/control/controller';
import { Playback } from '../stage/control/playback';
import { prepareScenes } from '../stage/panes/scene-parts';
import { firstPaint } from '../stage/control/first-paint';
import { createStageStore } from '../stage/state/store';
import '../ui/style/index.css';
import '../stage/stage.css';
import './app.css';
import { traceWorker } from '../trace/worker-client';
import { App } from './App';
import { defaultView } from './links/default-view';
import { preparePages } from './LazyPages';
import { HistorySync } from './links/history';
import { notice } from './state/notices';
import { keepPreferences } from './state/preferences';
import { keepTeaching } from './teaching-sync';

/** What a window of that kind alone shows; without it the page is as in any other. */
const SHEETS: readonly (readonly [media: string, load: () => Promise<unknown>])[] = [
  ['(max-width: 640px)', () => import('../stage/phone.css')],
  ['(max-height: 500px)', () => import('../stage/landscape.css')],
  ['(pointer: coarse)', () => import('../ui/style/touch.css')],
  ['print', () => import('../stage/print.css')],
];

const fetchSheets = (wanted: (media: string) => boolean) =>
  Promise.allSettled(SHEETS.filter(([media]) => wanted(media)).map(([, load]) => load()));

async function start(root: HTMLElement): Promise<void> {
  keepPreferences();
  const complaints = keepTeaching();
  const sheets = fetchSheets((media) => matchMedia(media).matches);
  const [scene] = scenes;
  if (!scene) throw new Error('There is no scene.');
  const catalog = await loadCatalog(document.baseURI);
  await sheets;
  const controller = new StageController(createStageStore(catalog, scene.id), document.baseURI);
  const playback = new Playback(controller);
  const history = new HistorySync(controller, notice);
  createRoot(root).render(
    <StrictMode>
      <App controller={controller} playback={playback} history={history} />
    </StrictMode>,
  );
  // What goes wrong here is said by the pane that loads something.
  controller.prepare().catch(() => undefined);
  traceWorker()
    .prepare()
    .catch(() => undefined);
  await history.start(defaultView(catalog, scene), complaints);
  await firstPaint(controller.store);
  // For later, so that it works when the page's server is gone; what fails here is said when it is asked for.
  await Promise.allSettled([
    controller.prepareMore(),
    traceWorker().prepareMore(),
    traceWorker().warmUp(),
    fetchSheets(() => true),
    preparePages(catalog),
    prepareScenes(scenes),
  ]);
  performance.mark(PREPARED);
}

/** The mark, in the browser's own timeline, of the page having fetched all that it may need. */
const PREPARED = 'mmscope:prepared';

/** The speaker's window of a wall: another page, of which no more is needed here. */
async function startSpeaker(root: HTMLElement, wall: string): Promise<void> {
  keepPreferences();
  document.title = 'Speaker · mmscope';
  const { SpeakerPage } = await import('../stage/presenter/SpeakerPage');
  createRoot(root).render(
    <StrictMode>
      <SpeakerPage wall={wall} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
const wall = new URLSearchParams(location.search).get('speaker');
if (root) {
  (wall === null ? start(root) : startSpeaker(root, wall)).catch((error: unknown) => {
    root.textContent = `mmscope cannot start. ${failureOf(error).message}`;
  });
}
