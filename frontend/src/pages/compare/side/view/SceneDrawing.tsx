/** A small scene, and where its numbers are from. */
import type { FC } from 'react';
import { grouped } from '../../../../core/number';
import { useThrottle } from '../../../../ui/use-throttle';
import type { Value } from '../plan';
import type { Demand, SideRun } from '../runs';
import { smallSceneOf } from './scenes';

/** ms between two texts for who listens. */
const SAID_MS = 1000;

/** Where a run's numbers are from. */
export const originOf = ({ origin }: SideRun, { source }: Value) =>
  origin === 'asif' ? 'asif' : source.kind === 'capture' ? 'kernel' : 'model';

interface DrawingProps {
  run: SideRun;
  demand: Demand;
  k: number;
  width: number;
  id: string;
  top: number;
  name: string;
  beside?: readonly (SideRun | null)[];
}

/** The scene itself; its name is what it says, changed seldom. */
export const SceneDrawing: FC<DrawingProps> = ({ run, demand, k, width, id, top, name, beside }) => {
  const scene = smallSceneOf(demand.scene);
  const [number, words] = scene?.value(run, k, demand) ?? ['', ''];
  const cell = run.cells[run.cell[k - 1] ?? -1];
  const label = useThrottle(
    `${name}, ${demand.noun[0]} ${grouped(k)}: ${cell?.name ?? 'not asked'}. ${number} ${words}. ${scene?.sentence(run, demand, k) ?? ''}`,
    SAID_MS,
  );
  if (!scene) return null;
  const height = scene.heightOf(demand.state, run);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="side-drawing"
    >
      <scene.Scene
        run={run}
        demand={demand}
        k={k}
        width={width}
        id={id}
        top={top}
        {...(beside ? { beside } : {})}
      />
    </svg>
  );
};
