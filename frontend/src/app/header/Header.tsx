/** Mark, pages, and what concerns the page as a whole; what there is no room for is in the menu (layout.ts). */
import { useLayoutEffect, useRef, useState, type FC } from 'react';
import { scenes } from '../../scenes';
import { useStage, useStageState } from '../../stage/control/stage-context';
import { isPresenting, setPresenting, usePresenting } from '../../stage/state/class-link';
import { headerLayout, type HeaderItems, type Sizes } from './layout';
import { HeaderMenu } from './HeaderMenu';
import { notice } from '../state/notices';
import {
  compareHref,
  kernelHref,
  lessonsHref,
  machineHref,
  onPage,
  pageHref,
  pageTitle,
  roomHref,
  showPage,
  timelineHref,
  usePage,
} from '../links/pages';
import { toggleTheme } from '../state/preferences';
interface ShareItem {
  id: string;
  words: string;
  /** Whether it means anything on the page that is shown; left out: on every one. */
  when?: () => boolean;
  /** What it opens. */
  dialog: ShareDialog;
}

/** Dialogs of the menu, each fetched when it is first opened (../LazyPages.tsx). */
export type ShareDialog = 'class-link' | 'figure' | 'view-list';

/** What the Share menu offers, in its order. A part that gives away something more adds its line here. */
const SHARE: readonly ShareItem[] = [
  { id: 'class', words: 'Link for a class …', when: () => !onPage(), dialog: 'class-link' },
  { id: 'figure', words: 'In your page …', when: () => !onPage(), dialog: 'figure' },
  { id: 'list', words: 'What a view may name …', dialog: 'view-list' },
];

interface Props {
  /** The present view in another scene: as a link, and as an act. */
  hrefOf: (scene: string) => string;
  onScene: (scene: string) => void;
  link: () => string;
  onKeys: () => void;
  onTour: () => void;
  onShare: (dialog: ShareDialog) => void;
}

interface NavItem {
  id: string;
  title: string;
  /** The beginning of the title that stands for it. */
  short?: string | undefined;
  href: string;
  current: boolean;
  go: () => void;
}

export const Mark: FC = () => (
  <svg width="20" height="20" aria-hidden="true">
    <g fill="none" stroke="var(--ink)" strokeWidth="1.6">
      <rect x="1" y="1" width="7.5" height="18" />
      <rect x="11.5" y="1" width="7.5" height="18" />
    </g>
    <path d="M1 10h7.5v9H1zM11.5 6H19v13h-7.5z" fill="var(--ink)" />
  </svg>
);

/** The pages of the header, in its order. */
function usePages({ hrefOf, onScene }: Pick<Props, 'hrefOf' | 'onScene'>): NavItem[] {
  const scene = useStageState((s) => s.scene);
  const page = usePage();
  const ofScene = ({ id, title, short }: (typeof scenes)[number]): NavItem => ({
    id,
    title,
    short,
    href: hrefOf(id),
    current: id === scene && !page,
    go: () => {
      onScene(id);
    },
  });
  const beside = (kind: string, title: string, href: string, short?: string): NavItem => ({
    id: kind,
    title,
    short,
    href,
    current: page?.kind === kind,
    go: () => {
      showPage(href);
    },
  });
  const items = [
    ...scenes.filter((s) => s.kinds !== null).map(ofScene),
    beside('machine', 'Your machine', machineHref()),
    beside('compare', 'Compare', compareHref()),
    beside('timeline', 'Timeline', timelineHref()),
    beside('lessons', 'Lessons', lessonsHref()),
    beside('published', 'Published tables', pageHref(), 'Published'),
    beside('room', 'Live room', roomHref('')),
    beside('kernel', 'A kernel in this page', kernelHref(), 'Kernel'),
    // The reader's view of what the scenes draw: in the menu, and in sight only while it is shown.
    ...scenes.filter((s) => s.kinds === null).map(ofScene),
  ];
  if (page && page.kind !== 'start' && !items.some(({ current }) => current))
    items.push(beside(page.kind, pageTitle(page), location.hash));
  return items;
}

