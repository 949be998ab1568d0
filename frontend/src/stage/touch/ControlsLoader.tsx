/** The grips of a model, with what its scene says can be moved; of a capture, what can be done instead. */
import { useEffect, useState, type FC } from 'react';
import type { HandlesOf, PaneSourceFrame, Scene, SourceFrame } from '../../scenes/scene';
import { useHidden } from '../state/class-link';
import { Handles } from './Controls';
import { coreModule } from './core-module';
import { CaptureNotice } from './CaptureNotice';

interface Props extends PaneSourceFrame {
  other: SourceFrame | null;
  scene: Scene;
  width: number;
  large: string | undefined;
  touch: readonly string[] | undefined;
}

export const ControlsLoader: FC<Props> = ({ scene, ...props }) => {
  const [known, setKnown] = useState<{ handlesOf: HandlesOf } | null>(null);
  useEffect(() => {
    let gone = false;
    // Without them the tunables are in the line above.
    scene.handles?.(coreModule).then(
      (found) => {
        if (!gone) setKnown(found);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [scene]);
  const fixed = useHidden('sources');
  if (!scene.handles) return null;
  // Where the source is fixed nothing else is to be had.
  if (!props.info.params) return fixed || props.touch ? null : <CaptureNotice pane={props.pane} />;
  return known && <Handles {...props} handlesOf={known.handlesOf} />;
};
