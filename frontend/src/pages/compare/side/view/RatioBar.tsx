/** Shares of a whole as one bar, each part in the colour of its node, with its per cent where there is room. */
import type { FC } from 'react';
import { texture } from '../../../../ui/nodes/Textures';
import { tone } from '../../../../ui/nodes/colours';

export interface Share {
  key: number;
  node: number;
  /** 0 to 1. */
  share: number;
}

const [HEIGHT, BASE, LEAST] = [14, 11, 0.08];

/** `id`: of the textures of the drawing that it is in. */
export const RatioBar: FC<{ shares: readonly Share[]; y: number; width: number; id: string }> = ({
  shares,
  y,
  width,
  id,
}) => {
  const parts = shares.filter(({ share }) => share > 0);
  const from = parts.map((_, i) => width * parts.slice(0, i).reduce((sum, { share }) => sum + share, 0));
  return parts.map(({ key, node, share }, i) => {
    const x = from[i] ?? 0;
    return (
      <g key={key}>
        <rect
          x={x.toFixed(1)}
          y={y}
          width={(share * width).toFixed(1)}
          height={HEIGHT}
          fill={texture(id, node)}
          stroke={tone(node).fill}
        />
        {share > LEAST && (
          <text x={(x + (share * width) / 2).toFixed(1)} y={y + BASE} className="t12 w6 mid side-halo">
            {Math.round(100 * share)}
          </text>
        )}
      </g>
    );
  });
};
