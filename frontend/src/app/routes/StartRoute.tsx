/** The start page, and where one goes from it. */
import { useMemo, useState, type FC } from 'react';
import { StartPage, type Door } from '../../pages/start/StartPage';
import { START } from '../../pages/start/view';
import { useStage } from '../../stage/control/stage-context';
import { currentView } from '../../stage/state/store';
import { formatView, VERSION } from '../../stage/url';
import { usePaste } from '../../ui/use-paste';
import { bring } from '../state/paste';
import { forgetLastView, lastView } from '../links/view-storage';
import {
  compareHref,
  kernelHref,
  lessonsHref,
  machineHref,
  roomHref,
  showPage,
  timelineHref,
} from '../links/pages';

const SCENE = `#${VERSION}/${START.scene}`;

/** `onTour`: of the scene that is opened then. */
export const StartRoute: FC<{ onTour: () => void }> = ({ onTour }) => {
  const { controller } = useStage();
  const [last, setLast] = useState(lastView);
  // What is pasted here is of a machine: nothing else here takes a text.
  usePaste((text) => {
    bring(text);
    showPage(machineHref());
  });
  const doors = useMemo<Door[]>(
    () => [
      {
        title: 'One-minute tour',
        words: 'What a scene shows, part by part',
        href: SCENE,
        go: () => {
          // What comes with the address ends a tour that was there before.
          addEventListener('hashchange', onTour, { once: true });
          showPage(SCENE);
        },
      },
      { title: 'Lessons', words: 'Steps with questions', href: lessonsHref() },
      { title: 'Teach a class', words: 'A room, a code, questions', href: roomHref('') },
      { title: 'Open a trace', words: 'ftrace, perf, bpftrace', href: timelineHref() },
      { title: 'A kernel in this page', words: 'Real Linux decides, in this tab', href: kernelHref() },
      {
        title: 'Your machine',
        words: 'kswapd, OOM, swap, kubelet: paste what it prints',
        href: machineHref(),
      },
      { title: 'Compare', words: 'One tunable over its values', href: compareHref() },
      { title: 'All scenes', words: 'With every control', href: SCENE },
    ],
    [onTour],
  );
  return (
    <StartPage
      doors={doors}
      last={last}
      onForget={() => {
        forgetLastView();
        setLast(null);
      }}
      onControls={() => {
        showPage(formatView(currentView(controller.store.getState())));
      }}
    />
  );
};
