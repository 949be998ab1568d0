/** Every scene, in the order of the picker. */
import { decisions } from './decisions';
import { interleave } from './interleave';
import type { Scene } from './scene';
import { swapDevices } from './swap-devices';
import { swapIn } from './swap-in';
import { zones } from './zones';

export const scenes: readonly Scene[] = [swapDevices, zones, interleave, swapIn, decisions];
