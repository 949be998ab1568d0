import type { FC } from 'react';

type Origin = 'published' | 'model' | 'kernel' | 'asif';

export const tagPhrase = (of: Origin) => (of === 'asif' ? 'as if' : of);

/** Where a number comes from, by colour, shape and word: the tag no number on screen goes without. */
export const Tag: FC<{ of: Origin }> = ({ of }) => <span className={`tag ${of}`}>{tagPhrase(of)}</span>;
