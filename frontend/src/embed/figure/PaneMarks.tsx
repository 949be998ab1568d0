/** The small marks of a pane as SVG: provenance, era and verdict, as on the page. */
import type { FC } from 'react';
import type { VerdictKind } from '../../core/types';
import type { Provenance } from '../../scenes/provenance';
import { textWidth } from '../../scenes/font-metrics';
import type { Era } from '../../scenes/narration';
import { axisTicks, eraSpan } from '../../ui/era';
import { MARKS } from '../../ui/Verdict';
import { tagPhrase } from '../../ui/Tag';

const TAG = { px: 12, pad: 8, height: 20 };

/** How wide the tag comes out. */
export const tagWidth = (of: Provenance) => Math.ceil(textWidth(tagPhrase(of), TAG.px, 600)) + 2 * TAG.pad;

/** Its shape tells the four apart where there is no colour: pill, plate, double rule, dashed plate with a foot. */
export const TagMark: FC<{ of: Provenance; x: number; y: number }> = ({ of, x, y }) => {
  const [w, h] = [tagWidth(of), TAG.height];
  const box = { x: x + 0.75, y: y + 0.75, width: w - 1.5, height: h - 1.5 };
  const fill = of === 'kernel' ? 'var(--paper)' : `var(--${of === 'asif' ? 'kernel' : of})`;
  return (
    <g>
      {of === 'kernel' && <rect x={x} y={y} width={w} height={h} rx="2" fill="var(--kernel)" />}
      {of === 'model' && (
        <rect {...box} rx="9" fill="none" stroke="var(--model)" strokeWidth="1.5" strokeDasharray="4 2.5" />
      )}
      {of === 'asif' && (
        <rect {...box} rx="2" fill="none" stroke="var(--kernel)" strokeWidth="1.5" strokeDasharray="4 2.5" />
      )}
      {of === 'published' && (
        <path d={`M${x} ${y + h - 3}h${w}M${x} ${y + h - 0.5}h${w}`} stroke="var(--published)" />
      )}
      <text x={x + w / 2} y={y + 14} className="t12 w6 mid" style={{ fill }}>
        {tagPhrase(of)}
      </text>
    </g>
  );
};

const AXIS = 60;
const GAP = 6;

export const eraWidth = ({ words }: Era) => AXIS + GAP + Math.ceil(textWidth(words, 12));

/** The axis of releases, filled where the rule lived, and the words; `y`: of the words' baseline. */
export const EraMark: FC<{ era: Era; x: number; y: number }> = ({ era, x, y }) => {
  const spans = era.lived === false ? [] : [era, ...(era.again ? [era.again] : [])];
  return (
    <g>
      <path d={`M${x} ${y - 3.5}h${AXIS}`} stroke="var(--control)" />
      {axisTicks().map((at) => (
        <path key={at} d={`M${(x + at * (AXIS - 1) + 0.5).toFixed(2)} ${y - 7}v7`} stroke="var(--control)" />
      ))}
      {spans.map(({ from, to }) => {
        const [a, b] = eraSpan(from, to);
        return (
          <rect
            key={a}
            x={(x + Math.min(a * AXIS, AXIS - 3)).toFixed(2)}
            y={y - 8}
            width={Math.max((b - a) * AXIS, 3).toFixed(2)}
            height="6"
            fill="var(--ink)"
          />
        );
      })}
      <text x={x + AXIS + GAP} y={y} className="t12 i2">
        {era.words}
      </text>
    </g>
  );
};

/** Tick, cross or ring; the word stands beside it. */
export const VerdictSign: FC<{ kind: VerdictKind; x: number; y: number }> = ({ kind, x, y }) =>
  kind === 'unchecked' ? null : (
    <path
      d={MARKS[kind]}
      transform={`translate(${x} ${y})`}
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
    />
  );
