/** A number that is typed. What is out of its range is marked and not taken, and the range stands beside it. */
import { useId, useState, type FC } from 'react';
import { grouped } from '../../../core/number';

interface Props {
  label: string;
  /** What it is now; it may be out of the range. */
  now: number;
  range: readonly [number, number];
  value: number;
  /** What stands beside it otherwise. */
  foot?: string;
  onNumber: (value: number) => void;
}

export const NumberField: FC<Props> = ({ label, now, range: [least, most], value, foot = '', onNumber }) => {
  const id = useId();
  const [refused, setRefused] = useState<{ text: string; beside: number } | null>(null);
  // Set in another way meanwhile.
  if (refused && refused.beside !== value) setRefused(null);
  const words = refused ? `${grouped(least)} to ${grouped(most)}` : foot;
  return (
    <>
      <input
        type="number"
        className={value === now ? 'num' : 'num set'}
        aria-label={label}
        aria-invalid={refused !== null}
        aria-describedby={id}
        min={least}
        max={most}
        value={refused?.text ?? value}
        onChange={({ target }) => {
          const to = target.valueAsNumber;
          const taken = to === now || (Number.isSafeInteger(to) && to >= least && to <= most);
          setRefused(taken ? null : { text: target.value, beside: value });
          if (taken) onNumber(to);
        }}
      />
      <span className="note" id={id} role="status">
        {words}
      </span>
    </>
  );
};
