/** Panes, the sentence they say, the transport, and where the numbers are from. */
import { useEffect, useState, type FC, type KeyboardEvent } from 'react';
import { grouped } from '../../core/number';
import { textOf } from '../../core/message';
import { PANES, type PaneId } from '../../core/panes';
import { provenanceOf } from '../figure/provenance';
import { scenes } from '../../scenes';
import type { Scene } from '../../scenes/scene';
import { decisionAt, extent, type Position } from '../../stage/state/position';
import { Back, Forward, Pause, Play } from '../../ui/Icons';
import { QuestionPanel } from '../../quiz/view/QuestionLoader';
import { solutionOf } from '../../quiz/state';
import type { Answer } from '../../scenes/question';
import { useParts, type PartsState } from '../../stage/panes/scene-parts';
import { useNoun, useStage, useStageState } from '../../stage/control/stage-context';
import { runs, type StageState } from '../../stage/state/store';
import { useWidth } from '../../ui/use-screen';
import { useDrawing, useNarration, useTextFrame } from '../../stage/control/use-pane';
import { VERSION } from '../../stage/state/view';
import { EraMark } from '../../ui/EraMark';
import { Tag } from '../../ui/Tag';
import { ProvenanceLine, Full, type LineProps } from './ProvenanceLine';
import type { Controls, EmbedEvents } from './protocol';
import { hasModifier } from '../../ui/keyboard';

/** px; with less, panes stand below each other. */
const SIDE = 560;
/** px; with less there is room for a link only. */
const LEAST = 240;

/** Who hears what becomes of the figure. */
export interface Heard {
  /** A drawing, or why there is none, is on the page. */
  drawn: () => void;
  /** What is drawn has its sentence; `at`: where the cursor is, the same object as in the store. */
  settled: (at: Position, sentence: string) => void;
  /** The drawing cannot be fetched. */
  lost: () => void;
  answered: (answer: Omit<EmbedEvents['answer'], 'view'>) => void;
}

interface Props {
  controls: Controls;
  /** Where "Open full" leads; null: nowhere. */
  app: string | null;
  /** All that the view names has been read. Until then nothing is drawn of it, and nothing said. */
  read: boolean;
  state: () => string;
  heard: Heard;
}

export const Figure: FC<Props> = (props) => {
  const id = useStageState((s) => s.scene);
  const scene = scenes.find((s) => s.id === id) ?? scenes[0];
  return scene ? <Framed {...props} scene={scene} /> : null;
};

const Framed: FC<Props & { scene: Scene }> = ({ scene, controls, app, read, state, heard }) => {
  const { controller } = useStage();
  const [ref, width] = useWidth();
  const quiz = useStageState((s) => s.quiz);
  const shown = useStageState((s) => namedIn(s).join(''));
  const [text, setText] = useState(false);
  const parts = useParts(scene, read);
  const title = useTitle(scene, parts);
  const keys = useKeys();
  useHeard(parts, title, read, heard);
  const panes = quiz ? [quiz.pane] : PANES.filter((id) => shown.includes(id));
  const two = width >= SIDE && (panes.length > 1 || quiz !== null);
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
            {width > 0 &&
              panes.map((id) => (
                <Pane key={id} id={id} scene={scene} parts={parts} read={read} onDrawn={heard.drawn} />
              ))}
            {quiz && <QuestionPanel quiz={controller.quiz} state={quiz} />}
          </div>
          <Say title={read ? title : scene.title} />
          {controls !== 'none' && <Transport full={controls === 'full'} />}
          {text && panes.map((id) => <Words key={id} id={id} scene={scene} />)}
          <Provenance scene={scene} panes={read ? panes : []} text={text} setText={setText} full={full} />
        </>
      )}
    </div>
  );
};

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
    if (hasModifier(event) || event.defaultPrevented) return;
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

