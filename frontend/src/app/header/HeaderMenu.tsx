/** A menu of the header: closes when something in it is chosen, with Escape, and when anything else is pressed. */
import { useEffect, useRef, type FC, type ReactNode } from 'react';
import { Chevron } from '../../ui/Icons';
import { pushEntry } from '../../ui/dialog/dialog-stack';

interface Props {
  name: string;
  className?: string;
  /** A link or a button closes the menu, unless it says its result there (`aria-live`). */
  children: ReactNode;
}

export const HeaderMenu: FC<Props> = ({ name, className = '', children }) => {
  const menu = useRef<HTMLDetailsElement>(null);
  const closed = useRef<() => void>(() => undefined);
  const close = () => {
    if (menu.current) menu.current.open = false;
    closed.current();
  };
  useEffect(() => {
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      closed.current();
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, []);
  return (
    <details
      ref={menu}
      className={`header-menu ${className}`}
      onToggle={({ currentTarget }) => {
        closed.current();
        if (currentTarget.open) closed.current = pushEntry({ close });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        event.preventDefault();
        event.stopPropagation();
        close();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary>
        {name} <Chevron />
      </summary>
      <div
        className="header-list"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button:not([aria-live])')) close();
        }}
      >
        {children}
      </div>
    </details>
  );
};
