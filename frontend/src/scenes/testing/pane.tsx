/** For tests: a pane of a scene, as the stage puts it together. */
import type { FC } from 'react';
import { labelOf } from '../label';
import type { PaneProps, Scene } from '../scene';

export function paneOf(scene: Scene): FC<PaneProps> {
  const { Drawing, Why, Twin } = scene;
  return function Pane(props) {
    return (
      <section aria-label={`Pane ${props.pane}`}>
        <Drawing {...props} label={labelOf(scene, props)} />
        <Why {...props} />
        <Twin {...props} />
      </section>
    );
  };
}
