/** A small picture beside an entry of a list, which says what it shows: drawn with the app, in light and dark. */
import type { FC } from 'react';
import './list-picture.css';

/** `name`: of a view in datasets/pictures. */
export const ListPicture: FC<{ name: string }> = ({ name }) => (
  <span className="list-picture" aria-hidden="true">
    {(['light', 'dark'] as const).map((theme) => (
      <img
        key={theme}
        className={theme}
        src={`datasets/pictures/${name}.${theme}.svg`}
        alt=""
        loading="lazy"
        decoding="async"
      />
    ))}
  </span>
);
