/** Every scene, in the order of the picker. */
import type { Scene } from './scene';
import { swapDevices } from './swap-devices';

export const scenes: readonly Scene[] = [swapDevices];
