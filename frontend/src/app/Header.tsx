/** Mark, scenes, and what concerns the page as a whole. */
import { useState, type FC } from 'react';
import { scenes } from '../scenes';
import { useStage, useStageState } from '../stage/stage-context';
import { notice } from './notices';
import { compareHref, lessonsHref, pageHref, showPage, timelineHref, usePage } from './pages';
import { preferences, toggleTheme } from './preferences';
import { SceneNav } from './SceneNav';

interface Props {
  /** The present view in another scene: as a link, and as an act. */
  hrefOf: (scene: string) => string;
  onScene: (scene: string) => void;
  link: () => string;
  onKeys: () => void;
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

export const Header: FC<Props> = ({ hrefOf, onScene, link, onKeys }) => {
  const scene = useStageState((s) => s.scene);
  const page = usePage();
  // The links hold the whole view, so they change with it; while it plays, where they lead is made up later.
  useStageState((s) => s.panes);
  useStageState((s) => (s.playing ? null : s.position));
  const items = scenes.map(({ id, title, short }) => ({
    id,
    title,
    short,
    href: hrefOf(id),
    current: id === scene && !page,
    go: () => {
      onScene(id);
    },
  }));
  items.push({
    id: 'compare',
    title: 'Compare',
    short: undefined,
    href: compareHref(),
    current: page?.kind === 'compare',
    go: () => {
      showPage(compareHref());
    },
  });
  items.push({
    id: 'published',
    title: 'Published tables',
    short: 'Published',
    href: pageHref(),
    current: page?.kind === 'published',
    go: () => {
      showPage(pageHref());
    },
  });
  items.push({
    id: 'timeline',
    title: 'Timeline',
    short: undefined,
    href: timelineHref(),
    current: page?.kind === 'timeline',
    go: () => {
      showPage(timelineHref());
    },
  });
  items.push({
    id: 'lessons',
    title: 'Lessons',
    short: undefined,
    href: lessonsHref(),
    current: page?.kind === 'lessons',
    go: () => {
      showPage(lessonsHref());
    },
  });
  return (
    <header>
      <a className="mark" href="./" aria-label="mmscope, start afresh">
        <Mark />
        <span>mmscope</span>
      </a>
      <SceneNav items={items} />
      <div className="tools">
        {!page && <Predict />}
        <CopyLink link={link} />
        <button
          type="button"
          aria-keyshortcuts="P"
          onClick={() => {
            preferences.setState({ presenter: true });
          }}
        >
          Present
        </button>
        <button type="button" aria-keyshortcuts="T" onClick={toggleTheme}>
          Theme
        </button>
        <button type="button" className="keys-button" onClick={onKeys}>
          <span>Keys </span>
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
};

const Predict: FC = () => {
  const { controller } = useStage();
  const asked = useStageState((s) => s.predict !== null);
  return (
    <button
      type="button"
      className="predict-button"
      aria-pressed={asked}
      aria-keyshortcuts="Q"
      onClick={() => {
        controller.predicting.toggle();
      }}
    >
      Predict
    </button>
  );
};

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
      className="copy-link"
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
