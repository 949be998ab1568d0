/**
 * A number that the reader sets: a slider whose equal steps are equal factors, ten at a time with Shift, and a field; a bar
 * stands where it is now.
 */
import { useId, type FC } from 'react';
import { grouped } from '../../../core/number';
import { placeOf, STEPS, valueAt } from '../settings';

/** Arrows, and how they move a slider. */
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const MANY = 10;

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
  const goTo = (place: number) => {
    set(place === placeOf(now, range) ? now : valueAt(place, range));
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
            goTo(Number(target.value));
          }}
          onKeyDown={(event) => {
            const step = event.shiftKey ? ARROWS[event.key] : undefined;
            if (step === undefined) return;
            event.preventDefault();
            goTo(Math.min(STEPS, Math.max(0, placeOf(shown, range) + MANY * step)));
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
