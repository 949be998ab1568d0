/** The tornado: a bar for each tunable, the widest first. */
import { scaleLinear } from 'd3-scale';
import { useId, type FC } from 'react';
import { unitWord } from '../../../core/number';
import { useWidth } from '../../../ui/use-screen';
import type { Bar, Ranking, Variation } from '../ranking';
import { betterWords, measureName } from '../ranking-phrases';
import { measureNamed, short, space } from '../table';

interface BarsProps {
  ranking: Ranking;
  varied: readonly Variation[];
  bars: readonly Bar[];
  at: number;
  onPick: (variation: number) => void;
}

const HEIGHT = 44;
const THICK = 18;
/** For the words at the ends of bars. */
const MARGIN = 72;

export const RankingBars: FC<BarsProps> = ({ ranking, varied, bars, at, onPick }) => {
  const [ref, width] = useWidth();
  const unit = measureNamed(ranking.measure).unit;
  const least = Math.min(...bars.map((bar) => bar.least));
  const most = Math.max(...bars.map((bar) => bar.most));
  const scale = scaleLinear([least, most], [MARGIN, Math.max(MARGIN + 1, width - MARGIN)]);
  const ticks = scale.ticks(Math.max(2, Math.floor(width / 110)));
  const better = betterWords(ranking);
  const name = measureName(ranking);
  return (
    <div className="rank-chart">
      <table className="rank-table">
        <caption>
          {name}
          {unit === '' || name.includes(unit) ? '' : `, ${unitWord(unit)}`}
          {better && `; ${better}`}
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">tunable, and the values that it took</th>
            <th scope="col">how far it moves the measure</th>
            <th scope="col">what each value comes to</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => {
            const variation = varied[bar.variation];
            if (!variation) return null;
            const { label, own, values } = variation;
            return (
              <tr key={variation.name} className={bar.variation === at ? 'hot' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={bar.variation === at}
                    onClick={() => {
                      onPick(bar.variation);
                    }}
                  >
                    <b>{label}</b>
                    <span className="small">
                      {values.map(({ text }) => text).join(', ')}; as it is {own}
                    </span>
                  </button>
                </th>
                <td className="rank-width">
                  <b>{short(bar.width)}</b>
                  <span className="small">{space(unit)}</span>
                </td>
                <td className="rank-bar">
                  {width > 0 && <BarPicture bar={bar} scale={scale} ticks={ticks} width={width} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="rank-foot">
        <div className="rank-axis" ref={ref}>
          {width > 0 && (
            <svg width={width} height="20" aria-hidden="true">
              {ticks.map((tick) => (
                <text key={tick} x={scale(tick)} y="14" textAnchor="middle">
                  {short(tick)}
                </text>
              ))}
            </svg>
          )}
        </div>
      </div>
    </div>
  );
};

interface BarPictureProps {
  bar: Bar;
  scale: (value: number) => number;
  ticks: readonly number[];
  width: number;
}

/** What lowers the measure is hatched, what raises it is solid; a circle at each value. */
const BarPicture: FC<BarPictureProps> = ({ bar: { base, ends, least, most }, scale, ticks, width }) => {
  const id = useId();
  if (base === null) return null;
  const y = HEIGHT / 2;
  const [from, at, to] = [scale(least), scale(base), scale(most)];
  const known = ends.flatMap(({ text, median }) => (median === null ? [] : [{ text, median }]));
  // Words stand at the ends alone, or they would lie on each other.
  const left = known.find(({ median }) => median === least && median < base);
  const right = known.find(({ median }) => median === most && median > base);
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={spoken(known, base)}>
      <defs>
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="rank-hatch" d="M0 0V5" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <path key={tick} className="rank-grid" d={`M${scale(tick)} 0V${HEIGHT}`} />
      ))}
      <rect
        className="rank-less"
        x={from}
        y={y - THICK / 2}
        width={at - from}
        height={THICK}
        fill={`url(#${id})`}
      />
      <rect className="rank-more" x={at} y={y - THICK / 2} width={to - at} height={THICK} />
      <path className="rank-base" d={`M${at} 0V${HEIGHT}`} />
      {known.map(({ text, median }) => (
        <circle key={text} className="rank-run" cx={scale(median)} cy={y} r="4" />
      ))}
      {left && (
        <text x={from - 8} y={y + 4} textAnchor="end">
          {left.text}
        </text>
      )}
      {right && (
        <text x={to + 8} y={y + 4}>
          {right.text}
        </text>
      )}
    </svg>
  );
};

const spoken = (known: readonly { text: string; median: number }[], base: number): string =>
  [`as it is ${short(base)}`, ...known.map(({ text, median }) => `at ${text} ${short(median)}`)].join(', ');
