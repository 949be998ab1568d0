/** The small scenes, by the scene that each is of. */
import { interleaveScene } from './InterleaveScene';
import type { SmallScene } from './scene';
import { swapInScene } from './SwapInScene';
import { swapScene } from './SwapScene';
import { zoneScene } from './ZoneScene';

const SCENES: Readonly<Record<string, SmallScene>> = {
  'swap-devices': swapScene,
  interleave: interleaveScene,
  zones: zoneScene,
  'swap-in': swapInScene,
};

export const smallSceneOf = (scene: string): SmallScene | undefined => SCENES[scene];
