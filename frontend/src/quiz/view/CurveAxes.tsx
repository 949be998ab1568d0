/** What a curve is drawn on: axes, the marks of a zone, what is ahead. */
import { useId, type FC } from 'react';
import { grouped } from '../../core/number';
import type { CurveQuestion } from '../../scenes/question';
import { BREAK, TICKS, type Scale } from '../scale';
import { formatValue } from '../values';

/** Of a letter beside the axis. */
export const LETTER = 7.3;
/** From one line of them to the next. */
const LINE = 15;

export interface Label {
  words: string;
  /** Base of the words, from the top of the chart. */
  at: number;
  /** The mark that it names; '' where it names none. */
  mark: string;
}

/** What stands beside the axis: its ends and the marks, one under the other where they are close. */
export function labelsOf({ marks, max, unit }: CurveQuestion, { y, zone }: Scale): Label[] {
  const labels = marks.map(({ name, value }) => ({
    words: `${name} ${grouped(Math.round(value))}`,
    value,
    mark: name,
  }));
  // A zone's scale has no ends: below it is torn, above it goes on in doublings.
  const ends = zone
    ? []
    : [0, max].map((value) => ({ words: formatValue(unit, Math.round(value)), value, mark: '' }));
  const free = ends.filter((end) => labels.every(({ value }) => Math.abs(y(value) - y(end.value)) > LINE));
  let above = Infinity;
  const named = [...labels, ...free]
    .sort((a, b) => a.value - b.value)
    .map(({ words, value, mark }) => {
      above = Math.min(y(value), above - LINE);
      return { words, at: above, mark };
    });
  return zone
    ? [...named, ...TICKS.map(({ times, y: at }) => ({ words: `${times}×`, at, mark: '' }))]
    : named;
}

/** Room that they take, from the edge to the axis. */
export const marginOf = (labels: readonly Label[]) =>
  10 + LETTER * Math.max(...labels.map(({ words }) => words.length));

interface Props {
  scale: Scale;
  marks: CurveQuestion['marks'];
  labels: readonly Label[];
  left: number;
  /** From the edge back to the drawing beside it, whose marks go on here; null: there is none. */
  reach: number | null;
  right: number;
  /** Where what is not known yet begins. */
  now: number;
  top: number;
}

/** The scale breaks here: two strokes across the axis. */
const Torn: FC<{ x: number; top: number }> = ({ x, top }) => (
  <path
    d={`M${x - 5} ${top + BREAK.from + 2}l10 -4M${x - 5} ${top + BREAK.to + 2}l10 -4`}
    className="axis torn"
  />
);

export const CurveAxes: FC<Props> = ({ scale, marks, labels, left, reach, right, now, top }) => {
  const id = useId();
  const foot = top + scale.height;
  return (
    <>
      <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V8" className="hatch" />
      </pattern>
      <rect x={left} y={top} width={right - left} height={scale.height} className="paper" />
      <rect
        x={now}
        y={top}
        width={right - now}
        height={scale.height}
        className="ahead"
        fill={`url(#${id})`}
      />
      {marks.map(({ name, value }) => (
        <path
          key={name}
          d={`M${reach === null ? left : -reach} ${top + scale.y(value)}H${right}`}
          className={`mark mark-${name}`}
        />
      ))}
      {labels.map(({ words, at, mark }) => (
        <text
          key={words}
          x={left - 6}
          y={top + at + (reach !== null && mark ? -5 : 4)}
          className={`end ${mark && `name-${mark}`}`}
        >
          {words}
        </text>
      ))}
      <path
        d={scale.zone ? `M${left} ${top}V${foot}` : `M${left} ${top}V${foot}H${right}`}
        className="axis"
      />
      {scale.zone && (
        <>
          <Torn x={left} top={top} />
          <Torn x={right} top={top} />
        </>
      )}
    </>
  );
};
