/** One drawing large, and the others below it, small: a strip of pictures whose words are set beside them. */
import { Fragment, type FC, type ReactNode } from 'react';
import { Disc } from '../../ui/marks/Disc';
import { fitted, textWidth } from '../font-metrics';

const [TOP, PICTURE, WORDS, GAP, PX] = [12, 40, 19, 24, 13];

export interface FilmPicture {
  id: string;
  /** From top to bottom of its band in the drawing that has all of them. */
  band: readonly [top: number, bottom: number];
  marks: ReactNode;
  /** Its name and what it comes to, the longest wording first. */
  names: readonly string[];
  value: string;
  /** The disc that stands in it, which would be too small. */
  disc?: number | null;
}

/** Where a strip's pictures stand; whatever is pressed there is a button of the stage. */
const FilmMarks: FC<{ width: number; y: number; pictures: readonly FilmPicture[] }> = (props) => {
  const { width, y, pictures } = props;
  const room = (width - GAP * (pictures.length - 1)) / pictures.length;
  return (
    <g className="film">
      <path d={`M0 ${y + 0.5}H${width}`} className="hair" />
      {pictures.map(({ id, band: [top, bottom], marks, names, value, disc = null }, i) => {
        const x = i * (room + GAP);
        const left = disc === null ? x : x + 24;
        const base = y + TOP + PICTURE + WORDS;
        const valueWidth = textWidth(value, PX, 600);
        return (
          <g key={id}>
            <svg
              x={x}
              y={y + TOP}
              width={room}
              height={PICTURE}
              viewBox={`0 ${top} ${width} ${bottom - top}`}
              preserveAspectRatio="none"
            >
              {marks}
            </svg>
            {disc !== null && <Disc n={disc} x={x + 10} y={base - 4.5} />}
            <text x={left} y={base} className="t13 i2">
              {fitted(names, x + room - left - valueWidth - 8, PX)}
            </text>
            <text x={x + room} y={base} className="t13 w6 end">
              {value}
            </text>
          </g>
        );
      })}
    </g>
  );
};

interface PartsProps<Id extends string, Grid> {
  ids: readonly Id[];
  /** The one that is large; undefined: all, as one drawing. */
  part: Id | undefined;
  marks: Readonly<Record<Id, (grid: Grid) => ReactNode>>;
  /** Where all stand as one drawing, and where the large one stands alone. */
  all: Grid & { readonly width: number };
  alone: Grid;
  film: Readonly<Record<Id, Pick<FilmPicture, 'names' | 'value' | 'disc'>>>;
  bandOf: (grid: Grid, id: Id) => FilmPicture['band'];
  /** Where the strip begins. */
  y: number;
}

/** A drawing of several parts: all, or one of them large and the others as a strip below it. */
export function Parts<Id extends string, Grid>(props: PartsProps<Id, Grid>): ReactNode {
  const { ids, part, marks, all, alone, film, bandOf, y } = props;
  if (part === undefined) return ids.map((id) => <Fragment key={id}>{marks[id](all)}</Fragment>);
  const pictures = ids
    .filter((id) => id !== part)
    .map((id) => ({ id, band: bandOf(all, id), marks: marks[id](all), ...film[id] }));
  return (
    <>
      {marks[part](alone)}
      <FilmMarks width={all.width} y={y} pictures={pictures} />
    </>
  );
}
