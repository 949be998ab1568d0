/** Decisions in sentences as SVG: what a scene whose drawing is a list on the page comes to on a sheet. */
import type { FC } from 'react';
import { textOf } from '../../core/message';
import { grouped } from '../../core/number';
import type { PaneSourceFrame } from '../../scenes/scene';
import { textWidth } from '../../scenes/font-metrics';
import { kindOf } from '../../scenes/voices/verdict';
import { voiceOf } from '../../scenes/voices';
import { namesOf } from '../../scenes/voices/names';
import { tone } from '../../ui/nodes/colours';
import { cut } from './lines';
import { VerdictSign } from './PaneMarks';

const ROW = 26;
const NUMBER = 56;
const PLATE = 24;
const SIGN = 24;

export const DecisionList: FC<{ seen: PaneSourceFrame; width: number }> = ({
  seen: { frame, info },
  width,
}) => {
  const names = namesOf(frame.before);
  const height = Math.max(1, frame.neighbours.length) * ROW + 8;
  const from = NUMBER + PLATE + 10;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {frame.neighbours.length === 0 && (
        <text x="0" y="18" className="t13 i2">
          {info.decisions === 0 ? 'No decision was recorded here.' : 'Before the first decision.'}
        </text>
      )}
      {frame.neighbours.map(({ k, event, verdict }, i) => {
        const voice = voiceOf(event);
        const { lead, rest } = voice.say(event, names);
        const { letter, node } = voice.cell(event, names);
        const y = i * ROW;
        const now = k === frame.k;
        const room = width - from - SIGN;
        const first = cut(textOf(lead), room, 13, 600);
        const then = cut(textOf(rest), room - textWidth(first, 13, 600) - 6, 13);
        return (
          <g key={k}>
            {now && <rect x="0" y={y} width={width} height={ROW} fill="var(--wash)" />}
            {now && <rect x="0" y={y} width="3" height={ROW} fill="var(--now)" />}
            <text x={NUMBER - 10} y={y + 18} className="t12 i3 end">
              {grouped(k)}
            </text>
            <rect x={NUMBER} y={y + 3} width={PLATE} height={20} rx="2" fill={tone(node).fill} />
            <text x={NUMBER + PLATE / 2} y={y + 17.5} className="t13 w6 mid" style={{ fill: tone(node).on }}>
              {letter}
            </text>
            <text x={from} y={y + 17.5} className="t13 w6">
              {first}
            </text>
            <text x={from + textWidth(first, 13, 600) + 6} y={y + 17.5} className="t13 i2">
              {then}
            </text>
            <VerdictSign kind={kindOf(verdict)} x={width - 16} y={y + 7} />
          </g>
        );
      })}
    </svg>
  );
};
