import { useId, type FC } from 'react';
import './band.css';

/** Between the strokes of a band. */
const HATCH = 4;

/** What is assumed makes the level end somewhere here. */
const BandMark: FC<{ x: number; y: number; height: number; from: number; to: number }> = (props) => {
  const { x, y, height, from, to } = props;
  const width = Math.max(to - from, 1.5);
  const lines = Math.ceil((width + height) / HATCH);
  const id = useId();
  return (
    <g className="band">
      <clipPath id={id}>
        <rect x={x + from} y={y} width={width} height={height} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {Array.from({ length: lines }, (_, i) => (
          <path key={i} d={`M${x + from + i * HATCH - height} ${y + height}l${height} ${-height}`} />
        ))}
      </g>
      <path
        className="end"
        d={`M${x + from} ${y - 3}v${height + 6}M${x + from + width} ${y - 3}v${height + 6}`}
      />
    </g>
  );
};

export default BandMark;
