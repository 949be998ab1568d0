/** The timeline at its URL: the fragment says what is shown, and is rewritten when the view comes to rest. */
import { use, useEffect, type FC } from 'react';
import type { Catalog } from '../sources/catalog';
import { IN_LINK } from '../timeline/control/link';
import { TimelinePage } from '../timeline/view/TimelinePage';
import { onTimeline, timelineHref, timelineLinks } from './pages';
import { preferences } from './preferences';
import { timelineOf } from './timeline';

/** What the fragment said when it was written last. */
let written: string | null = null;

const shortcuts = () => preferences.getState().shortcuts;

export const TimelineRoute: FC<{ catalog: Catalog; view: string }> = ({ catalog, view }) => {
  const controller = use(timelineOf(catalog));
  useEffect(() => {
    if (view === written) return;
    const open = controller.link();
    // A link to the timeline and to nothing on it leaves what is open there.
    if (view === '' && open !== '') {
      written = open;
      history.replaceState(null, '', timelineHref(open));
      return;
    }
    written = view;
    void controller.apply(view);
  }, [controller, view]);
  useEffect(
    () =>
      controller.store.subscribe((now, before) => {
        if (IN_LINK.every((key) => now[key] === before[key]) || !onTimeline()) return;
        if (Object.values(now.slots).some((s) => s.opening !== null)) return;
        const text = controller.link();
        if (text === written) return;
        written = text;
        history.replaceState(null, '', timelineHref(text));
      }),
    [controller],
  );
  return (
    <TimelinePage catalog={catalog} controller={controller} links={timelineLinks} shortcuts={shortcuts} />
  );
};
