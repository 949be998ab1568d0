/** A small scene, and where its numbers are from. */
import type { FC } from 'react';
import { grouped } from '../../../../core/number';
import { useThrottle } from '../../../../ui/use-throttle';
import type { Value } from '../plan';
import type { SideRun } from '../runs';
import type { SmallSceneProps } from './scene';
import { smallSceneOf } from './scenes';

/** ms between two texts for who listens. */
const SAID_MS = 1000;

/** Where a run's numbers are from. */
export const originOf = ({ origin }: SideRun, { source }: Value) =>
  origin === 'asif' ? 'asif' : source.kind === 'capture' ? 'kernel' : 'model';

interface DrawingProps extends SmallSceneProps {
  name: string;
}

/** The scene itself; its name is what it says, changed seldom. */
export const SceneDrawing: FC<DrawingProps> = ({ name, ...scenic }) => {
  const { run, demand, k, width } = scenic;
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
      <scene.Scene {...scenic} />
    </svg>
  );
};
