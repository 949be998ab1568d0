/** What is shown, the search, and how the view moves. Every button has its key. */
import { useState, type FC } from 'react';
import { isLog } from '../canvas/number-track';
import { grouped } from '../../core/number';
import { PANES, type PaneId } from '../../core/panes';
import { spacingOf } from '../control/marks';
import { SCALES } from '../canvas/state';
import { readySlots } from '../control/state';
import { durationPhrase } from '../model/time/ruler';
import { numberPhrase } from '../phrases';
import { timelineCommand } from '../commands';
import { useTimeline, useTimelineState } from '../use-timeline';

export const ControlBar: FC<{ comparing: boolean; onCompare: () => void }> = ({ comparing, onCompare }) => {
  const { controller } = useTimeline();
  const two = useTimelineState((s) => readySlots(s).length === PANES.length);
  const linked = useTimelineState((s) => s.linked);
  const offset = useTimelineState((s) => Math.round(s.offset));
  const unit = useTimelineState((s) => s.slots.A.info?.unit);
  const marksApart = useTimelineState((s) => spacingOf(s.marks));
  const range = useTimelineState((s) => s.range !== null || s.event !== null);
  return (
    <div className="tl-bar">
      <Measures />
      <Legend />
      <ScaleChoice />
      <Search />
      <Filter />
      <CopyTable />
      {two ? (
        <div className="tl-axes">
          <label className="check-inline">
            <input
              type="checkbox"
              checked={linked}
              onChange={(event) => {
                controller.axis.setLinked(event.target.checked);
              }}
            />
            One time axis
          </label>
          {marksApart !== null && !(linked && Math.round(marksApart) === offset) && (
            <Button of="align">Align marks</Button>
          )}
          {linked && (
            <>
              <Button of="shift-earlier" sign="B ‹" />
              <Button of="shift-later" sign="B ›" />
              {offset !== 0 && (
                <button
                  type="button"
                  className="link-btn"
                  onClick={() => {
                    controller.axis.setOffset(0);
                  }}
                >
                  B moved by {durationPhrase(offset, unit)}: back
                </button>
              )}
            </>
          )}
        </div>
      ) : (
        !comparing && (
          <button type="button" className="btn" onClick={onCompare}>
            Compare with…
          </button>
        )
      )}
      <div className="tl-moves" role="group" aria-label="The view">
        <Button of="out" sign="−" />
        <Button of="in" sign="+" />
        <Button of="earlier" sign="‹" />
        <Button of="later" sign="›" />
        <Button of="all">All</Button>
        <Button of="fit" off={!range}>
          Fit
        </Button>
      </div>
    </div>
  );
};

interface ButtonProps {
  /** The command's id. */
  of: string;
  /** What is drawn on it, where its words are not. */
  sign?: string;
  off?: boolean;
  children?: string;
}

/** Does what its keys do. */
const Button: FC<ButtonProps> = ({ of, sign, off = false, children }) => {
  const { controller } = useTimeline();
  const { words, shown, run } = timelineCommand(of);
  const keys = shown.split(/ +/);
  return (
    <button
      type="button"
      className="btn"
      {...(sign === undefined ? {} : { 'aria-label': words })}
      title={`${words} (${keys.join(' or ')})`}
      aria-keyshortcuts={keys.join(' ')}
      disabled={off}
      onClick={() => {
        run(controller);
      }}
    >
      {sign ?? children}
    </button>
  );
};

const CopyTable: FC = () => {
  const { controller } = useTimeline();
  const copied = useTimelineState((s) => s.copied);
  return (
    <button
      type="button"
      className="btn"
      aria-keyshortcuts="C"
      title="Numbers of each track, as text (C)"
      onClick={() => void controller.copyTable()}
      onBlur={() => {
        controller.store.setState({ copied: null });
      }}
    >
      {copied ?? 'Copy table'}
    </button>
  );
};