/** Of no scene's own: in the menu unless it is shown. */
const isMenuOnly = (id: string) => scenes.some((s) => s.id === id && s.kinds === null);

export const Header: FC<Props> = ({ hrefOf, onScene, link, onKeys, onTour, onShare }) => {
  const page = usePage();
  const header = useRef<HTMLElement>(null);
  // The links hold the whole view, so they change with it; while it plays, where they lead is made up later.
  useStageState((s) => s.panes);
  useStageState((s) => (s.playing ? null : s.position));
  const items = usePages({ hrefOf, onScene });
  const presenting = usePresenting();
  const asked = useStageState((s) => s.quiz !== null);
  const { controller } = useStage();
  const share = (
    <>
      <CopyLink link={link} />
      {SHARE.filter(({ when }) => when?.() !== false).map(({ id, words, dialog }) => (
        <button
          key={id}
          type="button"
          onClick={() => {
            onShare(dialog);
          }}
        >
          {words}
        </button>
      ))}
    </>
  );
  const button = (words: string, key: string, press: () => void, pressed?: boolean) => (inMenu: boolean) => (
    <button
      key={words}
      type="button"
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      aria-keyshortcuts={key}
      onClick={press}
    >
      {words}
      {(inMenu || words === 'Keys') && <kbd>{key}</kbd>}
    </button>
  );
  const predict = button(
    'Predict',
    'Q',
    () => {
      controller.quiz.toggle();
    },
    asked,
  );
  const tools: { id: string; words: string; draw: (inMenu: boolean) => React.ReactNode }[] = [
    ...(page ? [] : [{ id: 'predict', words: 'Predict', draw: predict }]),
    {
      id: 'share',
      words: 'Share',
      draw: (inMenu) =>
        inMenu ? (
          <div key="share" role="group" aria-label="Share">
            {share}
          </div>
        ) : (
          <HeaderMenu key="share" name="Share">
            {share}
          </HeaderMenu>
        ),
    },
    {
      id: 'present',
      words: 'Present',
      draw: button(
        'Present',
        'P',
        () => {
          setPresenting(!isPresenting());
        },
        presenting,
      ),
    },
    { id: 'theme', words: 'Theme', draw: button('Theme', 'T', toggleTheme) },
    { id: 'keys', words: 'Keys', draw: button('Keys', '?', onKeys) },
  ];
  const shown = useFit(
    header,
    items.filter(({ id, current }) => current || !isMenuOnly(id)),
    tools.map(({ id, words }) => ({ id, words })),
  );
  return (
    <header ref={header}>
      <a className="mark" href={`./${location.search}`} aria-label="mmscope, start afresh">
        <Mark />
        {shown.mark && <span>mmscope</span>}
      </a>
      <nav aria-label="Scenes">
        {items
          .filter(({ id }) => shown.ways.has(id))
          .map((item) => (
            <NavLink key={item.id} item={item} whole={shown.whole} />
          ))}
      </nav>
      <div className="tools">
        {tools.filter(({ id }) => shown.tools.has(id)).map(({ draw }) => draw(false))}
        <HeaderMenu name="Menu" className="all">
          {items
            .filter(({ id, current }) => !current && !shown.ways.has(id))
            .map((item) => (
              <NavLink key={item.id} item={item} whole />
            ))}
          {tools.filter(({ id }) => !shown.tools.has(id)).map(({ draw }) => draw(true))}
          {!page && (
            <button type="button" onClick={onTour}>
              Tour of this scene
            </button>
          )}
        </HeaderMenu>
      </div>
    </header>
  );
};

