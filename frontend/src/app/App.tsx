/** The page: header, stage, dialogs, and what listens to keys and drops. */
import { Suspense, useCallback, useEffect, useMemo, useState, type FC, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { isHidden, usePresenting } from '../stage/state/class-link';
import { StageContext, type Stage } from '../stage/control/stage-context';
import type { StageController } from '../stage/control/controller';
import type { Playback } from '../stage/control/playback';
import type { PaneId } from '../core/panes';
import type { PartialLesson } from '../lessons/builder';
import { ledRoom } from '../rooms/leader-storage';
import { listenToDrops } from './files/drops';
import {
  CheckRoute,
  ClassLink,
  ComparePage,
  LazyPage,
  FigureDialog,
  GuestRoute,
  KeysDialog,
  LedLesson,
  LessonRoute,
  MachinePage,
  openWith,
  Presenter,
  PublishedRoute,
  ReportRoute,
  RoomPage,
  RoomWall,
  SourcePicker,
  StageView,
  TimelineRoute,
  Tour,
  ViewList,
} from './LazyPages';
import { Header, type ShareDialog } from './header/Header';
import { StartRoute } from './routes/StartRoute';
import type { HistorySync } from './links/history';
import type { DecisionDialog } from './dialogs/DecisionDialog';
import { listenToKeys } from './keyboard/lazy-keyboard';
import { LOCKED, mayShow } from './locks';
import { taken } from './state/paste';
import { dismiss, notice, notices } from './state/notices';
import { shortcuts } from './state/preferences';
import {
  compareHref,
  lessonsHref,
  machineHref,
  modelHref,
  swapModelHref,
  onTimeline,
  openHref,
  pageTitle,
  parsePage,
  roomHref,
  showPage,
  stepTo,
  usePage,
} from './links/pages';
import { timelineOf } from './state/timeline';
import { formatView } from '../stage/url';
import { currentView } from '../stage/state/store';

interface Props {
  controller: StageController;
  playback: Playback;
  history: HistorySync;
}

type Open =
  | { dialog: 'keys' | 'tour' | ShareDialog }
  | { dialog: 'jump'; Dialog: typeof DecisionDialog }
  | { dialog: 'source'; pane: PaneId }
  | null;

export const App: FC<Props> = ({ controller, playback, history }) => {
  const [open, setOpen] = useState<Open>(null);
  /** A page that is another link than the address. */
  const [shared, setShared] = useState('');
  const page = usePage();
  const catalogue = useStore(controller.store, (s) => s.catalogue);
  const specs = [
    useStore(controller.store, (s) => s.panes.A.spec),
    useStore(controller.store, (s) => s.panes.B.spec),
  ] as const;
  const presenting = usePresenting();
  const opened = useMemo(
    () =>
      openWith({
        timeline: () => timelineOf(catalogue),
        choose: (pane, spec) => {
          history.choose(pane, spec);
        },
        refuse: (pane, name, failure) => {
          controller.refuse(pane, name, failure);
        },
      }),
    [catalogue, controller, history],
  );
  const stage = useMemo<Stage>(
    () => ({
      controller,
      playback,
      choose: (pane, spec, change) => {
        if (mayShow(controller.store.getState().panes[pane].spec, spec)) history.choose(pane, spec, change);
        else notice([LOCKED]);
      },
      changed: history.changed,
      undo: () => {
        window.history.back();
      },
      openFiles: opened,
      pick: (pane) => {
        if (!isHidden('sources')) setOpen({ dialog: 'source', pane });
      },
      show: (scene) => {
        history.show(scene);
      },
    }),
    [controller, playback, history, opened],
  );
  useEffect(() => {
    const openDialog = (dialog: 'keys' | 'tour') => {
      setOpen({ dialog });
    };
    const openJump = (Dialog: typeof DecisionDialog) => {
      setOpen({ dialog: 'jump', Dialog });
    };
    return listenToKeys({ ...stage, openDialog, openJump });
  }, [stage]);
  useEffect(
    () =>
      listenToDrops({
        open: (files, first) => {
          if (isHidden('sources') && !onTimeline()) notice([LOCKED]);
          else opened(files, first);
        },
        focused: async () =>
          onTimeline() ? (await timelineOf(catalogue)).captures.free() : controller.store.getState().focus,
      }),
    [opened, controller, catalogue],
  );
  const close = () => {
    setOpen(null);
  };
  const openTour = useCallback(() => {
    setOpen({ dialog: 'tour' });
  }, []);
  // A tour is about what was there when it began: Back, and what comes by it, ends it.
  useEffect(() => {
    const end = () => {
      setOpen((now) => (now?.dialog === 'tour' ? null : now));
    };
    addEventListener('popstate', end);
    return () => {
      removeEventListener('popstate', end);
    };
  }, []);
  const [leads, setLeads] = useState(ledRoom);
  const room = useMemo(
    () => ({
      base: document.baseURI,
      write: () => formatView(currentView(controller.store.getState())),
      open: (view: string) => {
        setLeads(ledRoom());
        return history.open(view);
      },
      read: (view: string) => history.read(view),
      page: () => parsePage(location.hash),
      openLesson: (address: string, step: number) => {
        setLeads(ledRoom());
        showPage(lessonsHref(address, `${address.includes('?') ? '&' : '?'}step=${step + 1}`));
      },
      onLeave: () => {
        setLeads(null);
      },
    }),
    [controller, history],
  );
  const Lesson = useMemo(
    () => (props: { address: string; children: (built: PartialLesson) => ReactNode }) => (
      <Suspense fallback={<main className="fetching" id="panes" tabIndex={-1} aria-busy="true" />}>
        <LedLesson catalogue={catalogue} {...props} />
      </Suspense>
    ),
    [catalogue],
  );
  return (
    <StageContext value={stage}>
      <a className="skip" href="#panes" onClick={skipToPanes}>
        Skip to the panes
      </a>
      <div className="stage">
        <Header
          hrefOf={(scene) => history.hrefOf(scene)}
          onScene={(scene) => {
            history.show(scene);
          }}
          link={() => (shared ? new URL(machineHref(shared), location.href).href : history.link())}
          onKeys={() => {
            setOpen({ dialog: 'keys' });
          }}
          onTour={openTour}
          onShare={(dialog) => {
            setOpen({ dialog });
          }}
        />
        <Notices />
        {page === null && !leads && (
          <LazyPage of="stage">
            <StageView />
          </LazyPage>
        )}
        {page === null && leads && (
          <LazyPage of="wall">
            <RoomWall {...room} key={leads} code={leads} />
          </LazyPage>
        )}
        {page !== null && (
          <LazyPage of={page.kind}>
            {page.kind === 'start' && <StartRoute onTour={openTour} />}
            {page.kind === 'published' && <PublishedRoute catalogue={catalogue} table={page.table} />}
            {page.kind === 'check' && <CheckRoute of={page.of} />}
            {page.kind === 'machine' && (
              <MachinePage
                modelHref={modelHref}
                swapModelHref={swapModelHref}
                query={page.query}
                queryHref={machineHref}
                shortcuts={shortcuts}
                onStep={stepTo}
                taken={taken}
                onLink={setShared}
              />
            )}
            {page.kind === 'compare' && (
              <ComparePage
                catalogue={catalogue}
                text={page.question}
                base={document.baseURI}
                panes={specs}
                onAsk={(question) => {
                  showPage(compareHref(question));
                }}
                hrefOf={compareHref}
                openHref={openHref}
              />
            )}
            {page.kind === 'kernel' && (
              <GuestRoute
                openIn={(scene, spec) => {
                  history.openIn(scene, spec);
                }}
              />
            )}
            {page.kind === 'report' && (
              <ReportRoute
                catalogue={catalogue}
                slot={page.slot}
                openIn={(scene, spec) => {
                  history.openIn(scene, spec);
                }}
              />
            )}
            {page.kind === 'lessons' && !leads && <LessonRoute catalogue={catalogue} page={page} />}
            {page.kind === 'lessons' && leads && (
              <RoomWall
                {...room}
                key={leads}
                code={leads}
                lessons={(led) => <LessonRoute catalogue={catalogue} page={page} room={led} />}
              />
            )}
            {page.kind === 'room' && (
              <RoomPage
                {...room}
                link={page.link}
                teach={page.teach}
                Lesson={Lesson}
                go={(link) => {
                  showPage(roomHref(link));
                }}
              />
            )}
            {page.kind === 'timeline' && (
              <TimelineRoute catalogue={catalogue} view={page.view} open={opened} />
            )}
          </LazyPage>
        )}
      </div>
      <Suspense>
        {presenting && <Presenter page={page && pageTitle(page)} />}
        {open?.dialog === 'source' && <SourcePicker key={open.pane} id={open.pane} onClose={close} />}
        {open?.dialog === 'keys' && <KeysDialog onClose={close} onTour={openTour} />}
        {open?.dialog === 'tour' && page === null && <Tour onClose={close} />}
        {open?.dialog === 'figure' && page === null && (
          <FigureDialog store={controller.store} onClose={close} />
        )}
        {open?.dialog === 'view-list' && <ViewList catalogue={catalogue} onClose={close} />}
        {open?.dialog === 'class-link' && page === null && (
          <ClassLink
            hrefOf={(id) => history.hrefOf(id)}
            scene={controller.store.getState().scene}
            onClose={close}
          />
        )}
      </Suspense>
      {open?.dialog === 'jump' && <open.Dialog onClose={close} />}
    </StageContext>
  );
};

/** The fragment of the URL is the view; a plain skip link would overwrite it. */
function skipToPanes(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('panes')?.focus();
}

const Notices: FC = () => {
  const { words, undo } = useStore(notices);
  if (words.length === 0) return null;
  return (
    <div className="notices" role="alert">
      <p>{words.join(' ')}</p>
      {undo && (
        <button
          type="button"
          className="btn main"
          onClick={() => {
            dismiss();
            undo();
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className="btn" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
};
