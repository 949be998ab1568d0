import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { failureOf } from '../core/error';
import { scenes } from '../scenes';
import { loadCatalogue } from '../capture/sources/catalogue';
import { startView } from '../stage/control/start';
import { StageController } from '../stage/control/controller';
import { Playback } from '../stage/control/playback';
import { prepareScenes } from '../stage/panes/scene-parts';
import { firstPaint } from '../stage/control/first-paint';
import { classSettings, type ClassSettings } from '../stage/state/class-link';
import { createStageStore } from '../stage/state/store';
import { START } from '../pages/start/view';
import { PHONE } from '../ui/use-screen';
import '../ui/style/index.css';
import '../stage/stage.css';
import './app.css';
import '../stage/phone.css';
import '../stage/landscape.css';
import '../ui/style/targets.css';
import '../stage/print.css';
// Drawn first where the address says nothing, and in part by all others: in one file with what every page begins with.
import '../scenes/swap-devices/Drawing';
import { traceWorker } from '../trace/worker-client';
import { App } from './App';
import { prepareFirst, preparePages, preparePhone } from './LazyPages';
import { HistorySync, prepareReader } from './links/history';
import { keepLastView } from './links/view-storage';
import { onStart } from './links/pages';
import { notice } from './state/notices';
import { keepPreferences } from './state/preferences';

/** What reads and writes the address: for one that sets anything, and for when that changes. */
const fetchParser = () => import('../stage/state/class-link-parser');

function show({ present, colours, text }: ClassSettings): void {
  const { dataset, style } = document.documentElement;
  if (present) dataset['mode'] = 'presenter';
  else delete dataset['mode'];
  if (colours === 'usual') delete dataset['colours'];
  else {
    dataset['colours'] = colours;
    // Without it the colours are the usual ones, which is no harm.
    import('../ui/style/projector.css').catch(() => undefined);
  }
  if (text === 1) style.removeProperty('--text');
  else style.setProperty('--text', String(text));
}

/** Where an entry of the history says otherwise, the page has the last word: the mode does not change with Back. */
async function write(): Promise<void> {
  const { formatClassLink } = await fetchParser();
  const search = formatClassLink(classSettings.getState(), location.search);
  if (search === location.search) return;
  history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
}

/** Reads the address, once, and follows what changes from then on. In words, what of it could not be read. */
async function keepTeaching(): Promise<string[]> {
  const read = location.search === '' ? null : (await fetchParser()).parseClassLink(location.search);
  if (read) classSettings.setState(read.teaching);
  show(classSettings.getState());
  classSettings.subscribe((now) => {
    show(now);
    void write();
  });
  addEventListener('popstate', () => void write());
  return read?.complaints ?? [];
}

async function start(root: HTMLElement): Promise<void> {
  keepPreferences();
  const tabs = matchMedia(PHONE).matches && !onStart() ? preparePhone().catch(() => undefined) : null;
  // Fetched while the list of sources is.
  const [link, taught] = [location.hash === '' ? null : prepareReader(), keepTeaching()];
  prepareFirst().catch(() => undefined);
  const [scene] = scenes;
  if (!scene) throw new Error('There is no scene.');
  const catalogue = await loadCatalogue(document.baseURI);
  const [complaints] = await Promise.all([taught, link, tabs]);
  const controller = new StageController(createStageStore(catalogue, scene.id), document.baseURI);
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
  if (onStart()) void controller.apply(START);
  await history.start(startView(catalogue, scene), complaints);
  keepLastView();
  await firstPaint(controller.store);
  // Without it nothing is outlined.
  import('../stage/pointer').then(({ linkThings }) => linkThings()).catch(() => undefined);
  // For later, so that it works when the page's server is gone; what fails here is said when it is asked for.
  await Promise.allSettled([
    controller.prepareMore(),
    traceWorker().prepareMore(),
    traceWorker().warmUp(),
    prepareReader(),
    fetchParser(),
    preparePages(catalogue),
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
