/** A pane that is empty, loading, or could not open what was asked: in words, and what to do next. */
import type { FC } from 'react';
import { grouped } from '../../core/number';
import { scenes } from '../../scenes';
import { fittingScene, total } from '../../scenes/fit';
import type { Scene } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import { sameSpec, type SourceSpec } from '../../capture/sources/spec';
import { startOf } from '../control/start';
import { useStage, useStageState } from '../control/stage-context';
import type { PaneId } from '../../core/panes';

export const PaneNotice: FC<{ id: PaneId }> = ({ id }) => {
  const loading = useStageState((s) => s.panes[id].loading);
  const failure = useStageState((s) => s.panes[id].failure);
  return (
    <>
      {loading && <Loading id={id} />}
      {failure && <Failed id={id} />}
    </>
  );
};

const STEPS = { run: 'Running the model', read: 'Reading', index: 'Indexing' };

const Loading: FC<{ id: PaneId }> = ({ id }) => {
  const { controller } = useStage();
  const progress = useStageState((s) => s.panes[id].loading?.progress ?? null);
  const trouble = useStageState((s) => s.panes[id].loading?.trouble);
  const share = progress?.done ?? null;
  const words = progress ? `${STEPS[progress.step]}: ${progress.words}` : (trouble ?? 'Opening');
  return (
    <div className="loading">
      <progress aria-label={`Pane ${id}: ${words}`} {...(share === null ? {} : { value: share, max: 1 })} />
      {(progress ?? trouble) && (
        <p className="small">
          {words}{' '}
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              controller.cancel(id);
            }}
          >
            Cancel
          </button>
        </p>
      )}
    </div>
  );
};

const Failed: FC<{ id: PaneId }> = ({ id }) => {
  const { controller, pick } = useStage();
  const failure = useStageState((s) => s.panes[id].failure);
  const kept = useStageState((s) => s.panes[id].source !== null);
  if (!failure) return null;
  return (
    <div className={kept ? 'failure over' : 'failure'} role="alert">
      <p>
        <b>{failure.what} cannot be shown.</b> {failure.line !== null && <>Line {grouped(failure.line)}: </>}
        <span className="reason">{failure.message}</span> {failure.advice}
        {kept && ' The previous content is still shown below.'}
      </p>
      <p className="failure-actions">
        <button
          type="button"
          className="btn"
          onClick={() => {
            pick(id);
          }}
        >
          Choose another source
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            controller.dismiss(id);
          }}
        >
          Dismiss
        </button>
      </p>
    </div>
  );
};

/** Sources to begin with: those the scene names, else the first scenarios. */
function offered(scene: Scene, catalogue: Catalogue): { title: string; spec: SourceSpec }[] {
  const { A, B } = startOf(scene, catalogue);
  const own = (sameSpec(A, B) ? [A] : [A, B]).flatMap((spec) => {
    const among = spec.kind === 'capture' ? catalogue.captures : catalogue.scenarios;
    const title = 'id' in spec ? among.find((s) => s.id === spec.id)?.title : undefined;
    return title === undefined ? [] : [{ title, spec }];
  });
  if (own.length > 0) return own;
  return catalogue.scenarios
    .slice(0, 2)
    .map(({ id, title }) => ({ title, spec: { kind: 'model', id, overrides: {} } }));
}

/** Hairlines stay; two sources and a file are offered. */
export const EmptyNotice: FC<{ id: PaneId; scene: Scene }> = ({ id, scene }) => {
  const { choose, pick } = useStage();
  const catalogue = useStageState((s) => s.catalogue);
  // Read, but its first frame is still on its way.
  const awaited = useStageState(({ panes }) => panes[id].loading !== null || panes[id].source !== null);
  if (awaited) return <div className="empty awaited" />;
  return (
    <div className="empty nothing">
      <p>
        Nothing here yet. Try one of these, or drop a capture on this pane: it is read here and never leaves
        this machine.
      </p>
      <p className="empty-actions">
        {offered(scene, catalogue).map(({ title, spec }) => (
          <button
            type="button"
            className="btn"
            key={title}
            onClick={() => {
              choose(id, spec);
            }}
          >
            {title}
          </button>
        ))}
        <button
          type="button"
          className="btn"
          onClick={() => {
            pick(id);
          }}
        >
          Open a file, or choose another source
        </button>
      </p>
    </div>
  );
};

/** The scene is not for what this source decides: says so, and offers the one that is. */
export const UnsuitedNotice: FC<{ id: PaneId; scene: Scene }> = ({ id, scene }) => {
  const { show } = useStage();
  const info = useStageState((s) => s.panes[id].source?.info);
  if (!info) return null;
  const other = fittingScene(scenes, scene, info);
  return (
    <div className="empty">
      <p>
        {scene.title} cannot show this source: none of its {grouped(total(info.kinds))} decisions is of that
        kind.
      </p>
      <p className="empty-actions">
        <button
          type="button"
          className="btn"
          onClick={() => {
            show(other.id);
          }}
        >
          Show it in {other.title}
        </button>
      </p>
    </div>
  );
};
