/** The transport's pictures. Each stands in a button whose label says the same in words. */
import type { FC } from 'react';

const icon = (d: string): FC => {
  const Icon: FC = () => (
    <svg width="16" height="16" className="icon" aria-hidden="true">
      <path d={d} />
    </svg>
  );
  return Icon;
};

export const First = icon('M4 3v10M13 3L6 8l7 5z');
export const Back = icon('M11.5 3L4.5 8l7 5z');
export const Play = icon('M4.5 2.5l9 5.5-9 5.5z');
export const Pause = icon('M4 3h3v10H4zM9.5 3h3v10h-3z');
export const Forward = icon('M4.5 3l7 5-7 5z');
export const Last = icon('M12 3v10M3 3l7 5-7 5z');

export const Chevron: FC = () => (
  <svg className="chev" aria-hidden="true">
    <path d="M1 1l4 4 4-4" fill="none" stroke="var(--ink-2)" strokeWidth="1.5" />
  </svg>
);
export const ChevronRight: FC = () => (
  <svg width="10" height="16" aria-hidden="true">
    <path d="M2 2l6 6-6 6" fill="none" stroke="var(--ink)" strokeWidth="1.8" />
  </svg>
);
