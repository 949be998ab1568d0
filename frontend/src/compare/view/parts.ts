/** What the pages share: the name of a part, and a file to keep. */
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

export function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
