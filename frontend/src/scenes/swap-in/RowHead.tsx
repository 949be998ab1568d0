import { memoMark } from '../../ui/memo';
import { CPU, ROW, type Grid } from './marks/grid';

interface Props {
  grid: Grid;
  name: string;
  y: number;
  taken: boolean;
  /** Are there lanes to name? */
  lanes: boolean;
  /** Does the source tell when the disk was busy? */
  disk: boolean;
}

/** A mode and its two lanes; the way the page is read lies on a wash. */
export const RowHead = memoMark<Props>('RowHead', ({ grid, name, y, taken, lanes, disk }) => (
  <g>
    {taken && <rect x="-8" y={y - 1} width={grid.width + 16} height={ROW - 1} rx="4" fill="var(--wash)" />}
    <text x="0" y={y + 19} className={`${grid.compact ? 't13' : 't15'} w6 ${taken || lanes ? '' : 'i3'}`}>
      {name}
    </text>
    {lanes && !grid.compact && (
      <text x={grid.left - 8} y={y + CPU.y + 14} className="t12 i2 end">
        CPU
      </text>
    )}
    {lanes && !grid.compact && (
      <text x={grid.left - 8} y={y + 38} className="t12 i2 end">
        {disk ? 'disk' : ''}
      </text>
    )}
  </g>
));
