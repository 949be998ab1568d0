/** For tests: a pane of a scene, as the stage puts it together. */
import type { FC } from 'react';
import type { PaneProps, Scene } from '../scene';

export function paneOf({ Drawing, Why, Twin }: Scene): FC<PaneProps> {
  return function Pane(props) {
    return (
      <section aria-label={`Pane ${props.pane}`}>
        <Drawing {...props} />
        <Why {...props} />
        <Twin {...props} />
      </section>
    );
  };
}
