import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { failureOf } from '../core/error';
import { scenes } from '../scenes';
import { loadCatalog } from '../sources/catalog';
import { StageController } from '../stage/controller';
import { Playback } from '../stage/playback';
import { prepareScenes } from '../stage/scene-parts';
import { settled } from '../stage/settled';
import { createStageStore } from '../stage/store';
import '../ui/index.css';
import '../stage/stage.css';
import './app.css';
import { traceHelper } from '../trace/helper';
import { App } from './App';
import { defaultView } from './default-view';
import { preparePages } from './Fetched';
import { HistorySync } from './history';
import { notice } from './notices';
import { keepPreferences } from './preferences';
import { keepTeaching } from './teaching-sync';

async function start(root: HTMLElement): Promise<void> {
  keepPreferences();
  const complaints = keepTeaching();
  const [scene] = scenes;
  if (!scene) throw new Error('There is no scene.');
  const catalog = await loadCatalog(document.baseURI);
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
  traceHelper()
    .prepare()
    .catch(() => undefined);
  await history.start(defaultView(catalog, scene), complaints);
  await settled(controller.store);
  // For later, so that it works when the page's server is gone; what fails here is said when it is asked for.
  await Promise.allSettled([
    controller.prepareMore(),
    traceHelper().prepareMore(),
    traceHelper().warmUp(),
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
