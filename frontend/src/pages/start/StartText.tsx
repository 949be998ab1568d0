/** What a pane says beyond its drawing, fetched when somebody asks for it. */
import type { FC } from 'react';
import type { PaneId } from '../../core/panes';
import { scenes } from '../../scenes';
import { useNarration } from '../../stage/control/use-pane';
import { useParts } from '../../stage/panes/scene-parts';
import { TwinPanel } from '../../stage/panes/TwinPanel';
import { WhyPanel } from '../../stage/panes/WhyPanel';
import { twinId } from '../../stage/state/view';
import { START } from './view';
import '../../stage/panes/narration.css';

const [first] = scenes;

export const StartText: FC<{ id: PaneId; of: 'why' | 'twin' }> = ({ id, of }) => {
  const scene = scenes.find((s) => s.id === START.scene) ?? first;
  if (!scene) throw new Error('there is no scene');
  const { narrate } = useParts(scene, true);
  const narration = useNarration(id, narrate);
  if (!narration) return null;
  return of === 'why' ? (
    <WhyPanel pane={id} narration={narration} />
  ) : (
    <TwinPanel id={twinId(id)} pane={id} twin={narration.twin} />
  );
};
