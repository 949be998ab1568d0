/** What a drawing is called by those who do not see it. */
import type { PaneProps, Scene } from './scene';

export function labelOf({ title, caption }: Pick<Scene, 'title' | 'caption'>, props: PaneProps): string {
  return `${title}, pane ${props.pane}: ${caption({ ...props, other: null }, null).title}`;
}
