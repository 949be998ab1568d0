/** A picture for each measure of a sweep. */
import { memo, useMemo, type FC } from 'react';
import { Tag } from '../../../ui/Tag';
import { printedWords, type PublishedMark } from '../published';
import type { Picked } from '../panes';
import type { Question } from '../question';
import { measureNamed, nameOf, short, topOf, winnersOf, type Series } from '../table';
import { unitWord } from '../../../core/number';
import { axisName, conclusionOf, partName, seriesName } from '../phrases';
import { kernelValue, type KernelMark } from '../kernel';
import { useWidth } from '../../../ui/use-screen';
import { FigureFiles } from './FigureFiles';
import { PlotGrid } from './PlotGrid';
import { Plot, type KernelPoint, type Line } from './Plot';

interface Props {
  question: Question;
  series: readonly Series[];
  marks: readonly PublishedMark[];
  kernel: readonly KernelMark[];
  picked: Picked | null;
  onPick: (picked: Picked) => void;
}

/** A plot narrower than this is none; so many stand in a row at most. */
const NARROWEST = 360;
const ABREAST = 3;
const GAP = 24;

export const Pictures = memo(function Pictures({ question, series, marks, kernel, picked, onPick }: Props) {
  const names = [...new Set(series.map((s) => s.measure))];
  const [ref, all] = useWidth();
  const fit = Math.max(1, Math.min(ABREAST, names.length, Math.floor((all + GAP) / (NARROWEST + GAP))));
  const width = Math.floor((all - GAP * (fit - 1)) / fit);
  return (
    <div className="cmp-plots" ref={ref} style={{ gridTemplateColumns: `repeat(${fit}, minmax(0, 1fr))` }}>
      {(all > 0 ? names : []).map((name) => (
        <Figure
          key={name}
          name={name}
          width={width}
          question={question}
          series={series}
          marks={marks}
          kernel={kernel}
          picked={picked}
          onPick={onPick}
        />
      ))}
    </div>
  );
});

/** One of them: a component, so that between two the page can answer. */
const Figure: FC<Props & { name: Series['measure']; width: number }> = ({
  name,
  width,
  question,
  series,
  marks,
  kernel,
  picked,
  onPick,
}) => {
  const measure = measureNamed(name);
  const own = useMemo(() => series.filter((s) => s.measure === name), [series, name]);
  const better = measure.better === 'neither' ? '' : `${measure.better} is better`;
  const said = conclusionOf(question, own);
  const printed = marks.filter((mark) => mark.measure === name);
  return (
    <figure className="cmp-figure" data-name={name}>
      <figcaption>
        <h2>{measure.words}</h2>
        <span className="note">{[unitWord(measure.unit), better].filter(Boolean).join('; ')}</span>
        <p title={said}>{measure.doc}</p>
      </figcaption>
      <Picture
        question={question}
        own={own}
        said={said}
        width={width}
        marks={printed}
        kernel={kernel}
        picked={picked}
        onPick={onPick}
      />
      {printed.length > 0 && <PrintedWords marks={printed} unit={measure.unit} />}
      <FigureFiles name={name} words={measure.words} question={question} />
    </figure>
  );
};

/** What the two lines are, in words. */
const PrintedWords: FC<{ marks: readonly PublishedMark[]; unit: string }> = ({ marks, unit }) => (
  <p className="cmp-words">
    <Tag of="published" /> Document {marks[0]?.source}:{' '}
    {marks.map((mark) => `${mark.label}: ${printedWords(mark, short)}`).join('; ')}
    {unit === '' ? '' : ` ${unit}`}
    {marks.some(({ values }) => values.length > 1)
      ? `, the first of ${marks[0]?.values.length} lines, the least and the most`
      : ''}
    .
  </p>
);

interface PictureProps extends Omit<Props, 'series'> {
  /** Of one measure. */
  own: readonly Series[];
  said: string;
  width: number;
}

/** Two tunables, or parts by name: a table in shades. Else dots, and a line where values have an order. */
const Picture: FC<PictureProps> = ({ question, own, said, width, marks, kernel, picked, onPick }) => {
  const { x, y } = question;
  const [first] = own;
  if (!first) return null;
  const measure = measureNamed(first.measure);
  const most = own.reduce((top, s) => s.rows.flat().reduce((max, p) => Math.max(max, p.most), top), 0);
  const top = topOf(most, measure.unit);
  const xLabel = axisName(x);
  const at = picked?.at ?? -1;
  const title = nameOf(measure);
  if (y)
    return own.map((s) => (
      <PlotGrid
        key={s.part}
        top={top}
        best={winnersOf(s)}
        rows={s.rows.map((points, row) => ({ name: String(y.values[row]), points }))}
        corner={`${axisName(y)} \\ ${xLabel}`}
        title={title}
        caption={s.rows.length > 0 && own.length > 1 ? seriesName(s) : ''}
        at={at}
        onPick={onPick}
      />
    ));
  const pick = (place: number) => {
    onPick({ at: place, row: 0 });
  };
  if (own.length > 1 && x.values.some((value) => typeof value === 'string'))
    return (
      <PlotGrid
        top={top}
        best={[]}
        rows={own.map((s) => ({ name: partName(s), points: s.rows[0] ?? [] }))}
        corner={xLabel}
        title={title}
        caption=""
        at={at}
        onPick={({ at: place }) => {
          pick(place);
        }}
      />
    );
  return (
    <Plot
      measure={measure}
      lines={own.map((s): Line => ({ key: String(s.part), label: partName(s), points: s.rows[0] ?? [] }))}
      kernel={own.flatMap((s, line) =>
        kernel.flatMap((mark): KernelPoint | [] => {
          const value = kernelValue(mark, s.measure, s.part);
          return value === null ? [] : { at: mark.at, line, value, title: mark.capture };
        }),
      )}
      xLabel={xLabel}
      width={width}
      at={at}
      name={`${title} by ${xLabel}. ${said}`}
      marks={marks}
      onPick={pick}
    />
  );
};
