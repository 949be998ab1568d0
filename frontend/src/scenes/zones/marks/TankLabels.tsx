import { memo, type FC } from 'react';
import { grouped as n } from '../../../core/number';
import { tone } from '../../../ui/nodes/colours';
import { fitted, textWidth } from '../../font-metrics';
import type { Column } from './grid';
import { Y } from './scale';

interface Props {
  column: Column;
  name: string;
  managed: number;
  free: number | null;
  level: number | null;
  min: number | null;
  low: number | null;
  high: number | null;
  reserve: number;
  reserveTop: number | null;
  /** The page is taken here: an arrow comes down to the level. */
  hit: boolean;
  /** Read longer ago than this decision: the number is set lighter. */
  stale: boolean;
}

/** Below this a column has no room for marks, nor for words beside a number. */
const NARROW = 86;

/** Where the arrow of a page that is taken comes down. */
export function arrowX({ x, width }: Column): number {
  // Left of it stands the number of free pages, as far as there is room.
  if (width >= NARROW) return x + Math.max(width * 0.66, Math.min(width - 14, 80));
  return width >= 60 ? x + width - 8 : x + width / 2;
}

/** Text keeps clear of what is behind it. */
const halo = (color: string, width: number) => ({
  paintOrder: 'stroke' as const,
  stroke: color,
  strokeWidth: width,
});

/** Baseline of the number of free pages: it goes with the level, over a mark as over all else, and never jumps past one. */
const labelY = (level: number): number => (level <= Y.top + 12 ? Y.breakTop - 5 : level - 6);

/** Names a zone by what there is room for: "DMA32", "D32", "D". */
export function namesOf(name: string): readonly string[] {
  return [name, name.replace(/^DMA(?=\d)/, 'D'), name.slice(0, 1)];
}

export const TankLabels: FC<Props> = memo((props) => {
  const { column, name, managed, free, level, reserve, reserveTop, stale, hit } = props;
  const { x, width, nid } = column;
  const wash = tone(nid).wash;
  const [px, weight] = width >= 70 ? ([16, 600] as const) : ([13, 500] as const);
  const title = fitted(namesOf(name), width + 4, px, weight);
  const left = width - textWidth(title, px, weight) - 8;
  const size = managed > 0 ? fitted([`${n(managed)} pages`, n(managed)], left, 13) : '';
  const narrow = width < NARROW;
  const number = free === null ? '–' : n(free);
  const at = level === null ? Y.high + 20 : labelY(level);
  // The arrow passes a number above the level on its right.
  const above = level !== null && at < level;
  const beside = hit && above;
  const room = (left: boolean) => (left ? arrowX(column) - x - 8 : width - (narrow ? 2 : 12));
  const sizes = narrow ? [15, 13, 12] : [18, 15];
  // Where there is room beside the arrow, the number has the same size with it and without.
  const clearOfArrow = above && !narrow ? fittedNumber(number, room(true), sizes) : null;
  const fit = clearOfArrow ?? fittedNumber(number, room(beside), sizes);
  const marks = (
    [
      [props.high, Y.high + 15],
      [props.low, Y.low + 15],
      [props.min, Y.min - 6],
    ] as const
  ).flatMap(([value, y]) => {
    if (value === null || narrow) return [];
    const spare = width - textWidth(n(value), 13) - (fit?.width ?? 0) - 58;
    const hidden = level !== null && level > y - 13 && level < y + 1;
    return hidden || (Math.abs(y - at) < 17 && spare < 0) ? [] : [{ value, y }];
  });
  const reserveY = reserveTop === null ? 0 : (Math.max(Y.breakEnd, reserveTop) + Y.low) / 2 + 5;
  const inLine = marks.find(({ y }) => Math.abs(y - reserveY) < 14);
  const reserveWords = fitted(
    [`reserve ${n(reserve)}`, 'reserve'],
    width - 14 - (inLine ? textWidth(n(inLine.value), 13) : 0),
    13,
    600,
  );
  const clear = reserveTop !== null && Y.low - reserveTop >= 15 && Math.abs(reserveY - at) > 16;
  return (
    <g>
      <text
        x={title === name || !narrow ? x : x + width / 2}
        y={Y.name}
        className={title === name || !narrow ? '' : 'mid'}
        style={{ fontSize: px, fontWeight: weight }}
      >
        {title}
      </text>
      {size !== '' && (
        <text x={x + width} y={Y.name} className="t13 i2 end">
          {size}
        </text>
      )}
      {marks.map(({ value, y }) => (
        <text
          key={y}
          x={x + width - 6}
          y={y}
          className="t13 end i2"
          style={halo(level !== null && level <= y - 8 ? wash : 'var(--paper)', 4)}
        >
          {n(value)}
        </text>
      ))}
      {reserve > 0 && clear && reserveWords !== '' && (
        <text
          x={x + 7}
          y={reserveY}
          className="t13 w6"
          style={{
            fill: 'var(--wm-reserve)',
            ...halo(level !== null && level < reserveY ? wash : 'var(--paper)', 6),
          }}
        >
          {reserveWords}
        </text>
      )}
      {fit && (
        <text
          x={narrow && !beside ? x + width / 2 : x + (narrow ? 3 : 7)}
          y={at}
          className={narrow && !beside ? 'w6 mid' : 'w6'}
          style={{
            fontSize: fit.px,
            ...halo(level !== null && at > level ? wash : 'var(--paper)', 5),
            ...(stale ? { fill: 'var(--ink-2)' } : {}),
          }}
        >
          {number}
          {!narrow &&
            free !== null &&
            fit.width + textWidth('free', 13) + 18 < (above ? arrowX(column) - x : width) && (
              <tspan dx="5" style={{ fontSize: 13, fontWeight: 400, fill: 'var(--ink-2)' }}>
                free
              </tspan>
            )}
        </text>
      )}
    </g>
  );
});
TankLabels.displayName = 'TankLabels';

/** Size and text of a number that must fit; null where it does not even in the smallest. */
function fittedNumber(
  text: string,
  room: number,
  sizes: readonly number[],
): { px: number; width: number } | null {
  for (const px of sizes) {
    const width = textWidth(text, px, 600);
    if (width <= room) return { px, width };
  }
  return null;
}
