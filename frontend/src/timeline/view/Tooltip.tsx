/** What stands under the pointer. The panel and the tables below hold the same, so it is not read aloud. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import type { Hit } from '../model/hit';
import { timePhrase } from '../model/time/ruler';
import { numberPhrase } from '../phrases';

export const Tooltip: FC<{ x: number; y: number; hit: Hit }> = ({ x, y, hit }) => {
  const { nearest, count, measured } = hit;
  return (
    <div
      className="tl-tip"
      style={{ '--x': `${x}px`, '--y': `${y}px` } as React.CSSProperties}
      aria-hidden="true"
    >
      <b>{nearest.name}</b> {timePhrase(nearest.ts)}
      <br />
      {[nearest.cpu && `CPU ${nearest.cpu}`, nearest.comm && `${nearest.comm} ${nearest.pid}`]
        .filter(Boolean)
        .join(', ')}
      {nearest.fields && <p className="mono">{nearest.fields}</p>}
      {count > 1 && <p>and {grouped(count - 1)} more here</p>}
      {measured && (
        <p>
          {measured.name}: {numberPhrase(measured.min)} to {numberPhrase(measured.max)}, mean{' '}
          {numberPhrase(measured.mean)} {measured.unit}
        </p>
      )}
    </div>
  );
};
