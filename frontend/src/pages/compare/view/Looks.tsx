/** The same question, looked at otherwise. */
import type { FC } from 'react';
import { linkText, LOOKS, type LinkParts } from '../look';

interface Props {
  parts: LinkParts;
  hrefOf: (text: string) => string;
}

export const Looks: FC<Props> = ({ parts, hrefOf }) => (
  <nav className="cmp-looks" aria-label="Looks">
    {LOOKS.map(([look, words]) => (
      <a
        key={look}
        href={hrefOf(linkText({ ...parts, look }))}
        aria-current={look === parts.look ? 'page' : undefined}
      >
        {words}
      </a>
    ))}
  </nav>
);
