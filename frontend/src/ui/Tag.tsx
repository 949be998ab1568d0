import type { FC } from 'react';

/** Where a number comes from, by colour, shape and word: the tag no number on screen goes without. */
export const Tag: FC<{ of: 'published' | 'model' | 'kernel' | 'asif' }> = ({ of }) => (
  <span className={`tag ${of}`}>{of === 'asif' ? 'as if' : of}</span>
);
