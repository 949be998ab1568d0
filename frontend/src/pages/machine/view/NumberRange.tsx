/**
 * A number that the reader sets: a slider whose equal steps are equal factors, ten at a time with Shift, and a field; a bar
 * stands where it is now.
 */
import { useId, type FC } from 'react';
import { grouped } from '../../../core/number';
import { stopsOf } from '../settings';
import { NumberField } from './NumberField';

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
  const stops = stopsOf(range, now, shown);
  const last = stops.length - 1;
  const set = (to: number) => {
    onValue(to === now ? undefined : to);
  };
  const goTo = (stop: number) => {
    set(stops[Math.min(last, Math.max(0, stop))] ?? now);
  };
  return (
    <div className="machine-slider">
      <label htmlFor={id}>{name}</label>
      <span className="machine-track" style={{ '--now': stops.indexOf(now) / last } as React.CSSProperties}>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={stops.indexOf(shown)}
          aria-valuetext={`${grouped(shown)}, now ${grouped(now)}: ${words}`}
          onChange={({ target }) => {
            goTo(Number(target.value));
          }}
          onKeyDown={(event) => {
            const step = event.shiftKey ? ARROWS[event.key] : undefined;
            if (step === undefined) return;
            event.preventDefault();
            goTo(stops.indexOf(shown) + MANY * step);
          }}
        />
      </span>
      <NumberField
        label={`${name}, as a number`}
        now={now}
        range={range}
        value={shown}
        foot={foot}
        onNumber={set}
      />
    </div>
  );
};
