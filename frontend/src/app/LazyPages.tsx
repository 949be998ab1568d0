/** Pages beside the stage and dialogs, each fetched when it is first shown. */
import { Component, lazy, Suspense, useEffect, type ComponentType, type FC, type ReactNode } from 'react';
import type { Catalogue } from '../capture/sources/catalogue';
import { setPresenting } from '../stage/state/class-link';
import { onPage, onStart } from './links/pages';
import { prepareKeys } from './keyboard/lazy-keyboard';
import { lazyComponent } from '../ui/lazy-view';
import { notices } from './state/notices';
import type { opener } from './files/files';
import type { pages as listed } from './page-files';
import { timelineOf } from './state/timeline';

const fetchStage = () => import('../stage/StageView');

type Pages = typeof listed;

/** Where all the others are: no part of what the page begins with. */
const others = async (): Promise<Pages> => (await import('./page-files')).pages;

const page = <P,>(find: (pages: Pages) => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await find(await others()) }));

export const StageView = lazy(async () => ({ default: (await fetchStage()).StageView }));
export const PublishedRoute = page(async ({ published }) => (await published()).PublishedRoute);
export const CheckRoute = page(async ({ check }) => (await check()).CheckRoute);
export const ComparePage = page(async ({ compare }) => (await compare()).ComparePage);
export const GuestRoute = page(async ({ guest }) => (await guest()).GuestRoute);
export const ReportRoute = page(async ({ report }) => (await report()).ReportRoute);
export const LessonRoute = page(async ({ lessons }) => (await lessons()).LessonRoute);
export const LedLesson = page(async ({ lessons }) => (await lessons()).LedLesson);
export const RoomPage = page(async ({ room }) => (await room()).RoomPage);
export const RoomWall = page(async ({ room }) => (await room()).RoomWall);
export const MachinePage = page(async ({ machine }) => (await machine()).MachinePage);
export const TimelineRoute = page(async ({ timeline }) => (await timeline()).TimelineRoute);

/** In place of a dialog that cannot be fetched: the page stays as it is, and says so. */
const NoDialog: FC<{ onClose: () => void }> = ({ onClose }) => {
  useEffect(() => {
    notices.setState({ words: ['This dialog could not be fetched. Is the server still there?'] });
    onClose();
  }, [onClose]);
  return null;
};

const dialog = <P extends { onClose: () => void }>(find: (pages: Pages) => Promise<ComponentType<P>>) =>
  lazyComponent<P>(async () => find(await others()), NoDialog);

export const SourcePicker = dialog(async ({ picker }) => (await picker()).SourcePicker);
export const KeysDialog = dialog(async ({ keys }) => (await keys()).KeysDialog);
export const Tour = dialog(async ({ tour }) => (await tour()).Tour);
export const FigureDialog = dialog(async ({ figure }) => (await figure()).FigureDialog);
export const ViewList = dialog(async ({ viewList }) => (await viewList()).ViewList);
export const ClassLink = dialog(async ({ classLink }) => (await classLink()).ClassLink);

const NoPresenter: FC = () => (
  <NoDialog
    onClose={() => {
      setPresenting(false);
    }}
  />
);
export const Presenter = lazyComponent(
  async () => (await (await others()).presenter()).Presenter,
  NoPresenter,
);

/** Opens files by what is in them: see files/files.ts. */
export function openWith(places: Parameters<typeof opener>[0]): ReturnType<typeof opener> {
  return (files, slot) => {
    const opening = others().then((pages) => pages.files());
    opening.then(
      (m) => {
        m.opener(places)(files, slot);
      },
      () => {
        notices.setState({ words: ['The file could not be opened. Is the server still there?'] });
      },
    );
  };
}

/** What the address opens, fetched while the list of sources is. */
export async function prepareFirst(): Promise<void> {
  if (!onStart()) await (onPage() ? others() : fetchStage());
}

/** On a phone one pane is shown at a time. */
export const preparePhone = () => fetchStage().then(({ prepareTabs }) => prepareTabs());

/** Fetches all of them, so that they can be shown later even when the page's server is gone. */
export async function preparePages(catalogue: Catalogue): Promise<void> {
  await Promise.all([
    ...Object.values(await others()).map((load) => load()),
    timelineOf(catalogue),
    fetchStage().then(({ prepareParts }) => prepareParts()),
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
