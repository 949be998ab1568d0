/** The frame of every page beside the stage: where it stands, its margins, its title, and where the skip link leads. */
import type { ComponentProps, FC } from 'react';
import './page.css';

export const Page: FC<ComponentProps<'main'> & { className: string }> = ({ className, ...rest }) => (
  <main id="panes" className={`page ${className}`} tabIndex={-1} {...rest} />
);
