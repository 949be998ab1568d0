/** Panes, the sentence they say, the transport, and where the numbers are from. */
import { useEffect, useRef, useState, type FC, type KeyboardEvent } from 'react';
import { grouped } from '../../core/number';
import { textOf } from '../../core/message';
import { PANES, type PaneId } from '../../core/panes';
import { provenanceOf } from '../figure/provenance';
import { scenes } from '../../scenes';
import type { Scene } from '../../scenes/scene';
import { extent } from '../../stage/state/position';
import { Back, Forward, Pause, Play } from '../../ui/Icons';
import { PaneQuestion } from '../../stage/panes/PaneQuestion';
import { solutionOf } from '../../quiz/state';
import { useParts } from '../../stage/panes/scene-parts';
import { useNoun, useStage, useStageState } from '../../stage/control/stage-context';
import { runs } from '../../stage/state/store';
import { useWidth } from '../../ui/use-media';
import { useDrawing, useFilled, useNarration, useTextFrame } from '../../stage/control/use-pane';
import { VERSION } from '../../stage/state/view';
import { EraBadge } from '../../ui/EraBadge';
import { Tag } from '../../ui/Tag';
import type { Controls, EmbedEvents } from './protocol';

/** px; with less, panes stand below each other. */
const SIDE = 560;
/** px; with less there is room for a link only. */
const LEAST = 240;

interface Props {
  controls: Controls;
  /** Where "Open full" leads; null: nowhere. */
  app: string | null;
  state: () => string;
  /** What the figure is to show is on the page, or why not. */
  drawn: () => void;
  say: <E extends keyof EmbedEvents>(name: E, detail: EmbedEvents[E]) => void;
}

export const Figure: FC<Props> = (props) => {
  const id = useStageState((s) => s.scene);
  const scene = scenes.find((s) => s.id === id) ?? scenes[0];
  return scene ? <Framed {...props} scene={scene} /> : null;
};

const Framed: FC<Props & { scene: Scene }> = ({ scene, controls, app, state, drawn, say }) => {
  const [ref, width] = useWidth();
  const predict = useStageState((s) => s.quiz);
  const shown = useStageState((s) => PANES.filter((id) => s.panes[id].spec.kind !== 'none').join(''));
  const [text, setText] = useState(false);
  const title = useTitle(scene);
  const keys = useKeys();
  useEvents(title, state, say);
  const panes = predict ? [predict.pane] : PANES.filter((id) => shown.includes(id));
  const two = width >= SIDE && (panes.length > 1 || predict !== null);
  const full = app === null ? null : `${app}#${VERSION}/${state()}`;
  return (
    <div
      ref={ref}
      className="figure"
      role="figure"
      aria-label={title}
      tabIndex={0}
      onKeyDown={keys}
      onClickCapture={(event) => {
        openInApp(event, app);
      }}
    >
      {width > 0 && width < LEAST ? (
        <p className="figure-foot">
          <span>{title}</span>
          {full !== null && <Full href={full} />}
        </p>
      ) : (
        <>
          <div className={two ? 'figure-panes two' : 'figure-panes'}>
            {width > 0 && panes.map((id) => <Pane key={id} id={id} scene={scene} onDrawn={drawn} />)}
            {predict && <PaneQuestion predict={predict} />}
          </div>
          <Say title={title} />
          {controls !== 'none' && <Transport full={controls === 'full'} />}
          {text && panes.map((id) => <Words key={id} id={id} scene={scene} />)}
          <Foot scene={scene} panes={panes}>
            <button
              type="button"
              aria-expanded={text}
              onClick={() => {
                setText(!text);
              }}
            >
              Text
            </button>
            {full !== null && <Full href={full} />}
          </Foot>
        </>
      )}
    </div>
  );
};

const Full: FC<{ href: string }> = ({ href }) => (
  <a href={href} target="_blank" rel="noreferrer">
    Open full
  </a>
);

/** Links within the app lead into it: the page's own address is not theirs to change. */
function openInApp(event: React.MouseEvent, app: string | null): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!href?.startsWith('#')) return;
  event.preventDefault();
  if (app !== null) window.open(`${app}${href}`, '_blank', 'noreferrer');
}

/** The arrows step while the figure has the focus, Escape gives them back; nothing is taken from a control in it. */
function useKeys() {
  const { controller, playback } = useStage();
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    const own = target === event.currentTarget;
    const inControl =
      target instanceof Element && target.closest('input, select, textarea, [role="tab"]') !== null;
    const step = (n: number) => {
      playback.pause();
      controller.cursor.step(n);
    };
    const to = (last: boolean) => {
      playback.pause();
      const { position } = controller.store.getState();
      const all = extent(runs(controller.store.getState()), position.align);
      controller.cursor.move({ ...position, k: last ? all : 0, t: last ? all : 0 });
    };
    if (event.key === 'Escape') {
      if (target instanceof HTMLElement) target.blur();
    } else if (inControl) return;
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'Home') to(false);
    else if (event.key === 'End') to(true);
    else if (event.key === ' ' && own) playback.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function useTitle(scene: Scene): string {
  const [A, B] = [useTextFrame('A'), useTextFrame('B')];
  const asked = useStageState((s) => s.quiz?.pane);
  const question = useStageState((s) => (s.quiz && !s.quiz.shown ? s.quiz.question : undefined));
  const [first, second] = asked ? [asked === 'B' ? B : A, null] : A ? [A, B] : [B, null];
  const parts = useParts(scene, first !== null);
  if (question) return textOf(question.title);
  if (question === null) return scene.title;
  return first && parts.narrate ? textOf(parts.narrate(first, second).title) : scene.title;
}

