/** The timeline at its URL: the fragment says what is shown, and is rewritten when the view comes to rest. */
import { use, useCallback, useEffect, type FC } from 'react';
import type { PaneId } from '../core/panes';
import type { Catalog } from '../sources/catalog';
import { IN_LINK } from '../timeline/control/link';
import { TimelinePage } from '../timeline/view/TimelinePage';
import { onTimeline, timelineHref, timelineLinks } from './pages';
import { preferences } from './preferences';
import { timelineOf } from './timeline';

/** What the fragment said when it was written last. */
let written: string | null = null;

const shortcuts = () => preferences.getState().shortcuts;

/** From the view's coming to rest to the link that says it. */
const REST_MS = 50;

interface Props {
  catalog: Catalog;
  view: string;
  open: (files: readonly File[], first: PaneId) => void;
}

export const TimelineRoute: FC<Props> = ({ catalog, view, open }) => {
  const controller = use(timelineOf(catalog));
  const openFile = useCallback(
    (slot: PaneId, file: File) => {
      open([file], slot);
    },
    [open],
  );
  useEffect(() => {
    if (view === written) return;
    const shown = controller.link();
    // A link to the timeline and to nothing on it leaves what is open there.
    if (view === '' && shown !== '') {
      written = shown;
      history.replaceState(null, '', timelineHref(shown));
      return;
    }
    written = view;
    void controller.apply(view);
  }, [controller, view]);
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(later);
      if (!onTimeline()) return;
      if (Object.values(controller.store.getState().slots).some((s) => s.opening !== null)) return;
      const text = controller.link();
      if (text === written) return;
      written = text;
      history.replaceState(null, '', timelineHref(text));
    };
    const forget = controller.store.subscribe((now, before) => {
      const changed = IN_LINK.filter((key) => now[key] !== before[key]);
      if (changed.length === 0) return;
      clearTimeout(later);
      // Not in the frame in which the tables are drawn for the view at rest.
      if (changed.every((key) => key === 'settled')) later = setTimeout(write, REST_MS);
      else write();
    });
    addEventListener('pagehide', write);
    return () => {
      clearTimeout(later);
      forget();
      removeEventListener('pagehide', write);
    };
  }, [controller]);
  return (
    <TimelinePage
      catalog={catalog}
      controller={controller}
      links={timelineLinks}
      openFile={openFile}
      shortcuts={shortcuts}
    />
  );
};
