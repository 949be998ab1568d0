/** Ways through the app: every scene. Titles are cut where there is little room; a menu where there is less. */
import { useEffect, useRef, type FC } from 'react';
import { Chevron } from '../stage/Icons';
import { MENU, useMedia } from '../stage/use-media';

export interface NavItem {
  id: string;
  title: string;
  /** The beginning of the title that stands for it. */
  short?: string | undefined;
  href: string;
  current: boolean;
  go: () => void;
}

export const SceneNav: FC<{ items: readonly NavItem[] }> = ({ items }) => {
  const menu = useMedia(MENU);
  if (menu) return <Menu items={items} />;
  return (
    <nav aria-label="Scenes">
      {items.map((item) => (
        <Way key={item.id} item={item} />
      ))}
    </nav>
  );
};

const Way: FC<{ item: NavItem; whole?: boolean; onGo?: () => void }> = ({ item, whole = false, onGo }) => {
  const short = whole ? item.title : (item.short ?? item.title);
  return (
    <a
      href={item.href}
      {...(item.current ? { 'aria-current': 'page' } : {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onGo?.();
        item.go();
      }}
    >
      {short}
      <span className="title-rest">{item.title.slice(short.length)}</span>
    </a>
  );
};

/** Closes when a scene is chosen, with Escape, and when anything else is pressed. */
const Menu: FC<{ items: readonly NavItem[] }> = ({ items }) => {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useEffect(() => {
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
    };
  }, []);
  return (
    <nav aria-label="Scenes">
      <details
        ref={menu}
        className="scene-menu"
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <summary>
          {items.find((i) => i.current)?.title ?? 'Scenes'} <Chevron />
        </summary>
        <div className="scene-list">
          {items.map((item) => (
            <Way key={item.id} item={item} whole onGo={close} />
          ))}
        </div>
      </details>
    </nav>
  );
};
