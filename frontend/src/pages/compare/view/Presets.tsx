/** Questions to begin with. */
import type { FC } from 'react';
import { PAIRS, PRESETS, type Preset } from '../presets';

interface Props {
  hrefOf: (text: string) => string;
  /** The pair that the two panes of the stage show; null where they show none. */
  shown: string | null;
}

export const Presets: FC<Props> = ({ hrefOf, shown }) => {
  const own = shown === null ? [] : [{ title: 'The sources of the two panes', question: shown }];
  return (
    <section className="cmp-presets">
      <h2>To begin with</h2>
      <List of={PRESETS} hrefOf={hrefOf} />
      <h2>Or two, and what differs</h2>
      <List of={[...own, ...PAIRS]} hrefOf={hrefOf} />
    </section>
  );
};

const List: FC<{ of: readonly Preset[]; hrefOf: Props['hrefOf'] }> = ({ of, hrefOf }) => (
  <ul>
    {of.map(({ title, question }) => (
      <li key={title}>
        <a href={hrefOf(question)}>{title}</a>
      </li>
    ))}
  </ul>
);
