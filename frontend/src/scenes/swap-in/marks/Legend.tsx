import { memoMark } from '../../../ui/memo';
import { textWidth } from '../../font-metrics';
import type { Provenance } from '../../provenance';
import type { Grid } from './grid';
import { paint } from './SpanTextures';

/** Direct labels stand wherever there is room for them; these are for where there is none. */
const KINDS = [
  ['work', 'work'],
  ['switch', 'switch'],
  ['spin', 'spin'],
  ['disk', 'disk busy'],
] as const;

const EMULATED = [
  'an emulated machine: these times are not performance',
  'emulated: times are not performance',
];
const AS_IF = ['the disk’s times are the record’s, other costs assumed', 'times in part assumed'];
const AS_IF_EMULATED = [
  'an emulated disk’s times, other costs assumed: not performance',
  ...EMULATED.slice(1),
];

/** What the textures mean, flush right; of a capture, what its times are not. */
export const Legend = memoMark<{
  grid: Grid;
  id: string;
  from: Provenance;
  emulated: boolean;
}>('Legend', ({ grid, id, from, emulated }) => {
  const px = grid.compact ? 12 : 13;
  if (from !== 'model') {
    const words = from === 'asif' ? (emulated ? AS_IF_EMULATED : AS_IF) : emulated ? EMULATED : null;
    if (!words) return null;
    return (
      <text x={grid.width} y="15" className="t13 i2 end" data-note="emulated">
        {words.find((w) => textWidth(w, 13) < grid.width - 84) ?? words.at(-1)}
      </text>
    );
  }
  const [swatch, gap, between] = grid.compact ? [12, 4, 9] : [16, 6, 18];
  const widths = KINDS.map(([, words]) => swatch + gap + textWidth(words, px));
  const total = widths.reduce((sum, w) => sum + w + between, -between);
  return (
    <g>
      {KINDS.map(([kind, words], i) => {
        const x = grid.width - total + widths.slice(0, i).reduce((sum, w) => sum + w + between, 0);
        return (
          <g key={kind}>
            {kind === 'disk' ? (
              <rect x={x} y="6" width={swatch} height="8" fill="var(--t-device)" />
            ) : (
              <rect x={x} y="4" width={swatch} height="12" {...paint(id, kind)} />
            )}
            <text x={x + swatch + gap} y="15" className={`t${px} i2`}>
              {words}
            </text>
          </g>
        );
      })}
    </g>
  );
});
