import type { FC } from 'react';
import { memoMark } from '../../../ui/memo';
import { Band } from '../../../ui/marks/Band';
import { tagPhrase } from '../../../ui/Tag';
import type { Provenance } from '../../provenance';
import { rangePhrase } from '../../phrases';
import { fitted, textWidth } from '../../font-metrics';
import type { Grid } from './grid';
import { sectors } from '../facts/phrases';

interface AverageProps {
  grid: Pick<Grid, 'y' | 'axis' | 'width' | 'compact'>;
  /** Sectors; null before the first request. */
  mean: number | null;
  /** How many requests it is of, in words. */
  counted: string;
  maxSectors: number | null;
  /** Sectors of the first disk that the document prints; null where it prints none. */
  printed: number | null;
  from: Provenance;
  known: boolean;
  /** As if: from the least to the most, where the frames that are assumed make a difference. */
  range: readonly [least: number, most: number] | null;
}

/** The average request, tagged by where it comes from, beside what the document printed. */
export const AverageMark = memoMark<AverageProps>('AverageMark', (props) => {
  const { grid, mean, counted, printed, from, known, range } = props;
  const { y, axis, compact } = grid;
  const px = compact ? 13 : 15;
  const end = mean === null ? axis.left : axis.x(mean);
  const value = mean === null ? '\u2013' : range ? rangePhrase(range, sectors) : sectors(mean);
  const said = known ? `${tagPhrase(from)}, ${counted}` : 'not known';
  const base = y.average + y.averageHeight / 2 + 4.5;
  const at = axis.left + 9 + textWidth(value, 16, 600) + 7;
  const words = fitted(
    [said, known ? tagPhrase(from) : '', ''],
    (mean === null ? axis.right : end) - at - 6,
    13,
  );
  return (
    <g>
      <text y={y.averageTitle} className="w5" style={{ fontSize: px }}>
        average
      </text>
      <rect
        className={`bar average ${from}`}
        x={axis.left}
        y={y.average}
        height={y.averageHeight}
        rx="1.5"
        style={{ width: Math.max(1, end - axis.left) }}
      />
      {range && (
        <Band
          x={axis.left}
          y={y.average}
          height={y.averageHeight}
          from={axis.x(range[0]) - axis.left}
          to={axis.x(range[1]) - axis.left}
        />
      )}
      <text x={axis.left + 9} y={base} className="t16 w6">
        {value}
      </text>
      <text x={at} y={base} className="t13 i2">
        {words}
      </text>
      {printed !== null && (
        <Printed {...props} printed={printed} free={Math.max(end, at + textWidth(words, 13)) + 8} />
      )}
    </g>
  );
});

/** A double rule for each disk of the document; the first is written out. `free`: nothing stands from here on. */
const Printed: FC<AverageProps & { printed: number; free: number }> = (props) => {
  const { grid, mean, maxSectors, printed, free } = props;
  const { y, axis, width } = grid;
  const x = axis.x(printed);
  const top = y.average - 4;
  const height = y.averageHeight + 8;
  const long = `${printed.toFixed(2)} published`;
  const short = printed.toFixed(2);
  const right = Math.max(x + 7, free);
  const words = [long, short].find((w) => right + textWidth(w, 13, 600) <= width);
  // Within the bar, clear of its end and of the limit.
  const ends = [mean, maxSectors].map((v) => (v === null ? Infinity : axis.x(v) - 6));
  const inside = words === undefined ? Math.min(x - 8, ...ends.filter((e) => e > axis.left + 120)) : null;
  return (
    <g className="published-mark">
      <path d={`M${x - 1.75} ${top}v${height}M${x + 1.75} ${top}v${height}`} />
      <text
        x={inside ?? right}
        y={y.average + y.averageHeight / 2 + 4.5}
        className={`t13 w6 ${inside === null ? '' : 'end'}`}
      >
        {words ?? (grid.compact ? short : long)}
      </text>
    </g>
  );
};
