/** What a person sees who comes without a link, or with one that names a scene and nothing else. */
import type { Scene } from '../../scenes/scene';
import type { Catalog } from '../../capture/sources/catalog';
import { startOf } from '../../stage/control/start';
import type { View } from '../../stage/state/view';

export function defaultView(catalog: Catalog, scene: Scene): View {
  return {
    scene: scene.id,
    sources: startOf(scene, catalog),
    position: { align: 'decision', k: scene.start?.k ?? 0, t: 0 },
    speed: 1,
  };
}
