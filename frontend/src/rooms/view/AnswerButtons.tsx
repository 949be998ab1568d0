/** The choices on a phone: targets for a thumb, and no countdown. */
import type { FC } from 'react';
import type { ClassChoice } from '../../quiz/choices';
import { withoutBreaks } from '../../ui/line-break';
import { UsageBar } from '../../ui/nodes/UsageBar';
import { ChoiceTile } from './ChoiceTile';

interface Props {
  label: string;
  choices: readonly ClassChoice[];
  chosen: number | null;
  onChoose: (nth: number, choice: ClassChoice) => void;
}

export const AnswerButtons: FC<Props> = ({ label, choices, chosen, onChoose }) => (
  <div role="group" aria-label={label} className="room-choices">
    {choices.map((one, i) => (
      <button
        key={one.key}
        type="button"
        aria-pressed={i === chosen}
        onClick={() => {
          onChoose(i, one);
        }}
      >
        <ChoiceTile of={one} />
        <b>{one.words}</b>
        <span>{withoutBreaks(one.note)}</span>
        {one.used !== undefined && <UsageBar share={one.used} node={one.cell?.node ?? -1} />}
      </button>
    ))}
  </div>
);
