/** What the class says, in the rows of the drawing's own devices or zones. */
import { useLayoutEffect, useRef, useState, type FC } from 'react';
import type { PaneId } from '../../core/panes';
import type { Cell } from '../../core/decision';
import { useStageState } from '../../stage/control/stage-context';
import { useThrottle } from '../../ui/use-throttle';
import { countsWords } from '../phrases';
import type { Revealed } from '../question';
import { Bar } from './Bar';
import { ChoiceTile } from './ChoiceTile';

/** Of more, only those are shown that somebody chose. */
const ALL = 10;
const SAY_EVERY_MS = 5000;
/** Pixels below the middle of the last row. */
const HALF = 24;

interface AnswerRow {
  key: string;
  words: string;
  cell: Cell | null;
}

interface Props {
  pane: PaneId;
  /** The same ones as long as the same is asked. */
  choices: readonly AnswerRow[];
  counts: readonly number[];
  before: readonly number[] | null;
  everyone: number;
  /** They are on the wall; else only their frames. */
  on: boolean;
  /** Null: not yet. */
  revealed: Revealed | null;
}

export const AnswerRows: FC<Props> = ({ pane, choices, counts, before, everyone, on, revealed }) => {
  const column = useRef<HTMLDivElement>(null);
  const places = usePlaces(pane, choices, column);
  const answered = counts.reduce((sum, n) => sum + n, 0);
  const said = useThrottle(
    on
      ? countsWords(
          choices.map(({ words }) => words),
          counts,
        )
      : '',
    SAY_EVERY_MS,
    '',
  );
  const all = Math.max(everyone, answered);
  const mistake = revealed?.mistake ?? null;
  return (
    <section className="room-rows" aria-label="What the class says">
      <h2>what the class says</h2>
      <div
        ref={column}
        className={places ? 'room-rows-at' : 'room-rows-list'}
        style={places ? { minHeight: Math.max(...places) + HALF } : undefined}
      >
        {choices.map((one, i) =>
          choices.length > ALL && !counts[i] && !before?.[i] ? null : (
            <div
              key={one.key}
              className={`room-row${revealed?.right[i] ? ' took' : mistake?.at === i ? ' mistake' : ''}`}
              style={places ? { top: places[i] } : undefined}
            >
              <p className="room-row-name">
                <ChoiceTile of={one} /> <b>{one.words}</b>
              </p>
              {on ? (
                <Bar n={counts[i] ?? 0} answered={answered} everyone={all} before={before?.[i]} />
              ) : (
                <div className="room-frame" aria-hidden="true" />
              )}
            </div>
          ),
        )}
      </div>
      {mistake && (
        <p className="room-mistake">
          Most others said {choices[mistake.at]?.words}. <b>{mistake.why}</b>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
};

/** Middles of the rows in the column's own pixels; they stay when the question is over, and follow the drawing's size. */
function usePlaces(
  pane: PaneId,
  choices: readonly AnswerRow[],
  column: React.RefObject<HTMLDivElement | null>,
): number[] | null {
  const drawn = useStageState((s) => s.drawing[pane]);
  const asked = useStageState((s) => s.quiz?.shown === false);
  const [places, setPlaces] = useState<number[] | null>(null);
  const shares = useRef<{ of: readonly AnswerRow[]; at: Map<number, number> } | null>(null);
  useLayoutEffect(() => {
    const page = document.getElementById('panes');
    const measure = () => {
      const drawing = document.querySelector<HTMLElement>(`#pane-${pane} .drawing`);
      const own = column.current?.getBoundingClientRect();
      const frame = drawing?.getBoundingClientRect();
      if (!drawing || !own || !frame || frame.height === 0) return;
      // Below the drawing there are no rows to stand in.
      if (own.top >= frame.bottom) {
        setPlaces(null);
        return;
      }
      const at = new Map<number, number>();
      for (const [i, { cell }] of choices.entries()) {
        const place = cell?.place;
        const box =
          place === undefined
            ? undefined
            : drawing.querySelector(`[data-target="${place}"]`)?.getBoundingClientRect();
        if (box) at.set(i, (box.top + box.height / 2 - frame.top) / frame.height);
      }
      // Nothing can be pointed at once it is shown: then they are where they were.
      if (at.size > 0 || shares.current?.of !== choices) shares.current = { of: choices, at };
      // What is measured is of the screen, what is set of the column, and a wall is zoomed.
      const zoom = column.current?.currentCSSZoom ?? 1;
      const rows = rowsOf(choices.length, shares.current.at, frame.height);
      const next = rows?.map((y) => (y + frame.top - own.top) / zoom) ?? null;
      setPlaces((old) => (String(old) === String(next) ? old : next));
    };
    measure();
    const soon = requestAnimationFrame(measure);
    const sizes = new ResizeObserver(measure);
    sizes.observe(document.body);
    if (page) sizes.observe(page);
    // A drawing that comes later, and its places.
    const changes = new MutationObserver(measure);
    if (page) changes.observe(page, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(soon);
      sizes.disconnect();
      changes.disconnect();
    };
  }, [pane, choices, drawn, asked, column]);
  return places;
}

/** Pixels between the middles of two rows below which answers would lie upon each other. */
const ROW_MIN = 34;

/**
 * Middles of the rows, in pixels, by choice; null where some choice stands nowhere in the drawing, or two stand too
 * close: then the answers are a list.
 */
function rowsOf(choices: number, at: ReadonlyMap<number, number>, height: number): number[] | null {
  const rows: number[] = [];
  for (let i = 0; i < choices; i++) {
    const share = at.get(i);
    if (share === undefined) return null;
    rows.push(share * height);
  }
  const sorted = [...rows].sort((a, b) => a - b);
  const close = sorted.some((y, i) => i > 0 && y - (sorted[i - 1] ?? y) < ROW_MIN);
  return close ? null : rows;
}
