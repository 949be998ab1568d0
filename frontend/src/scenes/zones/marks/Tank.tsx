import { memo, type FC } from 'react';
import { tone } from '../../../ui/nodes/colours';
import { texture } from '../../../ui/nodes/Textures';
import type { Column } from './grid';
import { isBroken, Y } from './scale';

/** A torn edge from right to left, teeth of about six px. */
function teeth(width: number): string {
  const n = Math.max(1, Math.round(width / 12));
  const step = width / (2 * n);
  return `l-${step.toFixed(3)} 5l-${step.toFixed(3)} -5`.repeat(n);
}

/** Two torn edges with paper between them: here the scale changes. */
function torn(x: number, width: number): string {
  const n = Math.max(1, Math.round(width / 12));
  const step = (width / (2 * n)).toFixed(3);
  const back = `l-${step} 3l-${step} -3`.repeat(n);
  const forth = `l${step} 3l${step} -3`.repeat(n);
  return `M${x} ${Y.breakTop - 1}${forth}v5${back}z`;
}

interface Props {
  column: Column;
  /** Id of the textures. */
  id: string;
  /** Height of the level; null where it is not known. */
  level: number | null;
  /** Heights between which lowmem_reserve stands on low; null where there is none. */
  reserveTop: number | null;
}

/** A zone: what is free as a level, the reserve as a hatched band on low. */
export const Tank: FC<Props> = memo(({ column, id, level, reserveTop }) => {
  const { zone, nid, x, width } = column;
  const clip = `${id}-zone-${zone}`;
  const right = x + width;
  return (
    <g data-zone={zone}>
      <clipPath id={clip}>
        <path d={`M${x} ${Y.top}H${right}V${Y.foot}${teeth(width)}Z`} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {level !== null && (
          <g className="level" style={{ transform: `translate(0, ${level}px)` }}>
            <rect x={x} y="0" width={width} height={Y.foot - Y.top + 12} fill={texture(id, nid)} />
            <rect x={x} y="0" width={width} height="4" fill={tone(nid).fill} />
          </g>
        )}
        {reserveTop !== null && (
          <rect
            x={x}
            y={reserveTop}
            width={width}
            height={Math.max(0, Y.low - reserveTop)}
            fill={`url(#${id}-reserve)`}
            opacity=".75"
          />
        )}
      </g>
      <path
        d={`M${x} ${Y.top}V${Y.foot}M${right} ${Y.top}V${Y.foot}`}
        stroke="var(--ink-2)"
        strokeWidth="1.5"
      />
      <path
        d={`M${right} ${Y.foot}${teeth(width)}`}
        fill="none"
        stroke="var(--ink-2)"
        strokeWidth="1.25"
        strokeDasharray={level === null ? '3 3' : undefined}
      />
      <rect
        data-of={`zone:${zone}`}
        x={x}
        y={Y.top}
        width={width}
        height={Y.foot - Y.top + 5}
        fill="none"
        pointerEvents="all"
      />
      {level !== null && isBroken(level) && (
        <path d={torn(x - 1, width + 2)} fill="var(--paper)" stroke="var(--ink-3)" strokeWidth=".75" />
      )}
    </g>
  );
});
Tank.displayName = 'Tank';
