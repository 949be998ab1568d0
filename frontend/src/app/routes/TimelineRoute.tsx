/** The timeline at its URL: the fragment says what is shown, and is rewritten when the view comes to rest. */
import { use, useCallback, useEffect, type FC } from 'react';
import type { PaneId } from '../../core/panes';
import type { Catalogue } from '../../capture/sources/catalogue';
import { IN_LINK } from '../../timeline/control/link';
import type { SlotState } from '../../timeline/control/state';
import type { TimelineController } from '../../timeline/controller';
import { TimelinePage } from '../../timeline/view/TimelinePage';
import { timelineLinks } from '../links/scene-links';
import { lazyComponent } from '../../ui/lazy-view';
import { onTimeline, timelineHref } from '../links/pages';
import { shortcuts } from '../state/preferences';
import { timelineOf } from '../state/timeline';

/** What sends files is fetched when somebody wants it. */
const FileUpload = lazyComponent(
  async () => (await import('../../stage/sources/FileUpload')).FileUpload,
  () => <p role="alert">Uploads could not be loaded. Is the server still there?</p>,
);

/** ms for which nothing of it has changed. */
const RESTS_MS = 500;

const isOpening = ({ opening }: SlotState): boolean => opening !== null;

/** What the fragment said when it was written last. */
let written: string | null = null;

interface Props {
  catalogue: Catalogue;
  view: string;
  open: (files: readonly File[], first: PaneId) => void;
}

export const TimelineRoute: FC<Props> = ({ catalogue, view, open }) => {
  const controller = use(timelineOf(catalogue));
  const openFiles = useCallback(
    (slot: PaneId, files: readonly File[]) => {
      open(files, slot);
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
  useEffect(() => keepLink(controller), [controller]);
  return (
    <TimelinePage
      catalogue={catalogue}
      controller={controller}
      links={timelineLinks}
      openFiles={openFiles}
      KeepFile={FileUpload}
      shortcuts={shortcuts}
    />
  );
};

/**
 * Writes into the URL what is shown, when it has rested for a while: the browser takes a millisecond for it. Sooner
 * where somebody may want the link.
 */
function keepLink(controller: TimelineController): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const write = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    if (!onTimeline() || Object.values(controller.store.getState().slots).some(isOpening)) return;
    const text = controller.link();
    if (text === written) return;
    written = text;
    history.replaceState(null, '', timelineHref(text));
  };
  const rest = () => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      if (controller.views.moving) rest();
      else write();
    }, RESTS_MS);
  };
  const stop = controller.store.subscribe((now, before) => {
    if (IN_LINK.some((key) => now[key] !== before[key])) rest();
  });
  const sooner = ['pointerdown', 'blur', 'pagehide'] as const;
  for (const type of sooner) addEventListener(type, write, { capture: true });
  return () => {
    write();
    stop();
    for (const type of sooner) removeEventListener(type, write, { capture: true });
  };
}
