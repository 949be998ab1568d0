/** Pages beside the stage and dialogs, each fetched when it is first shown. */
import { Component, lazy, Suspense, useEffect, type FC, type ReactNode } from 'react';
import type { Catalogue } from '../capture/sources/catalogue';
import { START } from '../pages/start/view';
import { scenes } from '../scenes';
import { setPresenting } from '../stage/state/class-link';
import { prepareReader } from './links/history';
import { onPage, onStart } from './links/pages';
import { prepareKeys } from './keyboard/lazy-keyboard';
import { lazyComponent } from '../ui/lazy-view';
import { notices } from './state/notices';
import type { opener } from './files/files';
import { timelineOf } from './state/timeline';

const pages = {
  stage: () => import('../stage/StageView'),
  start: () => import('./routes/StartRoute'),
  published: () => import('./routes/PublishedRoute'),
  check: () => import('./routes/CheckRoute'),
  compare: () => import('../pages/compare/view/ComparePage'),
  report: () => import('./routes/ReportRoute'),
  lessons: () => import('./routes/LessonRoute'),
  // A class is shown views by their links.
  room: async () => (await Promise.all([import('../rooms/view/RoomPage'), prepareReader()]))[0],
  timeline: () => import('./routes/TimelineRoute'),
  picker: () => import('../stage/sources/SourcePicker'),
  keys: () => import('./keyboard/KeysDialog'),
  tour: () => import('./dialogs/Tour'),
  classLink: () => import('./dialogs/ClassLink'),
  figure: () => import('./dialogs/FigureDialog'),
  presenter: () => import('../stage/presenter/Presenter'),
  files: () => import('./files/files'),
};

export const StageView = lazy(async () => ({ default: (await pages.stage()).StageView }));
export const StartRoute = lazy(async () => ({ default: (await pages.start()).StartRoute }));
export const PublishedRoute = lazy(async () => ({ default: (await pages.published()).PublishedRoute }));
export const CheckRoute = lazy(async () => ({ default: (await pages.check()).CheckRoute }));
export const ComparePage = lazy(async () => ({ default: (await pages.compare()).ComparePage }));
export const ReportRoute = lazy(async () => ({ default: (await pages.report()).ReportRoute }));
export const LessonRoute = lazy(async () => ({ default: (await pages.lessons()).LessonRoute }));
export const LedLesson = lazy(async () => ({ default: (await pages.lessons()).LedLesson }));
export const RoomPage = lazy(async () => ({ default: (await pages.room()).RoomPage }));
export const RoomWall = lazy(async () => ({ default: (await pages.room()).RoomWall }));
export const TimelineRoute = lazy(async () => ({ default: (await pages.timeline()).TimelineRoute }));

/** In place of a dialog that cannot be fetched: the page stays as it is, and says so. */
const NoDialog: FC<{ onClose: () => void }> = ({ onClose }) => {
  useEffect(() => {
    notices.setState({ words: ['This dialog could not be fetched. Is the server still there?'] });
    onClose();
  }, [onClose]);
  return null;
};

export const SourcePicker = lazyComponent(async () => (await pages.picker()).SourcePicker, NoDialog);
export const KeysDialog = lazyComponent(async () => (await pages.keys()).KeysDialog, NoDialog);
export const Tour = lazyComponent(async () => (await pages.tour()).Tour, NoDialog);
export const FigureDialog = lazyComponent(async () => (await pages.figure()).FigureDialog, NoDialog);
export const ClassLink = lazyComponent(async () => (await pages.classLink()).ClassLink, NoDialog);

const NoPresenter: FC = () => (
  <NoDialog
    onClose={() => {
      setPresenting(false);
    }}
  />
);
export const Presenter = lazyComponent(async () => (await pages.presenter()).Presenter, NoPresenter);

/** Opens files by what is in them: see files/files.ts. */
export function openWith(places: Parameters<typeof opener>[0]): ReturnType<typeof opener> {
  return (files, first) => {
    pages.files().then(
      (m) => {
        m.opener(places)(files, first);
      },
      () => {
        notices.setState({ words: ['The file could not be opened. Is the server still there?'] });
      },
    );
  };
}

/** What the address opens, fetched while the list of sources is; of the start page its drawing, too. */
export async function prepareFirst(): Promise<void> {
  if (onStart()) await Promise.all([pages.start(), scenes.find(({ id }) => id === START.scene)?.drawing()]);
  else if (!onPage()) await pages.stage();
}

/** On a phone one pane is shown at a time. */
export const preparePhone = () => pages.stage().then(({ prepareTabs }) => prepareTabs());

/** Fetches all of them, so that they can be shown later even when the page's server is gone. */
export async function preparePages(catalogue: Catalogue): Promise<void> {
  await Promise.all([
    ...Object.values(pages).map((load) => load()),
    timelineOf(catalogue),
    pages.stage().then(({ prepareParts }) => prepareParts()),
    prepareKeys(),
  ]);
}

/** What stands in for a page that cannot be fetched: the server is gone, or has another release by now. */
class Caught extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="fetch-failed" id="panes" tabIndex={-1}>
        <h1>This page could not be fetched</h1>
        <p>Is the server still there? It may also have a new release: then loading the page again helps.</p>
        <button
          type="button"
          className="btn"
          onClick={() => {
            location.reload();
          }}
        >
          Load again
        </button>
      </main>
    );
  }
}

/** `of`: the page's name; one that failed is forgotten when another is shown. */
export const LazyPage: FC<{ of: string; children: ReactNode }> = ({ of, children }) => (
  <Caught key={of}>
    <Suspense fallback={<main className="fetching" id="panes" tabIndex={-1} aria-busy="true" />}>
      {children}
    </Suspense>
  </Caught>
);
