/** The name of a part, for both pages. */
import type { MeasureName } from '../../core/session';
import { measureNamed } from '../table';

const ZONES = ['DMA', 'DMA32', 'Normal', 'Movable'];

export const partName = ({ measure, part }: { measure: MeasureName; part: number }): string => {
  switch (measureNamed(measure).part) {
    case 'device':
      return `device ${String.fromCharCode(65 + (part % 26))}`;
    case 'zone':
      return `${ZONES[part % 8] ?? ''} of node ${part >> 3}`;
    case 'node':
      return `node ${part}`;
    default:
      return '';
  }
};
