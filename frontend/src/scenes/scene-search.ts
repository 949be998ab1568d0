/** What is said of a scene that there is not. Pure. */
import { nearestName } from '../core/suggestion';
import { scenes } from '.';

/** What is wrong, and what may have been meant, or all there are. */
export function sceneFault(id: string): [fault: string, advice: string] {
  const ids = scenes.map((scene) => scene.id);
  return [`There is no scene “${id.slice(0, 40)}”.`, nearestName(id, ids) || `Scenes are ${ids.join(', ')}.`];
}
