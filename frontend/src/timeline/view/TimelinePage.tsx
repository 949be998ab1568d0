/** The page: one capture or two beneath each other on a time axis, with their tables. */
import { useEffect, useMemo, useRef, useState, type FC } from 'react';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { TimelineController } from '../controller';
import { listenToTimelineKeys } from '../keyboard';
import { durationPhrase, timePhrase } from '../model/time/ruler';
import { widthOf } from '../model/time/span';
import { otherOf, PANES, type PaneId } from '../../core/panes';
import { readySlots, statusOf, type TimelineState } from '../control/state';
import { syncCanvases } from '../canvas-state';
import { ProgressNotice } from './ProgressNotice';
import { CapturePicker } from './CapturePicker';
import { CaptureTitle } from './CaptureTitle';
import { Lanes } from './Lanes';
import { Panel } from './Panel';
import { Page } from '../../ui/page/Page';
import '../../ui/style/fields.css';
import './timeline.css';
import './panel.css';
import { Headlines } from './Headlines';
import { ControlBar } from './ControlBar';
import {
  TimelineContext,
  useTimeline,
  useTimelineState,
  type KeepFile,
  type OpenFiles,
  type TimelineLinks,
} from '../use-timeline';

interface Props {
  catalogue: Catalogue;
  controller: TimelineController;
  links: TimelineLinks;
  openFiles: OpenFiles;
  KeepFile: KeepFile;
  /** Whether single characters are keys. */
  shortcuts: () => boolean;
}

export const TimelinePage: FC<Props> = ({ catalogue, controller, links, openFiles, KeepFile, shortcuts }) => {
  const place = useMemo(
    () => ({ controller, links, openFiles, KeepFile }),
    [controller, links, openFiles, KeepFile],
  );
  useEffect(() => syncCanvases(controller), [controller]);
  useEffect(() => listenToTimelineKeys(controller, shortcuts), [controller, shortcuts]);
  return (
    <TimelineContext value={place}>
      <Main catalogue={catalogue} />
    </TimelineContext>
  );
};

const Main: FC<{ catalogue: Catalogue }> = ({ catalogue }) => {
  const a = useTimelineState((s) => statusOf(s.slots.A));
  const b = useTimelineState((s) => statusOf(s.slots.B));
  const [comparing, setComparing] = useState(false);
  const complaints = useTimelineState((s) => s.complaints);
  const shown = PANES.filter((slot) => (slot === 'A' ? a !== 'empty' || b === 'empty' : b !== 'empty'));
  const [first, second] = shown;
  const any = a === 'ready' || b === 'ready';
  return (
    <Page className="tl-page">
      <h1 className="visually-hidden">Timeline</h1>
      {complaints.length > 0 && (
        <p className="tl-complaint" role="alert">
          {complaints.join(' ')}
        </p>
      )}
      {any && <Headlines />}
      {any && (
        <ControlBar
          comparing={comparing}
          onCompare={() => {
            setComparing(true);
          }}
        />
      )}
      <div className="tl-lanes">
        <div className="tl-captures">
          {shown.map((slot) => (
            <Slotted key={slot} slot={slot} catalogue={catalogue} />
          ))}
        </div>
        {any && <Lanes />}
        {comparing && any && first && !second && (
          <CapturePicker
            slot={otherOf(first)}
            captures={catalogue.captures}
            onDone={() => {
              setComparing(false);
            }}
          />
        )}
      </div>
      {any && <Panel />}
      <Said />
    </Page>
  );
};

const Slotted: FC<{ slot: PaneId; catalogue: Catalogue }> = ({ slot, catalogue }) => {
  const status = useTimelineState((s) => statusOf(s.slots[slot]));
  if (status === 'ready') return <CaptureTitle slot={slot} />;
  if (status === 'empty') return <CapturePicker slot={slot} captures={catalogue.captures} />;
  return <ProgressNotice slot={slot} />;
};

/** What is chosen and what is in view, for those who hear it; when it has come to rest. Written without React. */
const Said: FC = () => {
  const { controller } = useTimeline();
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { store, paced } = controller;
    const partsOf = (s: TimelineState) => [s.span, s.range, s.copied, s.settled, s.focus, s.slots];
    let seen: readonly unknown[] = [];
    let saved: readonly unknown[] = [];
    const say = (s: TimelineState) => {
      const on = partsOf(s);
      if (on.every((part, i) => part === seen[i])) return;
      seen = on;
      paced.run('said', function* () {
        const now = store.getState();
        const parts = partsOf(now);
        // What was chosen goes before a view that came to rest meanwhile.
        const [span, range, copied] = parts.map((part, i) => part !== saved[i]);
        saved = parts;
        const words =
          span && now.span ? now.span.words : range ? rangeWords(now) : copied ? now.copied : viewWords(now);
        if (said.current) said.current.textContent = words;
        yield;
      });
    };
    say(store.getState());
    return store.subscribe(say);
  }, [controller]);
  return <p className="visually-hidden" role="status" id="tl-said" ref={said} />;
};

function viewWords(s: TimelineState): string {
  const [slot] = readySlots(s).includes(s.focus) ? [s.focus] : readySlots(s);
  if (slot === undefined) return '';
  const view = s.settled[slot];
  const unit = s.slots[slot].info?.unit;
  return `${slot}: ${durationPhrase(widthOf(view), unit)} from ${timePhrase(Math.max(0, Math.round(view.t0)), unit)} on.`;
}

function rangeWords({ range, slots }: TimelineState): string {
  if (!range) return 'Nothing is selected.';
  const { slot, from, to } = range;
  const unit = slots[slot].info?.unit;
  return `Selected of ${slot}: ${durationPhrase(to - from, unit)}, from ${timePhrase(Math.round(from), unit)} to ${timePhrase(Math.round(to), unit)}.`;
}
