/** Swap-in, small: this fault and those before it, each as high as it took, by how it was read; and the mean so far. */
import type { FC } from 'react';
import { meanOf, OWN } from '../../../../scenes/swap-in/facts/variation';
import { MODES } from '../../../../scenes/swap-in/facts/spans';
import { withUnit } from '../../../../scenes/swap-in/facts/phrases';
import { at, type SmallScene, type SmallSceneProps } from './scene';
import type { SideRun } from '../runs';

const ROW = 48;
const Y = { top: 10, foot: 130, end: 152 } as const;
const RIGHT = 64;

/** Mean of the reads so far, whichever way; NaN before the first. */
function meanAt(run: SideRun, k: number): number {
  const known = MODES.map((mode) => at(run, meanOf(mode), k)).filter((ns) => !Number.isNaN(ns));
  return known.length === 0 ? NaN : Math.max(...known);
}

const firstOf = (k: number) => 1 + ROW * Math.floor((Math.max(1, k) - 1) / ROW);

const Scene: FC<SmallSceneProps> = ({ run, k, width, top }) => {
  const first = firstOf(k);
  const room = (width - RIGHT) / ROW;
  const y = (ns: number) => Y.foot - (Math.min(top, ns) / top) * (Y.foot - Y.top);
  let bars = '';
  for (let i = first; i < k; i++) {
    const ns = at(run, OWN, i);
    if (!Number.isNaN(ns))
      bars += `M${((i - first) * room + 1).toFixed(1)} ${Y.foot}V${y(ns).toFixed(1)}h${(room - 2).toFixed(1)}V${Y.foot}z`;
  }
  const own = at(run, OWN, k);
  const mean = meanAt(run, k);
  const beyond = own > top;
  return (
    <>
      <path d={bars} fill="var(--control)" />
      {!Number.isNaN(own) && (
        <>
          <path
            d={`M${((k - first) * room + 1).toFixed(1)} ${Y.foot}V${y(own).toFixed(1)}h${(room - 2).toFixed(1)}V${Y.foot}z`}
            fill="var(--now)"
          />
          <text x={width} y={Math.min(Y.foot, y(own) + 5).toFixed(1)} className="t12 w6 inow end side-halo">
            {withUnit(own)}
            {beyond ? ' ↑' : ''}
          </text>
        </>
      )}
      <path className="axis" d={`M0 ${Y.foot + 0.5}H${width - RIGHT}`} />
      {!Number.isNaN(mean) && (
        <>
          <path d={`M0 ${y(mean).toFixed(1)}H${width - RIGHT}`} stroke="var(--ink)" strokeDasharray="5 3" />
          <text x="0" y={(y(mean) - 4).toFixed(1)} className="t12 w6 side-halo">
            mean {withUnit(mean)}
          </text>
        </>
      )}
      <text x="0" y={Y.foot + 16} className="t12 i2">
        each bar a fault, as high as it took
      </text>
    </>
  );
};

export const swapInScene: SmallScene = {
  Scene,
  heightOf: () => Y.end,
  value: (run, k) => {
    const mean = meanAt(run, k);
    return Number.isNaN(mean) ? null : [withUnit(mean), 'a read on average, so far'];
  },
  sentence: (run, _, k) => {
    const cell = run.cells[run.cell[k - 1] ?? -1];
    const own = at(run, OWN, k);
    return [cell ? `This fault: ${cell.name}` : '', Number.isNaN(own) ? '' : `done after ${withUnit(own)}`]
      .filter(Boolean)
      .join(', ')
      .concat('.');
  },
  /** What 98 of 100 faults stay below, so that one that waited long does not flatten all others. */
  topOf: (runs) => {
    const all = runs
      .flatMap((run) => [...(run.numbers[OWN] ?? [])].filter((ns) => ns > 0))
      .sort((a, b) => a - b);
    return Math.max(1, (all[Math.floor(0.98 * (all.length - 1))] ?? 1) * 1.1);
  },
};
