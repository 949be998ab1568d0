/** Names that are cut to fit lose their middle: what tells them apart is mostly at the end. */
import type { FC } from 'react';

export const ShortName: FC<{ name: string; tail: string }> = ({ name, tail }) =>
  tail === '' ? (
    name
  ) : (
    <>
      {/* Read in one piece, though it is drawn in two. */}
      <span className="visually-hidden">{name}</span>
      <span aria-hidden="true" className="tl-cut">
        {name.slice(0, name.length - tail.length)}
      </span>
      <span aria-hidden="true">{tail}</span>
    </>
  );
