/** How does it go on? Eight handles, or one of four shapes, drawn on the scale of what was before. */
import { useEffect, useRef, useState, type FC, type PointerEvent } from 'react';
import { grouped } from '../../core/number';
import { tagPhrase } from '../../ui/Tag';
import type { CurveQuestion } from '../../scenes/question';
import { scaleOf, zoneOf } from '../scale';
import { shapesOf } from '../curves';
import { formatValue } from '../values';
import { CurveAxes, labelsOf, LETTER, marginOf } from './CurveAxes';
import { useLevel } from './use-level';

interface Props {
  question: CurveQuestion;
  said: readonly number[] | null;
  /** The real one, too. */
  shown: boolean;
  /** Selector of the drawing of its zone, where that stands beside it. */
  beside?: string | undefined;
  onChange?: (said: readonly number[]) => void;
}

const [RIGHT, TOP, BOTTOM] = [12, 12, 26];
/** Handles: their radius at most and at least. Where they are close, they do not cover each other. */
const [ROUND, ROUND_MIN] = [11, 6];
/** Until it is known how wide it may be. */
const WIDE = 620;

export const Curve: FC<Props> = ({ question, said, shown, beside, onChange }) => {
  const { before, solution, marks, max, unit } = question;
  const now = before.at(-1);
  const svg = useRef<SVGSVGElement>(null);
  const level = useLevel(svg, zoneOf(marks, now?.value ?? Infinity) ? beside : undefined, TOP);
  const ratio = level?.ratio ?? 1;
  const W = useWidth(svg) / ratio;
  /** The handle that was moved last. */
  const [moved, setMoved] = useState(-1);
  const scale = scaleOf(question, Math.round(Math.min(300, Math.max(210, W * 0.48))) - TOP - BOTTOM);
  const H = TOP + scale.height + BOTTOM;
  const first = before[0]?.k ?? 0;
  const last = solution.at(-1)?.k ?? 1;
  const y = (value: number) => TOP + scale.y(value);
  const labels = labelsOf(question, scale);
  const LEFT = marginOf(labels);
  const x = (k: number) => LEFT + ((W - LEFT - RIGHT) * (k - first)) / Math.max(1, last - first);
  const path = (points: readonly { k: number; value: number }[]) =>
    points
      .map(({ k, value }, i) => `${i === 0 ? 'M' : 'L'}${x(k).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('');
  const values = said ?? solution.map(() => now?.value ?? max / 2);
  const set = (i: number, value: number) => {
    setMoved(i);
    onChange?.(values.map((old, at) => (at === i ? Math.round(Math.min(max, Math.max(0, value))) : old)));
  };
  const apart = (W - RIGHT - x(now?.k ?? first)) / Math.max(1, solution.length);
  const round = Math.max(ROUND_MIN, Math.min(ROUND, apart / 2 - 1));
  // A finger is wider than a handle: what it is over moves, wherever it is pressed, and all that it is drawn across.
  const drag = ({ clientX, clientY }: PointerEvent): number => {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return -1;
    const across = ((clientX - box.left) / box.width) * W;
    const nearest = (i: number, at: number) =>
      Math.abs(x(solution[at]?.k ?? 0) - across) < Math.abs(x(solution[i]?.k ?? 0) - across) ? at : i;
    const i = solution.map((_, at) => at).reduce(nearest, 0);
    set(i, scale.value(((clientY - box.top) / box.height) * H - TOP));
    return i;
  };
  const between = (value: number) => {
    const below = [...marks].reverse().find((mark) => mark.value <= value);
    const above = marks.find((mark) => mark.value > value);
    if (!below && !above) return '';
    return below && above
      ? `, between ${below.name} and ${above.name}`
      : below
        ? `, above ${below.name}`
        : `, below ${above?.name ?? ''}`;
  };
  const own = said && now ? [now, ...solution.map(({ k }, i) => ({ k, value: said[i] ?? 0 }))] : null;
  const at = moved < 0 ? undefined : own?.[moved + 1];
  return (
    <div className="answer-curve" style={level ? { marginTop: level.shift } : undefined}>
      <svg ref={svg} viewBox={`0 0 ${W} ${H}`} role="group" aria-label="How it goes on">
        <g aria-hidden="true">
          <CurveAxes
            scale={scale}
            marks={marks}
            labels={labels}
            left={LEFT}
            reach={level?.reach ?? null}
            right={W - RIGHT}
            now={x(now?.k ?? first)}
            top={TOP}
          />
          <path d={path(before)} className="was" />
          {shown && now && <path d={path([now, ...solution])} className="is" />}
          {own && <path d={path(own)} className="said" />}
          {shown &&
            namesOf(question, said).map(({ words, name, k, value, below }) => (
              <text
                key={name}
                x={Math.min(x(k), W - RIGHT - 3 * LETTER)}
                y={y(value) + (below ? 18 : -8)}
                className={`mid line-name ${name}`}
              >
                {words}
              </text>
            ))}
          {onChange && at && (
            <text x={Math.min(x(at.k), W - 4 * LETTER)} y={valueY(y(at.value), round)} className="mid value">
              {formatValue(unit, at.value)}
            </text>
          )}
          <text x={x(now?.k ?? first)} y={H - 8} className="mid now">
            now
          </text>
          <text x={W - RIGHT} y={H - 8} className="end">
            +{grouped(last - (now?.k ?? first))} decisions
          </text>
        </g>
        {onChange && (
          <rect
            x={x(now?.k ?? first)}
            y={0}
            width={W - x(now?.k ?? first)}
            height={H - BOTTOM}
            className="surface"
            data-surface=""
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              const i = drag(event);
              svg.current?.querySelectorAll<SVGElement>('.handle')[i]?.focus({ preventScroll: true });
              event.preventDefault();
            }}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
            }}
          />
        )}
        {onChange &&
          solution.map(({ k }, i) => {
            const value = values[i] ?? 0;
            return (
              <circle
                key={k}
                cx={x(k)}
                cy={y(value)}
                r={round}
                className={said ? 'handle' : 'handle unset'}
                role="slider"
                tabIndex={0}
                aria-label={`after ${grouped(k - (now?.k ?? 0))} decisions`}
                aria-orientation="vertical"
                aria-valuemin={0}
                aria-valuemax={Math.round(max)}
                aria-valuenow={Math.round(value)}
                aria-valuetext={`${formatValue(unit, value)}${between(value)}`}
                onKeyDown={(event) => {
                  const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
                  if (event.key === 'Home') set(i, marks.at(-1)?.value ?? max);
                  else if (event.key === 'End') set(i, marks[0]?.value ?? 0);
                  else if (by === 0) return;
                  else set(i, value + by * scale.step(value) * (event.shiftKey ? 5 : 1));
                  event.preventDefault();
                  event.stopPropagation();
                }}
              />
            );
          })}
      </svg>
      {onChange && (
        <div className="answer-shapes" role="group" aria-label="Or begin with a shape">
          {shapesOf(question).map(([name, shape]) => (
            <button
              key={name}
              type="button"
              className="btn"
              aria-pressed={said !== null && shape.every((value, i) => Math.abs(value - (said[i] ?? 0)) < 1)}
              onClick={() => {
                onChange(shape);
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};

/** Whose each line is, where they are furthest apart: above the higher one, below the lower. */
function namesOf({ solution, from }: CurveQuestion, said: readonly number[] | null) {
  const apart = solution.map(({ value }, i) => Math.abs(value - (said?.[i] ?? 0)));
  const i = apart.indexOf(Math.max(...apart));
  const { k, value: is } = solution[i] ?? { k: 0, value: 0 };
  const own = said?.[i];
  const came = { words: tagPhrase(from), name: 'came', k, value: is, below: own !== undefined && own >= is };
  return own === undefined
    ? [came]
    : [came, { ...came, words: 'you', name: 'own', value: own, below: !came.below }];
}

/** Base of the number of a handle: above it, or below where that would be cut. */
const valueY = (y: number, round: number) => (y - round - 6 > TOP + 10 ? y - round - 6 : y + round + 16);

/** How wide it is drawn, so that letters keep their size. */
function useWidth(svg: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(WIDE);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
    };
  }, [svg]);
  return width;
}
