/** One choice when it is shown what came of a question: who said so, which it was, and which one said oneself. */
import type { ComponentProps, FC, ReactNode } from 'react';
import { Tag } from '../../ui/Tag';
import type { Asked } from '../gen/protocol';
import { Bar } from './Bar';

interface Props {
  asked: Asked;
  /** Of the choices. */
  nth: number;
  words: string;
  tile: ReactNode;
  /** Where the answer comes from, of the choice that it was. */
  took: ComponentProps<typeof Tag>['of'] | null;
  own: boolean;
  /** In the room. */
  members: number;
}

export const RevealRow: FC<Props> = ({ asked, nth, words, tile, took, own, members }) => {
  const counts = asked.counts ?? [];
  const all = counts.reduce((sum, n) => sum + n, 0);
  return (
    <li className={took === null ? '' : 'took'}>
      {tile}
      <div>
        <p>
          <b>{words}</b> {took !== null && <Tag of={took} />}
          {own && <span className="tag you">you</span>}
        </p>
        <Bar
          n={counts[nth] ?? 0}
          answered={all}
          everyone={Math.max(members, all)}
          before={asked.before?.[nth]}
        />
      </div>
    </li>
  );
};
