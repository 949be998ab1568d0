/** A picture for each measure of a sweep. */
import { memo, useMemo, type FC } from 'react';
import { Tag } from '../../../ui/Tag';
import { printedWords, type PublishedMark } from '../published';
import type { Picked } from '../panes';
import type { Question } from '../question';
import { measureNamed, short, topOf, type Series } from '../table';
import { axisName, partName, conclusionOf, words } from '../phrases';
import { FigureFiles } from './FigureFiles';
import { PlotGrid } from './PlotGrid';
import { Plot, type Line } from './Plot';

interface Props {
  question: Question;
  series: readonly Series[];
  marks: readonly PublishedMark[];
  picked: Picked | null;
  onPick: (picked: Picked) => void;
}

export const Pictures = memo(function Pictures({ question, series, marks, picked, onPick }: Props) {
  const names = [...new Set(series.map((s) => s.measure))];
  return (
    <div className="cmp-plots">
      {names.map((name) => (
        <Figure
          key={name}
          name={name}
          question={question}
          series={series}
          marks={marks}
          picked={picked}
          onPick={onPick}
        />
      ))}
    </div>
  );
});

/** One of them: a component, so that between two the page can answer. */
const Figure: FC<Props & { name: Series['measure'] }> = ({
  name,
  question,
  series,
  marks,
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
        <h2 title={measure.doc}>{words(name)}</h2>
        <span className="note">{[measure.unit, better].filter(Boolean).join(', ')}</span>
        <p>{said || `${measure.doc[0]?.toUpperCase() ?? ''}${measure.doc.slice(1)}.`}</p>
      </figcaption>
      <Picture question={question} own={own} said={said} marks={printed} picked={picked} onPick={onPick} />
      {printed.length > 0 && <PrintedWords marks={printed} unit={measure.unit} />}
      <FigureFiles name={name} question={question} />
    </figure>
  );
};

/** What the diamonds are, in words. */
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
}

/** Two tunables, or parts by name: a table in shades. Else dots, and a line where values have an order. */
const Picture: FC<PictureProps> = ({ question, own, said, marks, picked, onPick }) => {
  const { x, y } = question;
  const [first] = own;
  if (!first) return null;
  const measure = measureNamed(first.measure);
  const most = own.reduce((top, s) => s.rows.flat().reduce((max, p) => Math.max(max, p.most), top), 0);
  const top = topOf(most, measure.unit);
  const xLabel = axisName(x);
  const at = picked?.at ?? -1;
  const title = words(first.measure);
  if (y)
    return own.map((s) => (
      <PlotGrid
        key={s.part}
        top={top}
        rows={s.rows.map((points, row) => ({ name: String(y.values[row]), points }))}
        corner={`${axisName(y)} \\ ${xLabel}`}
        title={title}
        caption={partName(s)}
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
      xLabel={xLabel}
      width={400}
      at={at}
      name={`${title} by ${xLabel}. ${said}`}
      marks={marks}
      onPick={pick}
    />
  );
};
