/** Pages given out from now on: which zones give them, where kswapd wakes, where a task reclaims for itself. */
import { useId, type FC, type KeyboardEvent, type ReactNode } from 'react';
import { fitted, textWidth } from '../../../scenes/font-metrics';
import { First, Last, Pause, Play } from '../../../ui/Icons';
import { Band } from '../../../ui/marks/Band';
import { Textures, texture } from '../../../ui/nodes/Textures';
import { tone } from '../../../ui/nodes/colours';
import { dragged } from '../../../ui/pointer-gesture';
import { useWidth } from '../../../ui/use-screen';
import { useThrottle } from '../../../ui/use-throttle';
import type { AxisPart, Distance } from '../answer';
import { givenAt, givingAt, placesOf, reachedAt, scaleOf } from '../axis';
import { useKeys } from '../keys';
import { axisPlaceWords, axisWords, bytes, givingWords, spanBytes } from '../phrases';
import { useRun } from '../use-run';
import { hasModifier } from '../../../ui/keyboard';

interface Props {
  distance: Distance;
  /** As if the sysctls were others. */
  asif: Distance | null;
  /** Bytes. */
  page: number;
  /** Pages given out. */
  at: number;
  onAt: (at: number) => void;
  shortcuts: () => boolean;
}

/** By a key: from which place to which. `from` is behind the place that was reached last, or at it. */
const PLACES: Readonly<Record<string, (places: readonly number[], at: number) => number | undefined>> = {
  ArrowLeft: (places, at) => places.findLast((place) => place < at),
  ArrowDown: (places, at) => places.findLast((place) => place < at),
  ArrowRight: (places, at) => places.find((place) => place > at),
  ArrowUp: (places, at) => places.find((place) => place > at),
  Home: (places) => places[0],
  End: (places) => places.at(-1),
};

const HEIGHT = 104;
const BAR = { y: 22, height: 24 };
const LINE = 64;
/** So near to a place a pointer is at it. */
const NEAR = 5;
const SAY_EVERY_MS = 1000;

export const DistanceAxis: FC<Props> = ({ distance, asif, page, at, onAt, shortcuts }) => {
  const [ref, width] = useWidth();
  const id = useId();
  const { to_kswapd: low = [0, 0], to_min: min = [0, 0], axis = [] } = distance;
  const places = placesOf(distance);
  const last = places.at(-1) ?? 0;
  const other = asif?.to_kswapd;
  const scale = scaleOf(low[1], min[1], other?.[1] ?? 0, Math.max(0, width));
  const { runs, toggle, stop } = useRun({ at, places, x: scale.x, back: scale.pages, width, onAt });
  useKeys({ ' ': toggle }, shortcuts);
  const go = (to: number) => {
    stop();
    onAt(to);
  };
  const reached = reachedAt(distance, at);
  const isPlace = places[reached] === at;
  const giving = givingAt(distance, at);
  const given = spanBytes(givenAt(distance, at), page);
  const words = isPlace || !giving ? axisPlaceWords(distance, reached, page) : givingWords(giving);
  const said = isPlace ? words : `${given} given out. ${words}`;
  const heard = useThrottle(said, SAY_EVERY_MS);
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return;
    if (event.key === ' ') toggle();
    else if (PLACES[event.key]) go(PLACES[event.key]?.(places, at) ?? at);
    else return;
    event.preventDefault();
  };
  const jump = (words: string, key: string, to: number, icon: ReactNode) => (
    <button
      type="button"
      className="btn"
      aria-label={words}
      title={`${words} (${key})`}
      onClick={() => {
        go(to);
      }}
    >
      {icon}
    </button>
  );
  const nodes = axis.map(({ node }) => node);
  const kswapdAt = scale.x(low[1]);
  const stallAt = scale.after(min[1]);
  const wakesWords = `${spanBytes(low, page)}: ${distance.wakes === false ? 'all at low' : 'kswapd wakes'}`;
  const wakesX = Math.min(width - 4, Math.max(130, kswapdAt));
  const wakesEnds = kswapdAt > width / 3;
  return (
    <div className="machine-axis">
      <h2>
        Who gives the pages
        {scale.short && <span className="note"> the right part is {Math.round(scale.times)} × as wide</span>}
      </h2>
      <div className="machine-run">
        <p>
          <b>{bytes(at * page)}</b> of {spanBytes(min, page)} given out
        </p>
        <div className="btns" role="group" aria-label="Run the axis">
          {jump('Now', 'Home', 0, <First />)}
          <button
            type="button"
            className="btn main"
            aria-label={runs ? 'Pause' : 'Play'}
            aria-keyshortcuts="Space"
            title={`${runs ? 'Pause' : 'Play'} (Space)`}
            disabled={last === 0}
            onClick={toggle}
          >
            {runs ? <Pause /> : <Play />}
          </button>
          {jump('The stall', 'End', last, <Last />)}
        </div>
      </div>
      <div
        role="slider"
        ref={ref}
        tabIndex={0}
        aria-label="Pages given out from now on"
        aria-describedby={`${id}-list`}
        aria-valuemin={0}
        aria-valuemax={axis.length}
        aria-valuenow={reached}
        aria-valuetext={runs ? heard : said}
        aria-keyshortcuts="ArrowLeft ArrowRight Home End Space"
        onKeyDown={onKeyDown}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <Textures id={id} nodes={nodes} />
            {barsOf(axis, scale).map(({ part, x, width: wide }) => (
              <g
                key={`${part.until} ${part.node} ${part.zone}`}
                onClick={() => {
                  go(part.ends[1]);
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
            {wakesX - (wakesEnds ? textWidth(wakesWords, 13, 600) : 0) > 36 && (
              <text x="0" y={LINE + 22} className="t13 w6 inow">
                now
              </text>
            )}
            {low[1] > low[0] && <Band x={0} y={LINE - 5} height={10} from={scale.x(low[0])} to={kswapdAt} />}
            <path d={`M${kswapdAt} ${LINE - 12}V${LINE + 12}`} className="machine-low" />
            <text
              x={wakesX}
              y={LINE + 24}
              className={`t13 w6 ${wakesEnds ? 'end' : ''}`}
              style={{ fill: 'var(--wm-low)' }}
            >
              {wakesWords}
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
            <rect
              className="machine-drag"
              y={LINE - 14}
              width={width}
              height="28"
              {...dragged<SVGRectElement>(({ clientX, currentTarget }) => {
                const x = clientX - currentTarget.getBoundingClientRect().left;
                const place = places.find((one) => Math.abs(scale.x(one) - x) < NEAR);
                go(place ?? Math.min(last, scale.pages(x)));
              })}
            />
            <circle
              cx={Math.min(width - 6, Math.max(6, scale.x(at)))}
              cy={LINE}
              r="6"
              className="machine-cursor"
            />
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
