/** One pane: source bar, drawing, and why beside twin. */
import { memo, Suspense, useEffect, useState, type FC } from 'react';
import { textOf } from '../../core/message';
import { FILM, type LargePart } from '../../scenes/film';
import type { DrawingProps, PaneSourceFrame, Scene, SceneParts } from '../../scenes/scene';
import type { Narrator } from '../../scenes/scene';
import { EmptyNotice, PaneNotice, UnsuitedNotice } from './PaneNotice';
import { lazyComponent } from '../../ui/lazy-view';
import { SourceBar } from '../sources/SourceBar';
import { useStage, useStageState } from '../control/stage-context';
import { isUnsuited } from '../state/pane-info';
import { useWidth, useZoom } from '../../ui/use-screen';
import { useParts } from './scene-parts';
import { useDrawing, useFilled, useNarration } from '../control/use-pane';
import type { PaneId } from '../../core/panes';
import { useHidden, usePresenting } from '../state/class-link';
import { twinId } from '../state/view';

/** `touch`: only these tunables can be changed, and no other source be chosen. `film`: one part of the drawing is large. */
export const PaneView = memo<{ id: PaneId; scene: Scene; touch?: readonly string[]; film?: boolean }>(
  ({ id, scene, touch, film }) => {
    const { controller } = useStage();
    const [ref, width] = useWidth();
    const zoom = useZoom();
    const filled = useFilled(id);
    const { Drawing, narrate: tell, course = null, Text, again } = useParts(scene, filled);
    useEffect(() => {
      controller.store.setState({ course });
    }, [controller, course]);
    const unsuited = useStageState(({ panes }) => {
      const { source } = panes[id];
      return source !== null && isUnsuited(source.info);
    });
    const focus = () => {
      if (controller.store.getState().focus !== id) controller.store.setState({ focus: id });
    };
    return (
      <section
        className="pane"
        id={`pane-${id}`}
        data-pane={id}
        tabIndex={-1}
        aria-label={`Pane ${id}`}
        onFocus={focus}
        onPointerDown={focus}
      >
        <SourceBar id={id} scene={scene} {...(touch ? { touch } : {})} />
        <div ref={ref} className="pane-body">
          <PaneNotice id={id} />
          <OnServer id={id} />
          <Found id={id} scene={scene.id} />
          {again && <NotFetched scene={scene} again={again} />}
          {filled ? (
            Drawing &&
            width > 0 && (
              <>
                <Picture
                  id={id}
                  scene={scene}
                  Drawing={Drawing}
                  tell={tell}
                  film={film === true}
                  width={Math.floor(width / zoom)}
                  touch={touch}
                />
                {tell && Text && <Text id={id} tell={tell} />}
              </>
            )
          ) : unsuited ? (
            <UnsuitedNotice id={id} scene={scene} />
          ) : (
            <EmptyNotice id={id} scene={scene} />
          )}
        </div>
      </section>
    );
  },
);
PaneView.displayName = 'PaneView';

/** For captures that stay on their server alone. */
const Held = lazyComponent(
  async () => (await import('./RemoteNotice')).RemoteNotice,
  () => null,
);

const OnServer: FC<{ id: PaneId }> = ({ id }) =>
  useStageState((s) => s.panes[id].remote !== null) && (
    <Suspense>
      <Held id={id} />
    </Suspense>
  );

/** For captures of other tools alone. */
export const prepareLimits = () => import('./Limits');

const NoLimits: FC = () => (
  <p className="note">The list of what this capture cannot show could not be loaded. Load the page again.</p>
);

const Limits = lazyComponent(async () => (await prepareLimits()).Limits, NoLimits);

const Found: FC<{ id: PaneId; scene: string }> = ({ id, scene }) => {
  const spec = useStageState((s) => s.panes[id].spec);
  const doctor = spec.kind === 'file' ? spec.doctor : undefined;
  const findings = doctor?.find((d) => d.scene === scene)?.findings ?? [];
  return findings.length > 0 ? (
    <Suspense>
      <Limits id={id} findings={findings} />
    </Suspense>
  ) : null;
};

/** The scene's drawing or its words did not come. */
const NotFetched: FC<{ scene: Scene; again: () => void }> = ({ scene, again }) => (
  <div className="empty" role="alert">
    <p>The scene “{scene.title}” could not be fetched. Is the page’s server still there?</p>
    <p className="empty-actions">
      <button type="button" className="btn" onClick={again}>
        Try again
      </button>
    </p>
  </div>
);

interface PictureProps extends Pick<SceneParts, 'Drawing'> {
  id: PaneId;
  scene: Scene;
  /** Not there yet: then it is named by the scene alone. */
  tell: Narrator | undefined;
  film: boolean;
  width: number;
  touch: readonly string[] | undefined;
}

/** Fetched behind the drawing. */
export const prepareHands = () => import('../touch/ControlsLoader');

const Hands = lazyComponent(
  async () => (await prepareHands()).ControlsLoader,
  () => null,
);

type TouchedProps = PaneSourceFrame &
  Pick<DrawingProps, 'other'> &
  Pick<PictureProps, 'scene' | 'width' | 'touch'> & { large: string | undefined };

/** What stands still can be taken hold of. */
const Touched: FC<TouchedProps> = ({ pane, info, frame, other, ...props }) => {
  const still = useStageState((s) => !s.playing && s.quiz === null);
  const presenting = usePresenting();
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => {
      setDrawn(true);
    });
    return () => {
      clearTimeout(later);
    };
  }, []);
  if (!still || !drawn || presenting || info.provenance === 'asif') return null;
  return (
    <Suspense>
      <Hands pane={pane} info={info} frame={frame} other={other} {...props} />
    </Suspense>
  );
};

/** The drawing; its name follows as text does. */
const Picture = memo<PictureProps>(({ id, scene, Drawing, tell, film, width, touch }) => {
  const drawn = useDrawing(id);
  const untwinned = useHidden('twin');
  const narration = useNarration(id, tell);
  const parts = film ? (scene.parts ?? []) : [];
  const large = useStageState((s) => parts.find((part) => part.id === s.large) ?? parts[0]);
  const label = narration && `${scene.title}, pane ${id}: ${textOf(narration.title)}`;
  return (
    <>
      <div className="drawing">
        {drawn && (
          <Drawing
            {...drawn}
            width={width}
            large={large?.id}
            label={label ?? scene.title}
            describedBy={narration && !untwinned ? twinId(id) : undefined}
          />
        )}
        {drawn && large && <FilmButtons parts={parts.filter((part) => part !== large)} />}
      </div>
      {drawn && <Touched {...drawn} scene={scene} width={width} large={large?.id} touch={touch} />}
    </>
  );
});
Picture.displayName = 'Picture';

/** Over each small picture (scenes/marks/Film.tsx), which it makes the large one, in both panes. */
const FilmButtons: FC<{ parts: readonly LargePart[] }> = ({ parts }) => {
  const { store } = useStage().controller;
  return (
    <div className="film-buttons" role="group" aria-label="Show large" style={{ height: FILM }}>
      {parts.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-label={name}
          title={`show large: ${name}`}
          onClick={() => {
            store.setState({ large: id });
          }}
        />
      ))}
    </div>
  );
};
