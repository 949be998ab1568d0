/**
 * One measure over the values of a tunable: dots for seeds, a band from the least to the most, a line of medians. Arrow
 * keys choose a value, as a click does.
 */
import type { FC } from 'react';
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { Axis } from '../../../ui/Axis';
import { firstOf, type PublishedMark } from '../published';
import { short, spread, topOf, type Measure, type Point } from '../table';

export interface Line {
  key: string;
  label: string;
  points: readonly Point[];
}

interface Props {
  measure: Measure;
  lines: readonly Line[];
  xLabel: string;
  width: number;
  /** Place of the value that is chosen, or -1. */
  at: number;
  name: string;
  /** Of this measure: what a document printed. */
  marks: readonly PublishedMark[];
  onPick: (at: number) => void;
}

const HEIGHT = 190;
const PAD = { left: 44, right: 84, top: 12, bottom: 38 };
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '1 4', '10 4'];
/** So close, labels of lines would overlap. */
const LINE_PX = 14;
/** More values than these: no dots. */
const MANY = 24;
/** Nor with more runs: thousands of dots say no more than their band, and hold up the page. */
const DOTS_MAX = 1000;

export const Plot: FC<Props> = ({ measure, lines, xLabel, width, at, name, marks, onPick }) => {
  const values = lines[0]?.points.map((p) => p.x) ?? [];
  // Between names there is nothing that a line could stand for.
  const ordered = values.length > 1 && values.every((value) => typeof value === 'number');
  const most = Math.max(
    0,
    ...lines.flatMap(({ points }) => points.map((p) => p.most)),
    ...marks.flatMap((mark) => mark.values),
  );
  const top = topOf(most, measure.unit);
  const slots = scalePoint(values.keys(), [PAD.left + 10, width - PAD.right - 10]);
  const x = (i: number) => slots(i) ?? 0;
  const y = scaleLinear([0, top], [HEIGHT - PAD.bottom, PAD.top]).clamp(true);
  const every = Math.ceil(values.length / Math.max(2, Math.floor((width - PAD.left - PAD.right) / 44)));
  const labels = endLabels(lines, y);
  const runs = lines.reduce((sum, { points }) => points.reduce((n, p) => n + p.values.length, sum), 0);
  const dotted = values.length <= MANY && runs <= DOTS_MAX;
  return (
    <svg
      className="cmp-plot"
      width={width}
      height={HEIGHT}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={values.length - 1}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={spoken(lines, Math.max(0, at), xLabel, measure.unit)}
      onKeyDown={(event) => {
        const to = stepOf(event.key, at, values.length);
        if (to === null) return;
        event.preventDefault();
        event.stopPropagation();
        onPick(to);
      }}
    >
      <Axis
        scale={y}
        ticks={[0, top / 2, top]}
        side="left"
        words={short}
        at={PAD.left - 6}
        lines={[PAD.left, width - PAD.right]}
        lineClass="cmp-grid"
        textClass="t12 i2 end"
      />
      <Axis
        scale={x}
        ticks={[...values.keys()].filter((i) => i % every === 0)}
        side="bottom"
        words={(i) => String(values[i]).replaceAll('_', ' ')}
        at={HEIGHT - PAD.bottom + 16}
        textClass="t12 i2 mid"
      />
      <text className="t12 i3 mid" x={(PAD.left + width - PAD.right) / 2} y={HEIGHT - 4}>
        {xLabel}
      </text>
      {at >= 0 && at < values.length && (
        <path className="cmp-cursor" d={`M${x(at)} ${PAD.top}V${HEIGHT - PAD.bottom}`} />
      )}
      {lines.map(({ key, points }, n) => (
        <g key={key}>
          {ordered && <Band points={points} x={x} y={y} />}
          {ordered && (
            <path
              className="cmp-line"
              strokeDasharray={DASHES[n % DASHES.length]}
              d={medians(x, y)(points) ?? ''}
            />
          )}
          {!ordered &&
            points.map(
              (p, i) =>
                p.median !== null && (
                  <text key={String(p.x)} className="t12 mid" x={x(i)} y={y(p.most) - 8}>
                    {short(p.median)}
                  </text>
                ),
            )}
          {!ordered &&
            !dotted &&
            points.map((p, i) => (
              <path key={i} className="cmp-line" d={`M${x(i)} ${y(p.least)}V${y(p.most)}`} />
            ))}
          {dotted &&
            points.map((p, i) =>
              p.values.map((value, seed) => (
                <circle
                  key={`${i} ${seed}`}
                  className="cmp-dot"
                  cx={x(i)}
                  cy={y(value)}
                  r={p.values.length > 1 ? 2 : 3}
                />
              )),
            )}
        </g>
      ))}
      <Printed marks={marks} values={values} x={x} y={y} left={PAD.left} right={width - PAD.right} />
      {labels.map(({ key, label, top: place }) => (
        <text key={key} className="t12" x={width - PAD.right + 4} y={place + 4}>
          {label}
        </text>
      ))}
      {values.map((value, i) => (
        <rect
          key={String(value)}
          className="cmp-slot"
          x={x(i) - 14}
          y={PAD.top}
          width={28}
          height={HEIGHT - PAD.bottom - PAD.top + 18}
          onClick={() => {
            onPick(i);
          }}
        />
      ))}
    </svg>
  );
};

