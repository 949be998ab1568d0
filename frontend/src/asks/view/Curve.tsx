/** How does it go on? Eight handles, or one of four shapes, drawn on the scale of what was before. */
import { useRef, type FC } from 'react';
import { grouped } from '../../core/number';
import { writeIn } from '../values';
import type { Drawing } from '../ready';
import { shapesOf } from '../shapes';

interface Props {
  ready: Drawing;
  said: readonly number[] | null;
  /** The real one, too. */
  shown: boolean;
  onChange?: (said: readonly number[]) => void;
}

const [W, H, LEFT, RIGHT, TOP, BOTTOM] = [620, 300, 78, 12, 10, 26];

export const Curve: FC<Props> = ({ ready, said, shown, onChange }) => {
  const { before, after, marks, max, unit } = ready;
  const svg = useRef<SVGSVGElement>(null);
  const first = before[0]?.k ?? 0;
  const last = after.at(-1)?.k ?? 1;
  const now = before.at(-1);
  const x = (k: number) => LEFT + ((W - LEFT - RIGHT) * (k - first)) / Math.max(1, last - first);
  const y = (value: number) => TOP + (H - TOP - BOTTOM) * (1 - Math.min(1, Math.max(0, value / max)));
  const path = (points: readonly { k: number; value: number }[]) =>
    points
      .map(({ k, value }, i) => `${i === 0 ? 'M' : 'L'}${x(k).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('');
  const values = said ?? after.map(() => now?.value ?? max / 2);
  const set = (i: number, value: number) => {
    onChange?.(values.map((old, at) => (at === i ? Math.round(Math.min(max, Math.max(0, value))) : old)));
  };
  const step = max / 100;
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
  const own = said && now ? [now, ...after.map(({ k }, i) => ({ k, value: said[i] ?? 0 }))] : null;
  return (
    <div className="asks-curve">
      <svg ref={svg} viewBox={`0 0 ${W} ${H}`} role="group" aria-label="How it goes on">
        <g aria-hidden="true">
          <rect
            x={x(now?.k ?? first)}
            y={TOP}
            width={x(last) - x(now?.k ?? first)}
            height={H - TOP - BOTTOM}
            className="ahead"
          />
          {marks.map(({ name, value }) => (
            <g key={name} className={`mark-${name}`}>
              <path d={`M${LEFT} ${y(value)}H${W - RIGHT}`} />
              <text x={LEFT - 6} y={y(value) + 4} className="end">
                {name} {grouped(Math.round(value))}
              </text>
            </g>
          ))}
          <path d={`M${LEFT} ${TOP}V${H - BOTTOM}H${W - RIGHT}`} className="axis" />
          <path d={path(before)} className="was" />
          {shown && now && <path d={path([now, ...after])} className="is" />}
          {own && <path d={path(own)} className="said" />}
          <text x={x(now?.k ?? first)} y={H - 8} className="mid now">
            now
          </text>
          <text x={W - RIGHT} y={H - 8} className="end">
            +{grouped(last - (now?.k ?? first))} decisions
          </text>
        </g>
        {onChange &&
          after.map(({ k }, i) => {
            const value = values[i] ?? 0;
            return (
              <circle
                key={k}
                cx={x(k)}
                cy={y(value)}
                r="11"
                className={said ? 'handle' : 'handle unset'}
                role="slider"
                tabIndex={0}
                aria-label={`after ${grouped(k - (now?.k ?? 0))} decisions`}
                aria-orientation="vertical"
                aria-valuemin={0}
                aria-valuemax={Math.round(max)}
                aria-valuenow={Math.round(value)}
                aria-valuetext={`${writeIn(unit, value)}${between(value)}`}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                }}
                onPointerMove={(event) => {
                  const box = svg.current?.getBoundingClientRect();
                  if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
                  const at = ((event.clientY - box.top) / box.height) * H;
                  set(i, (1 - (at - TOP) / (H - TOP - BOTTOM)) * max);
                }}
                onKeyDown={(event) => {
                  const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
                  if (event.key === 'Home') set(i, marks.at(-1)?.value ?? max);
                  else if (event.key === 'End') set(i, marks[0]?.value ?? 0);
                  else if (by === 0) return;
                  else set(i, value + by * step * (event.shiftKey ? 5 : 1));
                  event.preventDefault();
                  event.stopPropagation();
                }}
              />
            );
          })}
      </svg>
      {onChange && (
        <div className="asks-shapes" role="group" aria-label="Or begin with a shape">
          {shapesOf(ready).map(([name, shape]) => (
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
