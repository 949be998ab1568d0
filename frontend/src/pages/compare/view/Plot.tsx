/**
 * One measure over the values of a tunable: dots for seeds, a band from the least to the most, a line of medians; at the
 * left of a value what a capture of it came to, at the right what was printed. Its numbers hang from the axis, in columns
 * under the values. Arrow keys choose a value, as a click does.
 */
import type { FC } from 'react';
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { Axis } from '../../../ui/Axis';
import { firstOf, type PublishedMark } from '../published';
import { NEAR, short, spread, topOf, type Measure, type Point } from '../table';

export interface Line {
  key: string;
  label: string;
  points: readonly Point[];
}

/** Of this measure: what a capture came to, at a value of x, for one of the lines. */
export interface KernelPoint {
  at: number | string;
  line: number;
  value: number;
  title: string;
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
  kernel: readonly KernelPoint[];
  onPick: (at: number) => void;
}

const PAD = { top: 18, bottom: 38 };
/** Room for the words of rows and of the scale; at the right for names of lines. */
const LEFT = 68;
const NAMES = 84;
const RIGHT = 12;
/** Of the window, so much is a plot's height, within bounds. */
const SHARE = 0.32;
const LEAST = 200;
const MOST = 520;
/** From the model's centre to what stands at both sides of it. */
const ASIDE = 13;
/** Of more lines than these the numbers at the cursor would overlap. */
const LABELLED = 3;
/** A column below this has no room for a number. */
const COLUMN = 40;
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '1 4', '10 4'];
/** So close, labels of lines would overlap. */
const LINE_PX = 14;
/** More values than these: no dots. */
const MANY = 24;
/** Nor with more runs: thousands of dots say no more than their band, and hold up the page. */
const DOTS_MAX = 1000;

export const Plot: FC<Props> = ({ measure, lines, xLabel, width, at, name, marks, kernel, onPick }) => {
  const HEIGHT = Math.round(Math.min(MOST, Math.max(LEAST, globalThis.innerHeight * SHARE)));
  const named = lines.some(({ label }) => label !== '');
  const PAD_X = { left: LEFT, right: named ? NAMES : RIGHT };
  const values = lines[0]?.points.map((p) => p.x) ?? [];
  // Between names there is nothing that a line could stand for.
  const ordered = values.length > 1 && values.every((value) => typeof value === 'number');
  const most = Math.max(
    0,
    ...lines.flatMap(({ points }) => points.map((p) => p.most)),
    ...marks.flatMap((mark) => mark.values),
    ...kernel.map(({ value }) => value),
  );
  const top = topOf(most, measure.unit);
  const step = (width - PAD_X.left - PAD_X.right) / Math.max(1, values.length);
  const slots = scalePoint(values.keys(), [PAD_X.left + step / 2, width - PAD_X.right - step / 2]);
  const x = (i: number) => (values.length === 1 ? PAD_X.left + step / 2 : (slots(i) ?? 0));
  const best = bestOf(measure, lines);
  const y = scaleLinear([0, top], [HEIGHT - PAD.bottom, PAD.top]).clamp(true);
  const every = Math.ceil(values.length / Math.max(2, Math.floor((width - PAD_X.left - PAD_X.right) / 44)));
  const labels = endLabels(lines, y);
  const runs = lines.reduce((sum, { points }) => points.reduce((n, p) => n + p.values.length, sum), 0);
  const dotted = values.length <= MANY && runs <= DOTS_MAX;
  return (
    <>
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
        {at >= 0 && at < values.length && (
          <>
            <rect
              className="cmp-now"
              x={x(at) - step / 2}
              y={0}
              width={step}
              height={HEIGHT - PAD.bottom + 2}
            />
            <path className="cmp-cursor" d={`M${x(at)} 0V${HEIGHT - PAD.bottom}`} />
            <rect
              className="cmp-box"
              x={x(at) - Math.min(step - 2, 44) / 2}
              y={HEIGHT - PAD.bottom + 2}
              width={Math.min(step - 2, 44)}
              height={19}
              rx={3}
            />
          </>
        )}
        <Axis
          scale={y}
          ticks={[0, top / 2, top]}
          side="left"
          words={short}
          at={PAD_X.left - 6}
          lines={[PAD_X.left, width - PAD_X.right]}
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
        <text className="t12 i3 mid" x={(PAD_X.left + width - PAD_X.right) / 2} y={HEIGHT - 4}>
          {xLabel}
        </text>
        {best && ordered && (
          <>
            <rect
              className="cmp-near"
              x={PAD_X.left}
              y={y(best.high)}
              width={width - PAD_X.left - PAD_X.right}
              height={Math.max(2, y(best.low) - y(best.high))}
            />
            <text className="t12 i2 end cmp-halo" x={width - PAD_X.right - 4} y={y(best.high) - 4}>
              within 5 % of the best
            </text>
          </>
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
                    cx={x(i) + jitter(seed, p.values.length)}
                    cy={y(value)}
                    r={p.values.length > 1 ? 2 : 4}
                  />
                )),
              )}
          </g>
        ))}
        {at >= 0 &&
          ordered &&
          lines.map(({ key, points }) => {
            const median = points[at]?.median ?? null;
            return (
              lines.length <= LABELLED &&
              median !== null && (
                <text key={key} className="cmp-value cmp-halo" x={x(at) + 10} y={y(median) + 18}>
                  {short(median)}
                </text>
              )
            );
          })}
        {kernel.map(({ at: value, line, value: measured, title }) => {
          const i = values.indexOf(value);
          return (
            i >= 0 && (
              <rect
                key={`${value} ${line}`}
                className="cmp-kernel"
                x={x(i) - ASIDE - 4}
                y={y(measured) - 4}
                width={8}
                height={8}
              >
                <title>{`kernel, ${title}: ${short(measured)}`}</title>
              </rect>
            )
          );
        })}
        <Printed marks={marks} values={values} x={x} y={y} left={PAD_X.left} right={width - PAD_X.right} />
        {labels.map(({ key, label, top: place }) => (
          <text key={key} className="t12" x={width - PAD_X.right + 4} y={place + 4}>
            {label}
          </text>
        ))}
        {values.map((value, i) => (
          <rect
            key={String(value)}
            className="cmp-slot"
            x={x(i) - step / 2}
            y={0}
            width={step}
            height={HEIGHT - PAD.bottom + 22}
            onClick={() => {
              onPick(i);
            }}
          />
        ))}
      </svg>
      {step >= COLUMN && (
        <Hanging
          lines={lines}
          values={values}
          marks={marks}
          kernel={kernel}
          at={at}
          left={PAD_X.left}
          step={step}
          caption={name}
          onPick={onPick}
        />
      )}
    </>
  );
};