function useTitle(scene: Scene, { narrate }: PartsState): string {
  const [A, B] = [useTextFrame('A'), useTextFrame('B')];
  const asked = useStageState((s) => s.quiz?.pane);
  const question = useStageState((s) => (s.quiz && !s.quiz.shown ? s.quiz.question : undefined));
  const [first, second] = asked ? [asked === 'B' ? B : A, null] : A ? [A, B] : [B, null];
  if (question) return textOf(question.title);
  if (question === null) return scene.title;
  return first && narrate ? textOf(narrate(first, second).title) : scene.title;
}

/** Panes that the view names. */
const namedIn = ({ panes }: StageState) => PANES.filter((id) => panes[id].spec.kind !== 'none');

/** What it says is of the moment at which the cursor stands: while frames are on their way it is of another. */
const isOfNow = (state: StageState): boolean =>
  namedIn(state).every((id) => {
    const [text, source] = [state.text[id], state.panes[id].source];
    return text && source && (state.playing || text.frame.k === decisionAt(source.columns, state.textAt));
  });

function useHeard(
  { Drawing, narrate, again }: PartsState,
  title: string,
  read: boolean,
  { settled, lost, answered }: Heard,
): void {
  const at = useStageState((s) => s.textAt);
  const ofNow = useStageState(isOfNow);
  const quiz = useStageState((s) => s.quiz);
  const undrawn = again !== null && !Drawing;
  const worded = Drawing !== undefined && (narrate !== undefined || again !== null);
  const asks = quiz !== null && quiz.question === null && quiz.refusal === '';
  const whole = read && ofNow && worded && !asks;
  useEffect(() => {
    if (whole) settled(at, title);
  }, [whole, at, title, settled]);
  useEffect(() => {
    if (undrawn) lost();
  }, [undrawn, lost]);
  useEffect(() => {
    if (quiz?.shown && quiz.question && quiz.chosen !== null)
      answered({
        pane: quiz.pane,
        k: quiz.k,
        said: asText(quiz.chosen),
        decided: asText(solutionOf(quiz.question)),
      });
  }, [quiz, answered]);
}

const asText = (answer: Answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

interface PaneProps {
  id: PaneId;
  scene: Scene;
  parts: PartsState;
  read: boolean;
  onDrawn: () => void;
}

const Pane: FC<PaneProps> = ({ id, scene, parts, read, onDrawn }) => {
  const [ref, width] = useWidth();
  const own = useDrawing(id);
  const drawn = read ? own : null;
  const { Drawing, narrate, again } = parts;
  const narration = useNarration(id, narrate);
  const { loading, source } = useStageState((s) => s.panes[id]);
  const done = again !== null || (drawn !== null && Drawing !== undefined && width > 0);
  useEffect(() => {
    if (done) onDrawn();
  }, [done, onDrawn]);
  return (
    <div className="figure-pane" role="group" aria-label={`Pane ${id}`}>
      <div className="figure-head">
        {source && <Tag of={source.info.provenance} />}
        <b title={source?.info.title}>{source?.info.title ?? ''}</b>
        {narration && <EraMark {...narration.era} />}
      </div>
      <div ref={ref} className="figure-drawing">
        {drawn && Drawing && width > 0 ? (
          <Drawing {...drawn} width={width} label={narration ? textOf(narration.title) : scene.title} />
        ) : (
          <p className="figure-wait" role="status">
            {loading?.progress?.words ?? 'Reading …'}
          </p>
        )}
        {again && Drawing && (
          <p role="alert" className="figure-wait">
            Its text could not be loaded.{' '}
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

const Provenance: FC<{ scene: Scene; panes: readonly PaneId[] } & Omit<LineProps, 'provenance'>> = ({
  scene,
  panes,
  ...foot
}) => {
  const A = useTextFrame('A');
  const B = useTextFrame('B');
  const specs = useStageState((s) => s.panes);
  const texts = { A, B };
  const sourced = panes.flatMap((pane) => {
    const shown = texts[pane];
    const spec = specs[pane].source?.spec;
    return shown && spec ? [{ pane, spec, info: shown.info, frame: shown.frame }] : [];
  });
  return <ProvenanceLine {...foot} provenance={provenanceOf(scene, sourced).join(' ')} />;
};