/** Tells the page around it of each step, and of answers. */
function useEvents(title: string, state: Props['state'], say: Props['say']): void {
  const k = useStageState((s) => s.textAt.k);
  const told = useStageState((s) => PANES.some((id) => s.text[id] !== null));
  const failure = useStageState(
    (s) => PANES.map((id) => s.panes[id].failure).find((f) => f !== null) ?? null,
  );
  const predict = useStageState((s) => s.quiz);
  const began = useRef(false);
  useEffect(() => {
    if (!told || title === '') return;
    if (began.current) say('step', { view: state(), k, sentence: title });
    else say('ready', { view: state(), sentence: title });
    began.current = true;
  }, [told, k, title, state, say]);
  useEffect(() => {
    if (failure) say('error', { message: [failure.message, failure.advice].filter(Boolean).join(' ') });
  }, [failure, say]);
  useEffect(() => {
    if (predict?.shown && predict.question && predict.chosen !== null)
      say('answer', {
        pane: predict.pane,
        k: predict.k,
        said: typeof predict.chosen === 'string' ? predict.chosen : JSON.stringify(predict.chosen),
        decided: predict.further ? JSON.stringify(solutionOf(predict.further)) : predict.question.answer,
      });
  }, [predict, say]);
}

const Pane: FC<{ id: PaneId; scene: Scene; onDrawn: () => void }> = ({ id, scene, onDrawn }) => {
  const [ref, width] = useWidth();
  const filled = useFilled(id);
  const drawn = useDrawing(id);
  const { Drawing, narrate: tell, again } = useParts(scene, filled);
  const told = useNarration(id, tell);
  const { failure, loading, source } = useStageState((s) => s.panes[id]);
  const done = failure !== null || again !== null || (drawn !== null && Drawing !== undefined && width > 0);
  useEffect(() => {
    if (done) onDrawn();
  }, [done, onDrawn]);
  return (
    <div className="figure-pane" role="group" aria-label={`Pane ${id}`}>
      <div className="figure-head">
        {source && <Tag of={source.info.provenance} />}
        <b title={source?.info.title}>{source?.info.title ?? ''}</b>
        {told && <EraBadge {...told.era} />}
      </div>
      <div ref={ref} className="figure-drawing">
        {failure ? (
          <p role="alert" className="figure-wait">
            {failure.message}
          </p>
        ) : drawn && Drawing && width > 0 ? (
          <Drawing {...drawn} width={width} label={told ? textOf(told.title) : scene.title} />
        ) : again ? null : (
          <p className="figure-wait" role="status">
            {loading?.progress?.words ??
              (source ? `${scene.title} can show nothing of this source.` : 'Reading …')}
          </p>
        )}
        {again && !failure && (
          <p role="alert" className="figure-wait">
            {Drawing ? 'What it says could not be fetched.' : 'The drawing could not be fetched.'}{' '}
            <button type="button" className="btn" onClick={again}>
              Try again
            </button>
          </p>
        )}
      </div>
    </div>
  );
};

/** The sentence; read aloud at rest, not while it plays. */
const Say: FC<{ title: string }> = ({ title }) => {
  const playing = useStageState((s) => s.playing);
  return (
    <div className="figure-say">
      <p aria-live={playing ? 'off' : 'polite'}>{title}</p>
    </div>
  );
};

const Words: FC<{ id: PaneId; scene: Scene }> = ({ id, scene }) => {
  const { narrate: tell, Text } = useParts(scene, true);
  return <div className="figure-text">{tell && Text && <Text id={id} tell={tell} />}</div>;
};

const Transport: FC<{ full: boolean }> = ({ full }) => {
  const { controller, playback } = useStage();
  const playing = useStageState((s) => s.playing);
  const position = useStageState((s) => s.position);
  const end = useStageState((s) => extent(runs(s), s.position.align));
  const [, many] = useNoun();
  const by = position.align === 'decision';
  const at = by ? position.k : position.t;
  const move = (value: number) => {
    playback.pause();
    controller.cursor.move({ ...position, k: value, t: value });
  };
  const button = (label: string, Icon: FC, press: () => void, off: boolean, main = false) => (
    <button
      type="button"
      className={main ? 'btn main' : 'btn'}
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) press();
      }}
    >
      <Icon />
    </button>
  );
  const step = (n: number) => () => {
    playback.pause();
    controller.cursor.step(n);
  };
  return (
    <div className="figure-transport" role="group" aria-label="Steps">
      {button('Step back', Back, step(-1), at <= 0)}
      {button(
        playing ? 'Pause' : 'Play',
        playing ? Pause : Play,
        () => {
          playback.toggle();
        },
        !playing && at >= end,
        true,
      )}
      {button('Step forward', Forward, step(1), at >= end)}
      {by && (
        <output>
          <b>{grouped(position.k)}</b> of {grouped(end)} {full ? many : ''}
        </output>
      )}
      <input
        type="range"
        aria-label={`Which of the ${many}`}
        min={0}
        max={end}
        value={at}
        onChange={(event) => {
          move(Number(event.target.value));
        }}
      />
    </div>
  );
};

const Foot: FC<{ scene: Scene; panes: readonly PaneId[]; children: React.ReactNode }> = ({
  scene,
  panes,
  children,
}) => {
  const A = useTextFrame('A');
  const B = useTextFrame('B');
  const specs = useStageState((s) => s.panes);
  const told = { A, B };
  const sourced = panes.flatMap((pane) => {
    const shown = told[pane];
    const spec = specs[pane].source?.spec;
    return shown && spec ? [{ pane, spec, info: shown.info, frame: shown.frame }] : [];
  });
  return (
    <div className="figure-foot">
      <p>mmscope. {provenanceOf(scene, sourced).join(' ')}</p>
      {children}
    </div>
  );
};
