/** Files a person opens, taken where destinations.ts says they belong. */
import { sentence, type Failure } from '../../core/error';
import type { SourceSpec } from '../../capture/sources/spec';
import type { PaneId } from '../../core/panes';
import type { TimelineController } from '../../timeline/controller';
import { traceWorker } from '../../trace/worker-client';
import { chooseMembers } from './ArchiveDialog';
import { withoutArchives } from './archives';
import { isLesson, openLesson } from './lesson-file';
import { notice } from '../state/notices';
import { openFiles } from './destinations';
import { onTimeline, parsePage, showPage, timelineHref } from '../links/pages';

interface Places {
  timeline: () => Promise<TimelineController>;
  choose: (pane: PaneId, spec: SourceSpec) => void;
  refuse: (pane: PaneId, name: string, failure: Failure) => void;
}

const complain = (words: string) => {
  notice([words]);
};

export function opener({
  timeline,
  choose,
  refuse,
}: Places): (files: readonly File[], first: PaneId) => void {
  return (files, first) => {
    const page = parsePage(location.hash)?.kind;
    const open = async () => {
      const [only] = files;
      if (only && files.length === 1 && isLesson(only)) {
        await openLesson(only);
        return;
      }
      const helper = traceWorker();
      const plain = await withoutArchives(files, {
        archive: (file) => helper.archive(file),
        member: (at) => helper.member(at),
        choose: chooseMembers,
        complain,
      });
      if (plain.length > 0) await opened(plain);
    };
    const opened = (plain: readonly File[]) =>
      openFiles(
        plain,
        { first, timeline: page === 'timeline', report: page === 'report' },
        {
          recognise: (file) => traceWorker().recognise(file),
          choose,
          refuse,
          captureText: (file) => traceWorker().captureText({ kind: 'blob', blob: file }, []),
          onTimeline: async (slot, file) => (await timeline()).captures.openFile(slot, file),
          showTimeline: async () => {
            // What the timeline shows is in its link: nothing else is to be shown.
            const shown = await timeline();
            if (!onTimeline()) showPage(timelineHref(shown.link()));
          },
          addSnapshot: async (slot, file) => {
            const { captures, store } = await timeline();
            const { slots } = store.getState();
            const there = [slot, slot === 'A' ? ('B' as const) : ('A' as const)].find(
              (one) => slots[one].info !== null,
            );
            if (there === undefined) return null;
            const failure = await captures.addSnapshot(there, file);
            return failure
              ? `${sentence(failure.message)} ${failure.advice}`.trim()
              : `${file.name} was added to ${slots[there].name}.`;
          },
          complain,
        },
      );
    open().catch((error: unknown) => {
      complain(`The file cannot be opened. ${error instanceof Error ? error.message : String(error)}`);
    });
  };
}
