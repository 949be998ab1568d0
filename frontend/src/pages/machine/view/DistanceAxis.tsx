/** Pages given out from now on: which zones give them, where kswapd wakes, where a task reclaims for itself. */
import { useId, useState, type FC, type KeyboardEvent } from 'react';
import { fitted } from '../../../scenes/font-metrics';
import { Band } from '../../../ui/marks/Band';
import { Textures, texture } from '../../../ui/nodes/Textures';
import { tone } from '../../../ui/nodes/colours';
import { useWidth } from '../../../ui/use-screen';
import type { AxisPart, Distance, Span } from '../answer';
import { axisPlaceWords, axisWords, spanBytes } from '../phrases';

interface Props {
  distance: Distance;
  /** As if the sysctls were others. */
  asif: Distance | null;
  /** Bytes. */
  page: number;
}

/** By a key: from which place to which. */
const PLACES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

const HEIGHT = 104;
const BAR = { y: 22, height: 24 };
const LINE = 64;
const GAP = 36;

/** From the core's numbers to px; the part beyond kswapd has a scale of its own where it would be too short. */
function scaleOf(to: Span, end: Span, more: number, width: number) {
  const [low, all] = [Math.max(to[1], more), Math.max(end[1], more)];
  const beyond = all - low;
  const short = beyond > 0 && beyond < all * 0.25;
  const first = short || beyond === 0 ? width * (beyond === 0 ? 0.96 : 0.62) : (width * 0.96 * low) / all;
  const from = first + (short ? GAP : 0);
  const second = Math.max(0, width * 0.96 - from);
  const times = beyond > 0 && low > 0 ? second / beyond / (first / low) : 1;
  return {
    short,
    first,
    from,
    times,
    x: (pages: number) =>
      pages <= low
        ? low === 0
          ? from
          : (pages / low) * first
        : from + Math.min(1, (pages - low) / Math.max(1, beyond)) * second,
    after: (pages: number) => from + Math.min(1, Math.max(0, pages - low) / Math.max(1, beyond)) * second,
  };
}

export const DistanceAxis: FC<Props> = ({ distance, asif, page }) => {
  const [ref, width] = useWidth();
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const { to_kswapd: low, to_min: min, axis = [] } = distance;
  if (!low || !min) return null;
  // Places: now, and where each part ends.
  const at = Math.min(chosen, axis.length);
  const words = axisPlaceWords(distance, at, page);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = PLACES[event.key]?.(at, axis.length);
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setChosen(Math.min(axis.length, Math.max(0, to)));
  };
  const other = asif?.to_kswapd;
  const scale = scaleOf(low, min, other ? other[1] : 0, Math.max(0, width));
  const nodes = axis.map(({ node }) => node);
  const kswapdAt = scale.x(low[1]);
  const stallAt = scale.after(min[1]);
  const bars = barsOf(axis, scale);
  const part = axis[at - 1];
  const place = !part ? 0 : part.until === 'min' ? scale.after(part.ends[1]) : scale.x(part.ends[1]);
  return (
    <div className="machine-axis" ref={ref}>
      <h2>
        Who gives the pages
        {scale.short && <span className="note"> the right part is {Math.round(scale.times)} × as wide</span>}
      </h2>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Pages given out from now on"
        aria-describedby={`${id}-list`}
        aria-valuemin={0}
        aria-valuemax={axis.length}
        aria-valuenow={at}
        aria-valuetext={words}
        aria-keyshortcuts="ArrowLeft ArrowRight Home End"
        onKeyDown={onKeyDown}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <Textures id={id} nodes={nodes} />
            {bars.map(({ part, x, width: wide }, i) => (
              <g
                key={`${part.until} ${part.node} ${part.zone}`}
                onClick={() => {
                  setChosen(i + 1);
                }}
              >
                <rect
                  x={x}
                  y={BAR.y}
                  width={Math.max(1, wide)}
                  height={BAR.height}
                  fill={texture(id, part.node)}
                  stroke={tone(part.node).fill}
                  strokeWidth="1.5"
                />
                <text x={x + wide / 2} y={BAR.y + 17} className="t13 w6 mid">
                  {fitted(
                    [
                      `${part.zone}, node ${part.node}: ${spanBytes(part.pages, page)}`,
                      `${part.zone}: ${spanBytes(part.pages, page)}`,
                      part.zone,
                    ],
                    wide - 8,
                    13,
                    600,
                  )}
                </text>
              </g>
            ))}
            <path d={`M0 ${LINE}H${scale.first}M${scale.from} ${LINE}H${width}`} className="machine-way" />
            {scale.short && (
              <path
                d={`M${scale.first + 10} ${LINE + 12}l8 -24M${scale.first + 18} ${LINE + 12}l8 -24`}
                className="axis"
              />
            )}
            <text x="0" y={LINE + 22} className="t13 w6 inow">
              now
            </text>
            {low[1] > low[0] && <Band x={0} y={LINE - 5} height={10} from={scale.x(low[0])} to={kswapdAt} />}
            <path d={`M${kswapdAt} ${LINE - 12}V${LINE + 12}`} className="machine-low" />
            <text
              x={Math.min(width - 4, Math.max(130, kswapdAt))}
              y={LINE + 24}
              className={`t13 w6 ${kswapdAt > width / 3 ? 'end' : ''}`}
              style={{ fill: 'var(--wm-low)' }}
            >
              {`${spanBytes(low, page)}: kswapd wakes`}
            </text>
            <path d={`M${stallAt} ${LINE - 12}V${LINE + 12}`} className="machine-min" />
            <text
              x={Math.min(width - 4, stallAt + 4)}
              y={LINE + 39}
              className="t13 w6 end"
              style={{ fill: 'var(--wm-min)' }}
            >
              {`${spanBytes(min, page)}: ${distance.then === 'the request fails' ? 'the request fails' : 'a task reclaims for itself'}`}
            </text>
            {other && (
              <g className="machine-asif">
                <path d={`M${scale.x(other[1])} ${LINE - 15}V${LINE + 8}`} strokeDasharray="4 3" />
                <text
                  x={Math.max(150, scale.x(other[1]) - 5)}
                  y={LINE - 5}
                  className="t13 w6 end ghost-words"
                >
                  {`as if: ${spanBytes(other, page)}`}
                </text>
              </g>
            )}
            <circle cx={Math.min(width - 6, Math.max(6, place))} cy={LINE} r="6" fill="var(--now)" />
          </svg>
        )}
      </div>
      <p className="note">{words}</p>
      <ol id={`${id}-list`} className="visually-hidden">
        {axis.map((part) => (
          <li key={`${part.until} ${part.node} ${part.zone}`}>{axisWords(part, page)}</li>
        ))}
      </ol>
    </div>
  );
};

/** Each part from where the one before it ends; the most of each, where it is a band. */
function barsOf(axis: readonly AxisPart[], scale: ReturnType<typeof scaleOf>) {
  let x = 0;
  let beyond = false;
  return axis.map((part) => {
    if (part.until === 'min' && !beyond) {
      beyond = true;
      x = scale.from;
    }
    const end = part.until === 'min' ? scale.after(part.ends[1]) : scale.x(part.ends[1]);
    const bar = { part, x, width: Math.max(0, end - x) };
    x = Math.max(x, end);
    return bar;
  });
}