const Measures: FC = () => {
  const { controller } = useTimeline();
  const measure = useTimelineState((s) => s.measure);
  const a = useTimelineState((s) => s.slots.A.info);
  const b = useTimelineState((s) => s.slots.B.info);
  const all = new Map([...(a?.measures ?? []), ...(b?.measures ?? [])].map((m) => [m.name, m]));
  if (measure !== '' && !all.has(measure)) all.set(measure, { name: measure, unit: '', doc: '' });
  const about = all.get(measure);
  return (
    <label className="tl-field" title={about?.doc}>
      Show
      <select
        className="num"
        value={measure}
        onChange={(event) => {
          void controller.search.measure(event.target.value);
        }}
      >
        <option value="">number of events</option>
        {[...all.values()].map(({ name, unit }) => (
          <option key={name} value={name}>
            {name}
            {unit && ` (${unit})`}
          </option>
        ))}
      </select>
    </label>
  );
};

/** What the height of a mark means. */
const Legend: FC = () => {
  const measure = useTimelineState((s) => s.measure);
  const scale = useTimelineState((s) => s.scale);
  const words = () => {
    if (measure === '') return '';
    if (!scale) return 'no event has it';
    const how = isLog(scale) ? 'logarithmic' : 'linear';
    return `${numberPhrase(scale.min)} to ${numberPhrase(scale.max)}, ${how}; light: least to greatest, dark: mean`;
  };
  return <span className="tl-legend">{words()}</span>;
};

/** What fills the height of a track; each says at its name how much that is. */
const ScaleChoice: FC = () => {
  const { controller } = useTimeline();
  const scaleBy = useTimelineState((s) => s.scaleBy);
  const measure = useTimelineState((s) => s.measure);
  if (measure !== '') return null;
  return (
    <label
      className="tl-field"
      title="What fills the height of a track: the greatest that is in view, or in the whole capture; A and B alike"
    >
      Scale
      <select
        className="num"
        value={scaleBy}
        onChange={(event) => {
          const chosen = SCALES.find((by) => by === event.target.value);
          if (chosen) controller.scales.choose(chosen);
        }}
      >
        <option value="view">this view</option>
        <option value="capture">whole capture</option>
      </select>
    </label>
  );
};

const Search: FC = () => {
  const { controller } = useTimeline();
  const query = useTimelineState((s) => s.query);
  const complaint = useTimelineState((s) => s.complaint);
  const found = useTimelineState((s) => s.found);
  const searching = useTimelineState((s) => s.searching);
  const [typed, setTyped] = useState(query);
  const [before, setBefore] = useState(query);
  // A link or Back may change it.
  if (before !== query) {
    setBefore(query);
    setTyped(query);
  }
  const any = (found.A ?? 0) + (found.B ?? 0) > 0;
  return (
    <form
      className="tl-field tl-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === query && any) void controller.events.step(1, 'found');
        else void controller.search.find(typed);
      }}
    >
      <label htmlFor="tl-search">Find</label>
      <input
        id="tl-search"
        className="num"
        type="search"
        value={typed}
        placeholder="kind:kswapd cpu:3 order>2"
        aria-describedby="tl-search-says"
        aria-invalid={complaint !== null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === '') void controller.search.find('');
        }}
      />
      <Button of="previous-found" sign="‹" off={!any} />
      <Button of="next-found" sign="›" off={!any} />
      <span
        id="tl-search-says"
        className={complaint === null ? 'visually-hidden' : 'tl-complaint'}
        role="status"
      >
        {complaint ?? foundWords(query, searching, found)}
      </span>
    </form>
  );
};

/** The result of a search, for those who do not see the number beside the capture's name. */
function foundWords(query: string, searching: boolean, found: Record<PaneId, number | null>): string {
  if (query === '') return 'Names of kinds and tasks, kind: cpu: task: pid: and field=value';
  if (searching) return 'Searching';
  const counts = PANES.flatMap((slot) => (found[slot] === null ? [] : [[slot, found[slot]] as const]));
  if (counts.every(([, n]) => n === 0)) return 'Nothing found';
  const [only] = counts;
  if (counts.length === 1 && only) return `${grouped(only[1])} found`;
  return counts.map(([slot, n]) => `${grouped(n)} found in ${slot}`).join(', ');
}

const Filter: FC = () => {
  const { controller } = useTimeline();
  const filter = useTimelineState((s) => s.filter);
  return (
    <label className="tl-field">
      Tracks
      <input
        className="num tl-filter"
        type="search"
        value={filter}
        placeholder="all"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          controller.tracks.filter(event.target.value);
        }}
      />
    </label>
  );
};
