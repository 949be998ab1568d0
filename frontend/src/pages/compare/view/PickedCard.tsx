/** What one value, or one pair of values, came to, and the way to two panes from there. */
import type { FC } from 'react';
import type { Picked } from '../panes';
import { labelOf, type Question } from '../question';
import { measureNamed, spread, type Series } from '../table';
import { partName, whereWords, words } from '../phrases';

interface Props extends Picked {
  question: Question;
  series: readonly Series[];
  href: string;
}

export const PickedCard: FC<Props> = ({ question, series, at, row, href }) => (
  <aside className="cmp-picked" aria-live="polite">
    <h2>{whereWords(question, at, row)}</h2>
    <ul>
      {series.map((s) => {
        const point = s.rows[row]?.[at];
        return (
          point && (
            <li key={`${s.measure} ${s.part}`}>
              {words(s.measure)} {partName(s)} <b>{spread(point)}</b> {measureNamed(s.measure).unit}
            </li>
          )
        );
      })}
    </ul>
    <a className="btn" href={href}>
      Open beside {labelOf(question.x)} {question.x.values[0]}
    </a>
  </aside>
);