interface HangingProps extends Pick<Props, 'lines' | 'marks' | 'kernel' | 'at' | 'onPick'> {
  values: readonly (number | string)[];
  left: number;
  step: number;
  caption: string;
}

/** The numbers of a plot, in columns under its values: medians of the model, what captures came to, what was printed. */
const Hanging: FC<HangingProps> = ({ lines, values, marks, kernel, at, left, step, caption, onPick }) => {
  const printed = marks.filter((mark) => mark.at !== null);
  const rows = [
    ...lines.map(({ key, label, points }) => ({
      key,
      head: label || 'model',
      look: 'model',
      cells: points.map((p) => (p.median === null ? '–' : short(p.median))),
    })),
    ...lines.flatMap(({ key, label }, line) => {
      const own = kernel.filter((mark) => mark.line === line);
      const cell = (value: number | string) => own.find((mark) => mark.at === value)?.value;
      const head = lines.length > 1 ? `kernel ${label}` : 'kernel';
      return own.length === 0
        ? []
        : [{ key: `kernel ${key}`, head, look: 'kernel', cells: values.map((v) => phrase(cell(v))) }];
    }),
    ...(printed.length > 0
      ? [
          {
            key: 'published',
            head: 'published',
            look: 'published',
            cells: values.map((v) => {
              const mark = printed.find((one) => one.at === v);
              return phrase(mark && firstOf(mark));
            }),
          },
        ]
      : []),
  ];
  return (
    <table className="cmp-hanging" style={{ width: left + step * values.length }}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        <col style={{ width: left }} />
        {values.map((value) => (
          <col key={value} style={{ width: step }} />
        ))}
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">whose</th>
          {values.map((value) => (
            <th key={value} scope="col">
              {value}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, look, cells }) => (
          <tr key={key} data-of={look}>
            <th scope="row">{head}</th>
            {cells.map((cell, i) => (
              <td
                key={i}
                className={i === at ? 'hot' : undefined}
                onClick={() => {
                  onPick(i);
                }}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const phrase = (value: number | undefined) => (value === undefined ? '–' : short(value));

/** Seeds beside each other, so that equal ones are seen; px. */
const jitter = (seed: number, n: number) => (n > 1 ? ((seed % 5) - 2) * 2 : 0);

/** What is within NEAR of the best median; null where nothing is better, where several are named or all are. */
function bestOf({ better }: Measure, lines: readonly Line[]): { low: number; high: number } | null {
  const medians = lines[0]?.points.flatMap(({ median }) => median ?? []) ?? [];
  if (better === 'neither' || lines.length > 1 || medians.length < 3) return null;
  const best = better === 'less' ? Math.min(...medians) : Math.max(...medians);
  const near = NEAR * Math.abs(best);
  if (medians.every((median) => Math.abs(median - best) <= near)) return null;
  return { low: best - near, high: best + near };
}

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

/** Two lines for each printed number; a dotted one across for an experiment that differs in more than x. */
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
            <text className="t12 ipub cmp-halo" x={left + 4} y={y(first) - 4}>
              {label} {short(first)}
            </text>
          </>
        ) : (
          <>
            {printed.map((value, n) => (
              <path key={n} className="cmp-printed" d={`M${x(i) + ASIDE - 6} ${y(value) - 2}h12m-12 4h12`} />
            ))}
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
