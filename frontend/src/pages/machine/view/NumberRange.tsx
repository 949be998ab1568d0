/** A number that the reader sets: a slider whose equal steps are equal factors, and a field; a bar stands where it is now. */
import { useId, type FC } from 'react';
import { grouped } from '../../../core/number';
import { placeOf, STEPS, valueAt } from '../settings';

interface Props {
  name: string;
  now: number;
  range: readonly [number, number];
  /** Undefined where it is left as it is. */
  value: number | undefined;
  /** What is said of the present value to those who listen. */
  words: string;
  foot: string;
  onValue: (value: number | undefined) => void;
}

export const NumberRange: FC<Props> = ({ name, now, range, value, words, foot, onValue }) => {
  const id = useId();
  const shown = value ?? now;
  const set = (to: number) => {
    onValue(Number.isFinite(to) && to >= range[0] && to <= range[1] && to !== now ? to : undefined);
  };
  return (
    <div className="machine-slider">
      <label htmlFor={id}>{name}</label>
      <span className="machine-track" style={{ '--now': placeOf(now, range) / STEPS } as React.CSSProperties}>
        <input
          id={id}
          type="range"
          min={0}
          max={STEPS}
          value={placeOf(shown, range)}
          aria-valuetext={`${grouped(shown)}, now ${grouped(now)}: ${words}`}
          onChange={({ target }) => {
            const place = Number(target.value);
            set(place === placeOf(now, range) ? now : valueAt(place, range));
          }}
        />
      </span>
      <input
        type="number"
        className={value === undefined ? 'num' : 'num set'}
        aria-label={`${name}, as a number`}
        min={range[0]}
        max={range[1]}
        value={shown}
        onChange={({ target }) => {
          set(target.valueAsNumber);
        }}
      />
      <span className="note">{foot}</span>
    </div>
  );
};
