import { useId, type FC, type ReactNode } from 'react';
import { denialLabels } from '../../core/coverage';
import { textOf } from '../../core/message';
import { Disc } from '../../ui/marks/Disc';
import { memoMark, useStable } from '../../ui/memo';
import type { DrawingProps } from '../scene';
import { obstacleOf } from '../voices/swap-in';
import { FILM } from '../film';
import { Parts, type FilmPicture } from '../marks/Film';
import { withUnit } from './facts/phrases';
import { fitted, textWidth } from '../font-metrics';
import { ticks } from './marks/axis';
import { tallest, placeOf } from './marks/columns';
import { peak } from './marks/curve';
import { discPlaces } from './marks/discs';
import { pagesIn } from './facts/fault';
import { factsOf, type Facts, type Row } from './facts/facts';
import { FaultMarks } from './marks/FaultMarks';
import { bandOf, gridOf, LARGE, type Grid, type Large } from './marks/grid';
import { Legend } from './marks/Legend';
import { DistributionMarks, DistributionTitle } from './marks/DistributionMarks';
import { SpanTextures } from './marks/SpanTextures';
import { binsOf } from './facts/distribution';
import { sentencesOf } from './facts/sentences';
import './swap-in.css';
import { WindowMarks } from './marks/WindowMarks';
import { TaskMark, TaskLabel } from '../marks/TaskMark';
import type { Task } from '../question';
import { clean, count } from '../phrases';
import { begun, passed } from '../timing';
import { PARTS } from './marks/parts';

interface RowHeadProps {
  grid: Grid;
  name: string;
  y: number;
  taken: boolean;
  /** Are there lanes to name? */
  lanes: boolean;
  /** Does the source tell when the disk was busy? */
  disk: boolean;
}

/** A mode and its two lanes; the way the page is read lies on a wash. */
const RowHead = memoMark<RowHeadProps>('RowHead', ({ grid, name, y, taken, lanes, disk }) => (
  <g>
    {taken && (
      <rect x="-8" y={y - 1} width={grid.width + 16} height={grid.row.height - 1} rx="4" fill="var(--wash)" />
    )}
    <text x="0" y={y + 19} className={`${grid.compact ? 't13' : 't15'} w6 ${taken || lanes ? '' : 'i3'}`}>
      {name}
    </text>
    {lanes && !grid.compact && (
      <text x={grid.left - 8} y={y + grid.row.cpu.y + grid.row.cpu.height / 2 + 4.5} className="t12 i2 end">
        CPU
      </text>
    )}
    {lanes && !grid.compact && (
      <text x={grid.left - 8} y={y + grid.row.disk.y + grid.row.disk.height / 2 + 5} className="t12 i2 end">
        {disk ? 'disk' : ''}
      </text>
    )}
  </g>
));

/** Why a mode has no times here, the longest wording first; none where it has. */
function missing({ fault, read, from, seen, coverage }: Facts, row: Row): string[] {
  if (row.track || !fault) return [];
  if (fault.probed) return [...denialLabels(coverage, ['swap_in'], [], 'how it is read')];
  if (row.taken) return ['how it ended is not in the events at hand', 'its end is not known'];
  const reason = read && row.set && row.mode !== 'interrupt' ? obstacleOf(read) : null;
  if (reason) return [`not polled: ${textOf(reason)}`, textOf(reason), 'not polled'];
  if (seen)
    return row.set
      ? ['this page is read otherwise']
      : [`${from === 'asif' ? 'this' : 'a captured'} fault is read one way only`, 'read one way only'];
  if (!read) return [...denialLabels(coverage, ['swap_in'], ['no read follows'], 'its read')];
  return read.single === 0
    ? ['known only for reads of one page']
    : ['its time is not in the events at hand', 'its time is not known'];
}