/** Where a key goes from here; null: nowhere. */
function stepOf(key: string, at: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined || count === 0 ? null : Math.min(Math.max(to, 0), count - 1);
}

/** "granularity 8: 533 sectors". */
function spoken(lines: readonly Line[], at: number, xLabel: string, unit: string): string {
  const values = lines.flatMap(({ label, points }) => {
    const point = points[at];
    return point ? [[label, spread(point), unit].filter(Boolean).join(' ')] : [];
  });
  return `${xLabel} ${lines[0]?.points[at]?.x ?? ''}: ${values.join(', ')}`;
}

type Place = (value: number) => number;

interface PrintedProps {
  marks: readonly PublishedMark[];
  values: readonly (number | string)[];
  x: Place;
  y: Place;
  left: number;
  right: number;
}

/** An open diamond for each printed number; a thin line for an experiment that differs in more than x. */
const Printed: FC<PrintedProps> = ({ marks, values, x, y, left, right }) =>
  marks.map((mark) => {
    const { at, label, values: printed, source } = mark;
    const i = at === null ? -1 : values.indexOf(at);
    const first = firstOf(mark);
    if (at !== null && i < 0) return null;
    return (
      <g key={`${source} ${label}`}>
        {i < 0 ? (
          <>
            <path className="cmp-printed" strokeDasharray="1 3" d={`M${left} ${y(first)}H${right}`} />
            <text className="t12 i2" x={right + 4} y={y(first) + 4}>
              {label} {short(first)}
            </text>
          </>
        ) : (
          <>
            {printed.map((value, n) => (
              <path key={n} className="cmp-printed" d={`M${x(i)} ${y(value) - 5}l5 5l-5 5l-5 -5Z`} />
            ))}
            <text className="t12 i2 mid" x={x(i)} y={y(Math.max(...printed)) - 10}>
              {short(first)}
            </text>
          </>
        )}
      </g>
    );
  });

/** Through the medians, apart where one is not known. */
const medians = (x: Place, y: Place) =>
  line<Point>()
    .defined(({ median }) => median !== null)
    .x((_, i) => x(i))
    .y(({ median }) => y(median ?? 0));

const Band: FC<{ points: readonly Point[]; x: Place; y: Place }> = ({ points, x, y }) => {
  const known = points.flatMap((p, i) => (p.median === null ? [] : [{ ...p, at: x(i) }]));
  if (known.every((p) => p.least === p.most)) return null;
  const outline = area<(typeof known)[number]>()
    .x((p) => p.at)
    .y0((p) => y(p.least))
    .y1((p) => y(p.most));
  return <path className="cmp-band" d={outline(known) ?? ''} />;
};

/** Names at the ends of lines, moved apart where they would overlap. */
function endLabels(lines: readonly Line[], y: Place) {
  const ends = lines.flatMap(({ key, label, points }) => {
    const last = [...points].reverse().find((p) => p.median !== null);
    return last?.median === undefined || last.median === null || label === ''
      ? []
      : [{ key, label, top: y(last.median) }];
  });
  ends.sort((a, b) => a.top - b.top);
  for (const [i, end] of ends.entries()) {
    const above = ends[i - 1];
    if (above && end.top - above.top < LINE_PX) end.top = above.top + LINE_PX;
  }
  return ends;
}