const NavLink: FC<{ item: NavItem; whole: boolean }> = ({ item, whole }) => {
  const short = whole ? item.title : (item.short ?? item.title);
  return (
    <a
      href={item.href}
      {...(item.current ? { 'aria-current': 'page' } : {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        item.go();
      }}
    >
      {short}
      {/* Still read aloud. */}
      <span className="visually-hidden">{item.title.slice(short.length)}</span>
    </a>
  );
};

const ALL: HeaderItems = { mark: true, whole: true, ways: new Set(), tools: new Set() };

/** Measures what there is as the browser sets it, when it changes, when its fonts come, and when the room changes. */
function useFit(
  header: React.RefObject<HTMLElement | null>,
  ways: readonly NavItem[],
  tools: readonly { id: string; words: string }[],
): HeaderItems {
  const [shown, setShown] = useState<HeaderItems | null>(null);
  const key = [...ways.map((w) => `${w.id}${w.title}${w.current}`), ...tools.map((t) => t.id)].join();
  const latest = useRef({ ways, tools });
  useLayoutEffect(() => {
    latest.current = { ways, tools };
  });
  useLayoutEffect(() => {
    const element = header.current;
    if (!element) return undefined;
    let sizes: Widths | null = null;
    let of = 0;
    const fit = (anew: boolean) => {
      if (anew || !sizes || of !== devicePixelRatio) {
        sizes = measured(element, latest.current.ways, latest.current.tools);
        of = devicePixelRatio;
      }
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const available = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      setShown(headerLayout({ ...sizes, ...gapsOf(element), available }));
    };
    fit(true);
    void document.fonts.ready.then(() => {
      fit(true);
    });
    const observer = new ResizeObserver(() => {
      fit(false);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [header, key]);
  return shown ?? ALL;
}

type Gaps = Pick<Sizes, 'bareMark' | 'wayGap' | 'toolGap'>;
type Widths = Omit<Sizes, 'available' | keyof Gaps>;

const ICON = 20;
const ICON_GAP = 10;

/** What the stylesheet keeps clear, by the width of the window. */
function gapsOf(header: HTMLElement): Gaps {
  const styleOf = (what: string) => getComputedStyle(header.querySelector(what) ?? header);
  return {
    bareMark: ICON + parseFloat(styleOf('.mark').marginRight),
    wayGap: parseFloat(styleOf('nav').columnGap) || 0,
    toolGap: parseFloat(styleOf('.tools').columnGap) || 0,
  };
}

/** Room kept clear at the right of the menu's name and of each tool that opens, for its chevron. */
const CHEVRON = 18;
const KBD = 30;

function measured(
  header: HTMLElement,
  ways: readonly NavItem[],
  tools: readonly { id: string; words: string }[],
): Widths {
  // On a wall it is zoomed: widths are those of its layout.
  const zoom = header.getBoundingClientRect().width / header.offsetWidth || 1;
  const ruler = document.createElement('span');
  ruler.className = 'ruler';
  const width = (where: string, words: string, bold = false): number => {
    ruler.textContent = words;
    ruler.style.fontWeight = bold ? '600' : '';
    header.querySelector(where)?.append(ruler);
    return Math.ceil(ruler.getBoundingClientRect().width / zoom);
  };
  const sizes = {
    word: ICON_GAP + width('.mark', 'mmscope'),
    ways: ways.map(({ id, title, short, current }) => ({
      id,
      current,
      whole: width('nav', title, current),
      short: width('nav', short ?? title, current),
    })),
    tools: tools.map(({ id, words }) => ({
      id,
      // Pressed, it is bold.
      width: width('.tools', words, true) + (id === 'share' ? CHEVRON : id === 'keys' ? KBD : 0),
    })),
    menu: width('.tools', 'Menu', true) + CHEVRON,
  };
  ruler.remove();
  return sizes;
}

const CopyLink: FC<{ link: () => string }> = ({ link }) => {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
      setSaid('Link copied');
    } catch {
      notice(['The browser does not allow it: copy the link from the address bar.']);
    }
  };
  return (
    <button
      type="button"
      aria-live="polite"
      onClick={() => void copy()}
      onBlur={() => {
        setSaid(null);
      }}
    >
      {said ?? 'Copy link'}
    </button>
  );
};
