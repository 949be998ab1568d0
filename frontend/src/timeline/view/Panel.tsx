/** Below the tracks: one event, the selected stretch, and everything as tables. */
import { useId, type FC, type KeyboardEvent } from 'react';
import type { Panel as PanelName } from '../control/state';
import { EventPanel } from './EventPanel';
import { EventsTable } from './EventsTable';
import { MarksPanel } from './MarksPanel';
import { StretchPanel } from './StretchPanel';
import { TracksTable } from './TracksTable';
import { useTimeline, useTimelineState } from '../use-timeline';

const PANELS: readonly { name: PanelName; words: string; content: FC }[] = [
  { name: 'event', words: 'Event', content: EventPanel },
  { name: 'range', words: 'Selection', content: StretchPanel },
  { name: 'events', words: 'Events in view', content: EventsTable },
  { name: 'tracks', words: 'Tracks', content: TracksTable },
  { name: 'marks', words: 'Marks', content: MarksPanel },
];

export const Panel: FC = () => {
  const { controller } = useTimeline();
  const shown = useTimelineState((s) => s.panel);
  const marks = useTimelineState((s) => s.marks.length);
  const folded = useTimelineState((s) => s.panelFolded);
  const id = useId();
  const Content = PANELS.find((p) => p.name === shown)?.content ?? EventPanel;
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = PANELS.findIndex((p) => p.name === shown);
    const next = PANELS[(at + by + PANELS.length) % PANELS.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    controller.panel(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <section className={folded ? 'tl-panel folded' : 'tl-panel'} aria-label="Details">
      <div role="tablist" aria-label="Details" className="tl-tabs">
        {PANELS.map(({ name, words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={name === shown ? 0 : -1}
            onKeyDown={move}
            onClick={() => {
              controller.panel(name);
            }}
          >
            {words}
            {name === 'marks' && marks > 0 && ` (${marks})`}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="link-btn tl-fold"
        aria-expanded={!folded}
        aria-keyshortcuts="H"
        onClick={() => {
          controller.foldPanel(!folded);
        }}
      >
        {folded ? 'Show details' : 'Hide details'}
      </button>
      <div
        hidden={folded}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
        className="tl-content"
      >
        {!folded && <Content />}
      </div>
    </section>
  );
};
