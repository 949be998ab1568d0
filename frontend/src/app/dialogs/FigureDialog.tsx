/** The view in somebody else's page, by where one writes: an element, a frame, a picture, a mail. */
import { useEffect, useState, type FC } from 'react';
import { drawSheet } from '../../embed/figure/svg';
import { assembleSheet, type Setting } from '../../embed/figure/assembly';
import type { SourcedPane } from '../../embed/figure/provenance';
import { PANES } from '../../core/panes';
import type { Scene } from '../../scenes/scene';
import { isUnsuited } from '../../stage/state/pane-info';
import type { View } from '../../stage/state/view';
import { THEMES, type Theme } from '../../embed/figure/style';
import type { Fonts } from '../../embed/figure/fonts';
import { around, type Sheet } from '../../embed/figure/sheet';
import { textOfSheet } from '../../embed/figure/text';
import { sceneNamed, viewText } from '../../embed/figure/view';
import { Dialog } from '../../ui/dialog/Dialog';
import { HOSTS } from '../../ui/embed-code';
import { currentView, type StageState, type StageStore } from '../../stage/state/store';
import { CopyButton } from '../../ui/CopyButton';
import { FigureFiles } from './FigureFiles';
import './class-link.css';

interface Props {
  store: StageStore;
  onClose: () => void;
}

const WIDTHS = { two: 1040, one: 680, column: 440 } as const;
const WIDTH_WORDS: Readonly<Record<keyof typeof WIDTHS, string>> = {
  two: 'a page (1040 px)',
  one: 'a slide (680 px)',
  column: 'a column (440 px)',
};

export const FigureDialog: FC<Props> = ({ store, onClose }) => {
  const [theme, setTheme] = useState<Theme>('light');
  const [width, setWidth] = useState<keyof typeof WIDTHS>('two');
  const [why, setWhy] = useState(false);
  const [host, setHost] = useState(0);
  const [sheet, setSheet] = useState<Sheet | null | undefined>(undefined);
  const [faces, setFaces] = useState<Fonts | 'missing' | null>(null);
  const state = store.getState();
  const view = currentView(state);
  useEffect(() => {
    let here = true;
    sheetOfStage(state, sceneNamed(view.scene), view, { width: WIDTHS[width], why }).then(
      (made) => {
        if (here) setSheet(made);
      },
      () => {
        if (here) setSheet(null);
      },
    );
    return () => {
      here = false;
    };
    // What is shown when the dialog opens is what is given away.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [width, why]);
  // Fetched on the side: the fonts weigh as much as the rest of the dialog.
  useEffect(() => {
    import('../../embed/figure/plex').then(
      ({ plexFonts }) => {
        setFaces(plexFonts());
      },
      () => {
        setFaces('missing');
      },
    );
  }, []);
  const text = viewText(view);
  const local = Object.values(view.sources).some(({ kind }) => kind === 'file');
  const shown = HOSTS[host];
  return (
    <Dialog title="In your page" onClose={onClose} wide>
      <div className="class-link figures">
        <div>
          {local && (
            <p role="alert">
              A file of this machine is shown: no page can show it to others. A picture of it can be saved,
              and <code>mmscope render</code> draws it from the file.
            </p>
          )}
          <label>
            Where you write{' '}
            <select
              className="pick"
              value={host}
              onChange={(event) => {
                setHost(Number(event.target.value));
              }}
            >
              {HOSTS.map(({ id, name }, i) => (
                <option key={id} value={i}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {shown && (
            <Snippet
              name={shown.name}
              text={shown.code({ view: text, sentence: sheet ? around(sheet).title : '' })}
              off={local}
            >
              {shown.needs}
            </Snippet>
          )}
          <Snippet name="A picture, on the command line" text={`${sheet?.command ?? ''} -o figure.pdf`}>
            The ending says which: .svg, .png, .pdf or .txt. With <code>--steps 10..20</code> an .svg moves.
          </Snippet>
        </div>
        <div className="class-made">
          <h3>A picture of this step</h3>
          <label>
            Colours{' '}
            <select
              className="pick"
              value={theme}
              onChange={(event) => {
                setTheme(THEMES.find((t) => t === event.target.value) ?? 'light');
              }}
            >
              {THEMES.map((t) => (
                <option key={t}>{t}</option>
              ))}
            </select>
          </label>
          <label>
            For{' '}
            <select
              className="pick"
              value={width}
              onChange={(event) => {
                setWidth(event.target.value as keyof typeof WIDTHS);
              }}
            >
              {(['two', 'one', 'column'] as const).map((w) => (
                <option key={w} value={w}>
                  {WIDTH_WORDS[w]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <input
              type="checkbox"
              checked={why}
              onChange={(event) => {
                setWhy(event.target.checked);
              }}
            />{' '}
            with the reasons
          </label>
          <FigureFiles
            name={`${view.scene}-${view.position.k}`}
            draw={sheet && faces ? () => drawSheet(sheet, theme, faces === 'missing' ? null : faces) : null}
          />
          {faces === 'missing' && (
            <p role="alert" className="note">
              Its fonts could not be fetched: saved now, the picture is set in what its reader has. Reload the
              page to fetch them again.
            </p>
          )}
          {sheet && <CopyButton text={textOfSheet(sheet)} what="the view as text" />}
          <p className="note">
            {sheet === null
              ? 'There is nothing to draw: open a source first.'
              : 'Copy gives the same in words and tables, for a mail.'}
          </p>
        </div>
      </div>
    </Dialog>
  );
};

const Snippet: FC<{ name: string; text: string; off?: boolean; children: React.ReactNode }> = ({
  name,
  text,
  off = false,
  children,
}) => (
  <section className="snippet">
    <h3>{name}</h3>
    {!off && (
      <>
        <pre tabIndex={0} aria-label={name}>
          {text}
        </pre>
        <CopyButton text={text} what={name} />
      </>
    )}
    <p className="note">{off ? 'Not with a file of this machine.' : children}</p>
  </section>
);

/** What the stage shows as a sheet. Null where no pane has anything to draw. `view`: what the command is to name. */
async function sheetOfStage(
  { panes, drawing: drawn }: Pick<StageState, 'panes' | 'drawing'>,
  scene: Scene,
  view: View,
  setting: Setting,
): Promise<Sheet | null> {
  const shown = PANES.flatMap((pane): SourcedPane[] => {
    const { source } = panes[pane];
    const frame = drawn[pane]?.frame;
    return source && frame && !isUnsuited(source.info)
      ? [{ pane, spec: source.spec, info: source.info, frame }]
      : [];
  });
  return shown.length === 0 ? null : assembleSheet(scene, view, shown, setting);
}