/** Grid lines and their words: one axis for all that takes time. */
const Time = memoMark<{ grid: Grid }>('Time', ({ grid }) => {
  const marks = ticks(grid.axis, grid.compact ? 44 : 56);
  return (
    <g>
      <path d={marks.map(({ x }) => `M${x} 26V${grid.timeEnd}`).join('')} className="hair" />
      {marks.map(({ x, words }, i) => (
        <text
          key={words}
          x={x}
          y={grid.axisY}
          className={`t13 i2 ${x > grid.width - 16 ? 'end' : i === 0 && grid.compact ? '' : 'mid'}`}
        >
          {words}
        </text>
      ))}
    </g>
  );
});

/** Which curve of both panes is the highest; a shared axis shares that too. */
function highest(grid: Grid, panes: readonly Facts[]): number {
  return Math.max(
    ...panes.flatMap(({ rows }) => rows.map(({ many }) => (many ? peak(grid.axis, binsOf(many.by_lat)) : 0))),
  );
}

/** One fault in the modes of swap_poll, many of them, and the windows around. The text twin describes it. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { label, describedBy, other, width, at: share = 1, targets, seek } = props;
  const asker = targets?.asker ?? null;
  const id = useId();
  const facts = factsOf(props);
  const theirs = other ? factsOf(other) : null;
  const part = LARGE.find((one) => one === props.large);
  const all = useStable(gridOf(facts, theirs, width));
  const alone = useStable(gridOf(facts, theirs, width, part));
  const steps = sentencesOf(facts);
  const at = facts.rows.findIndex((r) => r.taken);
  // Time runs at the same speed in all modes.
  const until = all.axis.left + passed(PARTS.runs, share) * (all.axis.edge - all.axis.left);
  const top = highest(all, [facts]);
  const pages = facts.fault?.reads.length ?? 0;
  const legend = (grid: Grid) => <Legend grid={grid} id={id} from={facts.from} emulated={facts.emulated} />;
  const marks: Record<Large, (grid: Grid) => ReactNode> = {
    fault: (grid) => (
      <>
        <text x="0" y="15" className="t15 w5">
          one fault
        </text>
        {legend(grid)}
        {facts.rows.map((row, i) => (
          <RowHead
            key={row.mode}
            grid={grid}
            name={facts.aside && i === 0 ? (facts.how ?? '') : row.mode}
            y={grid.rows[i] ?? 0}
            taken={row.taken || (facts.aside !== null && i === 0)}
            lanes={row.track !== null || (facts.aside !== null && i === 0)}
            disk={(row.track?.disk.length ?? 0) > 0}
          />
        ))}
        <Time grid={grid} />
        <g className="fault">
          {facts.rows.map((row, i) => {
            const track = facts.aside && i === 0 ? facts.aside : row.track;
            const y = grid.rows[i] ?? 0;
            const taken = row.taken || track === facts.aside;
            const words = fitted(missing(facts, row), grid.width - grid.left - 4, 13);
            if (track)
              return (
                <FaultMarks
                  key={row.mode}
                  {...{ grid, track, range: row.range, y, taken, pages, id, until }}
                />
              );
            return words ? (
              <text key={row.mode} x={grid.left + 4} y={y + 19} className="t13 i3 halo">
                {words}
              </text>
            ) : null;
          })}
          {at >= 0 &&
            discPlaces(grid, steps)
              .filter(({ x }) => x <= until)
              .map(({ n, x }) => <Disc key={n} n={n} x={x} y={(grid.rows[at] ?? 0) + grid.row.discY} />)}
        </g>
      </>
    ),
    many: (grid) => (
      <>
        {part === 'many' && <Time grid={grid} />}
        {part !== 'many' && <path d={`M0 ${grid.manyY - 16}H${width}`} className="hair" />}
        <DistributionTitle grid={grid} facts={facts} />
        {/* From below: words under a line stand on the next one's curve. */}
        {facts.rows
          .map((row, i) => {
            const y = grid.lines[i] ?? 0;
            return (
              <g key={row.mode}>
                <text
                  x="0"
                  y={y + 4}
                  className={`${grid.compact ? 't13' : 't15'} w6 ${row.many ? '' : 'i3'}`}
                >
                  {row.mode}
                </text>
                <path d={`M${grid.left} ${y}H${width}`} className="base" />
                {row.many ? (
                  <DistributionMarks
                    {...{ grid, y, top, id }}
                    row={{ mode: row.mode, taken: row.taken }}
                    many={row.many}
                  />
                ) : (
                  <text x={width} y={y - 5} className="t13 i3 end halo">
                    {facts.from === 'kernel'
                      ? 'none in this capture so far'
                      : facts.seen
                        ? 'none so far'
                        : 'none complete yet'}
                  </text>
                )}
              </g>
            );
          })
          .toReversed()}
      </>
    ),
    windows: (grid) => {
      const [title, unit] = part === 'windows' ? [15, 32] : [grid.axisY + 26, grid.axisY + 43];
      return (
        <>
          {part === undefined && <path d={`M0 ${grid.axisY + 7}H${grid.width}`} className="hair" />}
          <text x="0" y={title} className={`${grid.compact ? 't13' : 't15'} w5`}>
            readahead
          </text>
          <text x="0" y={unit} className="t13 i2">
            pages
          </text>
          <WindowMarks
            grid={grid}
            facts={facts}
            most={tallest(facts.faults, theirs?.faults ?? [])}
            asked={asker !== null}
            shown={shown}
            seek={seek}
          />
          {asker && <TaskMarks grid={grid} facts={facts} asker={asker} />}
        </>
      );
    },
  };
  const shown = (['window', 'chosen'] as const).filter((part) => begun(PARTS[part], share)).length;
  const taken = facts.rows.find((row) => row.taken);
  const asked = facts.fault?.window ? pagesIn(facts.fault) : 0;
  const film: Record<Large, Pick<FilmPicture, 'names' | 'value' | 'disc'>> = {
    fault: { names: ['one fault'], value: taken?.track ? withUnit(taken.track.end) : '' },
    many: {
      names: [`mean of all in mode ${taken?.mode ?? ''}`, 'mean of all', 'mean'],
      value: taken?.many ? withUnit(taken.many.lat) : '',
    },
    windows: {
      names: ['readahead window', 'window'],
      value: asked > 0 && shown > 0 ? count(asked, 'page') : '',
      disc: asked > 0 && shown > 0 ? 1 : null,
    },
  };
  return (
    <svg
      className="swap-in"
      width={width}
      height={all.height}
      viewBox={`0 0 ${width} ${all.height}`}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    >
      <SpanTextures id={id} />
      <Parts ids={LARGE} {...{ part, marks, all, alone, film, bandOf }} y={all.height - FILM} />
    </svg>
  );
};

const [R, PX, THREAD] = [9, 13, 22];

/** A fault that is asked about: the task and its CPU, and not yet what it reads, nor how. */
const TaskMarks: FC<{ grid: Grid; facts: Facts; asker: Task }> = ({ grid, facts, asker }) => {
  const { width, left, windowsY: base } = grid;
  // Behind the last one; at the end of a page there is no place left.
  const next = placeOf(grid, facts.faults.length);
  const x = Math.min(width - R - 2, next.x + next.width / 2);
  const cpu = `CPU ${asker.cpu}`;
  const all = [`${clean(asker.comm ?? '')}, ${cpu}`, cpu];
  const words = fitted(all, Math.max(width - x, x - left) - R - THREAD - 6, PX, 600);
  const right = x + R + THREAD + 4 + textWidth(words, PX, 600) <= width;
  const y = base - 14;
  const way = right ? 1 : -1;
  const from = x + way * (R + THREAD);
  return (
    <>
      <TaskMark thread={`M${from} ${y}H${x + way * R}`} x={x} y={y} r={R} />
      <TaskLabel x={from + way * 5} y={y} right={right} words={words} />
    </>
  );
};
